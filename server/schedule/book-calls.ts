import { randomUUID } from 'node:crypto'
import { placementWarnings } from '#domain/availability/placement.ts'
import { findSeriesDate, listSeriesDates, type SeriesDate } from '#domain/visit/series.ts'
import { localParts } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { hasAddons } from '../availability/bookable.ts'
import { actorOf } from '../context/actor.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { bookBySalon } from '../visit/change/book.ts'
import { listNearestPlaces, loadForSalon, planPlacement, type Place } from '../visit/change/placement.ts'
import { personFor } from './person.ts'
import { authorizePlacing, servicesInReach, toRefusal, withdrawInTheWay } from './placing.ts'
import { undoUntil } from './placing-calls.ts'

/**
 * Books a visit for a guest who calls or stands at the desk, or one every so many weeks: each date with its
 * own result, and one confirmation about all of them. Who walks in now has arrived. What stands against it is
 * a value, with the nearest free times.
 * @throws CallError `not-found` for an unknown service or guest, `guest/invalid-mobile`, `auth/forbidden`.
 */
export const bookVisitBySalon: Handler<'bookVisitBySalon'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  const { accept, over, withdraw, visitor, note, staffNote, source, inform } = input
  const services = servicesInReach(ctx, 'book', input.services)
  authorizePlacing(
    ctx,
    input,
    services.map(({ memberId }) => memberId),
  )
  const person = await deps.db.read(tenant.id, (tx) => personFor(ctx, tx, input.guest))
  const zone = tenant.profile.timeZone
  const { date, minute } = localParts(zone, input.start / 60_000)
  const { repeat } = input
  const dates = repeat
    ? chooseDates(zone, { ...repeat, start: input.start / 60_000 })
    : [{ start: input.start / 60_000, near: input.start / 60_000 }]
  const batch = repeat ? randomUUID() : undefined
  const series = repeat && { id: randomUUID(), weeks: repeat.weeks, firstDate: date, minute }
  const results = []
  for (const one of dates) {
    const start = one.near * 60_000
    const place: Place = { start, services, accept, over }
    if (one.start === null) {
      results.push({ start, ...(await refuseSkipped(ctx, place)) })
      continue
    }
    const booked = await bookBySalon(
      ctx,
      {
        place,
        person,
        visitor: visitor ?? null,
        note: note || null,
        staffNote,
        source,
        inform,
        batch,
        series,
        ...(withdraw ? { prepare: (tx) => withdrawInTheWay(ctx, tx, place) } : {}),
      },
      actorOf(ctx),
    )
    results.push(
      booked.ok
        ? {
            ok: true as const,
            id: booked.visit.id,
            number: booked.visit.number,
            start: booked.visit.start.getTime(),
            end: booked.visit.end.getTime(),
            changeId: booked.changeId,
            undoUntil: undoUntil(ctx),
          }
        : { start, ...toRefusal(ctx, booked) },
    )
  }
  return { results }
}

type Repeat = NonNullable<Input<'bookVisitBySalon'>['repeat']>
type Wanted = Pick<SeriesDate, 'start' | 'near'>

/**
 * The dates of a series as they were chosen: at other times, or left out. @throws CallError `request/invalid`
 * for a time that cannot stand for its date.
 */
function chooseDates(zone: string, { others, ...series }: Repeat & { start: number }): Wanted[] {
  const chosen = new Map(others.map(({ index, start }) => [index, start && start / 60_000]))
  return listSeriesDates(zone, series).flatMap((date, index): Wanted[] => {
    const other = chosen.get(index)
    if (other === undefined) return [date]
    if (other === null) return []
    if (findSeriesDate(zone, series, other) !== index)
      throw new CallError('request/invalid', { fields: ['repeat'] })
    return [{ start: other, near: other }]
  })
}

/**
 * Says of each date of a series whether it can be booked, and what is free near it. It writes nothing:
 * booking it looks again.
 */
export const checkSeries: Handler<'checkSeries'> = async (ctx, { start, weeks, count, ...input }) => {
  const { deps, tenant } = ctx
  const services = servicesInReach(ctx, 'book', input.services)
  const series = { start: start / 60_000, weeks, count }
  return deps.db.read(tenant.id, async (tx) => {
    const loaded = await loadForSalon(
      ctx,
      tx,
      services.map(({ serviceId }) => serviceId),
      { addons: hasAddons(services) },
    )
    const dates = []
    for (const one of listSeriesDates(tenant.profile.timeZone, series)) {
      const place: Place = { start: one.near * 60_000, services, accept: [...placementWarnings] }
      const placed = await planPlacement(ctx, tx, place, { loaded })
      const reason = one.start === null ? ('skipped' as const) : placed.ok ? null : placed.reason
      const alternatives = reason === null ? [] : await listNearestPlaces(ctx, tx, place, { loaded })
      dates.push({ start: place.start, reason, warnings: placed.warnings, alternatives })
    }
    return { dates }
  })
}

/** The salon's clock skips that time on that day: nothing is booked, and the nearest free times are named. */
async function refuseSkipped(ctx: RequestContext, place: Place) {
  const { deps, tenant } = ctx
  const alternatives = await deps.db.read(tenant.id, (tx) => listNearestPlaces(ctx, tx, place))
  return { ok: false as const, reason: 'skipped' as const, warnings: [], inTheWay: [], alternatives }
}
