import { and, eq, sql } from 'drizzle-orm'
import { paymentAttempt } from '#db/schema/cart.ts'
import type { Tx } from '../database/db.ts'

export type AttemptRow = Omit<typeof paymentAttempt.$inferSelect, 'tenantId'>

/** Writes an attempt; the receipt must not have another open one. */
export const createAttempt = async (tx: Tx, row: AttemptRow): Promise<void> => {
  await tx.insert(paymentAttempt).values({ ...row, tenantId: tx.tenantId })
}

/** Ends an open attempt. @returns whether it was open. */
export async function endAttempt(
  tx: Tx,
  id: string,
  state: 'settled' | 'ended',
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(paymentAttempt)
    .set({ state, endedAt: now })
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        eq(paymentAttempt.id, id),
        eq(paymentAttempt.state, 'open'),
      ),
    )
  return rowCount === 1
}

/**
 * Takes the tenant's next order number. The row stays locked until the transaction ends, and a rollback
 * returns the number: there are no gaps. So it comes last in a transaction.
 */
export async function takeOrderNumber(tx: Tx): Promise<number> {
  const {
    rows: [row],
  } = await tx.execute<{ last: number }>(sql`
    insert into order_counter (tenant_id, last) values (${tx.tenantId}, 1)
    on conflict (tenant_id) do update set last = order_counter.last + 1
    returning last`)
  if (!row) throw new Error('no order number')
  return row.last
}
