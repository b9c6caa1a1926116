import type { PaymentFacts } from './settlement.ts'

/** An attempt as it is stored. Amounts in minor units of `currency`. */
type StoredPayment = {
  state: 'open' | 'settled' | 'ended'
  amount: number
  currency: string
  capturedAmount: number
  cancelledAmount: number
  refundedAmount: number
}

/** One figure that is stored in another way than the provider says it. */
export type LedgerDifference = {
  of: 'currency' | 'reserved' | 'captured' | 'cancelled' | 'refunded'
  stored: number | string
  provider: number | string
}

/**
 * Compares what is stored of a payment with what the provider says. `reserved` is what can still be captured:
 * all of an order that is not captured yet, nothing of an attempt that has ended; an open attempt may be
 * approved at this moment.
 */
export function ledgerDifferences(stored: StoredPayment, facts: PaymentFacts): LedgerDifference[] {
  const { state, amount, capturedAmount, cancelledAmount, refundedAmount } = stored
  const left = state === 'settled' ? amount - capturedAmount - cancelledAmount : 0
  const held = facts.state === 'authorized' ? facts.authorized - facts.captured - facts.cancelled : 0
  const pairs = [
    { of: 'currency', stored: stored.currency, provider: facts.currency },
    { of: 'reserved', stored: state === 'open' ? held : left, provider: held },
    { of: 'captured', stored: capturedAmount, provider: facts.captured },
    { of: 'cancelled', stored: cancelledAmount, provider: facts.cancelled },
    { of: 'refunded', stored: refundedAmount, provider: facts.refunded },
  ] as const
  return pairs.filter((pair) => pair.stored !== pair.provider)
}
