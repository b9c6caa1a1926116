import type { TextKey } from '#contract/text.ts'
import type { DiscountRefusal } from '#domain/checkout/discount.ts'

/** Why a discount code does not count, in the guest's words. */
export const refusalTexts = {
  unknown: 'checkout.codeUnknown',
  expired: 'checkout.codeExpired',
  notYet: 'checkout.codeNotYet',
  usedUp: 'checkout.codeUsedUp',
  notForThisCart: 'checkout.codeNotForThisCart',
  notFirstPurchase: 'checkout.codeNotFirstPurchase',
  tooMany: 'checkout.codeTooMany',
} as const satisfies Record<DiscountRefusal, TextKey>
