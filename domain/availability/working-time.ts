import { addDays, toInstant, minuteOfClock, startOfDay, toWeekday } from '#domain/zone.ts'
import { instantIn } from './local-day.ts'
import type { LocalDay } from './local-day.ts'
import { merge, subtract } from './range.ts'
import type { Range } from './range.ts'
import type { Busy, ClockRange, MemberSchedule, OpeningDays, OpeningException } from './request.ts'
import { appliesOn, type WeeklyHours } from './weekly-hours.ts'

/** The member's working time without busy ranges, over these days: merged ranges. */
export function freeTime(
  member: MemberSchedule,
  days: LocalDay[],
  others: OpeningDays,
  busy: Busy[],
): Range[] {
  const hours = days.flatMap((day) => hoursIn(day, member, others))
  const breaks = days.flatMap((day) => breaksOn(day, member))
  return subtract(merge(hours), merge([...breaks, ...awayTimes(member, days), ...busy]))
}

/** The hours of a day in which anybody works, breaks included: merged ranges. */
export const openingsOn = (day: LocalDay, members: MemberSchedule[], others: OpeningDays): Range[] =>
  merge(members.flatMap((member) => hoursIn(day, member, others)))

/** The breaks of a member on a day. */
export const breaksOn = (day: LocalDay, { breaks }: Pick<MemberSchedule, 'breaks'>): Range[] =>
  weekly(breaks, day.date).map((clocks) => rangeOn(day, clocks))

/** The hours of a member on a day, and their breaks, as a text that differs where they do. */
export function hoursKey(day: LocalDay, member: MemberSchedule, others: OpeningDays): string {
  const text = ({ from, to }: ClockRange) => `${from}–${to}`
  return [
    day.date,
    ...hoursOn(day.date, member, others).hours.map(text),
    ...weekly(member.breaks, day.date).map((clocks) => `-${text(clocks)}`),
  ].join(' ')
}

const hoursIn = (day: LocalDay, member: MemberSchedule, others: OpeningDays): Range[] =>
  hoursOn(day.date, member, others).hours.map((clocks) => rangeOn(day, clocks))

/**
 * What decides the hours of a member on a day: their own day, an exception that names them, the salon's hours
 * of that day, a public holiday, or the week.
 */
export const hoursSources = ['day', 'member', 'salon', 'holiday', 'week'] as const
type HoursSource = (typeof hoursSources)[number]

/**
 * The hours of a member on a date, without breaks and absences, as the first of `hoursSources` that there is
 * says. The salon's hours are worked in the part that the member's week covers; on a public holiday there are
 * none.
 */
export function hoursOn<E extends OpeningException>(
  date: string,
  { id, hours }: Pick<MemberSchedule, 'id' | 'hours'>,
  { exceptions, publicHolidays = [] }: { exceptions: readonly E[] } & Pick<OpeningDays, 'publicHolidays'>,
): { hours: ClockRange[]; by: HoursSource; exception?: E } {
  const ofDay = exceptions.filter((one) => one.date === date)
  const own = exceptionOf(id, ofDay)
  if (own) return { hours: own.hours, by: own.own ? 'day' : 'member', exception: own }
  const week = weekly(hours, date)
  const salon = ofDay.findLast(({ members }) => !members)
  if (salon)
    return {
      hours: week.flatMap((clocks) => within(clocks, salon.hours)),
      by: 'salon',
      exception: salon,
    }
  if (publicHolidays.some((one) => one.date === date)) return { hours: [], by: 'holiday' }
  return { hours: week, by: 'week' }
}

type ForMembers = { members?: readonly string[] | null | undefined; own?: boolean | undefined }

/** The exception of a day that decides the hours of this member, if one names them. */
export function exceptionOf<E extends ForMembers>(memberId: string, ofDay: readonly E[]): E | undefined {
  const named = ofDay.filter(({ members }) => members?.includes(memberId))
  return named.findLast(({ own }) => own) ?? named.at(-1)
}

const within = ({ from, to }: ClockRange, salon: ClockRange[]): ClockRange[] =>
  salon
    .map((open) => ({ from: from > open.from ? from : open.from, to: to < open.to ? to : open.to }))
    .filter((hours) => hours.from < hours.to)

/** The weekday is found once: most entries are of another, and a search goes over hundreds of days. */
function weekly(entries: readonly WeeklyHours[], date: string): WeeklyHours[] {
  const today = toWeekday(date)
  return entries.filter((entry) => entry.weekday === today && appliesOn(entry, date))
}

function rangeOn(day: LocalDay, { from, to }: ClockRange): Range {
  return { start: instantIn(day, minuteOfClock(from)), end: instantIn(day, minuteOfClock(to)) }
}

/** When a member is away near these days; `key` is another for another reason. */
export function awayTimes(
  { holidays, absences }: MemberSchedule,
  days: LocalDay[],
): (Range & { key: string })[] {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return []
  const { zone } = first
  // Skips years of old absences; one extra day on each side covers clock changes at midnight.
  const near = (entry: { from: string; until: string }) =>
    entry.from.slice(0, 10) <= addDays(last.date, 1) && entry.until.slice(0, 10) >= addDays(first.date, -1)
  return [
    ...holidays
      .filter(near)
      .map((one) => ({ ...holidayRange(zone, one), key: `holiday ${one.from}–${one.until}` })),
    ...absences.filter(near).map((one) => ({
      ...absenceRange(zone, one),
      key: `${one.kind ?? 'absence'} ${one.from}–${one.until}`,
    })),
  ]
}

/** The instants of whole days off, `until` included. */
export const holidayRange = (zone: string, { from, until }: { from: string; until: string }): Range => ({
  start: startOfDay(zone, from),
  end: startOfDay(zone, addDays(until, 1)),
})

/** The instants of an absence, given as wall-clock times of the zone. */
export const absenceRange = (zone: string, { from, until }: { from: string; until: string }): Range => ({
  start: wallInstant(zone, from),
  end: wallInstant(zone, until),
})

/** Whether an absence, given as wall-clock times, is of whole days. */
export const isWholeDays = ({ from, until }: { from: string; until: string }): boolean =>
  from.endsWith('T00:00') && until.endsWith('T00:00')

function wallInstant(zone: string, wall: string): number {
  const [date = '', clock = ''] = wall.split('T')
  return toInstant(zone, date, minuteOfClock(clock))
}
