import { randomUUID } from 'node:crypto'
import { findSeriesDate, MAX_DATES } from '#domain/visit/series.ts'
import { localParts } from '#domain/zone.ts'
import { CallError } from '#contract/errors.ts'
import {
  accessRulesFor,
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  verifyAddonCounts,
  type Bookable,
} from '#server/availability/bookable.ts'
import { areOffered, capacityOfAll, computeRefusal, findFreeTimes } from '#server/availability/offer.ts'
import { holderOf } from '#server/context/booking-owner.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import type { HeldVisits } from '../hold/group.ts'
import { isSameVisit, verifyServices, type RequestedServiceIds } from '../hold/hold.ts'
import { holdTogether, type HoldPlan, type HoldRejection, type NotFree } from '../hold/hold-together.ts'
import { createSeries } from '../series-queries.ts'
import { listOtherTimes, type OtherTime } from './preview.ts'

/** A date to hold, `start` in epoch ms: the same services, by these people. */
type WantedDate = { start: number; services: RequestedServiceIds }
/** `start`: of the first date, in epoch ms. */
export type WantedSeries = { start: number; weeks: number; dates: WantedDate[]; releaseOthers: boolean }
type Lost = { start: number; others: OtherTime[] }
type SeriesResult = { ok: true; hold: HeldVisits } | { ok: false; reason: HoldRejection; lost: Lost[] }

/**
 * Holds the dates of a series, all of them or none, as `holdTogether` does. Each date that is not free is
 * returned with other times.
 * @throws CallError `not-found` for a service that does not exist or a member who does not perform it, and
 * `request/invalid` for dates that are none of this series, two for one, and the same service twice where the
 * tenant does not allow it.
 */
export async function holdSeries(ctx: RequestContext, wanted: WantedSeries): Promise<SeriesResult> {
  verifyDates(ctx.tenant.profile.timeZone, wanted)
  const held = await holdTogether(ctx, (tx) => planSeries(ctx, tx, wanted))
  if (held.ok) return { ok: true, hold: held.visits }
  const { reason, lost } = held
  const dates = wanted.dates.filter(({ start }) => lost.includes(start))
  return { ok: false, reason, lost: dates.length === 0 ? [] : await withOthers(ctx, dates) }
}

/** @throws CallError `request/invalid` where a date cannot stand for one of the series, or two for one. */
function verifyDates(zone: string, { start, weeks, dates }: WantedSeries): void {
  const series = { start: start / 60_000, weeks, count: MAX_DATES }
  const found = dates.map((one) => findSeriesDate(zone, series, one.start / 60_000))
  if (found.includes(null) || new Set(found).size < dates.length)
    throw new CallError('request/invalid', { fields: ['dates'] })
}

async function planSeries(ctx: RequestContext, tx: Tx, wanted: WantedSeries): Promise<HoldPlan> {
  const { weeks, releaseOthers } = wanted
  const dates = wanted.dates.toSorted((a, b) => a.start - b.start)
  const bookable = await loadFor(ctx, tx, dates)
  const times = dates.map(({ services, start }) => toWantedTime(bookable, { services, start }))
  const requested = times[0]?.requested ?? []
  const search = { bookable, now: ctx.deps.now(), own: holderOf(ctx) }
  const notFree = (free: readonly boolean[]): NotFree | null => {
    const lost = dates.filter((_, index) => !free[index]).map(({ start }) => start)
    const [first] = lost
    return first === undefined
      ? null
      : { reason: computeRefusal({ ...search, requested }, first / 60_000), lost }
  }
  return {
    bookable,
    now: search.now,
    releaseOthers,
    access: accessRulesFor(ctx, requested),
    services: dates.map(({ services }) => services.map(({ serviceId }) => serviceId)),
    capacity: capacityOfAll(bookable, times),
    isSame: (hold) =>
      hold.length === dates.length &&
      hold.every((one, index) => {
        const date = dates[index]
        return date !== undefined && isSameVisit(one, date)
      }),
    look: async (txn) => notFree(await areOffered(txn, search, times)),
    find: async (txn, own) => {
      const offers = await findFreeTimes(txn, { ...search, own }, times)
      return (
        notFree(offers.map((offer) => offer !== null)) ??
        times.flatMap(({ requested }, index) => {
          const offer = offers[index]
          return offer ? [{ requested, offer }] : []
        })
      )
    },
    createGroup: async (txn) => {
      const { date, minute } = localParts(bookable.rules.zone, wanted.start / 60_000)
      const id = randomUUID()
      await createSeries(txn, { id, weeks, firstDate: date, minute })
      return { seriesId: id }
    },
  }
}

async function loadFor(ctx: RequestContext, tx: Tx, dates: readonly WantedDate[]): Promise<Bookable> {
  const services = dates[0]?.services ?? []
  const bookable = await loadBookable(
    ctx,
    tx,
    services.map(({ serviceId }) => serviceId),
    { addons: hasAddons(services) },
  )
  verifyServices(bookable, services)
  verifyAddonCounts(bookable, services)
  return bookable
}

/** @throws CallError `not-found` for a service that does not exist or a member who does not perform it. */
function toWantedTime(bookable: Bookable, { services, start }: WantedDate) {
  const requested = resolveRequestedServices(bookable, services)
  if (!requested) throw new CallError('not-found')
  return { requested, start: start / 60_000 }
}

/** The dates that were lost, each with other times that are free now. */
const withOthers = (ctx: RequestContext, dates: readonly WantedDate[]): Promise<Lost[]> =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const bookable = await loadFor(ctx, tx, dates)
    const search = { bookable, now: ctx.deps.now(), own: holderOf(ctx) }
    const others = await listOtherTimes(
      tx,
      search,
      dates.map((one) => toWantedTime(bookable, one)),
    )
    return dates.map(({ start }, index) => ({ start, others: others[index] ?? [] }))
  })
