import { deviceOf } from '#domain/device.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, Scope } from '../context.ts'
import type { SignedIn, TooMany } from '../data/auth.ts'
import { listSessions as listRows, removeOtherSessions, SESSION_SECONDS, type SessionRow } from '../data/auth/session.ts'
import { findPassword } from '../data/guest.ts'
import { askForProof } from '../identity/action-mail.ts'
import { isRecent, requireRecent } from '../identity/recent.ts'
import { acceptTerms, tellOwner } from '../identity/sign-up.ts'
import { cookieNames, setCookie } from '../middleware/cookies.ts'
import { ownTenant } from './tenant.ts'

export const signInWithEmailAndPassword: Handler<'signInWithEmailAndPassword'> = async (scope, { tenantId, ...credentials }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  return signedIn(scope, await scope.deps.auth.signIn(scope.tenant.id, credentials, scope))
}

export const createUserWithEmailAndPassword: Handler<'createUserWithEmailAndPassword'> = async (scope, { tenantId, acceptTerms: agreed, ...credentials }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const outcome = await scope.deps.auth.signUp(scope.tenant.id, { ...credentials, names: namesOf(scope) }, scope)
  if (outcome.ok && agreed) await acceptTerms(scope, outcome.uid)
  if (outcome.ok) await askForProof(scope, outcome.uid)
  else if (outcome.reason === 'email-already-in-use') await tellOwner(scope, credentials.email)
  return signedIn(scope, outcome)
}

/** The salon's own names, which make weak passwords. */
export const namesOf = ({ tenant: { profile, firstpath, id } }: Scope): string[] => [profile.companyname, profile.title, firstpath ?? id]

export const signOut: Handler<'signOut'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const { auth, config } = scope.deps
  if (scope.sessionToken) await auth.signOut(scope.tenant.id, scope.sessionToken)
  const secure = config.scheme === 'https'
  const names = cookieNames(secure)
  // What was begun to be booked here belongs to who leaves, not to who uses this browser next.
  scope.cookies.push(setCookie(names.session, '', 0, secure), setCookie(names.owner, '', 0, secure))
  return { success: true }
}

export const updatePassword: Handler<'updatePassword'> = async (scope, { tenantId, uid, currentPassword, newPassword }) => {
  ownTenant(scope, tenantId)
  if (currentPassword === undefined) await requireRecent(scope)
  const outcome = await scope.deps.auth.updatePassword(scope.tenant.id, { uid, currentPassword: currentPassword ?? null, newPassword, names: namesOf(scope) }, scope)
  await signedIn(scope, outcome)
  return { success: true as const }
}

export const listSessions: Handler<'listSessions'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  const { deps, tenant, sessionToken } = scope
  const recent = await isRecent(scope)
  return deps.db.read(tenant.id, async (tx) => {
    const rows = await listRows(tx, uid, sessionToken ?? '', new Date(deps.now()))
    return { documents: rows.map(shownSession), recent, hasPassword: (await findPassword(tx, uid))?.password != null }
  })
}

const shownSession = ({ id, userAgent, createdAt, updatedAt, current }: SessionRow) =>
  ({ id, ...deviceOf(userAgent ?? ''), began: createdAt.getTime(), lastUsed: updatedAt.getTime(), current })

export const removeSessions: Handler<'removeSessions'> = async (scope, { tenantId, uid, id }) => {
  ownTenant(scope, tenantId)
  const removed = await scope.deps.db.write(scope.tenant.id, (tx) => removeOtherSessions(tx, uid, scope.sessionToken ?? '', id))
  if (id !== undefined && removed === 0) throw new CallError('not-found')
  return { removed }
}

/** @throws CallError `auth/operation-not-allowed` for a tenant without accounts. */
export function withAccounts({ tenant }: Scope): void {
  if (!tenant.profile.signIn) throw new CallError('auth/operation-not-allowed')
}

type Refused = { ok: false; reason: 'invalid-credential' | 'email-already-in-use' | 'weak-password' }

/** The new session takes the place of the one that the request came with; `seconds` is how long the browser keeps it. */
export async function signedIn(scope: Scope, outcome: SignedIn | TooMany | Refused, seconds = SESSION_SECONDS) {
  if (!outcome.ok) throw new CallError(`auth/${outcome.reason}`, 'retryAfter' in outcome ? { retryAfter: outcome.retryAfter } : undefined)
  if (scope.sessionToken) await scope.deps.auth.signOut(scope.tenant.id, scope.sessionToken)
  const secure = scope.deps.config.scheme === 'https'
  scope.cookies.push(setCookie(cookieNames(secure).session, outcome.token, seconds, secure))
  return { uid: outcome.uid, token: outcome.token }
}
