import { intlLocale, matchLanguage } from './language.ts'
import type { DateLanguage } from './language.ts'
import { memoizeLru } from './memoize-lru.ts'

/** One member's own price for a service as stored: minor units excluding VAT, or an invalid value. */
type IndividualPrice = { active: boolean; price: unknown }
/**
 * `price` in minor units excluding VAT. If a member without an own price also performs the service, the
 * caller adds an active entry with the service's price; else the range would not contain it.
 */
export type ServicePrice = {
  price: number
  fromprice: boolean
  individualPricing: readonly IndividualPrice[]
}
/** A currency (ISO 4217) and its symbol. */
export type Money = { currency: string; symbol: string }
type PriceFinance = { vat_percent: number; currency: string; currency_symbol?: string | undefined }

const kroner = new Set(['DKK', 'NOK', 'SEK'])
const euro = ['de', 'es', 'fr', 'it', 'nl', 'pt']
const localeCurrencies: Record<string, string> = { da: 'DKK', no: 'NOK', sv: 'SEK', pl: 'PLN' }

/**
 * A price including VAT, half a minor unit rounded up. @throws RangeError for an unsafe integer or
 * percentage.
 */
export function priceIncVat(minorExVat: number, vatPercent: number): number {
  if (!Number.isSafeInteger(minorExVat))
    throw new RangeError(`Price must be an integer of minor units, not ${minorExVat}`)
  if (!(vatPercent >= 0 && vatPercent <= 1000))
    throw new RangeError(`VAT must be a percentage from 0 to 1000, not ${vatPercent}`)
  return shareOf(minorExVat, 100 + vatPercent)
}

/** `percent` of an amount in minor units, rounded half away from zero; exact, unlike floating point. */
export function shareOf(minor: number, percent: number): number {
  const share = BigInt(Math.abs(minor)) * BigInt(Math.round(percent * 10_000))
  const rounded = Number((share + 500_000n) / 1_000_000n)
  return minor < 0 && rounded > 0 ? -rounded : rounded
}

/** The lowest and the highest price of a service in minor units including VAT; equal if there is only one. */
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

/**
 * The parts of a displayed price; `from`: a "From" price; `high` is null unless the members' prices differ.
 */
export function toPriceParts(
  service: ServicePrice,
  finance: PriceFinance,
  locale: DateLanguage,
): { from: boolean; low: string; high: string | null } {
  const { low, high } = priceRange(service, finance.vat_percent)
  const show = (minor: number) => formatMoney(minor, finance.currency, locale, finance.currency_symbol)
  return { from: service.fromprice, low: show(low), high: high > low ? show(high) : null }
}

/**
 * The symbol of a currency: the tenant's own for the tenant's `own` currency, `kr` for the three kroner, else
 * that of the language.
 */
export const currencySign = (
  currency: string,
  locale: DateLanguage,
  own?: { currency: string; symbol: string | null },
): string =>
  (own?.currency === currency && own.symbol) ||
  (kroner.has(currency) ? 'kr' : moneyFormat(currency, locale).sign)

/** Minor units (hundredths) as text with two decimals; `symbol`: the tenant's own for this currency. */
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

type MoneyFormat = { format: Intl.NumberFormat; /** Its symbol of the currency. */ sign: string }
/**
 * Constructing Intl.NumberFormat takes longer than formatting a whole price list: cached by locale and
 * currency.
 */
const formats = memoizeLru<MoneyFormat>(200)

const moneyFormat = (currency: string, locale: DateLanguage): MoneyFormat =>
  formats(`${locale} ${currency}`, () => {
    const format = new Intl.NumberFormat(intlLocale(locale), {
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
  // English is British by default.
  if (/^en([-_]gb)?$/i.test(locale)) return 'GBP'
  const language = matchLanguage(locale) ?? ''
  return euro.includes(language) ? 'EUR' : (localeCurrencies[language] ?? 'USD')
}
