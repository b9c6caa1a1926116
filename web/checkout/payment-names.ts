import type { Receipt } from '#contract/shop/checkout.ts'
import type { TextKey } from '#contract/text.ts'

/** The names of the payment methods. */
export const paymentNames = {
  vippsCard: 'checkout.vippsCard',
  vipps: 'checkout.vipps',
} as const satisfies Record<Receipt['paymentMethod'], TextKey>
