import * as v from 'valibot'
import { DAY_MS } from '#domain/day.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import { isHandleValid } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { sharedFields, toBookingResponse, toVisitResponse } from './to-response.ts'
import type { Handler } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { getFinance } from '#server/tenant/queries.ts'
import {
  countPastVisits,
  findVisit,
  listEarlierVisits,
  listPastVisits,
  listUpcomingVisits,
  type VisitWithSegments,
} from '../queries.ts'
import { visitCalendar, visitCalendarLinks } from '../calendar.ts'
import { listOthersOf, toParty } from '../party/members.ts'
import { loadSeries } from '../series/load-series.ts'
import { listVisitProducts } from '../product-queries.ts'

const PAST_MS = 30 * DAY_MS

/**
 * Returns the visit of a valid handle to any caller. With an account, only its owner sees the account's
 * details.
 */
export const getVisit: Handler<'getVisit'> = async (ctx, { handle }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const { visit, state } = await getVisitByHandle(tx, handle, ctx.deps.now())
    return {
      ...toVisitResponse(ctx, await getFinance(tx), visit, state),
      party: toParty(await listOthersOf(tx, visit)),
      series: await loadSeries(ctx, tx, visit),
      calendarLinks: await visitCalendarLinks(ctx, tx, visit),
    }
  })
}

/** Returns the visit of a handle as an iCalendar file (RFC 5545). @throws CallError `not-found`. */
export const getCalendarFile: Handler<'getCalendarFile'> = async (ctx, { handle }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const { visit } = await getVisitByHandle(tx, handle, ctx.deps.now())
    return {
      name: `${ctx.tenant.id}-${visit.start.toISOString().slice(0, 10)}.ics`,
      ics: await visitCalendar(ctx, tx, visit),
    }
  })
}

async function getVisitByHandle(
  tx: Tx,
  handle: string,
  now: number,
): Promise<{ visit: VisitWithSegments; state: 'booked' | 'cancelled' }> {
  const visit = await findVisit(tx, { handleHash: sha256(handle) })
  if (!visit || visit.state === 'held' || !isHandleValid(visit, now)) throw new CallError('not-found')
  return { visit, state: visit.state }
}

/** Lists the guest's upcoming visits, the next one first. */
export const listBookings: Handler<'listBookings'> = async (ctx, { uid }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const finance = await getFinance(tx)
    const visits = await listUpcomingVisits(tx, uid, new Date(ctx.deps.now()))
    const products = await listVisitProducts(tx, visits)
    return {
      documents: visits.map((visit) => toBookingResponse(ctx, finance, visit, products.get(visit.id) ?? [])),
    }
  })
}

/**
 * Returns one visit of the guest. @throws CallError `not-found` for an unknown or foreign one, and a hold.
 */
export const getBooking: Handler<'getBooking'> = async (ctx, { uid, id }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = v.is(uuid, id) ? await findVisit(tx, { id: id.toLowerCase() }) : null
    if (visit?.guestId !== uid || visit.state === 'held') throw new CallError('not-found')
    const finance = await getFinance(tx)
    const products = (await listVisitProducts(tx, [visit])).get(visit.id) ?? []
    const { segments, vat } = sharedFields(ctx, finance, visit)
    return {
      ...toBookingResponse(ctx, finance, visit, products),
      segments,
      ...(vat ? { vat } : {}),
      refunded: visit.refunded,
      series: await loadSeries(ctx, tx, visit),
      calendarLinks: await visitCalendarLinks(ctx, tx, visit),
    }
  })
}

const PAGE_SIZE = 20

/** Lists a page of the guest's visits that have begun or are cancelled, the latest first. */
export const listPastBookings: Handler<'listPastBookings'> = async (ctx, { uid, before }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const finance = await getFinance(tx)
    const now = new Date(ctx.deps.now())
    const found = await listEarlierVisits(tx, uid, { now, before, limit: PAGE_SIZE + 1 })
    const visits = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? visits.at(-1) : undefined
    const products = await listVisitProducts(tx, visits)
    return {
      documents: visits.map((visit) => toBookingResponse(ctx, finance, visit, products.get(visit.id) ?? [])),
      next: last ? `${last.start.getTime()}.${last.id}` : null,
    }
  })
}

/**
 * Lists the guest's visits of the last 30 days, the latest first. Without a session or token the list is
 * empty.
 */
export const getUserBookings: Handler<'apiStore-getUserBookings'> = async (ctx, { limit }) => {
  const { guest } = ctx
  if (!guest) return { bookings: [], total: 0 }
  const now = ctx.deps.now()
  const range = { since: new Date(now - PAST_MS), now: new Date(now) }
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const finance = await getFinance(tx)
    const visits = await listPastVisits(tx, guest.uid, { ...range, limit })
    const products = await listVisitProducts(tx, visits)
    return {
      bookings: visits.map((visit) => toBookingResponse(ctx, finance, visit, products.get(visit.id) ?? [])),
      total: visits.length < limit ? visits.length : await countPastVisits(tx, guest.uid, range),
    }
  })
}
