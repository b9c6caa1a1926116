import type { Tx } from '#server/database/db.ts'
import type { PaymentContext } from '../context.ts'
import { listOpenAttemptsOf } from '../queries.ts'
import { listUndispatchedOrders, lockReceipt } from '#server/receipt/queries.ts'
import { endAttempt } from './settle-payment.ts'
import { withdrawFromOrder } from '../order/withdraw.ts'

/**
 * Ends what a guest is paying at this moment, and cancels what the salon has not dispatched, before their
 * account is deleted: without an address nothing can be sent. Jobs do the same at the provider; what the
 * guest has just approved is released.
 */
export async function endPaymentsOf(ctx: PaymentContext, tx: Tx, guestId: string): Promise<void> {
  for (const { id } of await listOpenAttemptsOf(tx, guestId)) {
    await endAttempt(ctx, tx, id, 'deleted')
    await ctx.deps.jobs.settlePayment(tx, id)
  }
  for (const { id } of await listUndispatchedOrders(tx, guestId)) {
    const order = await lockReceipt(tx, id)
    if (order) await withdrawFromOrder(ctx, tx, order)
  }
}
