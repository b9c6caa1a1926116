import { intlLocale, matchLanguage } from './language.ts'
import type { DateLanguage } from './language.ts'
import { memoize } from './memoize.ts'

/** A currency (ISO 4217) and its symbol. */
export type Money = { currency: string; symbol: string }

/** Currencies whose minor unit is not a hundredth, by its decimals (ISO 4217, list one). */
const otherDecimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const decimals = new Map(
  Object.entries(otherDecimals).flatMap(([digits, list]) =>
    list.split(' ').map((currency) => [currency, Number(digits)] as const),
  ),
)

/** The decimals of an amount in a currency: two, none for the Icelandic króna and the yen (ISO 4217). */
export const currencyDecimals = (currency: string): number => decimals.get(currency) ?? 2

/** Decimals of a minor unit that a price excluding VAT may have: see `toPrice`. */
const NET_DECIMALS = 2

/** Minor units as an amount of the currency: 10000 is 100 kr. */
export const toAmount = (minor: number, currency: string): number =>
  // Of integers, the division gives the number that is nearest to the decimal one.
  Math.round(minor * 10 ** NET_DECIMALS) / 10 ** (NET_DECIMALS + currencyDecimals(currency))

/**
 * An amount of the currency as minor units; not an integer where the amount has more decimals than the
 * currency.
 */
export const toMinor = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** (NET_DECIMALS + currencyDecimals(currency))) / 10 ** NET_DECIMALS

/** Minor units as an amount with the decimals of the currency, without its name: `360.00`. */
export const amountText = (minor: number, currency: string): string =>
  toAmount(minor, currency).toFixed(currencyDecimals(currency))

/** What the stored prices of a tenant include: `vat`, or `none`: VAT is added to them. */
export const priceBases = ['vat', 'none'] as const
/** The VAT of a tenant in percent, and whether its stored prices include it. */
export type VatRule = { vatPercent: number; pricesInclude: (typeof priceBases)[number] }

const kroner = new Set(['DKK', 'NOK', 'SEK'])
const euro = ['de', 'es', 'fr', 'it', 'nl', 'pt']
const localeCurrencies: Record<string, string> = { da: 'DKK', no: 'NOK', sv: 'SEK', pl: 'PLN' }

/**
 * A stored price as guests pay it and as documents give it: the one function for services, goods and
 * shipping. All in minor units. `priceIncVat`: as typed if stored prices include VAT, else with VAT added,
 * half a minor unit rounded up. `price`: without VAT, at most two decimals, so that adding VAT and rounding
 * gives `priceIncVat`. `vat`: the VAT in `priceIncVat`.
 * @throws RangeError for an unsafe integer or percentage.
 */
export function toPrice(
  stored: number,
  { vatPercent, pricesInclude }: VatRule,
): { price: number; priceIncVat: number; vat: number } {
  if (!Number.isSafeInteger(stored))
    throw new RangeError(`Price must be an integer of minor units, not ${stored}`)
  if (!(vatPercent >= 0 && vatPercent <= 1000))
    throw new RangeError(`VAT must be a percentage from 0 to 1000, not ${vatPercent}`)
  const priceIncVat = pricesInclude === 'vat' ? stored : computeShare(stored, 100 + vatPercent)
  return {
    price: pricesInclude === 'vat' ? withoutVat(stored * 100, vatPercent) / 100 : stored,
    priceIncVat,
    vat: vatIn(priceIncVat, vatPercent),
  }
}

/** The VAT in an amount including VAT, both in minor units: the amount − round(amount ÷ (1 + p)). */
export const vatIn = (incVat: number, vatPercent: number): number => incVat - withoutVat(incVat, vatPercent)

/** An amount ÷ (1 + p), rounded half away from zero; exact, unlike floating point. */
function withoutVat(incVat: number, vatPercent: number): number {
  const whole = BigInt(1_000_000 + Math.round(vatPercent * 10_000))
  const rounded = Number((BigInt(Math.abs(incVat)) * 2_000_000n + whole) / (2n * whole))
  return incVat < 0 && rounded > 0 ? -rounded : rounded
}

/** `percent` of an amount in minor units, rounded half away from zero; exact, unlike floating point. */
export function computeShare(minor: number, percent: number): number {
  const share = BigInt(Math.abs(minor)) * BigInt(Math.round(percent * 10_000))
  const rounded = Number((share + 500_000n) / 1_000_000n)
  return minor < 0 && rounded > 0 ? -rounded : rounded
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

/** Minor units as text with the decimals of the currency; `symbol`: the tenant's own for this currency. */
export function formatMoney(
  minor: number,
  currency: string,
  locale: DateLanguage,
  symbol?: string | null,
): string {
  const { format, sign } = moneyFormat(currency, locale)
  // Adding 0 turns -0 into 0.
  const text = format.format(toAmount(minor, currency) + 0)
  return text.replace(sign, () => symbol || currencySign(currency, locale))
}

type MoneyFormat = { format: Intl.NumberFormat; /** Its symbol of the currency. */ sign: string }
/**
 * Constructing Intl.NumberFormat takes longer than formatting a whole price list: cached by locale and
 * currency.
 */
const formats = memoize<MoneyFormat>(200)

const moneyFormat = (currency: string, locale: DateLanguage): MoneyFormat =>
  formats(`${locale} ${currency}`, () => {
    const format = new Intl.NumberFormat(intlLocale(locale), {
      style: 'currency',
      currency,
      // Browsers and Node may know other decimals than ISO 4217.
      minimumFractionDigits: currencyDecimals(currency),
      maximumFractionDigits: currencyDecimals(currency),
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
