import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { receipt } from '#db/schema/cart.ts'
import { paymentAttempt, paymentOperation } from '#db/schema/payment.ts'
import type { Tx } from '#server/database/db.ts'
import type { ReceiptRow } from '#server/receipt/queries.ts'
import type { OperationRow } from './operation-queries.ts'
import type { AttemptRow } from '../queries.ts'

const isPaidByAttempt = and(
  eq(receipt.tenantId, paymentAttempt.tenantId),
  eq(receipt.id, paymentAttempt.receiptId),
)

const isOfAttempt = and(
  eq(paymentAttempt.tenantId, paymentOperation.tenantId),
  eq(paymentAttempt.id, paymentOperation.attemptId),
)

/** Finds an order by its number, which it locks until the transaction ends. */
export async function lockReceiptOfOrder(tx: Tx, orderNumber: number): Promise<ReceiptRow | null> {
  const [row] = await tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.tenantId, tx.tenantId), eq(receipt.orderNumber, orderNumber)))
    .for('update')
  return row ?? null
}

/** The currency of an order, or null where the tenant has no such order. */
export async function findCurrencyOfOrder(tx: Tx, orderNumber: number): Promise<string | null> {
  const [row] = await tx
    .select({ currency: receipt.currency })
    .from(receipt)
    .where(and(eq(receipt.tenantId, tx.tenantId), eq(receipt.orderNumber, orderNumber)))
  return row?.currency ?? null
}

const isOpen = and(isNull(receipt.dispatchedAt), isNull(receipt.canceledAt))

/** The orders of a tenant, the newest first. `open`: those that are neither dispatched nor cancelled. */
export const listOrdersOfTenant = (
  tx: Tx,
  { open, limit }: { open: boolean; limit: number },
): Promise<ReceiptRow[]> =>
  tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.tenantId, tx.tenantId), isNotNull(receipt.orderNumber), open ? isOpen : undefined))
    .orderBy(desc(receipt.orderNumber))
    .limit(limit)

/** The orders that are neither dispatched nor cancelled, the oldest first. */
export const listOpenOrders = (tx: Tx, limit: number): Promise<ReceiptRow[]> =>
  tx
    .select()
    .from(receipt)
    .where(and(eq(receipt.tenantId, tx.tenantId), isNotNull(receipt.orderNumber), isOpen))
    .orderBy(receipt.orderNumber)
    .limit(limit)

/** The orders that are dispatched or cancelled, the newest first. `before`: an order's number. */
export const listClosedOrders = (
  tx: Tx,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ReceiptRow[]> =>
  tx
    .select()
    .from(receipt)
    .where(
      and(
        eq(receipt.tenantId, tx.tenantId),
        before === undefined ? isNotNull(receipt.orderNumber) : lt(receipt.orderNumber, before),
        or(isNotNull(receipt.dispatchedAt), isNotNull(receipt.canceledAt)),
      ),
    )
    .orderBy(desc(receipt.orderNumber))
    .limit(limit)

/**
 * What was requested last at the provider for each of these orders, by their ids; what has no answer counts
 * as the last.
 */
export async function listLastOperations(
  tx: Tx,
  receiptIds: string[],
): Promise<Map<string, Pick<OperationRow, 'kind' | 'state'>>> {
  if (receiptIds.length === 0) return new Map()
  const { kind, state, createdAt } = paymentOperation
  const rows = await tx
    .selectDistinctOn([paymentAttempt.receiptId], { id: paymentAttempt.receiptId, kind, state })
    .from(paymentOperation)
    .innerJoin(paymentAttempt, isOfAttempt)
    .where(
      and(
        eq(paymentOperation.tenantId, tx.tenantId),
        inArray(paymentAttempt.receiptId, receiptIds),
        eq(paymentAttempt.state, 'settled'),
      ),
    )
    .orderBy(paymentAttempt.receiptId, desc(eq(state, 'pending')), desc(createdAt))
  return new Map(rows.map(({ id, ...operation }) => [id, operation]))
}

/** An attempt with the number of its order; null where it has made none. */
export type ReportedAttempt = AttemptRow & { orderNumber: number | null }

/** The attempts at the provider since `since`, and older ones that are open or flagged; the newest first. */
export async function listReportedAttempts(tx: Tx, since: Date): Promise<ReportedAttempt[]> {
  const rows = await tx
    .select({ attempt: paymentAttempt, orderNumber: receipt.orderNumber })
    .from(paymentAttempt)
    .innerJoin(receipt, isPaidByAttempt)
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        ne(paymentAttempt.provider, 'none'),
        or(
          gt(paymentAttempt.createdAt, since),
          eq(paymentAttempt.state, 'open'),
          isNotNull(paymentAttempt.flag),
        ),
      ),
    )
    .orderBy(desc(paymentAttempt.createdAt))
  return rows.map(({ attempt, orderNumber }) => ({
    ...attempt,
    orderNumber: attempt.state === 'settled' ? orderNumber : null,
  }))
}

/** An operation with the reference and the currency of its payment. */
export type ListedOperation = OperationRow &
  Pick<typeof paymentAttempt.$inferSelect, 'reference' | 'currency'>

/** The operations that have no answer or were refused; the newest first. */
export async function listUnfinishedOperations(tx: Tx): Promise<ListedOperation[]> {
  const rows = await tx
    .select({
      operation: paymentOperation,
      reference: paymentAttempt.reference,
      currency: paymentAttempt.currency,
    })
    .from(paymentOperation)
    .innerJoin(paymentAttempt, isOfAttempt)
    .where(
      and(eq(paymentOperation.tenantId, tx.tenantId), inArray(paymentOperation.state, ['pending', 'failed'])),
    )
    .orderBy(desc(paymentOperation.createdAt))
  return rows.map(({ operation, reference, currency }) => ({ ...operation, reference, currency }))
}

/** The orders whose reservation ends before `before`, the earliest first; nothing of them is captured. */
export const listEndingOrders = (
  tx: Tx,
  before: Date,
): Promise<{ orderNumber: number | null; reservedUntil: Date | null }[]> =>
  tx
    .select({ orderNumber: receipt.orderNumber, reservedUntil: paymentAttempt.reservedUntil })
    .from(paymentAttempt)
    .innerJoin(receipt, isPaidByAttempt)
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        eq(paymentAttempt.state, 'settled'),
        eq(receipt.status, 'PENDING_COLLECT_INTENTS'),
        lt(paymentAttempt.reservedUntil, before),
      ),
    )
    .orderBy(paymentAttempt.reservedUntil)
