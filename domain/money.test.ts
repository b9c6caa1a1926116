import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  currencyFor,
  currencySign,
  formatMoney,
  computeShare,
  toAmount,
  toMinor,
  toPrice,
  vatIn,
} from './money.ts'

/** A price stored without VAT, as guests pay it. */
const priceIncVat = (exVat: number, vatPercent: number) =>
  toPrice(exVat, { vatPercent, pricesInclude: 'none' }).priceIncVat

test.each([
  [40000, 25, 50000],
  [0, 25, 0],
  [1, 25, 1],
  [2, 25, 3],
  [3, 25, 4],
  [10, 25, 13],
  [6, 25, 8],
  [39960, 25, 49950],
  [100, 0, 100],
  [50, 1, 51],
  [49, 1, 49],
  [12345, 8.1, 13345],
  [1000, 2.6, 1026],
  [10000, 5.5, 10550],
  [9_007_199_254_740, 25, 11_258_999_068_425],
  [-2, 25, -3],
])('%i minor units with %d %% VAT are %i', (exVat, vat, shown) => {
  expect(priceIncVat(exVat, vat)).toBe(shown)
})

test('rounding is exact where floating point is not', () => {
  // 1.005 × 100 is 100.49999… in floating point.
  expect(priceIncVat(100, 0.5)).toBe(101)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 100 }),
      (minor, vat) => priceIncVat(minor, vat) === Math.floor((minor * (100 + vat) + 50) / 100),
    ),
  )
})

test.each([0, 7, 19, 20, 24, 25, 25.5])(
  'every price typed with %d percent VAT in it is shown as typed',
  (vat) => {
    const rule = { vatPercent: vat, pricesInclude: 'vat' } as const
    const wrong: number[] = []
    for (let typed = 5; typed <= 100_000; typed++) {
      const { price, priceIncVat: shown, vat: part } = toPrice(typed, rule)
      // A client that adds VAT to the net price of a document arrives at the same amount.
      const added = Math.round((price * (100 + vat)) / 100)
      const net = Math.round(typed / (1 + vat / 100))
      const decimals = Number(price.toFixed(2)) === price
      if (shown !== typed || added !== typed || part !== typed - net || !decimals) wrong.push(typed)
    }
    expect(wrong).toEqual([])
  },
)

test('a document’s price with VAT and the VAT in it have the same sum as the price without', () => {
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), percent, (stored, vatPercent) => {
      const { price, priceIncVat: shown, vat } = toPrice(stored, { vatPercent, pricesInclude: 'none' })
      return price === stored && (vatPercent === 0 || shown - vat === stored)
    }),
  )
  expect(toPrice(10_000, { vatPercent: 25.5, pricesInclude: 'vat' })).toEqual({
    price: 7968.13,
    priceIncVat: 10_000,
    vat: 2032,
  })
  expect([vatIn(12_500, 25), vatIn(-12_500, 25), vatIn(0, 25), vatIn(99, 0)]).toEqual([2500, -2500, 0, 0])
})

test.each([
  [1.5, 25],
  [Number.NaN, 25],
  [2 ** 60, 25],
  [100, -1],
  [100, Number.NaN],
  [100, Number.POSITIVE_INFINITY],
])('%d with %d %% is no price', (minor, vat) => {
  expect(() => priceIncVat(minor, vat)).toThrow(RangeError)
})

test.each([
  [1001, 50, 501],
  [999, 33, 330],
  [0, 50, 0],
  [1000, 100, 1000],
])('of %i, %i %% are %i', (minor, percent, share) => {
  expect(computeShare(minor, percent)).toBe(share)
})

const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ') ?? null

test.each([
  [123450, 'DKK', 'da', undefined, '1.234,50 kr'],
  [123450, 'DKK', 'da', 'kr.', '1.234,50 kr.'],
  [100, 'SEK', 'sv', undefined, '1,00 kr'],
  [100, 'EUR', 'da', undefined, '1,00 €'],
  [100, 'CHF', 'da', undefined, '1,00 CHF'],
  [123450, 'DKK', 'da', 'kr', '1.234,50 kr'],
  [123450, 'NOK', 'no', 'kr', '1 234,50 kr'],
  [0, 'DKK', 'da', 'kr', '0,00 kr'],
  [-0, 'DKK', 'da', 'kr', '0,00 kr'],
  [5, 'EUR', 'de', undefined, '0,05 €'],
  [99900, 'GBP', 'en', '£', '£999.00'],
  [99900, 'DKK', 'en', '', 'kr 999.00'],
  [10000, 'JPY', 'en', undefined, 'JP¥10,000'],
  [-2500, 'DKK', 'da', 'kr', '-25,00 kr'],
  [100, 'DKK', 'da', '$&', '1,00 $&'],
  [123_450, 'EUR', 'fi', '€', '1 234,50 €'],
] as const)('%i %s in %s with the sign %s reads %j', (minor, currency, locale, symbol, text) => {
  expect(plain(formatMoney(minor, currency, locale, symbol))).toBe(text)
})

test.each([
  ['DKK', null, 'kr'],
  ['NOK', null, 'kr'],
  ['SEK', '', 'kr'],
  ['EUR', null, '€'],
  ['CHF', null, 'CHF'],
  ['DKK', 'kr.', 'kr.'],
  ['EUR', 'euro', 'euro'],
])('the sign of %s, where the tenant has %j for it, is %s', (currency, symbol, sign) => {
  expect(currencySign(currency, 'da', { currency, symbol })).toBe(sign)
})

test('an amount in another currency does not have the tenant’s symbol', () => {
  expect(currencySign('DKK', 'da', { currency: 'EUR', symbol: 'euro' })).toBe('kr')
  expect(currencySign('EUR', 'da', { currency: 'DKK', symbol: 'kr.' })).toBe('€')
})

test.each([
  ['NOK', 'da-DK', 'NOK'],
  [' nok ', 'en', 'NOK'],
  ['', 'da-DK', 'DKK'],
  ['kroner', 'sv-SE', 'SEK'],
  [null, 'nb-NO', 'NOK'],
  [null, 'no', 'NOK'],
  [null, 'sv', 'SEK'],
  [null, 'en-GB', 'GBP'],
  [null, 'en', 'GBP'],
  [null, 'en-US', 'USD'],
  [null, 'pl-PL', 'PLN'],
  [null, 'de-DE', 'EUR'],
  [null, 'es', 'EUR'],
  [null, 'fr-FR', 'EUR'],
  [null, 'it', 'EUR'],
  [null, 'nl-NL', 'EUR'],
  [null, 'pt-PT', 'EUR'],
  [null, 'fi-FI', 'USD'],
  [undefined, undefined, 'DKK'],
  [undefined, '', 'DKK'],
])('the tenant currency %j and the locale %j give %s', (tenantCurrency, locale, currency) => {
  expect(currencyFor({ tenantCurrency, locale })).toBe(currency)
})

test.each([
  ['DKK', 10_000, 100, '100,00 kr'],
  ['DKK', 7999.2, 79.992, null],
  ['EUR', 5, 0.05, '0,05 €'],
  ['ISK', 5900, 5900, '5.900 ISK'],
  ['JPY', 5900, 5900, '5.900 JP¥'],
  ['KWD', 5900, 5.9, '5,900 KWD'],
] as const)('%s: %d minor units are the amount %d, and back', (currency, minor, amount, shown) => {
  expect([toAmount(minor, currency), toMinor(amount, currency)]).toEqual([amount, minor])
  if (shown) expect(formatMoney(minor, currency, 'da').replaceAll(/\s/g, ' ')).toBe(shown)
})

test('every amount of minor units survives the way over the wire', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('DKK', 'ISK', 'KWD', 'CLF'),
      fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }),
      (currency, hundredths) => {
        const minor = hundredths / 100
        expect(toMinor(JSON.parse(JSON.stringify(toAmount(minor, currency))) as number, currency)).toBe(minor)
      },
    ),
  )
})
