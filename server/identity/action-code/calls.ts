import { passwordError } from '#domain/password.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '#server/context/context.ts'
import { applyAction, recoverAction, resetAction } from './apply.ts'
import { describeAction, operations, readAction } from './read.ts'
import { trustDevice } from '../session/trusted-device.ts'
import { completeSignIn } from '../session/sign-in.ts'
import { passwordRules } from '#server/tenant/password-rules.ts'

/**
 * Describes a code without consuming it. The e-mail is masked unless this browser requested the code or is
 * signed in as its guest.
 * @throws CallError `auth/invalid-action-code`, `auth/expired-action-code`.
 */
export const checkActionCode: Handler<'checkActionCode'> = async (ctx, { oobCode }) => {
  return describeAction(ctx, oobCode)
}

/**
 * Consumes a code of kind `verifyEmail`, `verifyAndChangeEmail` or `signIn` and performs its action. `signIn`
 * opens a session, as does the first use of a `verifyEmail` that has `signedInTo` in the browser that asked.
 * @throws CallError `auth/invalid-action-code`, `auth/expired-action-code`, `auth/email-already-in-use` when
 * another guest has the new e-mail by now.
 */
export const applyActionCode: Handler<'applyActionCode'> = async (ctx, { oobCode }) => {
  const { mode, guest, email, row, signsIn } = await applyAction(ctx, oobCode)
  const { to = null, signedInTo = to } = row.data
  const answer = { operation: operations[mode], email, to }
  if (!signsIn) return answer
  return {
    ...answer,
    to: signedInTo,
    ...(await completeSignIn(ctx, await ctx.deps.auth.openSession(ctx.tenant.id, guest.id, ctx), {
      as: { name: 'login', method: 'link' },
    })),
  }
}

/**
 * Sets a new password by a mailed code and ends every session of the guest, who signs in with it. `email` is
 * that of the account, which only the holder of the code learns.
 * @throws CallError `auth/weak-password` (the code remains valid), `auth/invalid-action-code`,
 * `auth/expired-action-code`.
 */
export const confirmPasswordReset: Handler<'confirmPasswordReset'> = async (
  ctx,
  { oobCode, newPassword },
) => {
  const { deps, tenant } = ctx
  // Password hashing is expensive: check the code first.
  const { guest } = await deps.db.read(tenant.id, (tx) =>
    readAction(tx, oobCode, ['resetPassword'], deps.now()),
  )
  if (passwordError(newPassword, { ...passwordRules(ctx), email: guest.email ?? '' }))
    throw new CallError('auth/weak-password')
  await resetAction(ctx, oobCode, await deps.auth.hashPassword(newPassword))
  if (guest.email) await trustDevice(ctx, guest.email)
  return { success: true, email: guest.email ?? '' }
}

/**
 * Restores the e-mail that an account had before a change. Ends every session and every pending code of the
 * account.
 * @returns the restored e-mail.
 * @throws CallError `auth/invalid-action-code`, `auth/expired-action-code`, `auth/email-already-in-use`.
 */
export const recoverEmail: Handler<'recoverEmail'> = async (ctx, { oobCode }) => {
  const { email } = await recoverAction(ctx, oobCode)
  return { email }
}
