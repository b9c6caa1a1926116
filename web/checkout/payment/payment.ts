import type { Receipt } from '#contract/shop/checkout.ts'
import type { TextKey } from '#contract/text.ts'
import type { PaymentFailure } from '#domain/checkout/payment-failure.ts'

/** `lost`: the status cannot be read. */
export type PaymentState = 'success' | 'failed' | 'pending' | 'unknown' | 'lost'

/** What the status view shows of a payment. */
export type Payment = {
  receiptId: string
  /** The handle of the provider's way back, where its browser may be another one. */
  handle: string | null
  state: PaymentState
  method: Receipt['paymentMethod']
  orderNumber: number | null
  /** Why it failed, if that is known. */
  failure: PaymentFailure | null
  /** It failed, and the guest can pay the same order again. */
  again: boolean
  /** The order is this browser's own: it may see what it contains. */
  isOwn: boolean
  /** The provider's page, for the owner while the payment is open. */
  providerUrl: string | null
  /** How long it is worth asking again, in ms; 0: not any more. */
  checkMs: number
}

/** The heading, title and text of each state. */
export const paymentTexts = {
  success: { title: 'checkout.statusSuccess', text: 'checkout.thanks' },
  failed: { title: 'checkout.statusFailed', text: 'checkout.cancelledOrFailed' },
  pending: { title: 'checkout.statusPending', text: 'checkout.pending' },
  unknown: { title: 'checkout.statusUnknown', text: 'checkout.unknownStatus' },
  lost: { title: 'checkout.statusUnknown', text: 'checkout.checkFailed' },
} as const satisfies Record<PaymentState, { title: TextKey; text: TextKey }>

/** Why a payment failed, in words. */
export const failureTexts = {
  cancelled: 'checkout.failureCancelled',
  expired: 'checkout.failureExpired',
  notBegun: 'checkout.failureNotBegun',
  released: 'checkout.failureReleased',
  ended: 'checkout.failureEnded',
} as const satisfies Record<PaymentFailure, TextKey>

/** The names of the payment methods. */
export const paymentNames = {
  vippsCard: 'checkout.vippsCard',
  vipps: 'checkout.vipps',
} as const satisfies Record<Receipt['paymentMethod'], TextKey>
