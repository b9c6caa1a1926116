import * as v from 'valibot'
import { inviteStates } from '#domain/invite.ts'
import { emailUpTo, id, locale, plainWords, words } from './shape.ts'

/** What whoever invites knows of the guest already. `preferredLanguage` is a locale, `mobile` E.164. */
export type InvitePrefill = {
  firstname?: string
  lastname?: string
  email?: string
  mobile?: string
  preferredLanguage?: string
}

/** Why an invitation was not accepted: a stable error code and the request's id, nothing internal. */
type InviteFault = { code: string; requestId: string }
/** How the last try to accept an invitation ended, or that it runs `since` (epoch ms). */
export type InviteOutcome =
  { success: true } | { error: { errorInfo: InviteFault } } | { pending: true; since: number }

const errorInfo = v.object({
  code: v.string(),
  requestId: v.string(),
  /** Those of the form that are wrong. */ fields: v.optional(v.array(v.string())),
})
const failure = v.object({ errorInfo })
const known = v.optional(v.string())

export const OfInvite = v.object({ tenantId: id, id })
/** `message` as specified; `prefill` only while the invitation can still be accepted. */
export const Invite = v.object({
  state: v.picklist(inviteStates),
  message: v.nullable(
    v.object({
      success: v.optional(v.literal(true)),
      error: v.optional(failure),
      pending: v.optional(v.literal(true)),
    }),
  ),
  prefill: v.nullable(
    v.object({ firstname: known, lastname: known, email: known, mobile: known, preferredLanguage: known }),
  ),
})

// Wide enough for whatever a form can send: what is wrong with it is told inside the answer.
const text = v.optional(words(0, 1_000), '')
/** `uid` is the invitation's id. Fields that are not named here are nobody's to send, and count for nothing. */
export const CreateFromInvite = v.object({
  tenantId: v.optional(id),
  userData: v.object({
    uid: id,
    firstname: text,
    lastname: text,
    email: text,
    mobile: text,
    address: text,
    city: text,
    postalcode: text,
    preferredLanguage: text,
    countryCode: text,
    dialCode: text,
    password: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(1_024),
        v.check((typed) => typed.isWellFormed() && !typed.includes('\u0000')),
      ),
      '',
    ),
  }),
})
export const CreatedFromInvite = v.union([
  v.object({ success: v.literal(true) }),
  v.object({ error: failure }),
])

const absent = v.literal('')
/** The rules of the form, but for the mobile number and the password, which the server knows more about. */
export const InviteDetails = v.object({
  firstname: plainWords(2, 50),
  lastname: plainWords(2, 50),
  email: emailUpTo(50),
  address: plainWords(0, 200),
  city: plainWords(0, 100),
  postalcode: plainWords(0, 20),
  preferredLanguage: v.union([absent, locale]),
  countryCode: v.union([absent, v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))]),
  dialCode: v.union([absent, v.pipe(v.string(), v.regex(/^\+?\d{1,4}$/))]),
})
