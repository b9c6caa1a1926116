import { matchLanguage } from '#domain/language.ts'
import { currencyFor, currencySign } from '#domain/money.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, Scope, Tenant } from '../context.ts'
import { findTenantByFirstpath, findTenantByVanityHost, getFinance, type FinanceRow } from '../data/tenant.ts'
import { canonicalHost, DEFAULT_TENANT } from '../middleware/tenant.ts'
import { tenantFrom } from '../tenant-row.ts'

/** A tenantId that is not the host's answers like an unknown one. */
export function ownTenant(scope: Scope, id: string | undefined): void {
  if (id !== undefined && id !== scope.tenant.id) throw new CallError('not-found')
}

/** Which of these fields guests may see is said by the call's schema alone: its answer keeps no other. */
const shown = ({ id, firstpath, vanityHost, profile, origin }: Tenant) => ({
  ...profile,
  id,
  tenantid: id,
  firstpath,
  vanityUrl: vanityHost,
  origin,
  contact_email: profile.contact_email ?? null,
  effective_date: profile.effective_date ?? null,
  address: profile.address ?? null,
})

/** The host's own tenant. @throws CallError `not-found` for any other. */
export const getTenant: Handler<'getTenant'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  return shown(scope.tenant)
}

/** A tenant's host knows only itself; the neutral one helps to find a salon by its exact name. */
export const findTenants: Handler<'findTenants'> = async (scope, { firstpath, vanityUrl }) => {
  const { db, config } = scope.deps
  const host = canonicalHost(vanityUrl)
  const row = firstpath ? await findTenantByFirstpath(db, firstpath.toLowerCase()) : host ? await findTenantByVanityHost(db, host) : null
  if (!row || (scope.tenant.id !== DEFAULT_TENANT && row.id !== scope.tenant.id)) return { documents: [] }
  return { documents: [shown(tenantFrom(row, config))] }
}

/** VAT, currency and its sign, and what cancelling late costs. @throws CallError `not-found` for another tenant. */
export const getFinanceSettings: Handler<'getFinance'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.read(scope.tenant.id, getFinance)
  return { ...financeShown(row, scope.tenant), lateFee: row.lateFee }
}

/**
 * The finance settings with the currency order of the specification applied. The sign is the tenant's own, else that of the
 * currency; a visit that was booked in another currency (`of`) has nothing of the tenant's sign.
 */
export function financeShown({ vatPercent, currency: set, currencySymbol }: FinanceRow, { profile }: Tenant, of?: string) {
  const locale = matchLanguage(profile.default.language) ?? 'da'
  const own = currencyFor({ tenantCurrency: set, locale })
  const currency = of ?? own
  return { vat_percent: vatPercent, currency, currency_symbol: currencySign(currency, locale, currency === own ? currencySymbol : null) }
}
