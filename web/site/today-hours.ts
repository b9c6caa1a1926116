import { localNow, openingDays } from '#domain/opening-hours.ts'
import type { PageContext } from '#contract/page.ts'
import { hoursText } from '#domain/wall-clock.ts'

type Context = Pick<PageContext, 't' | 'dateLanguage' | 'now'> & {
  brand: Pick<PageContext['brand'], 'openingHours' | 'exceptions' | 'timeZone'>
}

/**
 * Today's opening hours in the tenant's zone; null if the tenant has none. A cached page is right after
 * midnight: it is kept for five minutes of the clock (server/render/page-cache.ts), and every zone's midnight
 * is the beginning of such five minutes.
 */
export function todayHours({ t, dateLanguage, now, brand }: Context): string | null {
  if (brand.openingHours.length === 0) return null
  const [today] = openingDays(brand, localNow(brand.timeZone, now).date, 1)
  const hours = hoursText(dateLanguage, today?.hours ?? [])
  if (hours) return t('footer.openToday', { hours })
  return today?.reason ? t('footer.closedTodayFor', { reason: today.reason }) : t('footer.closedToday')
}
