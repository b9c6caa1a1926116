import { and, eq, lte } from 'drizzle-orm'
import { message } from '#db/schema/page.ts'
import type { Tx } from '../database/db.ts'

type MessageRow = typeof message.$inferSelect

/** Finds a message by its handle, expired or not. */
export async function findMessage(tx: Tx, id: string): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(message)
    .where(and(eq(message.tenantId, tx.tenantId), eq(message.id, id)))
  return row ?? null
}

/** @param id a random handle of at least 128 bits. */
export const createMessage = async (
  tx: Tx,
  row: Omit<typeof message.$inferInsert, 'tenantId'>,
): Promise<void> => {
  await tx.insert(message).values({ ...row, tenantId: tx.tenantId })
}

/** Deletes expired messages. @returns the number of messages. */
export const removeExpiredMessages = async (tx: Tx, now: Date): Promise<number> => {
  const { rowCount } = await tx
    .delete(message)
    .where(and(eq(message.tenantId, tx.tenantId), lte(message.expiresAt, now)))
  return rowCount ?? 0
}
