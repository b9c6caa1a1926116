import { randomUUID } from 'node:crypto'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import { actorOf } from '../context/actor.ts'
import type { Handler } from '../context/context.ts'
import { bookBySalon } from '../visit/change/book.ts'
import type { Place } from '../visit/change/placement.ts'
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
  const starts = listStarts(tenant.profile.timeZone, input.start, input.repeat)
  const batch = starts.length > 1 ? randomUUID() : undefined
  const results = []
  for (const start of starts) {
    const place: Place = { start, services, accept, over }
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

/** The starts of a series: at the same time of day by the salon's clock, also after clocks have changed. */
function listStarts(
  zone: string,
  start: number,
  repeat: { weeks: number; count: number } | undefined,
): number[] {
  if (!repeat) return [start]
  const { date, minute } = localParts(zone, start / 60_000)
  return Array.from({ length: repeat.count }, (_, index) =>
    index === 0 ? start : toInstant(zone, addDays(date, index * 7 * repeat.weeks), minute) * 60_000,
  )
}
