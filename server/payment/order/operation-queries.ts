import { and, asc, eq, ne, type SQL } from 'drizzle-orm'
import { paymentOperation } from '#db/schema/payment.ts'
import type { Tx } from '#server/database/db.ts'

export type OperationRow = Omit<typeof paymentOperation.$inferSelect, 'tenantId'>

const ofTenant = (tx: Tx, ...more: SQL[]): SQL | undefined =>
  and(eq(paymentOperation.tenantId, tx.tenantId), ...more)

/** Writes an operation. @returns false where the payment has one of its kind that has not failed. */
export async function createOperation(tx: Tx, row: OperationRow): Promise<boolean> {
  const { rowCount } = await tx
    .insert(paymentOperation)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoNothing()
  return rowCount === 1
}

export async function findOperation(tx: Tx, id: string): Promise<OperationRow | null> {
  const [row] = await tx
    .select()
    .from(paymentOperation)
    .where(ofTenant(tx, eq(paymentOperation.id, id)))
  return row ?? null
}

/** Finds an operation, which it locks until the transaction ends. */
export async function lockOperation(tx: Tx, id: string): Promise<OperationRow | null> {
  const [row] = await tx
    .select()
    .from(paymentOperation)
    .where(ofTenant(tx, eq(paymentOperation.id, id)))
    .for('update')
  return row ?? null
}

/** What has been requested for a payment and was not refused, the earliest first. */
export const listStandingOperations = (tx: Tx, attemptId: string): Promise<OperationRow[]> =>
  tx
    .select()
    .from(paymentOperation)
    .where(ofTenant(tx, eq(paymentOperation.attemptId, attemptId), ne(paymentOperation.state, 'failed')))
    .orderBy(asc(paymentOperation.createdAt), asc(paymentOperation.id))

export const updateOperation = async (
  tx: Tx,
  id: string,
  change: Pick<OperationRow, 'state' | 'code' | 'doneAt'>,
): Promise<void> => {
  await tx
    .update(paymentOperation)
    .set(change)
    .where(ofTenant(tx, eq(paymentOperation.id, id)))
}
