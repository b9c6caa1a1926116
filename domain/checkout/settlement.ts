/**
 * Why an attempt to pay ended without an order. `refused`: by the guest; `expired`, `terminated`: by the
 * provider; `replaced`: the guest pays something else instead; `notCreated`: the provider has refused to
 * begin; `mismatch`: another amount or currency was reserved; `late`: reserved after it had ended, when
 * nothing could be held again; `soldOut`: others paid first for what it did not
 * hold; `deleted`: the guest has deleted the account.
 */
export type EndReason =
  | 'refused'
  | 'expired'
  | 'terminated'
  | 'replaced'
  | 'notCreated'
  | 'mismatch'
  | 'late'
  | 'soldOut'
  | 'deleted'
/** What the salon should check: money that was reserved and does not belong to an order. */
export type AttemptFlag = 'mismatch' | 'late' | 'soldOut'

/** What the provider says of a payment. Amounts in minor units. */
export type PaymentFacts = {
  /** `authorized` stays after a capture, a cancellation and a refund: the amounts contain them. */
  state: 'open' | 'authorized' | 'refused' | 'expired' | 'terminated'
  amount: number
  currency: string
  authorized: number
  captured: number
  cancelled: number
  refunded: number
}

/**
 * What follows for an attempt: `order`: the receipt is paid; `late`: reserved after the attempt ended, so
 * what it held must be held again first; `mismatch`: give the money back, never an order; `end`: without
 * money; `none`: nothing new.
 */
export type Settlement =
  { outcome: 'none' | 'order' | 'late' | 'mismatch' } | { outcome: 'end'; reason: EndReason }

type Attempt = { state: 'open' | 'settled' | 'ended'; amount: number; currency: string }

/** Decides what the provider's word means for an attempt. Its rules in their order. */
export function decideSettlement(attempt: Attempt, facts: PaymentFacts): Settlement {
  if (attempt.state === 'settled' || facts.state === 'open') return { outcome: 'none' }
  const isOver = attempt.state === 'ended'
  if (facts.state !== 'authorized')
    return isOver ? { outcome: 'none' } : { outcome: 'end', reason: facts.state }
  const isReleased = facts.refunded > 0 || (facts.cancelled > 0 && facts.cancelled >= facts.authorized)
  // An earlier run, or the provider's own staff, has given it back already.
  if (isReleased) return isOver ? { outcome: 'none' } : { outcome: 'end', reason: 'terminated' }
  const isEqual =
    facts.currency === attempt.currency &&
    facts.amount === attempt.amount &&
    facts.authorized === attempt.amount &&
    facts.cancelled === 0
  if (!isEqual) return { outcome: 'mismatch' }
  return { outcome: isOver ? 'late' : 'order' }
}
