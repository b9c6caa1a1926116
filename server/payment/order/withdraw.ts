import { withdrawalEnd } from '#domain/checkout/withdrawal.ts'
import { CallError } from '#contract/errors.ts'
import type { Tx } from '#server/database/db.ts'
import { updateReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import type { PaymentContext } from '../context.ts'
import { cancelLockedOrder, publishOrders, loadRefundable } from './end-order.ts'
import { enqueueWithdrawalMails, type ReturnedMoney } from './order-mail.ts'
import { findPendingCapture, lockSettledAttempt } from './orders.ts'
import type { AttemptRow } from '../queries.ts'

/**
 * Stores that the guest withdraws from the contract of an order, which is locked, and enqueues the mails
 * about it. Before the dispatch the order is cancelled at once. A second call changes nothing.
 * @throws CallError `order/withdrawal-over` with `until`, epoch ms; `not-found` for what is no order.
 */
export async function withdrawFromOrder(ctx: PaymentContext, tx: Tx, row: ReceiptRow): Promise<ReceiptRow> {
  if (row.withdrawnAt || row.canceledAt) return row
  const now = ctx.deps.now()
  const until = row.dispatchedAt && withdrawalEnd(row.dispatchedAt.getTime(), ctx.tenant.profile.timeZone)
  if (until !== null && now > until) throw new CallError('order/withdrawal-over', { until })
  const attempt = await lockSettledAttempt(tx, row.id)
  if (!attempt) throw new CallError('not-found')
  const isCapturing = (await findPendingCapture(tx, attempt.id)) !== null
  const withdrawn = await updateReceipt(tx, row.id, { withdrawnAt: new Date(now) }, new Date(now))
  await enqueueWithdrawalMails(ctx, tx, withdrawn, await loadReturnedMoney(tx, attempt, { isCapturing }))
  if (!row.dispatchedAt && !isCapturing)
    return (await cancelLockedOrder(ctx, tx, { receipt: withdrawn, attempt })).receipt
  // While the money is being captured, the end of that cancels the order: see operations.ts.
  await publishOrders(tx, withdrawn)
  return withdrawn
}

/** What becomes of the money: a reservation is released, what is captured is paid back. */
async function loadReturnedMoney(
  tx: Tx,
  attempt: AttemptRow,
  { isCapturing }: { isCapturing: boolean },
): Promise<ReturnedMoney> {
  if (attempt.capturedAmount > 0) return { is: 'returned', amount: await loadRefundable(tx, attempt) }
  return { is: isCapturing ? 'returned' : 'released', amount: attempt.amount }
}
