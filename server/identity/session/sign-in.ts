import { CallError } from '#contract/errors.ts'
import { recordSignIn, type SignInEvent } from '#server/analytics/analytics.ts'
import type { SignedIn, TooMany } from '#server/context/auth.ts'
import type { RequestContext } from '#server/context/context.ts'
import { mergeCartAtSignIn } from '#server/receipt/merge-cart.ts'
import { cookieNames, setCookie } from '#server/context/cookies.ts'
import { computeTrace } from '#server/logging/trace.ts'
import { listNotificationsOf, markRead } from '#server/notification/queries.ts'
import { hashSession } from '#server/secret/hash.ts'
import { SESSION_LIFETIME_SECONDS } from './queries.ts'

/** @throws CallError `auth/operation-not-allowed` for a tenant without accounts. */
export function requireAccounts({ tenant }: RequestContext): void {
  if (!tenant.profile.signIn) throw new CallError('auth/operation-not-allowed')
}

/**
 * Logs a failed sign-in with a keyed hash of the identifier, so that an operator can follow one address
 * through the log, which never contains the address.
 */
export function logFailedSignIn(
  { deps, tenant, requestId }: RequestContext,
  identifier: string,
  reason: string,
): void {
  deps.log.info(
    { tenant: tenant.id, requestId, guest: computeTrace(deps.secret, tenant.id, identifier), reason },
    'sign-in failed',
  )
}

type PasswordCallRejection = {
  ok: false
  reason: 'invalid-credential' | 'email-already-in-use' | 'weak-password'
}

/**
 * Ends the request's previous session, sets the cookie of the new one and merges the browser's cart into the
 * account's. `seconds` is the cookie's
 * lifetime, `as` the analytics event to record.
 * @throws CallError `auth/` and the reason of a failed outcome, with `retryAfter` in seconds where it has
 * one.
 */
export async function completeSignIn(
  ctx: RequestContext,
  outcome: SignedIn | TooMany | PasswordCallRejection,
  { seconds = SESSION_LIFETIME_SECONDS, as }: { seconds?: number; as?: SignInEvent } = {},
) {
  if (!outcome.ok)
    throw new CallError(
      `auth/${outcome.reason}`,
      'retryAfter' in outcome ? { retryAfter: outcome.retryAfter } : undefined,
    )
  await endSession(ctx)
  const secure = ctx.deps.config.scheme === 'https'
  ctx.cookies.push(setCookie(cookieNames(secure).session, outcome.token, seconds, { secure }))
  await mergeCartAtSignIn(ctx, outcome.uid)
  if (as) await recordSignIn(ctx, as)
  return { uid: outcome.uid, token: outcome.token }
}

/**
 * Ends the request's session, if there is one. What its browser has caused is read from now on: no later
 * session there takes it for news.
 */
export async function endSession(ctx: RequestContext): Promise<void> {
  const { deps, tenant, guest, sessionToken } = ctx
  if (!sessionToken) return
  if (guest)
    await deps.db.write(tenant.id, async (tx) => {
      const caused = (await listNotificationsOf(tx, guest.uid)).filter(
        ({ readAt, sessionHash }) => readAt === null && sessionHash === hashSession(ctx),
      )
      const ids = caused.map(({ id }) => id)
      if (ids.length > 0) await markRead(tx, guest.uid, ids, new Date(deps.now()))
    })
  await deps.auth.signOut(tenant.id, sessionToken)
}
