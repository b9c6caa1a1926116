import { and, eq, ne, or, sql } from 'drizzle-orm'
import { finance as financeTable, tenant as table } from '#db/schema/tenant.ts'
import type { TenantVat } from '#domain/vat.ts'
import type { LateFee } from '#contract/content/tenant.ts'
import { tenantId, type Db, type Tx } from '../database/db.ts'

/** The id of the neutral tenant, which serves every host without a tenant. */
export const DEFAULT_TENANT = 'default'

export type TenantRow = Awaited<ReturnType<typeof findTenantById>>

const withTenantId = (row: typeof table.$inferSelect | undefined) =>
  row ? { ...row, id: tenantId(row.id) } : null

/** @returns the tenant, or null. */
export const findTenantById = async (db: Db, id: string) =>
  withTenantId((await db.shared.select().from(table).where(eq(table.id, id)))[0])

/** @returns the tenant with this first label on the product domains, or null. */
export const findTenantByFirstpath = async (db: Db, firstpath: string) =>
  withTenantId((await db.shared.select().from(table).where(eq(table.firstpath, firstpath)))[0])

/** @param host in canonical form, see `canonicalHost`. @returns the tenant with this vanity host, or null. */
export const findTenantByVanityHost = async (db: Db, host: string) =>
  withTenantId((await db.shared.select().from(table).where(eq(table.vanityHost, host)))[0])

/** The names that lead to a tenant; null: none of the kind. `id`: of a tenant without a firstpath. */
type WantedNames = { firstpath: string | null; vanityHost: string; id: string | null }

/** The first labels and vanity hosts of all tenants, or of those that have one of `names`. */
export const listTenantNames = (db: Db, names?: WantedNames) =>
  db.shared
    .select({ id: table.id, firstpath: table.firstpath, vanityHost: table.vanityHost })
    .from(table)
    .where(
      names &&
        or(
          names.firstpath === null ? undefined : eq(table.firstpath, names.firstpath),
          names.id === null ? undefined : eq(table.id, names.id),
          eq(table.vanityHost, names.vanityHost),
        ),
    )

/** At most 20 tenants whose company name or site title equals `name`, ignoring case. */
export const listTenantsByName = async (db: Db, name: string) => {
  const called = (key: 'companyname' | 'title') => sql`lower(${table.profile} ->> ${key}) = lower(${name})`
  return (
    await db.shared
      .select()
      .from(table)
      .where(and(ne(table.id, DEFAULT_TENANT), or(called('companyname'), called('title'))))
      .orderBy(table.id)
      .limit(20)
  ).map((row) => ({ ...row, id: tenantId(row.id) }))
}

/** The ids of all tenants, sorted. */
export const listTenantIds = async (db: Db) =>
  (await db.shared.select({ id: table.id }).from(table).orderBy(table.id)).map(({ id }) => tenantId(id))

/** All tenants, sorted by id. */
export const listTenants = async (db: Db) =>
  (await db.shared.select().from(table).orderBy(table.id)).map((row) => ({ ...row, id: tenantId(row.id) }))

export type FinanceRow = TenantVat & {
  currency: string | null
  currencySymbol: string | null
  lateFee: LateFee
  /** Of the company, as documents give it. */
  vatNumber?: string | null
}

/** @returns the finance settings, or null. */
export const findFinance = async (tx: Tx): Promise<FinanceRow | null> =>
  (await tx.select().from(financeTable).where(eq(financeTable.tenantId, tx.tenantId)))[0] ?? null

/** @throws when the tenant has no finance settings: without them prices are unknown. */
export async function getFinance(tx: Tx): Promise<FinanceRow> {
  const row = await findFinance(tx)
  if (!row) throw new Error('the tenant has no finance settings')
  return row
}
