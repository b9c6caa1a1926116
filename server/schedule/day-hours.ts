import { randomUUID } from 'node:crypto'
import type { OpeningException } from '#domain/availability/request.ts'
import { dayWindow } from '#domain/zone.ts'
import type { Origin } from '#db/schema/schedule.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import { createDayHours, deleteDayHours, type DayHoursRow } from '../availability/schedule-queries.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listDayHoursOn, listScheduledSegments, type ScheduledSegment } from './queries.ts'
import { loadTeam } from './team.ts'

type Context = Pick<RequestContext, 'tenant' | 'deps'>

/** Lists the booked segments for which the salon has a place now, and would have none with these hours. */
export async function listBrokenBy(
  { tenant, deps }: Context,
  tx: Tx,
  hours: OpeningException,
): Promise<ScheduledSegment[]> {
  const zone = tenant.profile.timeZone
  const [window, now] = [dayWindow(zone, hours.date), deps.now()]
  const [team, planned] = [
    await loadTeam(tx, { zone, now, window }),
    await loadTeam(tx, { zone, now, window, planned: hours }),
  ]
  const segments = await listScheduledSegments(tx, team.ids, window, new Date(now))
  return segments.filter(
    (one) => one.kind === 'visit' && team.whyOutside(one) === null && planned.whyOutside(one) !== null,
  )
}

/**
 * Sets other hours of one day, instead of those that were set for the same people by hand; hours of the
 * tenant's file stay behind them. No visit is changed, and what that opens is offered to the waitlist.
 * @returns the id of the row.
 */
export async function setDayHours(
  { deps }: Context,
  tx: Tx,
  {
    origin,
    ...hours
  }: Pick<DayHoursRow, 'date' | 'hours' | 'members' | 'reason'> & {
    origin: Exclude<Origin, 'file'>
  },
): Promise<string> {
  const { date, members } = hours
  const sameDay = await listDayHoursOn(tx, { from: date, until: date })
  const replaced = sameDay.filter((one) => one.origin !== 'file' && isSame(one.members, members))
  await deleteDayHours(
    tx,
    replaced.map(({ id }) => id),
  )
  const id = randomUUID()
  await createDayHours(tx, [{ ...hours, id, origin, createdAt: new Date(deps.now()) }])
  await afterChange(deps, tx)
  return id
}

const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === null || b === null ? a === b : a.toSorted().join() === b.toSorted().join()

/** Ends other hours of a day, and offers what that opens to the waitlist. */
export async function endDayHours({ deps }: Context, tx: Tx, id: string): Promise<void> {
  await deleteDayHours(tx, [id])
  await afterChange(deps, tx)
}

async function afterChange({ jobs }: Context['deps'], tx: Tx): Promise<void> {
  await jobs.matchOpenTimes(tx)
  await bumpCalendar(tx)
}
