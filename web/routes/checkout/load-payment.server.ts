import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { toShownStatus } from '#domain/checkout/receipt-status.ts'
import { findOwnReceipt } from '#web/checkout/order/find-order.server.ts'
import type { Payment } from '#web/checkout/payment/payment.ts'

/** The longest handle that a link of ours has. */
const MAX_HANDLE = 200

/**
 * The status of a payment, for its owner or for the holder of the handle of the provider's way back; `lost`
 * where the guest may not know, or the server cannot say.
 */
export async function loadPayment(
  ctx: PageContext,
  link: { receiptId: string; handle: string | null },
): Promise<Payment> {
  const receiptId = link.receiptId.slice(0, MAX_HANDLE)
  const handle = link.handle?.slice(0, MAX_HANDLE) || null
  const { call, now } = ctx
  try {
    const asked = await call('checkPaymentStatus', { receiptId, ...(handle ? { handle } : {}) })
    const { receipt, paymentStatus, redirectUrl, checkUntil, failure, method } = asked
    // Without a handle only the owner is answered.
    const isOwn = !handle || (await findOwnReceipt(ctx, receiptId)) !== null
    const state = toShownStatus({ status: receipt.status, paymentStatus })
    // The order has emptied the cart: this sends the count that the toolbar shows.
    if (state === 'success' && isOwn) await call('getCart', {})
    return {
      receiptId,
      handle,
      state,
      method,
      orderNumber: receipt.orderNumber,
      failure,
      again: state === 'failed' && isOwn && receipt.status === 'PENDING',
      isOwn,
      providerUrl: redirectUrl,
      checkMs: Math.max(0, (checkUntil ?? 0) - now),
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return {
      receiptId,
      handle,
      state: 'lost',
      method: 'vippsCard',
      orderNumber: null,
      failure: null,
      again: false,
      isOwn: false,
      providerUrl: null,
      checkMs: 0,
    }
  }
}
