import type { Handler, Tenant } from '../context/context.ts'
import {
  DEFAULT_TENANT,
  findTenantByFirstpath,
  findTenantByVanityHost,
  getFinance,
  listTenantsByName,
  type FinanceRow,
} from './queries.ts'
import { canonicalHost } from './host.ts'
import { toMoney } from './finance.ts'
import { tenantFrom } from './tenant.ts'
import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'

/** The output schema of the call removes every field that guests may not see. */
const toResponse = ({ id, firstpath, vanityHost, profile, origin, icon }: Tenant) => ({
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

/** The host's own tenant. */
export const getTenant: Handler<'getTenant'> = async (ctx) => {
  return toResponse(ctx.tenant)
}

/**
 * A tenant's host finds only itself; the neutral tenant's host finds every tenant, by first label, host or
 * exact name.
 */
export const findTenants: Handler<'findTenants'> = async (ctx, { firstpath, vanityUrl, name }) => {
  const { db, config } = ctx.deps
  const mayShow = (row: { id: string }) => ctx.tenant.id === DEFAULT_TENANT || row.id === ctx.tenant.id
  if (name)
    return {
      documents: (await listTenantsByName(db, name))
        .filter(mayShow)
        .map((one) => toResponse(tenantFrom(one, config))),
    }
  const host = canonicalHost(vanityUrl)
  const row = firstpath
    ? await findTenantByFirstpath(db, firstpath.toLowerCase())
    : host
      ? await findTenantByVanityHost(db, host)
      : null
  if (!row || !mayShow(row)) return { documents: [] }
  return { documents: [toResponse(tenantFrom(row, config))] }
}

/** VAT in percent, currency with its symbol, and the cancellation fee. */
export const getFinanceSettings: Handler<'getFinance'> = async (ctx) => {
  const row = await ctx.deps.db.read(ctx.tenant.id, getFinance)
  const { lateFee, vatNumber } = row
  return {
    ...toFinanceResponse(row, ctx.tenant),
    lateFee,
    ...(vatNumber ? { vat_number: vatNumber } : {}),
  }
}

/** The finance settings for prices, or for a visit that was booked in the currency `of`. */
export function toFinanceResponse(row: FinanceRow, tenant: Tenant, of?: string) {
  const { currency, symbol } = toMoney(row, tenant, of)
  return { vat_percent: row.vatPercent, currency, currency_symbol: symbol }
}

export const listCountries: Handler<'listCountries'> = async () => ({ documents: [...countries] })

/** All languages that a guest can prefer, each by its own name. */
export const listLanguages: Handler<'listLanguages'> = async () => ({ documents: [...languages] })
