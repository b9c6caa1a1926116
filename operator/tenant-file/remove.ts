import { eq, sql } from 'drizzle-orm'
import { tenant } from '#db/schema/tenant.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { Tx } from '#server/database/db.ts'
import { removeJobs } from '#server/jobs/queries.ts'
import { queues, SCHEMA } from '#server/jobs/queues.ts'
import { lockImports } from './import.ts'

/**
 * Deletes the tenant with all its rows and its waiting jobs.
 * @param tables the tables with rows of tenants, each after those that refer to it.
 */
export async function removeTenant(tx: Tx, tables: readonly string[]): Promise<void> {
  await lockImports(tx)
  await removeJobs(tx, SCHEMA, Object.keys(queues))
  await removeRowsOf(tx, tables)
  await tx.delete(tenant).where(eq(tenant.id, tx.tenantId))
  await publishChange(tx, 'tenant', '')
}

/** Deletes the tenant's rows of these tables, each after those that refer to it. */
export async function removeRowsOf(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const name of tables)
    await tx.execute(sql`delete from ${sql.identifier(name)} where tenant_id = ${tx.tenantId}`)
}

/** The tables that have rows of the tenant, with their numbers. */
export async function countRowsOf(
  tx: Tx,
  tables: readonly string[],
): Promise<{ name: string; rows: number }[]> {
  const counted: { name: string; rows: number }[] = []
  for (const name of tables) {
    const { rows } = await tx.execute<{ rows: number }>(
      sql`select count(*)::int as rows from ${sql.identifier(name)} where tenant_id = ${tx.tenantId}`,
    )
    const [first] = rows
    if (first && first.rows > 0) counted.push({ name, rows: first.rows })
  }
  return counted
}
