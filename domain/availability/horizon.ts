import type { BookingRules } from './request.ts'
import { addDays, dayWindow, localParts, monthWindow, startOfDay, type Window } from '../zone.ts'

/** How many months ahead a guest can look: a horizon ends within two years. */
export const MAX_MONTHS = 24
/** Free times are listed for four weeks at once. */
export const SHOWN_DAYS = 28
/** The maximum number of later windows that are searched, of two years. */
const MAX_WINDOWS = 27

type Rules = Pick<BookingRules, 'zone' | 'slotMinutes' | 'grid' | 'leadMinutes' | 'horizonDays'>

/**
 * Cache key of availability: equal for two moments (epoch minutes) if lead time and horizon exclude the same
 * times.
 */
export function availabilityCacheKey(rules: Rules, now: number): string {
  const { zone, slotMinutes, grid, leadMinutes } = rules
  // Openings are at any minute.
  const step = grid === 'opening' ? 1 : slotMinutes
  const first = localParts(zone, now + leadMinutes)
  const last = lastBookableDay(rules, now)
  return [last, first.date, Math.ceil(first.minute / step), first.offset].join(' ')
}

/** The last day that is open for booking; `now`: epoch minutes. */
export const lastBookableDay = (
  { zone, horizonDays }: Pick<Rules, 'zone' | 'horizonDays'>,
  now: number,
): string => addDays(localParts(zone, now).date, horizonDays)

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

/** The window of a month ('YYYY-MM'), or of four weeks on from a date, by default today; epoch minutes. */
export function shownWindow(
  zone: string,
  { month, from }: { month?: string | undefined; from?: string | undefined },
  now: number,
): Window {
  if (month !== undefined && from === undefined) return monthWindow(zone, month)
  return weeksFrom(zone, from ?? localParts(zone, now).date)
}

const weeksFrom = (zone: string, date: string): Window => ({
  from: startOfDay(zone, date),
  until: startOfDay(zone, addDays(date, SHOWN_DAYS)),
})

/** The windows of four weeks (epoch minutes) with bookable times after a window, in order. */
export function laterWindows({ until }: Window, rules: Rules, now: number): Window[] {
  const { zone } = rules
  const last = lastBookableDay(rules, now)
  const windows: Window[] = []
  for (
    let date = localParts(zone, Math.max(until, firstStart(rules, now))).date;
    date <= last && windows.length < MAX_WINDOWS;
    date = addDays(date, SHOWN_DAYS)
  )
    windows.push(weeksFrom(zone, date))
  return windows
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
