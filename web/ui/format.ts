import { intlLocale, type Translate } from '#contract/text.ts'
import { formatMoney, type Money } from '#domain/money.ts'
import { recent } from '#domain/recent.ts'
import { useRootData } from '../use-root-data.ts'

/** Dates, times and money in the words of the page's language, in the tenant's zone. Instants are epoch milliseconds. */
export function useFormat() {
  const { language, brand: { timeZone } } = useRootData()
  const tag = intlLocale(language)
  const format = (instant: number, options: Intl.DateTimeFormatOptions) => dateFormat(tag, { timeZone, ...options }).format(instant)
  return {
    language,
    timeZone,
    /** 14:30 */
    time: (instant: number) => format(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** Tuesday 3 March */
    day: (instant: number) => format(instant, { weekday: 'long', day: 'numeric', month: 'long' }),
    /** Tuesday 3 March 2026 */
    fullDay: (instant: number) => format(instant, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    part: (instant: number, options: Intl.DateTimeFormatOptions) => format(instant, options),
    /** Minor units to 349,00 kr. */
    money: (minor: number, { currency, symbol }: Money) => formatMoney(minor, currency, language, symbol),
    minutes: (count: number) => minutesText(language, count),
  }
}

/** `From 450,00 kr.`, or the range where people take different prices (`high` is null where they do not); amounts as they are shown. */
export function pricesText(t: Translate, { from, low, high }: { from: boolean; low: string; high: string | null }): string {
  const range = high ? t('format.range', { low, high }) : low
  return from ? t('format.from', { price: range }) : range
}

// Making a format takes far longer than using it, and a page writes dozens of times and prices. There is one for each zone of
// a tenant and each language of a guest, of tens of kilobytes.
const dates = recent<Intl.DateTimeFormat>(500)
const numbers = recent<Intl.NumberFormat>(20)
const dateFormat = (tag: string, options: Intl.DateTimeFormatOptions) => dates(`${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options))

/** 45 min. Where a list is long, the server writes them: the first format of numbers takes a phone a tenth of a second. */
export const minutesText = (language: string, count: number): string => {
  const tag = intlLocale(language)
  return numbers(tag, () => new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short' })).format(count)
}
