import { matchLanguage } from '#domain/language.ts'
import { currencyFor, currencySign, type Money } from '#domain/money.ts'
import type { Tenant } from './context.ts'
import type { FinanceRow } from './data/tenant.ts'

/**
 * What amounts are written with, on pages and in mails alike: those of a visit in the currency that it was booked in (`of`), all
 * others in the tenant's, which is the one it has set, else that of its language.
 */
export function moneyOf({ currency: set, currencySymbol }: FinanceRow, { profile }: Tenant, of?: string): Money {
  const locale = matchLanguage(profile.default.language) ?? 'da'
  const own = { currency: currencyFor({ tenantCurrency: set, locale }), symbol: currencySymbol }
  const currency = of ?? own.currency
  return { currency, symbol: currencySign(currency, locale, own) }
}
