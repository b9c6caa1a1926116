import { deviceOf } from '#domain/device.ts'
import { PASSWORD_FLOOR } from '#domain/password.ts'
import { CallError } from '#contract/errors.ts'
import { recordSignIn, type SignInEvent } from '../analytics.ts'
import type { Handler, Scope } from '../context.ts'
import { cookieNames, setCookie } from '../cookies.ts'
import type { SignedIn, TooMany } from '../data/auth.ts'
import {
  listSessions as listRows,
  removeOtherSessions,
  SESSION_SECONDS,
  type SessionRow,
} from '../data/auth/session.ts'
import { findPassword, removeKnownBrowsers } from '../data/guest.ts'
import { askForProof } from '../identity/action-mail.ts'
import { tellGuest } from '../identity/notice.ts'
import { isRecent } from '../identity/recent.ts'
import { acceptTerms, tellOwner } from '../identity/sign-up.ts'
import { traceOf } from '../identity/trace.ts'
import { isKnown, keepBrowser } from '../known-browser.ts'
import { ownTenant } from './tenant.ts'

/**
 * Signs in by password and sets the session cookie; one hash is verified whether or not there is such an account.
 * @throws CallError `auth/invalid-credential` for every pair that does not fit, `auth/too-many-requests` with `retryAfter` in
 * seconds, `auth/operation-not-allowed` for a tenant without accounts, `not-found` for another tenant.
 */
export const signInWithEmailAndPassword: Handler<'signInWithEmailAndPassword'> = async (
  scope,
  { tenantId, ...credentials },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const { address, userAgent } = scope
  const outcome = await scope.deps.auth.signIn(scope.tenant.id, credentials, {
    address,
    userAgent,
    knownBrowser: await isKnown(scope, credentials.email),
  })
  if (!outcome.ok) noteFailure(scope, credentials.email, outcome.reason)
  const answer = await signedIn(scope, outcome, { as: { name: 'login', method: 'password' } })
  await keepBrowser(scope, credentials.email)
  return answer
}

/**
 * Makes an account, signs in to it and mails the link that proves the address; `acceptTerms` is noted with its moment.
 * @throws CallError `auth/email-already-in-use` (its owner is told by mail), `auth/weak-password`, `auth/too-many-requests` with
 * `retryAfter` in seconds, `auth/operation-not-allowed` for a tenant without accounts, `not-found` for another tenant.
 */
export const createUserWithEmailAndPassword: Handler<'createUserWithEmailAndPassword'> = async (
  scope,
  { tenantId, acceptTerms: agreed, ...credentials },
) => {
  ownTenant(scope, tenantId)
  withAccounts(scope)
  const outcome = await scope.deps.auth.signUp(
    scope.tenant.id,
    { ...credentials, ...passwordRules(scope) },
    scope,
  )
  if (outcome.ok && agreed) await acceptTerms(scope, outcome.uid)
  if (outcome.ok) await askForProof(scope, outcome.uid)
  else if (outcome.reason === 'email-already-in-use') await tellOwner(scope, credentials.email)
  const answer = await signedIn(scope, outcome, { as: { name: 'sign_up', method: 'password' } })
  await keepBrowser(scope, credentials.email)
  return answer
}

/** What makes a password weak at this salon, beside what everybody knows: its own names, and fewer characters than it asks for. */
export const passwordRules = ({
  tenant: { profile, firstpath, id },
}: Scope): { names: string[]; floor: number } => ({
  names: [profile.companyname, profile.title, firstpath ?? id],
  floor: profile.passwordFloor ?? PASSWORD_FLOOR,
})

/** Ends the session that the request came with, if any, and takes its cookies from the browser. @throws CallError `not-found` for another tenant. */
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

/**
 * A new password in place of the current one, or the first one within ten minutes of signing in. Every other session ends, and the
 * guest is told by mail. @throws CallError `auth/invalid-credential`, `auth/weak-password`, `auth/requires-recent-login`,
 * `auth/too-many-requests` with `retryAfter` in seconds, `not-found` for another tenant.
 */
export const updatePassword: Handler<'updatePassword'> = async (
  scope,
  { tenantId, uid, currentPassword, newPassword },
) => {
  ownTenant(scope, tenantId)
  const outcome = await scope.deps.auth.updatePassword(
    scope.tenant.id,
    { uid, currentPassword: currentPassword ?? null, newPassword, ...passwordRules(scope) },
    scope,
  )
  await signedIn(scope, outcome)
  if (scope.guest?.email) await keepBrowser(scope, scope.guest.email)
  await tellGuest(scope, uid, { change: 'newPassword' })
  return { success: true as const }
}

/**
 * The guest's running sessions, the one used last first, with moments in epoch ms; whether this one is fresh and whether there is
 * a password. @throws CallError `not-found` for another tenant.
 */
export const listSessions: Handler<'listSessions'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  const { deps, tenant, sessionToken } = scope
  const recent = isRecent(scope)
  return deps.db.read(tenant.id, async (tx) => {
    const rows = await listRows(tx, uid, sessionToken ?? '', new Date(deps.now()))
    return {
      documents: rows.map(shownSession),
      recent,
      hasPassword: (await findPassword(tx, uid))?.password != null,
    }
  })
}

const shownSession = ({ id, userAgent, createdAt, updatedAt, current }: SessionRow) => ({
  id,
  ...deviceOf(userAgent ?? ''),
  began: createdAt.getTime(),
  lastUsed: updatedAt.getTime(),
  current,
})

/**
 * Ends the guest's other sessions and forgets the browsers that the account knows, or ends of those sessions the one with this id; `removed` is how many. @throws CallError `not-found` where
 * there is no such other one, or for another tenant.
 */
export const removeSessions: Handler<'removeSessions'> = async (scope, { tenantId, uid, id }) => {
  ownTenant(scope, tenantId)
  const removed = await scope.deps.db.write(scope.tenant.id, async (tx) => {
    if (id === undefined) await removeKnownBrowsers(tx, uid)
    return removeOtherSessions(tx, uid, scope.sessionToken ?? '', id)
  })
  if (id !== undefined && removed === 0) throw new CallError('not-found')
  return { removed }
}

/** Notes a sign-in that failed, so that an operator can follow one address through the log without reading it there. */
export function noteFailure({ deps, tenant, requestId }: Scope, typed: string, reason: string): void {
  deps.log.info(
    { tenant: tenant.id, requestId, guest: traceOf(deps.secret, tenant.id, typed), reason },
    'sign-in failed',
  )
}

/** @throws CallError `auth/operation-not-allowed` for a tenant without accounts. */
export function withAccounts({ tenant }: Scope): void {
  if (!tenant.profile.signIn) throw new CallError('auth/operation-not-allowed')
}

type Refused = { ok: false; reason: 'invalid-credential' | 'email-already-in-use' | 'weak-password' }

/** The new session takes the place of the one that the request came with; `seconds` is how long the browser keeps it, `as` what it counts as. */
export async function signedIn(
  scope: Scope,
  outcome: SignedIn | TooMany | Refused,
  { seconds = SESSION_SECONDS, as }: { seconds?: number; as?: SignInEvent } = {},
) {
  if (!outcome.ok)
    throw new CallError(
      `auth/${outcome.reason}`,
      'retryAfter' in outcome ? { retryAfter: outcome.retryAfter } : undefined,
    )
  if (scope.sessionToken) await scope.deps.auth.signOut(scope.tenant.id, scope.sessionToken)
  const secure = scope.deps.config.scheme === 'https'
  scope.cookies.push(setCookie(cookieNames(secure).session, outcome.token, seconds, secure))
  if (as) await recordSignIn(scope, as)
  return { uid: outcome.uid, token: outcome.token }
}
