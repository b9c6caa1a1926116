import { dateLocale, matchLanguage } from './language.ts'
import type { DateLanguage } from './language.ts'
import { recent } from './recent.ts'

/** One member's own price for a service, as stored: minor units excluding VAT, or something that is no price. */
type IndividualPrice = { active: boolean; price: unknown }
/**
 * `price` in minor units excluding VAT. Where a member with an own price shares the service with one without, the
 * caller adds an active entry with the service's price, or the range would leave it out.
 */
export type ServicePrice = {
  price: number
  fromprice: boolean
  individualPricing: readonly IndividualPrice[]
}
/** A currency with the sign that its amounts are written with. */
export type Money = { currency: string; symbol: string }
type PriceFinance = { vat_percent: number; currency: string; currency_symbol?: string | undefined }

const kroner = new Set(['DKK', 'NOK', 'SEK'])
const euro = ['de', 'es', 'fr', 'it', 'nl', 'pt']
const localeCurrencies: Record<string, string> = { da: 'DKK', no: 'NOK', sv: 'SEK', pl: 'PLN' }

/** A line's price including VAT, half a minor unit rounded up. Throws RangeError when the price is no safe integer or the percentage is negative. */
export function priceIncVat(minorExVat: number, vatPercent: number): number {
  if (!Number.isSafeInteger(minorExVat))
    throw new RangeError(`a price is an integer of minor units, not ${minorExVat}`)
  if (!(vatPercent >= 0 && vatPercent <= 1000)) throw new RangeError(`VAT is a percentage, not ${vatPercent}`)
  return shareOf(minorExVat, 100 + vatPercent)
}

/** `percent` of an amount in minor units, rounded half away from zero, exact where floating point would not be. */
export function shareOf(minor: number, percent: number): number {
  const share = BigInt(Math.abs(minor)) * BigInt(Math.round(percent * 10_000))
  const rounded = Number((share + 500_000n) / 1_000_000n)
  return minor < 0 && rounded > 0 ? -rounded : rounded
}

/** The lowest and the highest price of a service in minor units including VAT; equal when there is only one. */
export function priceRange(
  { price, individualPricing }: ServicePrice,
  vatPercent: number,
): { low: number; high: number } {
  const own = individualPricing
    .filter((entry) => entry.active)
    .map((entry) => entry.price)
    .filter((value): value is number => Number.isSafeInteger(value))
  const shown = (own.length > 0 ? own : [price]).map((value) => priceIncVat(value, vatPercent))
  return { low: Math.min(...shown), high: Math.max(...shown) }
}

/** The parts of a price as the guest reads it; `high` is null unless the members' prices differ. */
export function showPrice(
  service: ServicePrice,
  finance: PriceFinance,
  locale: DateLanguage,
): { from: boolean; low: string; high: string | null } {
  const { low, high } = priceRange(service, finance.vat_percent)
  const show = (minor: number) => formatMoney(minor, finance.currency, locale, finance.currency_symbol)
  return { from: service.fromprice, low: show(low), high: high > low ? show(high) : null }
}

/**
 * The sign that an amount is written with: the tenant's own where it is in the tenant's `own` currency, `kr` for the three kroner,
 * else what the language writes for the ISO code.
 */
export const currencySign = (
  currency: string,
  locale: DateLanguage,
  own?: { currency: string; symbol: string | null },
): string =>
  (own?.currency === currency && own.symbol) ||
  (kroner.has(currency) ? 'kr' : moneyFormat(currency, locale).sign)

/** Minor units (hundredths) as text with two decimals; `symbol` is the tenant's own sign for this very currency. */
export function formatMoney(
  minor: number,
  currency: string,
  locale: DateLanguage,
  symbol?: string | null,
): string {
  const { format, sign } = moneyFormat(currency, locale)
  // Adding 0 turns -0 into 0.
  const text = format.format(minor / 100 + 0)
  return text.replace(sign, () => symbol || currencySign(currency, locale))
}

type MoneyFormat = { format: Intl.NumberFormat; /** How it writes the currency. */ sign: string }
/** Making one takes longer than writing a whole list of prices with it. */
const formats = recent<MoneyFormat>(200)

const moneyFormat = (currency: string, locale: DateLanguage): MoneyFormat =>
  formats(`${locale} ${currency}`, () => {
    const format = new Intl.NumberFormat(dateLocale(locale), {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    return { format, sign: format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? '' }
  })

/** The currency (ISO 4217): the tenant's, else that of the locale ('en-GB', 'da'), else DKK. */
export function currencyFor({
  tenantCurrency,
  locale,
}: {
  tenantCurrency?: string | null | undefined
  locale?: string | null | undefined
}): string {
  const own = tenantCurrency?.trim().toUpperCase()
  if (own && /^[A-Z]{3}$/.test(own)) return own
  if (!locale) return 'DKK'
  // Our English is written as in Britain.
  if (/^en([-_]gb)?$/i.test(locale)) return 'GBP'
  const language = matchLanguage(locale) ?? ''
  return euro.includes(language) ? 'EUR' : (localeCurrencies[language] ?? 'USD')
}
