import { isAmbiguousTime } from '#domain/ambiguous-time.ts'
import { createDateText } from '#domain/date-text.ts'
import { intlLocale, type Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'

/**
 * Formats instants in the guest's language and the tenant's time zone. An ambiguous local time has its UTC
 * offset ('02:30 GMT+1').
 */
export type DateFormat = {
  /** 'Thursday, 3 December 2026' */
  day(at: Date): string
  /** '10:00' */
  clock(at: Date): string
  /** 'Thursday 3 December at 10:00' */
  short(at: Date): string
  /** 'Thursday, 3 December 2026 at 10:00' */
  full(at: Date): string
}

/** Creates the date format of a language and an IANA time zone. */
export function createDateFormat(t: Translate, locale: Locale, timeZone: string): DateFormat {
  const format = (options: Intl.DateTimeFormatOptions) =>
    createDateText(intlLocale(locale), { timeZone, ...options })
  const hours = { hour: '2-digit', minute: '2-digit' } as const
  const [long, brief, plain] = [
    format({ dateStyle: 'full' }),
    format({ weekday: 'long', day: 'numeric', month: 'long' }),
    format(hours),
  ]
  const clock = (moment: Date) =>
    (isAmbiguousTime(timeZone, moment.getTime()) ? format({ ...hours, timeZoneName: 'shortOffset' }) : plain)(
      moment,
    )
  const at = (day: string, moment: Date) => t('format.dayAndTime', { day, time: clock(moment) })
  return {
    day: long,
    clock,
    short: (moment) => at(brief(moment), moment),
    full: (moment) => at(long(moment), moment),
  }
}
