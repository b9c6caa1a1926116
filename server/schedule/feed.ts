import { Hono, type Context } from 'hono'
import { DAY_MS } from '#domain/day.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { rightsOf } from '#domain/staff/rights.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import type { Env, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { formatFeed, type FeedEvent } from '../mail/calendar.ts'
import { findFeedByToken, listFeedVisits, markFeedRead, type FeedVisit } from './feed-queries.ts'

/** A feed has the visits of so many days before and after today. */
const [DAYS_BACK, DAYS_AHEAD] = [30, 365]
/** That a calendar has read it is noted so seldom, ms. */
const READ_MS = 3_600_000

/**
 * Serves the calendar feeds of people of the salon, at an address that only they know: times, services and,
 * if chosen, first names. A replaced or removed address is answered like one that never was.
 */
export function feedRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/:file', async (c) => {
    const ctx = c.get('ctx')
    const [, token] = /^([\w-]{32})\.ics$/.exec(c.req.param('file')) ?? []
    const feed = token === undefined ? null : await buildFeed(ctx, token)
    if (feed === null) return notFound(c)
    const headers = {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="visits.ics"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    }
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(feed, 200, headers)
  })
  return routes
}

const notFound = (c: Context<Env>): Response =>
  c.text('Not Found', 404, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/** The feed with this token; null: there is none. */
async function buildFeed(ctx: RequestContext, token: string): Promise<string | null> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const found = await deps.db.read(tenant.id, async (tx) => {
    const feed = await findFeedByToken(tx, token)
    if (!feed?.memberId || rightsOf(feed.role, feed.rights).day === undefined) return null
    return { feed, visits: await listOwn(tx, feed.memberId, now) }
  })
  if (!found) return null
  const { feed, visits } = found
  if (!feed.readAt || now - feed.readAt.getTime() > READ_MS)
    await deps.db.write(tenant.id, (tx) => markFeedRead(tx, feed.staffId, new Date(now)))
  const name = `${tenant.profile.companyname}, ${feed.name}`
  return formatFeed(
    name,
    visits.map((visit) => toEvent(ctx, visit, feed.withNames)),
  )
}

const listOwn = (tx: Tx, memberId: string, now: number): Promise<FeedVisit[]> =>
  listFeedVisits(tx, memberId, {
    from: new Date(now - DAYS_BACK * DAY_MS),
    until: new Date(now + DAYS_AHEAD * DAY_MS),
  })

function toEvent({ tenant, deps }: RequestContext, visit: FeedVisit, withNames: boolean): FeedEvent {
  const { id, number, sequence, cancelled, firstname, start, end, services } = visit
  const name = withNames ? toPlainText(firstname) : ''
  return {
    uid: `${id}@${new URL(tenant.staffOrigin).hostname}`,
    sequence,
    cancelled,
    start: new Date(start),
    end: new Date(end),
    title: [name, services.map((one) => toPlainText(one)).join(SERVICE_JOINER)].filter(Boolean).join(': '),
    description: number ?? '',
    location: tenant.profile.companyname,
    stamp: new Date(deps.now()),
  }
}
