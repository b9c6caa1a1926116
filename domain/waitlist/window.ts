import { addDays, localParts, minuteOfClock, offsetPieces, toWallMinute } from '../zone.ts'

/** Windows of one entry, at most. */
export const MAX_WINDOWS = 10

/**
 * When a guest can come, in the tenant's zone: dates (both included), ISO weekdays (empty: every day) and
 * times of day ('HH:MM', up to '24:00') between which the whole visit lies.
 */
export type TimeWindow = {
  from: string
  until: string
  weekdays: number[]
  earliest: string
  latest: string
}

/** Dates, both included. */
export type DateSpan = { from: string; until: string }

/**
 * The windows of an entry, none for any time, and its end (epoch ms), which bounds an entry without windows.
 */
export type WantedDates = { windows: readonly TimeWindow[]; endsAt: number }

/**
 * The local date of a visit's start, its weekday, and the first and last wall-clock minute of the visit,
 * counted from the midnight that begins that date; `last` is exclusive.
 */
export type LocalVisit = { date: string; weekday: number; first: number; last: number }

type WindowError = 'too-many-windows' | 'bad-date' | 'bad-weekday' | 'bad-clock' | 'dates' | 'times'

/** The dates from the first to the last of the windows, or null for none. */
export function computeDateSpan(windows: readonly TimeWindow[]): DateSpan | null {
  const [first, ...more] = windows
  if (!first) return null
  return more.reduce<DateSpan>(
    (span, { from, until }) => ({
      from: from < span.from ? from : span.from,
      until: until > span.until ? until : span.until,
    }),
    { from: first.from, until: first.until },
  )
}

/** Whether the spans of both share a date. An entry without windows wants every date until its end. */
export function datesOverlap(a: WantedDates, b: WantedDates, zone: string): boolean {
  const [first, second] = [computeDateSpan(a.windows), computeDateSpan(b.windows)]
  if (first && second) return first.from <= second.until && second.from <= first.until
  if (first) return first.from <= lastDate(b.endsAt, zone)
  if (second) return second.from <= lastDate(a.endsAt, zone)
  return true
}

/** The local date of the last moment before an end (epoch ms). */
const lastDate = (endsAt: number, zone: string): string =>
  localParts(zone, Math.ceil(endsAt / 60_000) - 1).date

/** How clocks in the zone show a visit (epoch minutes), also while they change. */
export function localVisit(zone: string, start: number, end: number): LocalVisit {
  const { date, weekday } = localParts(zone, start)
  const midnight = toWallMinute(date)
  const pieces = offsetPieces(zone, { from: start, until: end })
  return {
    date,
    weekday,
    first: Math.min(...pieces.map((piece) => piece.from + piece.offset)) - midnight,
    last: Math.max(...pieces.map((piece) => piece.until + piece.offset)) - midnight,
  }
}

/**
 * Whether one of the windows contains the whole visit: the date and the weekday of its start, and every
 * minute as clocks in the zone show it. Without windows every visit fits.
 */
export const isInside = (windows: readonly TimeWindow[], visit: LocalVisit): boolean =>
  windows.length === 0 ||
  windows.some(
    ({ from, until, weekdays, earliest, latest }) =>
      from <= visit.date &&
      visit.date <= until &&
      (weekdays.length === 0 || weekdays.includes(visit.weekday)) &&
      minuteOfClock(earliest) <= visit.first &&
      visit.last <= minuteOfClock(latest),
  )

/** The first error of an entry's windows, or null. */
export function validateWindows(windows: readonly TimeWindow[]): WindowError | null {
  if (windows.length > MAX_WINDOWS) return 'too-many-windows'
  for (const window of windows) {
    const fault = windowError(window)
    if (fault) return fault
  }
  return null
}

function windowError({ from, until, weekdays, earliest, latest }: TimeWindow): WindowError | null {
  if (!isWindowDate(from) || !isWindowDate(until)) return 'bad-date'
  if (!weekdays.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)) return 'bad-weekday'
  if (!isClock(earliest) || !isClock(latest)) return 'bad-clock'
  if (from > until) return 'dates'
  return earliest < latest ? null : 'times'
}

/**
 * Whether a window may begin or end on this date: the calendar has it (`Date` reads '2026-02-30' as 2 March),
 * and the days around it can be computed.
 */
export function isWindowDate(date: string): boolean {
  try {
    return /^20\d\d-/.test(date) && addDays(date, 0) === date
  } catch {
    return false
  }
}

const isClock = (clock: string) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(clock)
