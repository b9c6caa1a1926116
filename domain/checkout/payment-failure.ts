import type { EndReason } from './settlement.ts'

/** Why a payment has failed, as far as it matters to its guest. */
export const paymentFailures = ['cancelled', 'expired', 'notBegun', 'released', 'ended'] as const
export type PaymentFailure = (typeof paymentFailures)[number]

/**
 * The reason for which an attempt has ended, as its guest is told it. Of the first three it is certain that
 * no money moved; `released`: it was reserved, and goes back; `ended`: the provider says no more than that.
 */
export function toPaymentFailure(reason: EndReason): PaymentFailure {
  switch (reason) {
    case 'refused':
      return 'cancelled'
    case 'expired':
      return 'expired'
    case 'notCreated':
      return 'notBegun'
    case 'mismatch':
    case 'late':
    case 'soldOut':
      return 'released'
    case 'terminated':
    case 'replaced':
    case 'deleted':
      return 'ended'
  }
}
