import * as v from 'valibot'
import { email, id, trimmedText } from '../field/field-schemas.ts'

const tenantId = v.optional(id)
// A malformed code is answered like an unknown one: auth/invalid-action-code.
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

/** `email` may be any text: the response is the same whether it is an address or not. */
export const PasswordResetInput = v.object({ tenantId, email: trimmedText(1, 254) })
export const EmailVerificationInput = v.object({ tenantId })
/** `currentPassword` is optional within ten minutes of signing in. */
export const EmailChangeInput = v.object({ tenantId, newEmail: email, currentPassword: v.optional(password) })
export const Sent = v.object({ success: v.literal(true) })

export const ActionCodeInput = v.object({ tenantId, oobCode })
/** `operation`: Firebase's name; `mode`: that of the page that the code opens. */
export const ActionCodeInfo = v.object({
  operation: v.picklist([
    'EMAIL_SIGNIN',
    'VERIFY_EMAIL',
    'VERIFY_AND_CHANGE_EMAIL',
    'PASSWORD_RESET',
    'RECOVER_EMAIL',
  ]),
  mode: v.picklist(['signIn', 'verifyEmail', 'verifyAndChangeEmail', 'resetPassword', 'recoverEmail']),
  /** The recipient's address; masked unless this browser is the guest's. */
  email: v.string(),
  /** This browser requested the code, or the guest is signed in here: the page may act automatically. */
  here: v.boolean(),
  /** The origin of the tenant's own site, where the code can be used. */
  origin: v.string(),
})
/** `uid` and `token`: only for codes that sign in; `to`: the requested path of the site. */
export const ActionApplied = v.object({
  operation: ActionCodeInfo.entries.operation,
  email: v.string(),
  uid: v.optional(v.string()),
  token: v.optional(v.string()),
  to: v.nullable(v.string()),
})
export const ConfirmPasswordReset = v.object({ tenantId, oobCode, newPassword: password })
export const PasswordWasReset = v.object({ success: v.literal(true), email: v.string() })
export const EmailRecovered = v.object({ email: v.string() })
