import { expect, test } from 'vitest'
import { toPaymentFailure } from './payment-failure.ts'

test.each([
  ['refused', 'cancelled'],
  ['expired', 'expired'],
  ['notCreated', 'notBegun'],
  ['mismatch', 'released'],
  ['late', 'released'],
  ['soldOut', 'released'],
  ['terminated', 'ended'],
  ['replaced', 'ended'],
  ['deleted', 'ended'],
] as const)('an attempt that ended by %s is told as %s', (reason, failure) => {
  expect(toPaymentFailure(reason)).toBe(failure)
})
