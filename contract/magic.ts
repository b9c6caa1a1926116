import * as v from 'valibot'
import { email, id, words } from './shape.ts'

const tenantId = v.optional(id)
/** As it was typed, with the dial code (`+45`) that was chosen beside it. */
const number = {
  mobile: v.optional(words(0, 40), ''),
  dialcode: v.optional(v.pipe(v.string(), v.regex(/^(\+?\d{1,4})?$/)), ''),
}
/** What stands in a link; anything longer never was one. */
const code = v.pipe(v.string(), v.maxLength(200))

/** `to` is a path of the tenant's own site to go to afterwards. */
export const SendMagicLink = v.object({
  tenantId,
  email,
  ...number,
  to: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
})
/** Either an e-mail address or a mobile number. */
export const SendSignInCode = v.object({ tenantId, email: v.optional(email), ...number })
export const SignInWithCode = v.object({
  tenantId,
  email: v.optional(email),
  ...number,
  code: v.pipe(
    v.string(),
    v.transform((s) => s.replace(/[\s-]/g, '')),
    v.regex(/^\d{6}$/),
  ),
})

export const OfLink = v.object({ tenantId, linkIdentifier: code, ml: v.optional(v.boolean(), false) })
const LinkData = v.pipe(
  v.object({ data: OfLink }),
  v.transform(({ data }) => data),
)
/** Plain, or within `data` as the callable protocol has it. */
export const AskLink = v.union([LinkData, OfLink])
export const SignInLink = v.object({
  state: v.picklist(['fresh', 'used', 'expired', 'unknown']),
  /** Whose it is, as its owner would know it: `a•••@example.com`; null unless it is fresh. */
  continueAs: v.nullable(v.string()),
  /** It came from a message that somebody asked for, and they can ask for another. */
  ml: v.boolean(),
  /** This browser asked for it or is signed in as that guest, so it may act by itself. */
  here: v.boolean(),
  /** A path of the tenant's own site to go to afterwards. */
  to: v.nullable(v.string()),
  /** What `signInWithCustomToken` takes as its `linkIdentifier`; null unless the link is fresh. */
  customToken: v.nullable(v.string()),
})

export const RequestConfirmMobile = v.object({
  uid: code,
  language: v.optional(words(0, 20)),
  tenant: v.optional(words(0, 63)),
  user: words(0, 64),
})
export const SendMobileConfirmation = v.object({ tenantId, uid: v.optional(id) })
export const Succeeded = v.object({ success: v.boolean() })
