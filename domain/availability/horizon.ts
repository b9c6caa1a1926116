import type { BookingRules } from './request.ts'
import { addDays, dayWindow, localParts, monthWindow, startOfDay, type Window } from '../zone.ts'

/** How many months ahead a guest can look: a horizon ends within two years. */
export const MAX_MONTHS = 24
/** Free times are listed for four weeks at once. */
export const SHOWN_DAYS = 28

export type Rules = Pick<BookingRules, 'zone' | 'slotMinutes' | 'grid' | 'leadMinutes' | 'horizonDays'>

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

/**
 * Why a time is refused; too-late: it has passed. too-soon: it is sooner than the notice. too-far: it is not
 * open for booking yet.
 */
export const timeRefusals = ['taken', 'too-late', 'too-soon', 'too-far'] as const
export type TimeRefusal = (typeof timeRefusals)[number]

/**
 * Why a day has no free time. nobody: no person performs one of the services. closed: too little time is
 * worked, whatever is booked. taken: it is booked. too-soon: it has passed, or is sooner than the notice.
 * too-far: it is not open for booking yet.
 */
export const noneReasons = ['nobody', 'closed', 'taken', 'too-soon', 'too-far'] as const
export type NoneReason = (typeof noneReasons)[number]

/** Why none of several days has a free time; null for no day. */
export function whyNoneOf(days: readonly { why: NoneReason }[]): NoneReason | null {
  const found = new Set(days.map(({ why }) => why))
  if (found.size > 1) found.delete('closed')
  return noneReasons.find((one) => found.has(one)) ?? null
}

/** Why a hold is refused though its time is kept: the salon has taken a part of it off meanwhile. */
export const catalogRefusals = ['service-unavailable', 'member-unavailable', 'addon-unavailable'] as const
export type CatalogRefusal = (typeof catalogRefusals)[number]

/** Why a start that is not free is refused; both in epoch minutes. */
export function timeRefusal(
  rules: Pick<Rules, 'zone' | 'leadMinutes' | 'horizonDays'>,
  start: number,
  now: number,
): TimeRefusal {
  if (start < now) return 'too-late'
  if (start < firstStart(rules, now)) return 'too-soon'
  return localParts(rules.zone, start).date > lastBookableDay(rules, now) ? 'too-far' : 'taken'
}

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
