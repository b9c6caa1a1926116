import type { Translate } from '#contract/text.ts'
import type { DateLanguage } from '#domain/language.ts'
import { formatMoney, type Money } from '#domain/money.ts'
import { pricesText } from '#web/ui/format.ts'
import type { CatalogService } from './load-catalog.ts'

type Priced = Pick<CatalogService, 'low' | 'high' | 'from'>

/** The selected services in the order of selection. */
export const selectedServices = (services: CatalogService[], ids: string[]): CatalogService[] =>
  ids.flatMap((id) => services.find((one) => one.id === id) ?? [])

/** The total price range and duration of several services. */
export const totalOf = (services: (Priced & { minutes: number })[]) => ({
  minutes: services.reduce((sum, one) => sum + one.minutes, 0),
  low: services.reduce((sum, one) => sum + one.low, 0),
  high: services.reduce((sum, one) => sum + one.high, 0),
  from: services.some((one) => one.from),
})

/** The price of a service or of several: `Free`, or as `pricesText`. */
export const priceText = (
  t: Translate,
  language: DateLanguage,
  { low, high, from }: Priced,
  { currency, symbol }: Money,
): string =>
  high === 0 && !from
    ? t('format.free')
    : pricesText(t, {
        from,
        low: formatMoney(low, currency, language, symbol),
        high: high > low ? formatMoney(high, currency, language, symbol) : null,
      })
