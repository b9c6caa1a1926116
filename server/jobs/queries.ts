import { sql } from 'drizzle-orm'
import pg from 'pg'
import { fromDrizzle, type Db as JobDb } from 'pg-boss'
import type { Tx } from '../database/db.ts'

/** Adapts the tenant's transaction for pg-boss, so that a job commits or rolls back with its rows. */
export const jobDb = (tx: Tx): JobDb => fromDrizzle(tx, sql)

/**
 * Deletes a tenant's jobs in these queues that have not started. Does nothing where the job tables do not
 * exist yet.
 */
export async function removeJobs(tx: Tx, schema: string, queues: string[]): Promise<void> {
  const {
    rows: [jobs],
  } = await tx.execute<{ exists: boolean }>(sql`select to_regclass(${`${schema}.job`}) is not null as exists`)
  if (!jobs?.exists) return
  const names = sql.param(queues)
  await tx.execute(
    sql`delete from ${sql.identifier(schema)}.job
      where name = any(${names}::text[]) and state < 'active' and data ->> 'tenant' = ${tx.tenantId}`,
  )
}

/**
 * SQL that grants the request role access to the job tables, present and future, for their owner to run. The
 * advisory lock is needed because concurrent grants on the same objects fail.
 */
export const jobGrants = (schema: string, role: string): string =>
  [
    'begin',
    'select pg_advisory_xact_lock(718004)',
    `grant usage on schema ${schema} to ${pg.escapeIdentifier(role)}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${pg.escapeIdentifier(role)}`,
    `grant usage on all sequences in schema ${schema} to ${pg.escapeIdentifier(role)}`,
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ` +
      pg.escapeIdentifier(role),
    `alter default privileges in schema ${schema} grant usage on sequences to ${pg.escapeIdentifier(role)}`,
    'commit',
  ].join(';\n')
