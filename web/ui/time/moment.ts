import type { PageContext } from '#contract/page.ts'
import { createDateText } from '#domain/date-text.ts'
import { DAY_MS } from '#domain/day.ts'
import { intlLocale } from '#domain/language.ts'
import { timeText } from '../format.ts'

export type MomentContext = Pick<PageContext, 't' | 'dateLanguage' | 'now'> & { brand: { timeZone: string } }

/**
 * A moment (epoch ms) in running text: `today at 13:30`, `tomorrow at 13:30`, `Friday 27 November at 13:30`,
 * with the year where it is another one. `now` as on the server, so that both sides have the same words.
 */
export function momentText(
  { t, dateLanguage, brand: { timeZone }, now }: MomentContext,
  start: number,
): string {
  const tag = intlLocale(dateLanguage)
  const [today, date] = [now, start].map(createLocalDate(timeZone))
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
  return t('format.dayAndTime', { day, time: timeText(tag, timeZone, start) })
}

/** `YYYY-MM-DD`, as Swedish writes a date; `localParts` would load Temporal into the browser. */
const createLocalDate = (timeZone: string): ((instant: number) => string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format
