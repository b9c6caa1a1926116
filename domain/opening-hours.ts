import { exceptionOf } from './availability/working-time.ts'
import { joinShifts, type Shift } from './shifts.ts'
import { addDays, localParts, toWeekday } from './zone.ts'

/** `weekday`: ISO, 1 (Monday) to 7. Wall-clock times in the tenant's zone. */
type WeeklyHours = readonly (Shift & { weekday: number })[]
/**
 * A day with other hours than its weekday; none: closed. `names`: the reason in further languages, by their
 * codes; `translated`: it is in the language of the page.
 */
export type ClosedOrOther = {
  date: string
  hours: Shift[]
  reason?: string
  names?: Record<string, string>
  translated?: boolean
}
/** When a tenant is open: its hours of the week, and days that differ. */
export type OpeningRules = { openingHours: WeeklyHours; exceptions: readonly ClosedOrOther[] }
/** One day; `differs`: not as its weekday usually is, `reason` says why, if known. */
export type OpeningDay = {
  date: string
  weekday: number
  hours: Shift[]
  differs: boolean
  reason: string | null
  translated: boolean
}

/** The weekdays from `first` to `last` that have the same hours. */
type WeekGroup = { first: number; last: number; hours: Shift[] }

/** The hours of the week, Monday first; weekdays after each other with the same hours are one group. */
export function weekGroups(openingHours: WeeklyHours): WeekGroup[] {
  const groups: WeekGroup[] = []
  for (let weekday = 1; weekday <= 7; weekday++) {
    const hours = joinShifts(openingHours.filter((one) => one.weekday === weekday))
    const before = groups.at(-1)
    if (before && sameShifts(before.hours, hours)) before.last = weekday
    else groups.push({ first: weekday, last: weekday, hours })
  }
  return groups
}

/** Open now until `until`; or closed, and next open at `from` on `date` within two weeks, if at all. */
type OpeningState =
  { state: 'open'; until: string } | { state: 'opens'; date: string; from: string } | { state: 'closed' }

const DAYS_AHEAD = 14

/** The date ('YYYY-MM-DD') and time ('HH:MM') in a zone at an instant in epoch milliseconds. */
export function localNow(timeZone: string, now: number): { date: string; time: string } {
  const { date, minute } = localParts(timeZone, Math.floor(now / 60_000))
  const digits = (value: number) => String(value).padStart(2, '0')
  return { date, time: `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}` }
}

/** `count` days from `date` on. */
export const openingDays = (rules: OpeningRules, date: string, count: number): OpeningDay[] =>
  Array.from({ length: count }, (_, ahead) => openingDay(rules, addDays(date, ahead)))

function openingDay({ openingHours, exceptions }: OpeningRules, date: string): OpeningDay {
  const weekday = toWeekday(date)
  const usual = joinShifts(openingHours.filter((one) => one.weekday === weekday))
  const exception = exceptions.findLast((one) => one.date === date)
  const hours = exception ? joinShifts(exception.hours) : usual
  return {
    date,
    weekday,
    hours,
    differs: !sameShifts(hours, usual),
    reason: exception?.reason ?? null,
    translated: exception?.translated ?? false,
  }
}

/** Whether a tenant is open at a local date and time, see `localNow`. */
export function openingAt(rules: OpeningRules, { date, time }: { date: string; time: string }): OpeningState {
  const days = openingDays(rules, date, DAYS_AHEAD)
  const current = days[0]?.hours.find(({ from, to }) => from <= time && time < to)
  if (current) return { state: 'open', until: current.to }
  for (const day of days) {
    const next = day.hours.find(({ from }) => day.date > date || from > time)
    if (next) return { state: 'opens', date: day.date, from: next.from }
  }
  return { state: 'closed' }
}

/** Other hours of a day: of the salon, or of the members that it names. */
type MemberException = ClosedOrOther & {
  members?: readonly string[] | null | undefined
  own?: boolean | undefined
}

/**
 * The days on which the salon itself has other hours than those of the week. Exceptions of single members
 * close it only if they include all of `members`; else they can only make its day longer. They apply in the
 * order of `exceptionOf`. On a public holiday it is closed, unless exceptions of that day open it; it is the
 * reason where they have none. In the order of their dates.
 */
export function salonExceptions(
  exceptions: readonly MemberException[],
  members: readonly string[],
  { openingHours, publicHolidays }: { openingHours: WeeklyHours; publicHolidays: readonly ClosedOrOther[] },
): ClosedOrOther[] {
  const byDate = Map.groupBy(exceptions, ({ date }) => date)
  const holidays = new Map(publicHolidays.map((one) => [one.date, one]))
  return [...new Set([...byDate.keys(), ...holidays.keys()])].sort().flatMap((date) => {
    const ofDay = byDate.get(date) ?? []
    const holiday = holidays.get(date)
    const salon = ofDay.findLast((one) => !one.members)
    const own = members.map((id) => exceptionOf(id, ofDay))
    const applied = new Set([salon, ...own].filter((one) => one !== undefined))
    const whole = salon !== undefined || own.every((one) => one !== undefined)
    const usual = joinShifts(openingHours.filter((one) => one.weekday === toWeekday(date)))
    const left = whole || holiday ? [] : usual
    const hours = joinShifts([...left, ...[...applied].flatMap((one) => one.hours)])
    if (!whole && sameShifts(hours, usual)) return []
    const [reason, ...others] = new Set([...applied].map((one) => one.reason))
    if (reason && others.length === 0) return [{ date, hours, reason }]
    return [holiday ? { ...holiday, hours } : { date, hours }]
  })
}

const sameShifts = (some: readonly Shift[], others: readonly Shift[]): boolean =>
  some.length === others.length &&
  some.every(({ from, to }, index) => from === others[index]?.from && to === others[index].to)
