import { memoize } from './memoize.ts'

/** No clock change repeats more than three hours (Antarctica/Casey, 2021). */
const MAX_REPEATED_MS = 3 * 3_600_000

/**
 * Whether an instant (epoch ms) is in the minutes that a clock change repeats in a zone (IANA). Such a time
 * needs its UTC offset to be unambiguous. Uses only `Intl`: browsers load this file.
 */
export const isAmbiguousTime = (timeZone: string, instant: number): boolean =>
  // A page shows the same few times again and again, and each takes several formats.
  ambiguous(`${timeZone} ${instant}`, () => isRepeated(timeZone, instant))

const ambiguous = memoize<boolean>(1000)

function isRepeated(timeZone: string, instant: number): boolean {
  const offset = offsetMs(timeZone, instant)
  return [-MAX_REPEATED_MS, MAX_REPEATED_MS].some((away) => {
    const other = offsetMs(timeZone, instant + away)
    return other !== offset && offsetMs(timeZone, instant + offset - other) === other
  })
}

const formats = memoize<Intl.DateTimeFormat>(50)

function offsetMs(timeZone: string, instant: number): number {
  const format = formats(
    timeZone,
    () => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
  )
  const [, sign = '+', hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
