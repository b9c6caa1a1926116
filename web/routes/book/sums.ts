import type { Translate } from '#contract/text.ts'
import type { useFormat } from '#web/ui/format.ts'
import type { CatalogService, Money } from './load-catalog.ts'

type Priced = Pick<CatalogService, 'low' | 'high' | 'from'>

/** The chosen services in the order of choosing. */
export const chosenOf = (services: CatalogService[], ids: string[]): CatalogService[] => ids.flatMap((id) => services.find((one) => one.id === id) ?? [])

/** What several services cost and take together. */
export const sumOf = (services: (Priced & { minutes: number })[]) => ({
  minutes: services.reduce((sum, one) => sum + one.minutes, 0),
  low: services.reduce((sum, one) => sum + one.low, 0),
  high: services.reduce((sum, one) => sum + one.high, 0),
  from: services.some((one) => one.from),
})

/** `From 450,00 kr.`, or the range where people take different prices. */
export function priceText(t: Translate, { money }: Pick<ReturnType<typeof useFormat>, 'money'>, { low, high, from }: Priced, { currency, symbol }: Money): string {
  const lowest = money(low, currency, symbol)
  const range = high > low ? t('book.range', { low: lowest, high: money(high, currency, symbol) }) : lowest
  return from ? t('book.from', { price: range }) : range
}
