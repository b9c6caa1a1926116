import { localParts, minuteOfClock, offsetPieces, type Window } from '../zone.ts'

/** Times of day 'HH:MM' in the guest's zone, from included and until excluded; over midnight as a rule. */
export type QuietHours = { from: string; until: string }

/** The quiet hours of a guest who has not chosen. */
export const usualQuietHours: QuietHours = { from: '21:00', until: '08:00' }

const DAY = 1440
/** No quiet hours last longer than a day, which has 25 hours when clocks change. */
const REACH = 27 * 60

const mod = (minutes: number): number => ((minutes % DAY) + DAY) % DAY

/** The guest's quiet hours: null for none. */
export const findQuietHours = (
  chosen: { quiet?: QuietHours | null | undefined } | null,
): QuietHours | null => {
  const quiet = chosen?.quiet === undefined ? usualQuietHours : chosen.quiet
  return quiet && quiet.from !== quiet.until ? quiet : null
}

/**
 * The quiet hours around an instant (epoch minutes), null outside of them. Quiet is what the clock on the
 * wall says, also in the nights when clocks change.
 */
export function quietPeriod(quiet: QuietHours | null, zone: string, instant: number): Window | null {
  if (!quiet) return null
  const [from, until] = [minuteOfClock(quiet.from), minuteOfClock(quiet.until)]
  const isQuiet = (minute: number) =>
    from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet(localParts(zone, instant).minute)) return null
  const pieces = offsetPieces(zone, { from: instant - REACH, until: instant + REACH })
  return { from: begin(), until: end() }

  function begin(): number {
    for (const piece of pieces.filter((one) => one.from <= instant).toReversed()) {
      const last = Math.min(piece.until - 1, instant)
      const minute = mod(last + piece.offset)
      if (!isQuiet(minute)) return last + 1
      const first = last - mod(minute - from)
      if (first > piece.from) return first
    }
    return instant - REACH
  }

  function end(): number {
    for (const piece of pieces.filter((one) => one.until > instant)) {
      const first = Math.max(piece.from, instant)
      const minute = mod(first + piece.offset)
      if (!isQuiet(minute)) return first
      const over = first + mod(until - minute)
      if (over < piece.until) return over
    }
    return instant + REACH
  }
}

/** From when (epoch ms) push and text messages may go: `now`, or the end of the quiet hours. */
export function loudFrom(quiet: QuietHours | null, zone: string, now: number): number {
  const period = quietPeriod(quiet, zone, Math.floor(now / 60_000))
  return period ? period.until * 60_000 : now
}
