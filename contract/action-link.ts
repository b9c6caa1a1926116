import * as v from 'valibot'
import { email, id, words } from './shape.ts'

const tenantId = v.optional(id)
// What is no code at all is answered like one that nobody ever made.
const oobCode = v.pipe(
  v.string(),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)
const password = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)

/** Any text that could be an address is answered alike. */
export const AskPasswordReset = v.object({ tenantId, email: words(1, 254) })
export const AskEmailVerification = v.object({ tenantId })
/** `currentPassword` is not needed within ten minutes of signing in. */
export const AskEmailChange = v.object({ tenantId, newEmail: email, currentPassword: v.optional(password) })
export const Sent = v.object({ success: v.literal(true) })

export const OfActionCode = v.object({ tenantId, oobCode })
/** `operation` after Firebase's names; `mode` is that of the page which the code opens. */
export const ActionCodeInfo = v.object({
  operation: v.picklist([
    'EMAIL_SIGNIN',
    'VERIFY_EMAIL',
    'VERIFY_AND_CHANGE_EMAIL',
    'PASSWORD_RESET',
    'RECOVER_EMAIL',
  ]),
  mode: v.picklist(['signIn', 'verifyEmail', 'verifyAndChangeEmail', 'resetPassword', 'recoverEmail']),
  /** The address that it was sent to; masked where this browser is not known to be its owner's. */
  email: v.string(),
  /** This browser asked for it, or is signed in as the guest whom it is for: only there may it act by itself. */
  here: v.boolean(),
  /** The address of the tenant's own site, where the code can be used. */
  origin: v.string(),
})
/** `uid` and `token` where the code signs in; `to` is the path of the site that was asked for. */
export const ActionApplied = v.object({
  operation: ActionCodeInfo.entries.operation,
  email: v.string(),
  uid: v.optional(v.string()),
  token: v.optional(v.string()),
  to: v.nullable(v.string()),
})
export const ConfirmPasswordReset = v.object({ tenantId, oobCode, newPassword: password })
export const PasswordWasReset = v.object({ success: v.literal(true) })
export const EmailRecovered = v.object({ email: v.string() })
