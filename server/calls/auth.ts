import { CallError } from '#contract/errors.ts'
import type { Handler, Scope } from '../context.ts'
import type { SignedIn, TooMany } from '../data/auth.ts'
import { SESSION_SECONDS } from '../data/auth/session.ts'
import { cookieNames, setCookie } from '../middleware/cookies.ts'
import { ownTenant } from './tenant.ts'

export const signInWithEmailAndPassword: Handler<'signInWithEmailAndPassword'> = async (scope, { tenantId, ...credentials }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  return signedIn(scope, await scope.deps.auth.signIn(scope.tenant.id, credentials, scope))
}

export const createUserWithEmailAndPassword: Handler<'createUserWithEmailAndPassword'> = async (scope, { tenantId, ...credentials }) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const { profile, firstpath, id } = scope.tenant
  const names = [profile.companyname, profile.title, firstpath ?? id]
  return signedIn(scope, await scope.deps.auth.signUp(scope.tenant.id, { ...credentials, names }, scope))
}

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

function withAccounts({ tenant }: Scope): void {
  if (!tenant.profile.signIn) throw new CallError('auth/operation-not-allowed')
}

type Refused = { ok: false; reason: 'invalid-credential' | 'email-already-in-use' | 'weak-password' }

/** The new session takes the place of the one that the request came with. */
async function signedIn(scope: Scope, outcome: SignedIn | TooMany | Refused) {
  if (!outcome.ok) throw new CallError(`auth/${outcome.reason}`, 'retryAfter' in outcome ? { retryAfter: outcome.retryAfter } : undefined)
  if (scope.sessionToken) await scope.deps.auth.signOut(scope.tenant.id, scope.sessionToken)
  const secure = scope.deps.config.scheme === 'https'
  scope.cookies.push(setCookie(cookieNames(secure).session, outcome.token, SESSION_SECONDS, secure))
  return { uid: outcome.uid, token: outcome.token }
}
