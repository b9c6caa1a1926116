import { matchLanguage } from '#domain/language.ts'
import { currencyFor, currencySign, type Money } from '#domain/money.ts'
import type { LateFee } from '#contract/content/tenant.ts'
import type { Tenant } from '../context/context.ts'
import type { FinanceRow } from './queries.ts'

/**
 * The currency and symbol to format amounts with, on pages and in mails.
 * @param finance null: the neutral tenant has no finance settings.
 * @param of the currency in which a visit was booked; without it the tenant's own currency, else that of the
 * tenant's language and country.
 */
export function toMoney(finance: FinanceRow | null, { profile }: Tenant, of?: string): Money {
  const { language, countryCode } = profile.default
  const locale = matchLanguage(language) ?? 'da'
  const own = {
    currency: currencyFor({ tenantCurrency: finance?.currency, locale: `${locale}-${countryCode}` }),
    symbol: finance?.currencySymbol ?? null,
  }
  const currency = of ?? own.currency
  return { currency, symbol: currencySign(currency, locale, own) }
}

/**
 * The cancellation fee of a visit booked in `currency`. A fixed fee is in the tenant's currency, so it does
 * not apply to a visit booked in another: its guest has not agreed to an amount.
 */
export const findCancellationFee = (finance: FinanceRow, tenant: Tenant, currency: string): LateFee =>
  finance.lateFee.kind === 'fixed' && toMoney(finance, tenant).currency !== currency
    ? { kind: 'none' }
    : finance.lateFee
