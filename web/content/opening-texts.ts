import { createDateText } from '#domain/date-text.ts'
import { intlLocale } from '#domain/language.ts'
import { openingDays, weekGroups } from '#domain/opening-hours.ts'
import { hoursText, weekdayName } from '#domain/wall-clock.ts'
import { toWeekday } from '#domain/zone.ts'
import type { PageContext } from '#contract/page.ts'

/** `hours`: '' where it is closed; `today`: the day itself is in this row. */
type OpeningRow = { day: string; hours: string; today: boolean }
export type OpeningTexts = {
  week: OpeningRow[]
  /** The days of the next weeks that differ. */
  others: (OpeningRow & { reason: string; translated: boolean })[]
}

/** How many days ahead a day that differs is listed. */
const DAYS_AHEAD = 35

/** The opening hours as a page shows them on a local date; null for a tenant that gives none. */
export function openingTexts(
  {
    brand,
    dateLanguage,
    t,
  }: Pick<PageContext, 'dateLanguage' | 't'> & {
    brand: Pick<PageContext['brand'], 'openingHours' | 'exceptions'>
  },
  today: string,
): OpeningTexts | null {
  if (brand.openingHours.length === 0) return null
  const weekday = (day: number) => weekdayName(dateLanguage, day)
  const differing = openingDays(brand, today, DAYS_AHEAD).filter((one) => one.differs)
  const usualToday = !differing.some(({ date }) => date === today)
  const number = toWeekday(today)
  return {
    week: weekGroups(brand.openingHours).map(({ first, last, hours }) => ({
      day: first === last ? weekday(first) : t('format.range', { low: weekday(first), high: weekday(last) }),
      hours: hoursText(dateLanguage, hours),
      today: usualToday && first <= number && number <= last,
    })),
    others: differing.map(({ date, hours, reason, translated }) => ({
      day: dayText(dateLanguage, date),
      hours: hoursText(dateLanguage, hours),
      today: date === today,
      reason: reason ?? '',
      translated,
    })),
  }
}

/** A date ('YYYY-MM-DD') with its weekday. */
export const dayText = (language: string, date: string): string =>
  createDateText(intlLocale(language), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })(
    Date.parse(`${date}T00:00:00Z`),
  )
