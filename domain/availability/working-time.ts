import { addDays, toInstant, minuteOfClock, startOfDay } from '#domain/zone.ts'
import { instantIn } from './local-day.ts'
import type { LocalDay } from './local-day.ts'
import { merge, subtract } from './range.ts'
import type { Range } from './range.ts'
import type { Busy, ClockRange, MemberSchedule, OpeningException } from './request.ts'

/** The member's working time without busy ranges, over these days: merged ranges. */
export function freeTime(
  member: MemberSchedule,
  days: LocalDay[],
  exceptions: OpeningException[],
  busy: Busy[],
): Range[] {
  const hours = days.flatMap((day) => hoursIn(day, member, exceptions))
  const breaks = days.flatMap((day) => breaksOn(day, member))
  return subtract(merge(hours), merge([...breaks, ...awayTimes(member, days), ...busy]))
}

/** The hours of a day in which anybody works, breaks included: merged ranges. */
export const openingsOn = (
  day: LocalDay,
  members: MemberSchedule[],
  exceptions: OpeningException[],
): Range[] => merge(members.flatMap((member) => hoursIn(day, member, exceptions)))

/** The weekly breaks of a member on a day. */
export const breaksOn = (day: LocalDay, { breaks }: Pick<MemberSchedule, 'breaks'>): Range[] =>
  weekly(breaks, day).map((clocks) => rangeOn(day, clocks))

/** The hours of a member on a day, and their breaks, as a text that differs where they do. */
export function hoursKey(day: LocalDay, member: MemberSchedule, exceptions: OpeningException[]): string {
  const text = ({ from, to }: ClockRange) => `${from}–${to}`
  return [
    day.date,
    ...hoursOn(day, member, exceptions).map(text),
    ...weekly(member.breaks, day).map((clocks) => `-${text(clocks)}`),
  ].join(' ')
}

const hoursIn = (day: LocalDay, member: MemberSchedule, exceptions: OpeningException[]): Range[] =>
  hoursOn(day, member, exceptions).map((clocks) => rangeOn(day, clocks))

function hoursOn(day: LocalDay, member: MemberSchedule, exceptions: OpeningException[]): ClockRange[] {
  return workingHours(
    weekly(member.hours, day),
    member.id,
    exceptions.filter(({ date }) => date === day.date),
  )
}

/**
 * The hours of a member on one day: those of an exception that names them, else the part of their week that
 * the salon's hours of that day contain.
 * @param week the member's usual hours of that weekday.
 * @param exceptions those of that day; of several for the same people the last one applies.
 */
export function workingHours(
  week: ClockRange[],
  memberId: string,
  exceptions: readonly OpeningException[],
): ClockRange[] {
  const own = exceptions.findLast(({ members }) => members?.includes(memberId))
  if (own) return own.hours
  const salon = exceptions.findLast(({ members }) => !members)
  return salon ? week.flatMap((hours) => within(hours, salon.hours)) : week
}

const within = ({ from, to }: ClockRange, salon: ClockRange[]): ClockRange[] =>
  salon
    .map((open) => ({ from: from > open.from ? from : open.from, to: to < open.to ? to : open.to }))
    .filter((hours) => hours.from < hours.to)

function weekly<T extends { weekday: number }>(entries: T[], day: LocalDay): T[] {
  return entries.filter((entry) => entry.weekday === day.weekday)
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
