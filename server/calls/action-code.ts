import { passwordFault } from '#domain/password.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context.ts'
import { applyAction, recoverAction, resetAction } from '../identity/action-apply.ts'
import { describeAction, operations, readAction } from '../identity/action-read.ts'
import { keepBrowser } from '../known-browser.ts'
import { passwordRules, signedIn } from './auth.ts'
import { ownTenant } from './tenant.ts'

/**
 * What a code would do, for whom (masked where this browser is not known to be theirs) and where; changes nothing. @throws
 * CallError `auth/invalid-action-code`, `auth/expired-action-code`, `not-found` for another tenant.
 */
export const checkActionCode: Handler<'checkActionCode'> = async (scope, { tenantId, oobCode }) => {
  ownTenant(scope, tenantId)
  return describeAction(scope, oobCode)
}

/**
 * Uses a code of `verifyEmail`, `verifyAndChangeEmail` or `signIn` up and does what it is for; the last one signs in.
 * @throws CallError `auth/invalid-action-code`, `auth/expired-action-code`, `auth/email-already-in-use` where the new address has
 * been taken meanwhile, `not-found` for another tenant.
 */
export const applyActionCode: Handler<'applyActionCode'> = async (scope, { tenantId, oobCode }) => {
  ownTenant(scope, tenantId)
  const { mode, guest, email, row } = await applyAction(scope, oobCode)
  const answer = { operation: operations[mode], email, to: row.data.to ?? null }
  if (mode !== 'signIn') return answer
  return {
    ...answer,
    ...(await signedIn(scope, await scope.deps.auth.openSession(scope.tenant.id, guest.id, scope), {
      as: { name: 'login', method: 'link' },
    })),
  }
}

/**
 * Sets the password that a mailed code is for and ends every session. @throws CallError `auth/weak-password`, and the code stays
 * good; `auth/invalid-action-code`, `auth/expired-action-code`, `not-found` for another tenant.
 */
export const confirmPasswordReset: Handler<'confirmPasswordReset'> = async (
  scope,
  { tenantId, oobCode, newPassword },
) => {
  ownTenant(scope, tenantId)
  const { deps, tenant } = scope
  // Hashing is costly: only for a code that can be used.
  const { guest } = await deps.db.read(tenant.id, (tx) =>
    readAction(tx, oobCode, ['resetPassword'], deps.now()),
  )
  if (passwordFault(newPassword, { ...passwordRules(scope), email: guest.email ?? '' }))
    throw new CallError('auth/weak-password')
  await resetAction(scope, oobCode, await deps.auth.hashPassword(newPassword))
  if (guest.email) await keepBrowser(scope, guest.email)
  return { success: true }
}

/**
 * Gives an account the address back that it had before a change, and ends all that was opened or begun since; answers that
 * address. @throws CallError `auth/invalid-action-code`, `auth/expired-action-code`, `auth/email-already-in-use`, `not-found` for
 * another tenant.
 */
export const recoverEmail: Handler<'recoverEmail'> = async (scope, { tenantId, oobCode }) => {
  ownTenant(scope, tenantId)
  const { email } = await recoverAction(scope, oobCode)
  return { email }
}
