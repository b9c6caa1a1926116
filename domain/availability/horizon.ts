import type { BookingRules } from './request.ts'
import { addDays, dayWindow, localParts, shiftMonth, type Window } from '../zone.ts'

/** The maximum number of later months with bookable times: a horizon ends within two years. */
export const MAX_MONTHS = 24

type Rules = Pick<BookingRules, 'zone' | 'slotMinutes' | 'grid' | 'leadMinutes' | 'horizonDays'>

/**
 * Cache key of availability: equal for two moments (epoch minutes) if lead time and horizon exclude the same
 * times.
 */
export function availabilityCacheKey(
  { zone, slotMinutes, grid, leadMinutes, horizonDays }: Rules,
  now: number,
): string {
  // Openings are at any minute.
  const step = grid === 'opening' ? 1 : slotMinutes
  const first = localParts(zone, now + leadMinutes)
  const last = addDays(localParts(zone, now).date, horizonDays)
  return [last, first.date, Math.ceil(first.minute / step), first.offset].join(' ')
}

/** The first start that can be chosen now, as far as the salon's notice goes; epoch minutes. */
export const firstStart = ({ leadMinutes }: Pick<Rules, 'leadMinutes'>, now: number): number =>
  now + leadMinutes

/** Why a time is refused; too-late: it has passed, or is sooner than the salon's notice. */
export const timeRefusals = ['taken', 'too-late'] as const
export type TimeRefusal = (typeof timeRefusals)[number]

/** Why a hold is refused though its time is kept: the salon has taken a service or a person off meanwhile. */
export const catalogRefusals = ['service-unavailable', 'member-unavailable'] as const
export type CatalogRefusal = (typeof catalogRefusals)[number]

/** Why a start that is not free is refused; both in epoch minutes. */
export const timeRefusal = (rules: Pick<Rules, 'leadMinutes'>, start: number, now: number): TimeRefusal =>
  start < firstStart(rules, now) ? 'too-late' : 'taken'

/** The later months ('YYYY-MM') with bookable times, in order, at most `MAX_MONTHS`. */
export function laterMonths(month: string, { zone, leadMinutes, horizonDays }: Rules, now: number): string[] {
  const first = localParts(zone, now + leadMinutes).date.slice(0, 7)
  const last = addDays(localParts(zone, now).date, horizonDays).slice(0, 7)
  const months: string[] = []
  for (
    let next = shiftMonth(month < first ? shiftMonth(first, -1) : month, 1);
    next <= last && months.length < MAX_MONTHS;
    next = shiftMonth(next, 1)
  )
    months.push(next)
  return months
}

/** Days on each side of the requested one in which to search for alternatives, in increasing order. */
const REACH_DAYS = [0, 1, 3, 7, 14]

/** The windows (epoch minutes) in which to search: the requested day first, at last a fortnight each way. */
export function windowsAround(zone: string, wanted: number): Window[] {
  const { date } = localParts(zone, wanted)
  return REACH_DAYS.map((days) => ({
    from: dayWindow(zone, addDays(date, -days)).from,
    until: dayWindow(zone, addDays(date, days)).until,
  }))
}
