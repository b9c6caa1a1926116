import { and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import { cart, receipt, type CartItem } from '#db/schema/cart.ts'
import { paymentAttempt, paymentOperation } from '#db/schema/payment.ts'
import type { Tx } from '../database/db.ts'

export type AttemptRow = Omit<typeof paymentAttempt.$inferSelect, 'tenantId'>

const ofTenant = (tx: Tx, ...more: (SQL | undefined)[]): SQL | undefined =>
  and(eq(paymentAttempt.tenantId, tx.tenantId), ...more)

async function findOne(tx: Tx, where: SQL | undefined, { lock = false } = {}): Promise<AttemptRow | null> {
  const query = tx.select().from(paymentAttempt).where(where)
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}

/** Writes an attempt; the receipt must not have another open one. */
export const createAttempt = async (tx: Tx, row: AttemptRow): Promise<void> => {
  await tx.insert(paymentAttempt).values({ ...row, tenantId: tx.tenantId })
}

export const findAttempt = (tx: Tx, id: string): Promise<AttemptRow | null> =>
  findOne(tx, ofTenant(tx, eq(paymentAttempt.id, id)))

/** Finds an attempt, which it locks until the transaction ends. */
export const lockAttempt = (tx: Tx, id: string): Promise<AttemptRow | null> =>
  findOne(tx, ofTenant(tx, eq(paymentAttempt.id, id)), { lock: true })

/** The attempt of a receipt that is open, of which there is at most one. */
export const findOpenAttempt = (tx: Tx, receiptId: string): Promise<AttemptRow | null> =>
  findOne(tx, ofTenant(tx, eq(paymentAttempt.receiptId, receiptId), eq(paymentAttempt.state, 'open')))

/** The attempt that has made an order of a receipt. */
export const findSettledAttempt = (tx: Tx, receiptId: string): Promise<AttemptRow | null> =>
  findOne(tx, ofTenant(tx, eq(paymentAttempt.receiptId, receiptId), eq(paymentAttempt.state, 'settled')))

export const findAttemptByReference = (tx: Tx, reference: string): Promise<AttemptRow | null> =>
  findOne(tx, ofTenant(tx, eq(paymentAttempt.reference, reference)))

/** Finds the attempt of the provider's way back. */
export const findReturningAttempt = (tx: Tx, returnHash: string): Promise<AttemptRow | null> =>
  findOne(tx, ofTenant(tx, eq(paymentAttempt.returnHash, returnHash)))

/** The number of the last attempt of a receipt; 0 before the first. */
export async function findLastNumber(tx: Tx, receiptId: string): Promise<number> {
  const [row] = await tx
    .select({ number: paymentAttempt.number })
    .from(paymentAttempt)
    .where(ofTenant(tx, eq(paymentAttempt.receiptId, receiptId)))
    .orderBy(desc(paymentAttempt.number))
    .limit(1)
  return row?.number ?? 0
}

/** Why the last attempt of a receipt that failed has made no order; null without one. */
export async function findFailure(tx: Tx, receiptId: string): Promise<AttemptRow['endReason']> {
  const [row] = await tx
    .select({ endReason: paymentAttempt.endReason, flag: paymentAttempt.flag })
    .from(paymentAttempt)
    .where(
      ofTenant(
        tx,
        eq(paymentAttempt.receiptId, receiptId),
        eq(paymentAttempt.state, 'ended'),
        // Followed by another one, which fails by itself.
        ne(paymentAttempt.endReason, 'replaced'),
      ),
    )
    .orderBy(desc(paymentAttempt.number))
    .limit(1)
  // Money may have come after its end.
  return row?.flag ?? row?.endReason ?? null
}

export const updateAttempt = async (
  tx: Tx,
  id: string,
  change: Partial<Omit<AttemptRow, 'id'>>,
): Promise<void> => {
  await tx
    .update(paymentAttempt)
    .set(change)
    .where(ofTenant(tx, eq(paymentAttempt.id, id)))
}

/** Stores the provider's page of an attempt that has none yet. */
export const saveRedirectUrl = async (tx: Tx, id: string, redirectUrl: string): Promise<void> => {
  await tx
    .update(paymentAttempt)
    .set({ redirectUrl })
    .where(ofTenant(tx, eq(paymentAttempt.id, id), isNull(paymentAttempt.redirectUrl)))
}

/**
 * Notes that the provider gets a request about an attempt now, unless it was asked since `before`: of
 * several readers at once one asks.
 * @returns null where another one asks, or the attempt is settled.
 */
export async function claimStatusCheck(
  tx: Tx,
  id: string,
  { now, before }: { now: Date; before: Date },
): Promise<AttemptRow | null> {
  const [row] = await tx
    .update(paymentAttempt)
    .set({ statusCheckedAt: now })
    .where(
      ofTenant(
        tx,
        eq(paymentAttempt.id, id),
        inArray(paymentAttempt.state, ['open', 'ended']),
        or(isNull(paymentAttempt.statusCheckedAt), lt(paymentAttempt.statusCheckedAt, before)),
      ),
    )
    .returning()
  return row ?? null
}

/** The ids of attempts whose money may still come: the open ones, and those that have ended since `since`. */
export async function listUnsettledAttempts(
  tx: Tx,
  { since }: { since: Date | null },
): Promise<{ id: string; state: AttemptRow['state'] }[]> {
  return tx
    .select({ id: paymentAttempt.id, state: paymentAttempt.state })
    .from(paymentAttempt)
    .where(
      ofTenant(
        tx,
        eq(paymentAttempt.provider, 'vipps'),
        or(
          eq(paymentAttempt.state, 'open'),
          since
            ? and(
                eq(paymentAttempt.state, 'ended'),
                isNull(paymentAttempt.flag),
                gt(paymentAttempt.endedAt, since),
              )
            : undefined,
        ),
      ),
    )
    .orderBy(asc(paymentAttempt.createdAt))
}

/** The open attempts of a guest. */
export const listOpenAttemptsOf = (tx: Tx, guestId: string): Promise<{ id: string }[]> =>
  tx
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .innerJoin(
      receipt,
      and(eq(receipt.tenantId, paymentAttempt.tenantId), eq(receipt.id, paymentAttempt.receiptId)),
    )
    .where(ofTenant(tx, eq(paymentAttempt.state, 'open'), eq(receipt.guestId, guestId)))

/** Reservations that end before `before`, whose salon has not been warned; nothing of them is captured. */
export const listEndingReservations = (tx: Tx, before: Date): Promise<AttemptRow[]> =>
  tx
    .select()
    .from(paymentAttempt)
    .where(
      ofTenant(
        tx,
        eq(paymentAttempt.state, 'settled'),
        lt(paymentAttempt.reservedUntil, before),
        isNull(paymentAttempt.warnedAt),
        eq(paymentAttempt.capturedAmount, 0),
        eq(paymentAttempt.cancelledAmount, 0),
      ),
    )
    .orderBy(desc(paymentAttempt.reservedUntil))

/** The operations that the provider has not answered yet. */
export const listPendingOperations = (tx: Tx): Promise<{ id: string }[]> =>
  tx
    .select({ id: paymentOperation.id })
    .from(paymentOperation)
    .where(and(eq(paymentOperation.tenantId, tx.tenantId), eq(paymentOperation.state, 'pending')))

/** Deletes attempts without an order, with what they would have paid, long after their end. */
export async function deleteOldAttempts(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(paymentAttempt)
    .where(ofTenant(tx, eq(paymentAttempt.state, 'ended'), lt(paymentAttempt.endedAt, before)))
  return rowCount ?? 0
}

/** The cart that a receipt was made of, locked until the transaction ends; null where it is gone. */
export async function lockCartOfReceipt(
  tx: Tx,
  receiptId: string,
): Promise<{ id: string; items: CartItem[] } | null> {
  const [row] = await tx
    .select({ id: cart.id, items: cart.items })
    .from(cart)
    .where(and(eq(cart.tenantId, tx.tenantId), eq(cart.receiptId, receiptId)))
    .for('update')
  return row ?? null
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
