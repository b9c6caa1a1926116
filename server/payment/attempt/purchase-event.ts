import { eventParams } from '#domain/cart/event-params.ts'
import { toAmount } from '#domain/money.ts'
import { isAnalyticsEnabled } from '#server/analytics/analytics.ts'
import type { Tx } from '#server/database/db.ts'
import { priceReceipt } from '#server/receipt/price.ts'
import type { ReceiptRow } from '#server/receipt/queries.ts'
import type { PaymentContext } from '../context.ts'
import type { AttemptRow } from '../queries.ts'

/**
 * Enqueues GA4's `purchase`, once for each order, if the guest had consented when they paid. The order may be
 * settled by a job, so the attempt keeps their client id.
 */
export async function recordPurchase(
  { deps, tenant }: PaymentContext,
  tx: Tx,
  { order, attempt }: { order: ReceiptRow; attempt: AttemptRow },
): Promise<void> {
  const clientId = attempt.analyticsClientId
  if (clientId === null || !isAnalyticsEnabled({ tenant, deps })) return
  const { shipping, shippingDiscount, vat } = priceReceipt(order)
  await deps.jobs.sendEvent(tx, {
    id: order.id,
    clientId,
    at: deps.now(),
    event: {
      name: 'purchase',
      params: {
        ...eventParams(order.currency, order.items),
        transaction_id: String(order.orderNumber),
        value: toAmount(order.total, order.currency),
        shipping: toAmount((shipping ?? 0) - shippingDiscount, order.currency),
        tax: toAmount(
          vat.reduce((sum, { amount }) => sum + amount, 0),
          order.currency,
        ),
      },
    },
  })
}
