import type { Translate } from '#contract/text.ts'
import type { DateLanguage } from '#domain/language.ts'
import { formatMoney, type Money } from '#domain/money.ts'
import { pricesText } from '#web/ui/format.ts'
import type { CatalogService } from './load-catalog.ts'

/** A range in minor units including VAT; `from`: it may cost more. */
export type Priced = Pick<CatalogService, 'low' | 'high' | 'from'>

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
