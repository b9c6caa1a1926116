import { dateLocale, type Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'

/** Says instants the way a guest reads them, on the tenant's clock. */
export type Words = {
  /** 'Thursday, 3 December 2026' */
  day(at: Date): string
  /** '10:00' */
  clock(at: Date): string
  /** 'Thursday 3 December at 10:00' */
  short(at: Date): string
  /** 'Thursday, 3 December 2026 at 10:00' */
  full(at: Date): string
}

/** The words for instants in a language, on the clock of a zone (IANA). */
export function timeWords(t: Translate, locale: Locale, timeZone: string): Words {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dateLocale(locale), { timeZone, ...options })
  const [long, brief, hours] = [format({ dateStyle: 'full' }), format({ weekday: 'long', day: 'numeric', month: 'long' }), format({ hour: '2-digit', minute: '2-digit' })]
  const at = (day: string, moment: Date) => t('mail.dateAtTime', { day, time: hours.format(moment) })
  return {
    day: (moment) => long.format(moment),
    clock: (moment) => hours.format(moment),
    short: (moment) => at(brief.format(moment), moment),
    full: (moment) => at(long.format(moment), moment),
  }
}
