import { addDays, toWallMinute, toWeekday } from '../zone.ts'

/** Every how many weeks hours may apply. */
export const MAX_EVERY = 4
/** After so many weeks every rotation begins again: the least that 1 to `MAX_EVERY` divide. */
const CYCLE = 12

/**
 * Wall-clock times on a weekday: ISO, 1 (Monday) to 7. `every`: only one week of so many, at most
 * `MAX_EVERY`, of which one is the week of the date `starting`, forwards and backwards. `valid`: only from
 * and until these dates, both included.
 */
export type WeeklyHours = {
  weekday: number
  from: string
  to: string
  every?: number | undefined
  starting?: string | undefined
  valid?: { from?: string | undefined; until?: string | undefined } | undefined
}

/** Whether hours of a week apply on this date ('YYYY-MM-DD'). */
export function appliesOn(
  { weekday, every = 1, starting, valid }: Omit<WeeklyHours, 'from' | 'to'>,
  date: string,
): boolean {
  if (weekday !== toWeekday(date)) return false
  if ((valid?.from ?? date) > date || (valid?.until ?? date) < date) return false
  return every === 1 || starting === undefined || weeksBetween(starting, date) % every === 0
}

/** The dates on which hours apply, over one cycle of all rotations: from `since`, or from their first day. */
export function datesOf({ weekday, every, starting, valid }: WeeklyHours, since: string): string[] {
  const first = valid?.from !== undefined && valid.from > since ? valid.from : since
  const next = addDays(first, (weekday - toWeekday(first) + 7) % 7)
  return Array.from({ length: CYCLE }, (_, week) => addDays(next, 7 * week)).filter((date) =>
    appliesOn({ weekday, every, starting, valid }, date),
  )
}

/** Whether hours apply each week, with no end. */
export const isPlain = ({ every = 1, valid }: Pick<WeeklyHours, 'every' | 'valid'>): boolean =>
  every === 1 && valid === undefined

/**
 * How many weeks lie between the weeks of two dates. Weeks are counted, since their numbers begin again each
 * year: after week 53 comes week 1, and both are odd.
 */
const weeksBetween = (one: string, other: string): number =>
  Math.abs(mondayOf(dayOf(other)) - mondayOf(dayOf(one))) / 7

/** Days since 1970-01-01, a Thursday. */
const dayOf = (date: string): number => toWallMinute(date) / 1440

const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)
