import { and, eq, ne, or, sql } from 'drizzle-orm'
import { finance as financeTable, tenant as table } from '#db/schema/tenant.ts'
import type { LateFee } from '#contract/tenant.ts'
import { tenantId, type Db, type Tx } from './db.ts'

/** The neutral one, which answers for every host that is nobody's. */
export const DEFAULT_TENANT = 'default'

export type TenantRow = Awaited<ReturnType<typeof findTenantById>>

const minted = (row: typeof table.$inferSelect | undefined) => (row ? { ...row, id: tenantId(row.id) } : null)

/** The tenant, or null. */
export const findTenantById = async (db: Db, id: string) =>
  minted((await db.shared.select().from(table).where(eq(table.id, id)))[0])

/** The tenant that has this first label on the product domains, or null. */
export const findTenantByFirstpath = async (db: Db, firstpath: string) =>
  minted((await db.shared.select().from(table).where(eq(table.firstpath, firstpath)))[0])

/** The tenant that has this host (lower case, punycode) to itself, or null. */
export const findTenantByVanityHost = async (db: Db, host: string) =>
  minted((await db.shared.select().from(table).where(eq(table.vanityHost, host)))[0])

/** By what hosts lead to tenants: the first labels and the hosts of their own, of all tenants or of those that have one of these. */
export const listTenantNames = (db: Db, names?: { firstpath: string | null; vanityHost: string }) =>
  db.shared
    .select({ id: table.id, firstpath: table.firstpath, vanityHost: table.vanityHost })
    .from(table)
    .where(
      names &&
        or(
          names.firstpath === null ? undefined : eq(table.firstpath, names.firstpath),
          eq(table.vanityHost, names.vanityHost),
        ),
    )

/** The tenants that are called just this, but for case: by the name of the company or the title of the site. */
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

/** The ids of all tenants, in order. */
export const listTenantIds = async (db: Db) =>
  (await db.shared.select({ id: table.id }).from(table).orderBy(table.id)).map(({ id }) => tenantId(id))

/** All tenants, by id. */
export const listTenants = async (db: Db) =>
  (await db.shared.select().from(table).orderBy(table.id)).map((row) => ({ ...row, id: tenantId(row.id) }))

export type FinanceRow = {
  currency: string | null
  currencySymbol: string | null
  vatPercent: number
  lateFee: LateFee
}

/** @throws when the tenant has none: prices are then unknown, and no page may guess them. */
export async function getFinance(tx: Tx): Promise<FinanceRow> {
  const [row] = await tx.select().from(financeTable).where(eq(financeTable.tenantId, tx.tenantId))
  if (!row) throw new Error('the tenant has no finance settings')
  return row
}
