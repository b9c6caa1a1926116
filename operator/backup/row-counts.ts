import pg from 'pg'
import { listTables } from './backup-tables.ts'
import { tenantId } from '#server/database/db.ts'
import { connectOwner } from '#server/database/role.ts'

/** Numbers of rows by tenant and table. */
export type RowCounts = Record<string, Record<string, number>>

/** Tables in which every tenant has exactly one row. */
const ALWAYS = ['calendar', 'finance']

/**
 * Counts the rows of every tenant in every table, each on the node that serves it.
 * @throws DatabaseError with SQLSTATE 08006 if a node does not answer.
 */
export async function countRowsByTenant(ownerUrl: string): Promise<RowCounts> {
  const client = await connectOwner(ownerUrl, 'stamgast distribution')
  try {
    const tables = (await listTables(client)).filter(({ owned }) => owned)
    const { rows: tenants } = await client.query<{ id: string }>('select id from tenant order by id')
    const counts: RowCounts = {}
    for (const { id } of tenants) {
      const condition = `where tenant_id = '${tenantId(id)}'`
      await client.query('begin')
      await client.query(`set local app.tenant_id = '${tenantId(id)}'`)
      const { rows } = await client.query<{ name: string; rows: number }>(
        tables
          .map(
            ({ name }) =>
              `select '${name}' as name, count(*)::int as rows from public.${pg.escapeIdentifier(name)} ${condition}`,
          )
          .join(' union all '),
      )
      await client.query('commit')
      counts[id] = Object.fromEntries(rows.map((one) => [one.name, one.rows]))
    }
    return counts
  } finally {
    await client.end()
  }
}

/** Tenants without a row that each must have: the shard with their rows has lost them. */
export const listLostTenants = (counts: RowCounts): string[] =>
  Object.entries(counts).flatMap(([tenant, rows]) =>
    ALWAYS.some((table) => rows[table] !== 1) ? [tenant] : [],
  )

/** The tables of tenants with fewer rows than before, a line each; a tenant that is gone is one line. */
export const listMissingRows = (before: RowCounts, after: RowCounts): string[] =>
  Object.entries(before).flatMap(([tenant, rows]) => {
    const now = after[tenant]
    if (!now) return [`${tenant} is no tenant any more`]
    return Object.entries(rows).flatMap(([table, count]) =>
      (now[table] ?? 0) < count ? [`${tenant} ${table}: ${count} rows before, ${now[table] ?? 0} now`] : [],
    )
  })
