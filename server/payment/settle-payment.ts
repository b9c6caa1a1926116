import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { PaymentState } from '../providers/payments/port.ts'
import { enqueueOrderMail } from '../receipt/mail.ts'
import { updateReceipt, type ReceiptRow } from '../receipt/queries.ts'
import { endAttempt, takeOrderNumber, type AttemptRow } from './queries.ts'
import { mobileOf } from './mobile.ts'

/**
 * Makes an order of a receipt whose attempt is paid: status, mail, and the order number, which comes last.
 * The receipt is locked. Idempotent: an attempt is settled once.
 */
export async function settlePayment(
  ctx: RequestContext,
  tx: Tx,
  { receipt, attempt, state }: { receipt: ReceiptRow; attempt: AttemptRow; state: PaymentState },
): Promise<void> {
  if (state !== 'captured' && state !== 'reserved') return
  const now = new Date(ctx.deps.now())
  if (!(await endAttempt(tx, attempt.id, 'settled', now))) return
  const paid = {
    ...receipt,
    status: state === 'captured' ? ('PAID' as const) : ('PENDING_COLLECT_INTENTS' as const),
    paymentStatus: 'completed' as const,
    email: receipt.customer.email.toLowerCase(),
    mobile: mobileOf(receipt),
    settledAt: now,
    orderNumber: await takeOrderNumber(tx),
  }
  const { status, paymentStatus, email, mobile, settledAt, orderNumber } = paid
  const row = await updateReceipt(
    tx,
    receipt.id,
    { status, paymentStatus, email, mobile, settledAt, orderNumber },
    now,
  )
  await enqueueOrderMail(ctx, tx, row)
}
