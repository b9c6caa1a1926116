import { passwordFault } from '#domain/password.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context.ts'
import { applyAction, recoverAction, resetAction } from '../identity/action-apply.ts'
import { describeAction, operations, readAction } from '../identity/action-read.ts'
import { namesOf, signedIn } from './auth.ts'
import { ownTenant } from './tenant.ts'

export const checkActionCode: Handler<'checkActionCode'> = async (scope, { tenantId, oobCode }) => {
  ownTenant(scope, tenantId)
  return describeAction(scope, oobCode)
}

export const applyActionCode: Handler<'applyActionCode'> = async (scope, { tenantId, oobCode }) => {
  ownTenant(scope, tenantId)
  const { mode, guest, email, row } = await applyAction(scope, oobCode)
  const answer = { operation: operations[mode], email, to: row.data.to ?? null }
  if (mode !== 'signIn') return answer
  return { ...answer, ...(await signedIn(scope, await scope.deps.auth.openSession(scope.tenant.id, guest.id, scope))) }
}

export const confirmPasswordReset: Handler<'confirmPasswordReset'> = async (scope, { tenantId, oobCode, newPassword }) => {
  ownTenant(scope, tenantId)
  const { deps, tenant } = scope
  // Hashing is costly: only for a code that can be used.
  const { guest } = await deps.db.read(tenant.id, (tx) => readAction(tx, oobCode, ['resetPassword'], deps.now()))
  if (passwordFault(newPassword, { names: namesOf(scope), email: guest.email ?? '' })) throw new CallError('auth/weak-password')
  await resetAction(scope, oobCode, await deps.auth.hashPassword(newPassword))
  return { success: true }
}

export const recoverEmail: Handler<'recoverEmail'> = async (scope, { tenantId, oobCode }) => {
  ownTenant(scope, tenantId)
  const { email } = await recoverAction(scope, oobCode)
  return { email }
}
