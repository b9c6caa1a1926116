import { expect, test } from 'vitest'
import { decideSettlement, type PaymentFacts } from './settlement.ts'

const attempt = (state: 'open' | 'settled' | 'ended') => ({ state, amount: 12_500, currency: 'DKK' })
const facts = (change: Partial<PaymentFacts> = {}): PaymentFacts => ({
  state: 'authorized',
  amount: 12_500,
  currency: 'DKK',
  authorized: 12_500,
  captured: 0,
  cancelled: 0,
  refunded: 0,
  ...change,
})
const unapproved = { authorized: 0 }

test.each([
  // What the provider says, the attempt's state, and what follows.
  [facts(), 'open', { outcome: 'order' }],
  [facts({ captured: 12_500 }), 'open', { outcome: 'order' }],
  [facts(), 'settled', { outcome: 'none' }],
  // Nothing to pay.
  [facts({ amount: 0, authorized: 0 }), 'free', { outcome: 'order' }],
  [facts(), 'ended', { outcome: 'late' }],
  [facts({ state: 'open', ...unapproved }), 'open', { outcome: 'none' }],
  [facts({ state: 'open', ...unapproved }), 'ended', { outcome: 'none' }],
  [facts({ state: 'refused', ...unapproved }), 'open', { outcome: 'end', reason: 'refused' }],
  [facts({ state: 'expired', ...unapproved }), 'open', { outcome: 'end', reason: 'expired' }],
  [facts({ state: 'terminated', ...unapproved }), 'open', { outcome: 'end', reason: 'terminated' }],
  [facts({ state: 'expired', ...unapproved }), 'ended', { outcome: 'none' }],
  // Any difference in money is never a success.
  [facts({ amount: 12_499 }), 'open', { outcome: 'mismatch' }],
  [facts({ authorized: 12_499 }), 'open', { outcome: 'mismatch' }],
  [facts({ authorized: 12_501 }), 'open', { outcome: 'mismatch' }],
  [facts({ currency: 'NOK' }), 'open', { outcome: 'mismatch' }],
  [facts({ currency: 'NOK' }), 'ended', { outcome: 'mismatch' }],
  [facts({ cancelled: 1 }), 'open', { outcome: 'mismatch' }],
  // Released already.
  [facts({ cancelled: 12_500 }), 'open', { outcome: 'end', reason: 'terminated' }],
  [facts({ captured: 12_500, refunded: 12_500 }), 'open', { outcome: 'end', reason: 'terminated' }],
  [facts({ cancelled: 12_500 }), 'ended', { outcome: 'none' }],
] as const)('%o of an attempt that is %s', (said, state, expected) => {
  const row = state === 'free' ? { ...attempt('open'), amount: 0 } : attempt(state)
  expect(decideSettlement(row, said)).toEqual(expected)
})
