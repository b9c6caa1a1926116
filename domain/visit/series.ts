import { addDays, localParts, toInstant, toWallMinute } from '../zone.ts'

/** A guest repeats a visit every so many weeks, on so many dates in all. */
export const MIN_WEEKS = 1
export const MAX_WEEKS = 12
/** The salon may also book twice a year. */
export const MAX_SALON_WEEKS = 26
export const MIN_DATES = 2
export const MAX_DATES = 12

/** How many days another time of a date may be away from it: less than the half of a week. */
export const SERIES_REACH_DAYS = 3

/** Every `weeks` weeks from `start` (epoch minutes) on, `count` dates in all. */
export type Series = { start: number; weeks: number; count: number }

/**
 * A date of a series. `start`: epoch minutes; null where the salon's clock skips that time on that day.
 * `near`: the same, or the first instant after what is skipped that is as far from its begin.
 */
export type SeriesDate = { date: string; start: number | null; near: number }

/**
 * The dates of a series: at the same time by the clock of the zone, also after clocks have changed. Where
 * they go back and show that time twice, it is the pass in which the first one is.
 */
export function listSeriesDates(zone: string, { start, weeks, count }: Series): SeriesDate[] {
  const { date, minute } = localParts(zone, start)
  const later = start !== toInstant(zone, date, minute)
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(date, index * 7 * weeks)
    const near = toInstant(zone, day, minute, { later })
    const found = localParts(zone, near)
    return { date: day, start: found.date === day && found.minute === minute ? near : null, near }
  })
}

/**
 * Which date of a series an instant (epoch minutes) can stand for, from 0: its own, or another time at most
 * `SERIES_REACH_DAYS` away; null for none.
 */
export function findSeriesDate(
  zone: string,
  { start, weeks, count }: Series,
  instant: number,
): number | null {
  const days = (at: number) => toWallMinute(localParts(zone, at).date) / 1440
  const away = days(instant) - days(start)
  const index = Math.floor(away / (7 * weeks) + 0.5)
  const fits = index >= 0 && index < count && Math.abs(away - index * 7 * weeks) <= SERIES_REACH_DAYS
  return fits ? index : null
}
