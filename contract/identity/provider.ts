import * as v from 'valibot'
import { email, id } from '../field/field-schemas.ts'

const tenantId = v.optional(id)
const provider = v.picklist(['google', 'facebook'])

/** A code on the wire: `<tenant>.<secret>`. A malformed code is answered like an unknown one. */
const code = v.pipe(v.string(), v.maxLength(200))

/** `to`: a path of the tenant's own site; anything else becomes the front page. */
export const ProviderSignInInput = v.object({
  tenantId,
  provider,
  purpose: v.optional(v.picklist(['signIn', 'signUp', 'link']), 'signIn'),
  to: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
})
export const ProviderSignInOutput = v.object({ url: v.string() })

export const HandOverInput = v.object({ tenantId, code })
/**
 * The state of a handover. `elsewhere`: it began in another browser and can continue only there. `gone`:
 * consumed, expired or unknown. `askEmail`: the provider has not verified an address, so the guest enters
 * one; `email` is the provider's.
 */
export const HandOver = v.object({
  state: v.picklist(['enter', 'link', 'askEmail', 'confirmEmail', 'elsewhere', 'gone']),
  provider: v.nullable(provider),
  email: v.nullable(v.string()),
})

/** `email`: only for `askEmail`. */
export const TakeHandOver = v.object({ tenantId, code, email: v.optional(email) })
/** `askEmail` has the code of the next step. `token`: for clients that send `Authorization: Bearer`. */
export const HandOverOutput = v.variant('outcome', [
  v.object({
    outcome: v.literal('signedIn'),
    uid: v.string(),
    token: v.string(),
    isNew: v.boolean(),
    to: v.string(),
  }),
  v.object({ outcome: v.literal('linked'), to: v.string() }),
  v.object({ outcome: v.literal('askEmail'), code: v.string() }),
  v.object({ outcome: v.literal('mailed'), email: v.string() }),
  v.object({
    outcome: v.literal('refused'),
    reason: v.picklist(['elsewhere', 'gone', 'taken']),
    to: v.string(),
  }),
])

export const ListAccounts = v.object({ tenantId })
export const Accounts = v.object({
  documents: v.array(
    v.object({
      provider,
      connectedAt: v.number(),
      /** It is the guest's last sign-in method. */
      last: v.boolean(),
    }),
  ),
  available: v.array(provider),
})
export const UnlinkAccount = v.object({ tenantId, provider })
export const Unlinked = v.object({ success: v.boolean() })
