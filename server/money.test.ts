import { expect, test } from 'vitest'
import type { Tenant } from './context.ts'
import { moneyOf } from './money.ts'

const money = (currency: string | null, language: string, countryCode: string) =>
  moneyOf({ currency, currencySymbol: null, vatPercent: 0, lateFee: { kind: 'none' } }, {
    profile: { default: { language, countryCode } },
  } as Tenant)

test.each([
  [null, 'en', 'US', 'USD', 'US$'],
  [null, 'en', 'GB', 'GBP', '£'],
  [null, 'da', 'DK', 'DKK', 'kr'],
  [null, 'no', 'NO', 'NOK', 'kr'],
  [null, 'de', 'AT', 'EUR', '€'],
  ['CAD', 'en', 'US', 'CAD', 'CA$'],
])(
  'a tenant with the currency %j, in %s and %s, takes %s, written %s',
  (set, language, country, currency, symbol) => {
    expect(money(set, language, country)).toEqual({ currency, symbol })
  },
)
