import { sql } from 'drizzle-orm'
import pg from 'pg'
import { fromDrizzle, type Db as JobDb } from 'pg-boss'
import type { Tx } from './db.ts'

/** The tenant's transaction as the job queue wants it, so that a job stands or falls with the rows it is about. */
export const jobDb = (tx: Tx): JobDb => fromDrizzle(tx, sql)

/**
 * What the request role may do with the job tables, and with those that a later version adds, as one statement for their owner. Two that
 * grant the same at once would fail, so they wait for one another.
 */
export const jobGrants = (schema: string, role: string): string => [
  'begin',
  'select pg_advisory_xact_lock(718004)',
  `grant usage on schema ${schema} to ${pg.escapeIdentifier(role)}`,
  `grant select, insert, update, delete on all tables in schema ${schema} to ${pg.escapeIdentifier(role)}`,
  `grant usage on all sequences in schema ${schema} to ${pg.escapeIdentifier(role)}`,
  `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${pg.escapeIdentifier(role)}`,
  `alter default privileges in schema ${schema} grant usage on sequences to ${pg.escapeIdentifier(role)}`,
  'commit',
].join(';\n')
