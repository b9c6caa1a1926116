import { intlLocale } from './language.ts'
import { memoize } from './memoize.ts'

const [DAY_START_MS, HOUR_MS, MINUTE_MS] = [Date.UTC(2024, 0, 1), 3_600_000, 60_000]
// Each takes tens of kilobytes.
const formats = memoize<Intl.DateTimeFormat>(50)

/** 'HH:MM' as the language writes it; the end of a day is `24:00`, since `00:00` would be its beginning. */
export function clockText(language: string, clock: string): string {
  const hourCycle = clock === '24:00' ? 'h24' : 'h23'
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return formats(
    `${language} ${hourCycle}`,
    () =>
      new Intl.DateTimeFormat(intlLocale(language), {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle,
        timeZone: 'UTC',
      }),
  ).format(DAY_START_MS + hour * HOUR_MS + minute * MINUTE_MS)
}

/** The hours of a day: '09.00–12.00, 13.00–17.30'; '' where there are none. */
export const hoursText = (language: string, hours: readonly { from: string; to: string }[]): string =>
  hours.map(({ from, to }) => `${clockText(language, from)}–${clockText(language, to)}`).join(', ')

/** The name of a weekday; 1 is Monday. */
export const weekdayName = (language: string, weekday: number): string =>
  // 2024-01-01 was a Monday.
  new Intl.DateTimeFormat(intlLocale(language), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  )
