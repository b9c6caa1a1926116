import { expect, test } from 'vitest'
import { ledgerDifferences } from './ledger.ts'

const CASES = `
  state    authorized stored:captured cancelled refunded  provider:captured cancelled refunded  differs
  settled  100        0               0         0         0                 0         0         -
  settled  100        100             0         0         100               0         0         -
  settled  100        100             0         40        100               0         40        -
  settled  100        0               100       0         0                 100       0         -
  settled  100        0               0         0         100               0         0         reserved,captured
  settled  100        100             0         0         0                 0         0         reserved,captured
  settled  100        0               0         0         0                 100       0         reserved,cancelled
  settled  100        100             0         0         100               0         100       refunded
  settled  90         0               0         0         0                 0         0         reserved
  ended    0          0               0         0         0                 0         0         -
  ended    100        0               100       0         0                 100       0         -
  ended    100        0               0         0         0                 0         0         reserved
  open     0          0               0         0         0                 0         0         -
  open     100        0               0         0         0                 0         0         -`

test.each(
  CASES.trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/)),
)('%s, %s authorized, stored %s %s %s, provider %s %s %s: %s', (state = '', ...cells) => {
  const [authorized, capturedAmount, cancelledAmount, refundedAmount, captured, cancelled, refunded] =
    cells.map(Number) as [number, number, number, number, number, number, number]
  const differences = ledgerDifferences(
    {
      state: state as 'open' | 'settled' | 'ended',
      amount: 100,
      currency: 'DKK',
      capturedAmount,
      cancelledAmount,
      refundedAmount,
    },
    {
      state: authorized > 0 ? 'authorized' : 'terminated',
      amount: 100,
      currency: 'DKK',
      authorized,
      captured,
      cancelled,
      refunded,
    },
  )
  expect(differences.map(({ of }) => of).join(',') || '-').toBe(cells.at(-1))
})

test('another currency is a difference', () => {
  const stored = { amount: 0, capturedAmount: 0, cancelledAmount: 0, refundedAmount: 0 }
  const facts = { state: 'open', amount: 0, authorized: 0, captured: 0, cancelled: 0, refunded: 0 } as const
  expect(
    ledgerDifferences({ ...stored, state: 'open', currency: 'DKK' }, { ...facts, currency: 'NOK' }),
  ).toEqual([{ of: 'currency', stored: 'DKK', provider: 'NOK' }])
})
