import { toAmount } from '#domain/money.ts'
import { isAnalyticsEnabled } from '#server/analytics/analytics.ts'
import type { Tx } from '#server/database/db.ts'
import type { ReceiptRow } from '#server/receipt/queries.ts'
import type { PaymentContext } from '../context.ts'
import type { AttemptRow } from '../queries.ts'

/**
 * Enqueues GA4's `refund` for what an order does not cost any more, if its guest had consented when they
 * paid. @param id of what has caused it: an event is sent once. @param amount minor units.
 */
export async function recordOrderRefund(
  { deps, tenant }: PaymentContext,
  tx: Tx,
  { id, order, attempt, amount }: { id: string; order: ReceiptRow; attempt: AttemptRow; amount: number },
): Promise<void> {
  const clientId = attempt.analyticsClientId
  if (clientId === null || !isAnalyticsEnabled({ tenant, deps })) return
  await deps.jobs.sendEvent(tx, {
    id,
    clientId,
    at: deps.now(),
    event: {
      name: 'refund',
      params: {
        transaction_id: String(order.orderNumber),
        currency: order.currency,
        value: toAmount(amount, order.currency),
      },
    },
  })
}
