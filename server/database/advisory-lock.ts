import { sql } from 'drizzle-orm'
import type { Tx } from './db.ts'

/**
 * Takes advisory locks of the tenant until the transaction ends, so that transactions with a common key run
 * one after the other. The sorted order prevents deadlocks.
 */
export async function lockKeys(tx: Tx, keys: string[]): Promise<void> {
  const locks = keys
    .toSorted()
    .map((key) => sql`pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} ${key}`}, 0))`)
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`)
}

/** Limits how long the transaction waits for each lock from now on, in ms; then it fails with 55P03. */
export const limitLockWait = async (tx: Tx, ms: number): Promise<void> => {
  await tx.execute(sql.raw(`set local lock_timeout = ${Math.trunc(ms)}`))
}
