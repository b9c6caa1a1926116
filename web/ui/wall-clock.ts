import { intlLocale } from '#domain/language.ts'
import { timeText } from './format.ts'

const [DAY_START_MS, HOUR_MS, MINUTE_MS] = [Date.UTC(2024, 0, 1), 3_600_000, 60_000]

/** 'HH:MM' as the language writes it; the end of a day is `24:00`, since `00:00` would be its beginning. */
export function clockText(language: string, clock: string): string {
  if (clock === '24:00') return endOfDay(language)
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return timeText(intlLocale(language), 'UTC', DAY_START_MS + hour * HOUR_MS + minute * MINUTE_MS)
}

const endOfDay = (language: string): string =>
  new Intl.DateTimeFormat(intlLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h24',
    timeZone: 'UTC',
  }).format(DAY_START_MS)
