import { canBecome } from '#domain/checkout/receipt-status.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { Tx } from '#server/database/db.ts'
import { updateReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { hashSession } from '#server/secret/hash.ts'
import { beginOperation } from './begin-operation.ts'
import type { PaymentContext } from '../context.ts'
import { returnReserved } from '../reservation/reservations.ts'
import { notifyOfOrder } from './notify-order.ts'
import { listStandingOperations, type OperationRow } from './operation-queries.ts'
import { enqueueDispatchedMail } from './order-mail.ts'
import type { AttemptRow } from '../queries.ts'
import { recordOrderRefund } from './refund-event.ts'

/** An order with the attempt that has paid it, both locked. */
export type LockedOrder = { receipt: ReceiptRow; attempt: AttemptRow }

/** Stores that an order, which is paid or costs nothing, is dispatched, and notifies its guest. */
export async function completeDispatch(
  ctx: PaymentContext,
  tx: Tx,
  { id, status }: ReceiptRow,
): Promise<ReceiptRow> {
  requireStatus(status, 'PAID')
  const now = new Date(ctx.deps.now())
  const row = await updateReceipt(tx, id, { status: 'PAID', dispatchedAt: now }, now)
  await enqueueDispatchedMail(ctx, tx, row)
  await publishOrders(tx, row)
  return row
}

/**
 * Cancels an order: its goods and codes are returned, and so is its money, by an operation that is requested
 * from the provider after the commit. The caller has made sure that it is not canceled, and that nothing is
 * being captured, and enqueues its mails.
 * @returns the order, and what is requested from the provider: null where there is no money to return.
 */
export async function cancelLockedOrder(
  ctx: PaymentContext,
  tx: Tx,
  { receipt, attempt }: LockedOrder,
): Promise<{ receipt: ReceiptRow; operation: OperationRow | null }> {
  requireStatus(receipt.status, 'canceled')
  const now = new Date(ctx.deps.now())
  await returnReserved(tx, attempt.content)
  const operation = await returnMoney(ctx, tx, attempt)
  const row = await updateReceipt(
    tx,
    receipt.id,
    {
      status: 'canceled',
      // Money that has come and gone again: the payment was no failure.
      paymentStatus: attempt.capturedAmount > 0 ? 'completed' : 'failed',
      canceledAt: now,
    },
    now,
  )
  if (attempt.amount === 0)
    await recordOrderRefund(ctx, tx, { id: attempt.id, order: row, attempt, amount: 0 })
  await notifyOfOrder(ctx, tx, {
    order: row,
    about: 'orderCancelled',
    sessionHash: hashSession(ctx),
  })
  await publishOrders(tx, row)
  return { receipt: row, operation }
}

async function returnMoney(ctx: PaymentContext, tx: Tx, attempt: AttemptRow): Promise<OperationRow | null> {
  if (attempt.amount === 0) return null
  if (attempt.capturedAmount === 0)
    return beginOperation(ctx, tx, { attempt, kind: 'cancel', amount: attempt.amount })
  const amount = await loadRefundable(tx, attempt)
  return amount > 0 ? beginOperation(ctx, tx, { attempt, kind: 'refund', amount }) : null
}

/** What of a payment is captured, not refunded, and not about to be refunded. Minor units. */
export async function loadRefundable(
  tx: Tx,
  { id, capturedAmount, refundedAmount }: AttemptRow,
): Promise<number> {
  const pending = (await listStandingOperations(tx, id)).filter(
    ({ kind, state }) => kind === 'refund' && state === 'pending',
  )
  return pending.reduce((left, { amount }) => left - amount, capturedAmount - refundedAmount)
}

/** Sends the open pages of the guest, and of the salon, their orders again. */
export const publishOrders = (tx: Tx, { guestId }: Pick<ReceiptRow, 'guestId'>): Promise<void> =>
  publishChange(tx, 'orders', guestId ?? '')

function requireStatus(from: ReceiptRow['status'], to: 'PAID' | 'canceled'): void {
  if (from !== to && !canBecome(from, to)) throw new Error(`an order cannot go from ${from} to ${to}`)
}
