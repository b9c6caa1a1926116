import type { Handler } from '#server/context/context.ts'
import { passwordRules } from '#server/tenant/password-rules.ts'
import { logFailedSignIn, requireAccounts, completeSignIn } from '../session/sign-in.ts'
import { sendVerificationMail } from '../action-code/mail.ts'
import { sendSecurityNotice } from '../mail/security-notice.ts'
import { acceptTerms, notifyOwner } from './sign-up.ts'
import { isTrustedDevice, trustDevice } from '../session/trusted-device.ts'

/**
 * Signs in by password and starts a session. Verifies one hash whether or not the account exists.
 * @throws CallError `auth/invalid-credential` for a wrong password and an unknown address alike,
 * `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed` for a tenant without
 * accounts.
 */
export const signInWithEmailAndPassword: Handler<'signInWithEmailAndPassword'> = async (ctx, credentials) => {
  requireAccounts(ctx)
  const { address, userAgent } = ctx
  const outcome = await ctx.deps.auth.signIn(ctx.tenant.id, credentials, {
    address,
    userAgent,
    isTrustedDevice: await isTrustedDevice(ctx, credentials.email),
  })
  if (!outcome.ok) logFailedSignIn(ctx, credentials.email, outcome.reason)
  const response = await completeSignIn(ctx, outcome, { as: { name: 'login', method: 'password' } })
  await trustDevice(ctx, credentials.email)
  return response
}

/**
 * Creates an account, signs in to it and mails the link that verifies the address. `acceptTerms` stores the
 * time of acceptance.
 * @throws CallError `auth/email-already-in-use` (its owner is notified by mail), `auth/weak-password`,
 * `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed` for a tenant without
 * accounts.
 */
export const createUserWithEmailAndPassword: Handler<'createUserWithEmailAndPassword'> = async (
  ctx,
  { acceptTerms: accepted, ...credentials },
) => {
  requireAccounts(ctx)
  const outcome = await ctx.deps.auth.signUp(ctx.tenant.id, { ...credentials, ...passwordRules(ctx) }, ctx)
  if (outcome.ok && accepted) await acceptTerms(ctx, outcome.uid)
  if (outcome.ok) await sendVerificationMail(ctx, outcome.uid)
  else if (outcome.reason === 'email-already-in-use') await notifyOwner(ctx, credentials.email)
  const response = await completeSignIn(ctx, outcome, { as: { name: 'sign_up', method: 'password' } })
  await trustDevice(ctx, credentials.email)
  return response
}

/**
 * Replaces the current password, or sets the first one within ten minutes of signing in. Ends every other
 * session and notifies the guest by mail.
 * @throws CallError `auth/invalid-credential`, `auth/weak-password`, `auth/requires-recent-login`,
 * `auth/too-many-requests` with `retryAfter` in seconds.
 */
export const updatePassword: Handler<'updatePassword'> = async (
  ctx,
  { uid, currentPassword, newPassword },
) => {
  const outcome = await ctx.deps.auth.updatePassword(
    ctx.tenant.id,
    { uid, currentPassword: currentPassword ?? null, newPassword, ...passwordRules(ctx) },
    ctx,
  )
  await completeSignIn(ctx, outcome)
  if (ctx.guest?.email) await trustDevice(ctx, ctx.guest.email)
  await sendSecurityNotice(ctx, uid, { change: 'newPassword' })
  return { success: true as const }
}
