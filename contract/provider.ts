import * as v from 'valibot'
import { email, id } from './shape.ts'

const tenantId = v.optional(id)
const provider = v.picklist(['google', 'facebook'])

/** A code on the wire: `<tenant>.<secret>`. What is none is answered like one that never was. */
const code = v.pipe(v.string(), v.maxLength(200))

/** `to` is a path of the tenant's own site; anything else leads home. */
export const LeaveForProvider = v.object({
  tenantId,
  provider,
  purpose: v.optional(v.picklist(['signIn', 'signUp', 'link']), 'signIn'),
  to: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
})
export const Left = v.object({ url: v.string() })

export const OfHandOver = v.object({ tenantId, code })
/**
 * What the page after a provider may do. `elsewhere`: it began in another browser, where alone it can go on. `gone`: used, over
 * or never there. `askEmail`: the provider has not vouched for an address, so the guest is asked for one; `email` is what it named.
 */
export const HandOver = v.object({
  state: v.picklist(['enter', 'link', 'askEmail', 'confirmEmail', 'elsewhere', 'gone']),
  provider: v.nullable(provider),
  email: v.nullable(v.string()),
})

/** `email` answers `askEmail` alone. */
export const TakeHandOver = v.object({ tenantId, code, email: v.optional(email) })
/** `askEmail` has another code to go on with. `token` is for clients that send `Authorization: Bearer`; browsers get a cookie. */
export const TookHandOver = v.variant('outcome', [
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
      /** Without it there would be no way in. */ last: v.boolean(),
    }),
  ),
  available: v.array(provider),
})
export const UnlinkAccount = v.object({ tenantId, provider })
export const Unlinked = v.object({ success: v.boolean() })
