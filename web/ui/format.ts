import { intlLocale } from '#contract/text.ts'
import { formatMoney } from '#domain/money.ts'
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '../root-data.ts'

/** Dates, times and money in the words of the page's language, in the tenant's zone. Instants are epoch milliseconds. */
export function useFormat() {
  const root = useRouteLoaderData('root') as RootData
  const { language, brand: { timeZone } } = root
  const tag = intlLocale(language)
  const format = (instant: number, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone, ...options }).format(instant)
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
    money: (minor: number, currency: string, symbol?: string) => formatMoney(minor, currency, language, symbol),
    minutes: (count: number) => new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(count),
  }
}
