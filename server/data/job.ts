import { sql } from 'drizzle-orm'
import pg from 'pg'
import { fromDrizzle, type Db as JobDb } from 'pg-boss'
import type { Tx } from './db.ts'

/** The tenant's transaction as the job queue wants it, so that a job stands or falls with the rows it is about. */
export const jobDb = (tx: Tx): JobDb => fromDrizzle(tx, sql)

/** Forgets a tenant's jobs in these queues that nobody has begun; none where there are no job tables yet. */
export async function removeJobs(tx: Tx, schema: string, queues: string[]): Promise<void> {
  const {
    rows: [jobs],
  } = await tx.execute<{ there: boolean }>(sql`select to_regclass(${`${schema}.job`}) is not null as there`)
  if (!jobs?.there) return
  const names = sql.param(queues)
  await tx.execute(
    sql`delete from ${sql.identifier(schema)}.job where name = any(${names}::text[]) and state < 'active' and data ->> 'tenant' = ${tx.tenantId}`,
  )
}

/**
 * What the request role may do with the job tables, and with those that a later version adds, as one statement for their owner. Two that
 * grant the same at once would fail, so they wait for one another.
 */
export const jobGrants = (schema: string, role: string): string =>
  [
    'begin',
    'select pg_advisory_xact_lock(718004)',
    `grant usage on schema ${schema} to ${pg.escapeIdentifier(role)}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${pg.escapeIdentifier(role)}`,
    `grant usage on all sequences in schema ${schema} to ${pg.escapeIdentifier(role)}`,
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${pg.escapeIdentifier(role)}`,
    `alter default privileges in schema ${schema} grant usage on sequences to ${pg.escapeIdentifier(role)}`,
    'commit',
  ].join(';\n')
