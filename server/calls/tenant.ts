import { currencyFor } from '#domain/money.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, Scope, Tenant } from '../context.ts'
import { findTenantByFirstpath, findTenantByVanityHost, getFinance } from '../data/tenant.ts'
import { DEFAULT_TENANT } from '../middleware/tenant.ts'
import { tenantFrom } from '../tenant-row.ts'

/** A tenantId that is not the host's answers like an unknown one. */
export function ownTenant(scope: Scope, id: string | undefined): void {
  if (id !== undefined && id !== scope.tenant.id) throw new CallError('not-found')
}

const shown = ({ id, firstpath, vanityHost, profile, origin }: Tenant) => ({
  id,
  tenantid: id,
  firstpath,
  vanityUrl: vanityHost,
  origin,
  title: profile.title,
  companyname: profile.companyname,
  icon: profile.icon,
  favicon: profile.favicon,
  timeZone: profile.timeZone,
  default: profile.default,
  supportedCountries: profile.supportedCountries,
  shop: profile.shop,
  email: profile.email,
  contact_email: profile.contact_email ?? null,
  effective_date: profile.effective_date ?? null,
  address: profile.address ?? null,
  tenantMessages: profile.tenantMessages,
})

export const getTenant: Handler<'getTenant'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  return shown(scope.tenant)
}

/** A tenant's host knows only itself; the neutral one helps to find a salon by its exact name. */
export const findTenants: Handler<'findTenants'> = async (scope, { firstpath, vanityUrl }) => {
  const { db, config } = scope.deps
  const row = firstpath ? await findTenantByFirstpath(db, firstpath.toLowerCase()) : vanityUrl ? await findTenantByVanityHost(db, vanityUrl.toLowerCase()) : null
  if (!row || (scope.tenant.id !== DEFAULT_TENANT && row.id !== scope.tenant.id)) return { documents: [] }
  return { documents: [shown(tenantFrom(row, config))] }
}

export const getFinanceSettings: Handler<'getFinance'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.read(scope.tenant.id, getFinance)
  return financeShown(row, scope.tenant.profile.default.language)
}

/** The finance settings with the currency order of the specification applied; the symbol falls back to `kr`. */
export const financeShown = (row: Awaited<ReturnType<typeof getFinance>>, language: string) => ({
  vat_percent: row.vatPercent,
  currency: currencyFor({ tenantCurrency: row.currency ?? undefined, locale: language }),
  currency_symbol: row.currencySymbol ?? 'kr',
})
