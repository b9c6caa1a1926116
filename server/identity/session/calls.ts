import { parseUserAgent } from '#domain/device.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '#server/context/context.ts'
import { forgetCartSecret, sendCartCount } from '#server/cart/owner.ts'
import { cookieNames, setCookie } from '#server/context/cookies.ts'
import { findPassword, removeTrustedDevices } from '#server/guest/queries.ts'
import { listSessionsOf, removeOtherSessions, type SessionRow } from './queries.ts'
import { isRecent } from './recent.ts'
import { endSession } from './sign-in.ts'

/** Ends the request's session, if there is one, and clears its cookies. */
export const signOut: Handler<'signOut'> = async (ctx) => {
  await endSession(ctx)
  const secure = ctx.deps.config.scheme === 'https'
  const names = cookieNames(secure)
  // A hold and a proved address belong to the guest who signs out, not to the next user of this browser.
  for (const name of [names.session, names.owner, names.proof])
    ctx.cookies.push(setCookie(name, '', 0, { secure }))
  if (ctx.tenant.profile.shop) {
    // The account keeps its cart; this browser starts with an empty one.
    forgetCartSecret(ctx)
    sendCartCount(ctx, 0)
  }
  return { success: true }
}

/**
 * Lists the guest's active sessions, the most recently used first, with times in epoch ms. `recent`: this
 * session is a recent sign-in. `hasPassword`: the account has a password.
 */
export const listSessions: Handler<'listSessions'> = async (ctx, { uid }) => {
  const { deps, tenant, sessionToken } = ctx
  const recent = isRecent(ctx)
  return deps.db.read(tenant.id, async (tx) => {
    const rows = await listSessionsOf(tx, uid, sessionToken ?? '', new Date(deps.now()))
    return {
      documents: rows.map(toSessionResponse),
      recent,
      hasPassword: (await findPassword(tx, uid))?.password != null,
    }
  })
}

const toSessionResponse = ({ id, userAgent, createdAt, updatedAt, current }: SessionRow) => ({
  id,
  ...parseUserAgent(userAgent ?? ''),
  began: createdAt.getTime(),
  lastUsed: updatedAt.getTime(),
  current,
})

/**
 * Without `id`, ends all other sessions of the guest and deletes the account's trusted devices; with `id`,
 * ends that other session only. `removed` is the number of sessions ended.
 * @throws CallError `not-found` when no other session has this id.
 */
export const removeSessions: Handler<'removeSessions'> = async (ctx, { uid, id }) => {
  const removed = await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    if (id === undefined) await removeTrustedDevices(tx, uid)
    return removeOtherSessions(tx, uid, ctx.sessionToken ?? '', id)
  })
  if (id !== undefined && removed === 0) throw new CallError('not-found')
  return { removed }
}
