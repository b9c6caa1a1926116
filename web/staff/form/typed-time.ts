import { localNow } from '#domain/opening-hours.ts'
import { minuteOfClock, toInstant } from '#domain/zone.ts'

/** A date and a time of day as a form has them, and the instant (epoch ms) that they were filled in from. */
type TypedTime = { date: string; time: string; start: string }

/** A date and a time of day of the salon, for a form. */
export const toTypedTime = (zone: string, start: number): TypedTime => ({
  ...localNow(zone, start),
  start: String(start),
})

/**
 * The instant (epoch ms) of a date and a time of the salon's clock: the one that they were filled in from,
 * as long as it reads the same, since an hour may come twice. Null: nothing, or no such time, as in an hour
 * that clocks skip.
 */
export function parseTypedTime(zone: string, { date, time, start }: TypedTime): number | null {
  if (isDrawnFrom(zone, { date, time, start })) return Number(start)
  try {
    const found = toInstant(zone, date, minuteOfClock(time)) * 60_000
    const local = localNow(zone, found)
    return local.date === date && local.time === time ? found : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether date and time are still what this instant reads. */
function isDrawnFrom(zone: string, { date, time, start }: TypedTime): boolean {
  if (!/^\d{12,14}$/.test(start)) return false
  const drawn = toTypedTime(zone, Number(start))
  return drawn.date === date && drawn.time === time
}

/** An instant (epoch ms) of an address, as somebody may have typed it; null: none, or far from any visit. */
export function parseInstant(typed: string | null): number | null {
  const start = Number(typed ?? '')
  const isInstant = Number.isSafeInteger(start) && start > 0 && start < 4_102_444_800_000
  return isInstant ? start : null
}
