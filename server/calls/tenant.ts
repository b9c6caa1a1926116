import { CallError } from '#contract/errors.ts'
import type { Handler, Scope, Tenant } from '../context.ts'
import {
  DEFAULT_TENANT,
  findTenantByFirstpath,
  findTenantByVanityHost,
  getFinance,
  listTenantsByName,
  type FinanceRow,
} from '../data/tenant.ts'
import { canonicalHost } from '../host.ts'
import { moneyOf } from '../money.ts'
import { tenantFrom } from '../tenant-row.ts'

/** A tenantId that is not the host's answers like an unknown one. */
export function ownTenant(scope: Scope, id: string | undefined): void {
  if (id !== undefined && id !== scope.tenant.id) throw new CallError('not-found')
}

/** Which of these fields guests may see is said by the call's schema alone: its answer keeps no other. */
const shown = ({ id, firstpath, vanityHost, profile, origin, icon }: Tenant) => ({
  ...profile,
  icon: profile.icon ?? icon,
  favicon: profile.favicon ?? profile.icon ?? icon,
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
export const findTenants: Handler<'findTenants'> = async (scope, { firstpath, vanityUrl, name }) => {
  const { db, config } = scope.deps
  const mayShow = (row: { id: string }) => scope.tenant.id === DEFAULT_TENANT || row.id === scope.tenant.id
  if (name)
    return {
      documents: (await listTenantsByName(db, name))
        .filter(mayShow)
        .map((one) => shown(tenantFrom(one, config))),
    }
  const host = canonicalHost(vanityUrl)
  const row = firstpath
    ? await findTenantByFirstpath(db, firstpath.toLowerCase())
    : host
      ? await findTenantByVanityHost(db, host)
      : null
  if (!row || !mayShow(row)) return { documents: [] }
  return { documents: [shown(tenantFrom(row, config))] }
}

/** VAT, currency and its sign, and what cancelling late costs. @throws CallError `not-found` for another tenant. */
export const getFinanceSettings: Handler<'getFinance'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const row = await scope.deps.db.read(scope.tenant.id, getFinance)
  return { ...financeShown(row, scope.tenant), lateFee: row.lateFee }
}

/** The finance settings as they are for prices, or for a visit that was booked in the currency `of`. */
export function financeShown(row: FinanceRow, tenant: Tenant, of?: string) {
  const { currency, symbol } = moneyOf(row, tenant, of)
  return { vat_percent: row.vatPercent, currency, currency_symbol: symbol }
}
