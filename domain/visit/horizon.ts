import type { BookingRules } from '../availability/request.ts'
import { addDays, dayWindow, localParts } from '../zone.ts'
import type { Window } from '../zone.ts'

/** Months after this one in which a visit may be booked at most: a tenant's horizon ends within two years. */
export const MOST_MONTHS = 24

type Rules = Pick<BookingRules, 'zone' | 'slotMinutes' | 'leadMinutes' | 'horizonDays'>

/**
 * The same for two moments (epoch minutes) between which no time comes within the lead or into the horizon: what can be
 * booked then differs only by what was booked in between.
 */
export function momentKey({ zone, slotMinutes, leadMinutes, horizonDays }: Rules, now: number): string {
  const first = localParts(zone, now + leadMinutes)
  const last = addDays(localParts(zone, now).date, horizonDays)
  return [last, first.date, Math.ceil(first.minute / slotMinutes), first.offset].join(' ')
}

/** The months ('YYYY-MM') after `month` in which something may be booked, in order, at most `MOST_MONTHS` of them. */
export function laterMonths(month: string, { zone, leadMinutes, horizonDays }: Rules, now: number): string[] {
  const first = localParts(zone, now + leadMinutes).date.slice(0, 7)
  const last = addDays(localParts(zone, now).date, horizonDays).slice(0, 7)
  const months: string[] = []
  for (
    let next = monthAfter(month < first ? monthBefore(first) : month);
    next <= last && months.length < MOST_MONTHS;
    next = monthAfter(next)
  )
    months.push(next)
  return months
}

/** Days on both sides of the wanted one, ever more of them, in which to look for other times. */
const REACH_DAYS = [0, 1, 3, 7, 14]

/** The windows (epoch minutes) in which to look for other times: the wanted day first, at last a fortnight each way. */
export function windowsAround(zone: string, wanted: number): Window[] {
  const { date } = localParts(zone, wanted)
  return REACH_DAYS.map((days) => ({
    from: dayWindow(zone, addDays(date, -days)).from,
    until: dayWindow(zone, addDays(date, days)).until,
  }))
}

const monthAfter = (month: string) => addDays(`${month}-28`, 4).slice(0, 7)
const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)
