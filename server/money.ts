import { matchLanguage } from '#domain/language.ts'
import { currencyFor, currencySign, type Money } from '#domain/money.ts'
import type { LateFee } from '#contract/tenant.ts'
import type { Tenant } from './context.ts'
import type { FinanceRow } from './data/tenant.ts'

/**
 * What amounts are written with, on pages and in mails alike: those of a visit in the currency that it was booked in (`of`), all
 * others in the tenant's, which is the one it has set, else that of its language and country.
 */
export function moneyOf(
  { currency: set, currencySymbol }: FinanceRow,
  { profile }: Tenant,
  of?: string,
): Money {
  const { language, countryCode } = profile.default
  const locale = matchLanguage(language) ?? 'da'
  const own = {
    currency: currencyFor({ tenantCurrency: set, locale: `${locale}-${countryCode}` }),
    symbol: currencySymbol,
  }
  const currency = of ?? own.currency
  return { currency, symbol: currencySign(currency, locale, own) }
}

/** What cancelling late costs a visit that was booked in this currency. A fixed fee is an amount in the tenant's: of a visit in another one nobody has agreed to any. */
export const lateFeeOf = (finance: FinanceRow, tenant: Tenant, currency: string): LateFee =>
  finance.lateFee.kind === 'fixed' && moneyOf(finance, tenant).currency !== currency
    ? { kind: 'none' }
    : finance.lateFee
