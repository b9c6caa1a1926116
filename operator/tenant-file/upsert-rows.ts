import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/db.ts'

/** Upserts the rows; unchanged ones are not written. @returns the number of rows written. */
export async function upsertRows<T extends PgTable>(
  tx: Tx,
  table: T,
  key: PgColumn[],
  rows: T['$inferInsert'][],
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const given = Object.entries(getTableColumns(table)).filter(
    ([name, column]) => name in first && !key.includes(column),
  )
  const names = given.map(([, column]) => column.name)
  const set: Record<string, SQL> = Object.fromEntries(
    given.map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
  )
  const differs = sql.raw(
    `(${names.map((name) => `"${getTableName(table)}"."${name}"`).join()}) is distinct from ` +
      `(${names.map((name) => `excluded."${name}"`).join()})`,
  )
  const { rowCount } = await tx
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({ target: key, set, setWhere: differs })
  return rowCount ?? 0
}
