import { randomUUID } from 'node:crypto'
import type { OpeningException } from '#domain/availability/request.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import { dayWindow } from '#domain/zone.ts'
import type { Origin } from '#db/schema/schedule.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import { createDayHours, deleteDayHours, type DayHoursRow } from '../availability/schedule-queries.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listDayHoursOn } from './queries.ts'
import { listUncovered, type Uncovered } from './uncovered.ts'

type Context = Pick<RequestContext, 'tenant' | 'deps'>

/**
 * Lists the booked segments, of those whose hours these are, for which the salon would have no place with
 * them.
 */
export async function listBrokenBy(ctx: Context, tx: Tx, hours: OpeningException): Promise<Uncovered[]> {
  const window = dayWindow(ctx.tenant.profile.timeZone, hours.date)
  const own = isOwn(hours)
  return (await listUncovered(ctx, tx, window, { hours: { ...hours, own } })).filter(
    ({ kind, memberId }) => kind === 'visit' && (hours.members?.includes(memberId) ?? true),
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
  await deleteDayHours(
    tx,
    (await listByHand(tx, hours)).map((one) => one.id),
  )
  const id = randomUUID()
  const row = { ...hours, own: isOwn(hours), id, origin, createdAt: new Date(deps.now()) }
  await createDayHours(tx, [row])
  await deps.jobs.matchOpenTimes(tx)
  await bumpCalendar(tx)
  return id
}

/** Hours that are set by hand for people are a day of their own, so that they precede those of the file. */
const isOwn = ({ members }: Pick<OpeningException, 'members'>): boolean => Boolean(members)

/** Lists the hours of a day that were set for these people by hand. */
export async function listByHand(
  tx: Tx,
  { date, members }: Pick<DayHoursRow, 'date' | 'members'>,
): Promise<DayHoursRow[]> {
  const sameDay = await listDayHoursOn(tx, { from: date, until: date })
  return sameDay.filter((one) => one.origin !== 'file' && isSame(one.members, members))
}

const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === null || b === null ? a === b : a.toSorted().join() === b.toSorted().join()

/**
 * Ends other hours of a day, and offers what that opens to the waitlist, once it can no longer be taken back.
 */
export async function endDayHours({ deps }: Context, tx: Tx, id: string): Promise<void> {
  await deleteDayHours(tx, [id])
  await deps.jobs.matchOpenTimes(tx, new Date(deps.now() + REPORT_MS))
  await bumpCalendar(tx)
}
