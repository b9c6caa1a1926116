import { sql } from 'drizzle-orm'
import type { Tx } from './db.ts'

/**
 * Runs `work` within a savepoint and rolls back to it when `work` answers false. The statements run either
 * way, so that the duration does not reveal the outcome.
 */
export async function runInSavepoint(tx: Tx, work: () => Promise<boolean>): Promise<boolean> {
  await tx.execute(sql`savepoint attempt`)
  const keep = await work()
  await tx.execute(keep ? sql`release savepoint attempt` : sql`rollback to savepoint attempt`)
  return keep
}

/** Runs `work` within a savepoint and rolls back to it when `work` throws; the transaction goes on. */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint work`)
  try {
    const result = await work()
    await tx.execute(sql`release savepoint work`)
    return result
  } catch (error) {
    await tx.execute(sql`rollback to savepoint work`)
    throw error
  }
}
