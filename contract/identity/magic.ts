import * as v from 'valibot'
import { bareDigits } from '#domain/typed-digits.ts'
import { email, id, trimmedText } from '../field/field-schemas.ts'

const tenantId = v.optional(id)
/** `mobile` as typed, with the dial code (`+45`) selected beside it. */
const number = {
  mobile: v.optional(trimmedText(0, 40), ''),
  dialcode: v.optional(v.pipe(v.string(), v.regex(/^(\+?\d{1,4})?$/)), ''),
}
/** The code of a link; real ones are shorter than the limit. */
const code = v.pipe(v.string(), v.maxLength(200))

/** `to`: a path of the tenant's own site, where the guest continues afterwards. */
export const SendMagicLink = v.object({
  tenantId,
  email,
  ...number,
  to: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
})
/** Either `email` or `mobile`. */
export const SendSignInCode = v.object({ tenantId, email: v.optional(email), ...number })
/** `email`, `mobile` or both; `keep`: the session lasts as long as one by a link. */
export const SignInWithCode = v.object({
  tenantId,
  email: v.optional(email),
  ...number,
  code: v.pipe(v.string(), v.transform(bareDigits), v.regex(/^\d{6}$/)),
  keep: v.optional(v.boolean(), false),
})

export const LinkInput = v.object({ tenantId, linkIdentifier: code, ml: v.optional(v.boolean(), false) })
const LinkData = v.pipe(
  v.object({ data: LinkInput }),
  v.transform(({ data }) => data),
)
/** Either plain, or inside `data` as in the callable protocol. */
export const SignInLinkInput = v.union([LinkData, LinkInput])
export const SignInLink = v.object({
  /** The masked address or number of the account: `a•••@example.com`. */
  continueAs: v.string(),
  /** The link is of a message that the guest requested and can request again. */
  ml: v.boolean(),
  /** This browser requested the link, or the guest is signed in here: the page may act automatically. */
  here: v.boolean(),
  /** A path of the tenant's own site, where the guest continues afterwards. */
  to: v.nullable(v.string()),
  /** The `linkIdentifier` for `signInWithCustomToken`. */
  customToken: v.string(),
})

export const RequestConfirmMobile = v.object({
  uid: code,
  language: v.optional(trimmedText(0, 20)),
  tenant: v.optional(trimmedText(0, 63)),
  user: trimmedText(0, 64),
})
export const SendMobileConfirmation = v.object({ tenantId, uid: v.optional(id) })
export const Succeeded = v.object({ success: v.boolean() })
