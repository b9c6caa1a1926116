import { createDateText } from '#domain/date-text.ts'
import { DAY_MS } from '#domain/day.ts'
import { intlLocale } from '#domain/language.ts'
import { localParts } from '#domain/zone.ts'
import type { PageContext } from '#contract/page.ts'
import { timeText } from '#web/ui/format.ts'

/**
 * When a visit begins (epoch ms), in words: `Today at 13:30`, `Tomorrow at 13:30`, `Friday 27 November at
 * 13:30`, with the year where it is another one. On the server, so that both sides have the same words.
 */
export function visitHeadline(
  { t, dateLanguage, brand: { timeZone }, now }: Pick<PageContext, 't' | 'dateLanguage' | 'brand' | 'now'>,
  start: number,
): string {
  const tag = intlLocale(dateLanguage)
  const [today, date] = [now, start].map((instant) => localParts(timeZone, Math.floor(instant / 60_000)).date)
  const days = Math.round((Date.parse(date ?? '') - Date.parse(today ?? '')) / DAY_MS)
  const day =
    Math.abs(days) <= 1
      ? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(days, 'day')
      : createDateText(tag, {
          timeZone,
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          ...(date?.slice(0, 4) === today?.slice(0, 4) ? {} : { year: 'numeric' }),
        })(start)
  const text = t('format.dayAndTime', { day, time: timeText(tag, timeZone, start) })
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1)
}
