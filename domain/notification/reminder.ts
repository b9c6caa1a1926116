import { quietPeriod, type QuietHours } from './quiet-hours.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** A reminder that was moved before the quiet hours is left out this soon after the other one. */
const APART_MS = 6 * HOUR

/** One reminder: `hours` before the visit, at `at` (epoch ms). */
export type Reminder = { hours: 24 | 2; at: number }

/**
 * The reminders of a visit, 24 and 2 hours before it. One that falls into quiet hours goes in the last minute
 * before them. A reminder whose moment had passed when the visit was booked or moved is not sent.
 * @param since when it was booked or moved; times in epoch ms.
 */
export function remindersFor({
  start,
  since,
  quiet,
  zone,
}: {
  start: number
  since: number
  quiet: QuietHours | null
  zone: string
}): Reminder[] {
  const day: Reminder = { hours: 24, at: beforeQuiet(start - 24 * HOUR, quiet, zone) }
  const near: Reminder = { hours: 2, at: beforeQuiet(start - 2 * HOUR, quiet, zone) }
  const sent = [day, near].filter(({ at }) => at > since)
  const wasMoved = near.at !== start - 2 * HOUR
  return wasMoved && sent.includes(day) && near.at - day.at < APART_MS
    ? sent.filter((one) => one !== near)
    : sent
}

function beforeQuiet(at: number, quiet: QuietHours | null, zone: string): number {
  const period = quietPeriod(quiet, zone, Math.floor(at / MINUTE))
  return period ? (period.from - 1) * MINUTE : at
}
