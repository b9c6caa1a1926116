import * as v from 'valibot'
import { inviteStates } from '#domain/invite.ts'
import {
  emailUpTo,
  id,
  inviteName,
  locale,
  plainText,
  postalCode,
  trimmedText,
} from '../field/field-schemas.ts'

/** The guest's details that the inviter knows. `preferredLanguage` is a locale, `mobile` E.164. */
export type InvitePrefill = {
  firstname?: string
  lastname?: string
  email?: string
  mobile?: string
  preferredLanguage?: string
}

/** Why an invitation was not accepted: a stable error code and the request's id, no internal details. */
type InviteErrorInfo = { code: string; requestId: string }
/** The outcome of the last attempt to accept an invitation; `pending` since `since` (epoch ms). */
export type InviteOutcome =
  { success: true } | { error: { errorInfo: InviteErrorInfo } } | { pending: true; since: number }

const errorInfo = v.object({
  code: v.string(),
  requestId: v.string(),
  /** The names of the invalid fields. */
  fields: v.optional(v.array(v.string())),
})
const failure = v.object({ errorInfo })
const optionalText = v.optional(v.string())

export const InviteInput = v.object({ tenantId: id, id })
/** `message`: as Stamgast's clients expect it; `prefill`: only while the invitation can still be accepted. */
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
    v.object({
      firstname: optionalText,
      lastname: optionalText,
      email: optionalText,
      mobile: optionalText,
      preferredLanguage: optionalText,
    }),
  ),
})

// Wide limits: invalid values are reported inside the output, not as a malformed request.
const text = v.optional(trimmedText(0, 1_000), '')
/** `uid`: the invitation's id. Other fields are ignored. */
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

const emptyText = v.literal('')
/** The rules of the form, except for mobile number and password, which the server checks. */
export const InviteDetails = v.object({
  firstname: inviteName,
  lastname: inviteName,
  email: emailUpTo(50),
  address: plainText(0, 200),
  city: plainText(0, 100),
  postalcode: postalCode(0, 20),
  preferredLanguage: v.union([emptyText, locale]),
  countryCode: v.union([emptyText, v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))]),
  dialCode: v.union([emptyText, v.pipe(v.string(), v.regex(/^\+?\d{1,4}$/))]),
})
