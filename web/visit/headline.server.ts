import { createDateText } from '#domain/date-text.ts'
import { DAY_MS } from '#domain/day.ts'
import { intlLocale } from '#domain/language.ts'
import { localParts } from '#domain/zone.ts'
import type { PageContext } from '#contract/page.ts'
import { timeText } from '#web/ui/format.ts'

type Context = Pick<PageContext, 't' | 'dateLanguage' | 'brand' | 'now'>

/**
 * A moment (epoch ms) in running text: `today at 13:30`, `tomorrow at 13:30`, `Friday 27 November at 13:30`,
 * with the year where it is another one. On the server, so that both sides have the same words.
 */
export function momentText({ t, dateLanguage, brand: { timeZone }, now }: Context, start: number): string {
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
  return t('format.dayAndTime', { day, time: timeText(tag, timeZone, start) })
}

/** When a visit begins, as a heading: `Tomorrow at 13:30`. */
export function visitHeadline(ctx: Context, start: number): string {
  const text = momentText(ctx, start)
  return text.charAt(0).toLocaleUpperCase(intlLocale(ctx.dateLanguage)) + text.slice(1)
}
