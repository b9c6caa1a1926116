import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context/context.ts'
import { requireStaff } from '../context/scope.ts'
import { newSessionToken } from '../secret/hash.ts'
import { recordAudit } from '../staff/audit.ts'
import { deleteFeed, findFeed, saveFeed } from './feed-queries.ts'

/** Whether the person has a calendar feed, and when a calendar last read it. */
export const getFeed: Handler<'getFeed'> = async (ctx) => {
  const { id } = requireStaff(ctx)
  const feed = await ctx.deps.db.read(ctx.tenant.id, (tx) => findFeed(tx, id))
  return {
    feed: feed && {
      withNames: feed.withNames,
      createdAt: feed.createdAt.getTime(),
      readAt: feed.readAt?.getTime() ?? null,
    },
  }
}

/**
 * Makes the address of a feed of the person's own visits, and ends the one before.
 * @throws CallError `auth/operation-not-allowed` for who performs nothing: they have no visits.
 */
export const createFeed: Handler<'createFeed'> = async (ctx, { withNames }) => {
  const { deps, tenant } = ctx
  const { id, memberId } = requireStaff(ctx)
  if (memberId === null) throw new CallError('auth/operation-not-allowed')
  const token = newSessionToken()
  await deps.db.write(tenant.id, async (tx) => {
    await saveFeed(tx, id, { token, withNames, at: new Date(deps.now()) })
    await recordAudit(ctx, tx, { what: 'feedCreated' })
  })
  return { url: `${tenant.staffOrigin}/feed/${token}.ics` }
}

/** Ends the person's feed: its address is unknown from then on. */
export const removeFeed: Handler<'removeFeed'> = async (ctx) => {
  const { id } = requireStaff(ctx)
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const removed = await deleteFeed(tx, id)
    if (removed) await recordAudit(ctx, tx, { what: 'feedRemoved' })
    return { removed }
  })
}
