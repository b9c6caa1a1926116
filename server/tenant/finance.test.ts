import { expect, test } from 'vitest'
import type { Tenant } from '../context/context.ts'
import { toMoney } from './finance.ts'

const money = (currency: string | null, language: string, countryCode: string) =>
  toMoney(
    { currency, currencySymbol: null, vatPercent: 0, pricesInclude: 'none', lateFee: { kind: 'none' } },
    {
      profile: { default: { language, countryCode } },
    } as Tenant,
  )

test.each([
  [null, 'en', 'US', 'USD', 'US$'],
  [null, 'en', 'GB', 'GBP', '£'],
  [null, 'da', 'DK', 'DKK', 'kr'],
  [null, 'no', 'NO', 'NOK', 'kr'],
  [null, 'de', 'AT', 'EUR', '€'],
  ['CAD', 'en', 'US', 'CAD', 'CA$'],
])(
  'a tenant with the currency %j, language %s and country %s has %s with the symbol %s',
  (set, language, country, currency, symbol) => {
    expect(money(set, language, country)).toEqual({ currency, symbol })
  },
)
