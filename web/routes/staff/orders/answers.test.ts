import { expect, test } from 'vitest'
import { saidByNow, saidOfCancel, saidOfDispatch } from './answers.ts'

const order = { dispatchedAt: null, canceledAt: null, refunded: 0, delivery: null, atProvider: null }
const pending = saidOfDispatch({ ok: false, reason: 'pending' })
const returning = saidOfCancel({
  ok: true,
  cancelled: true,
  money: { kind: 'refund', state: 'pending' },
})

test('an answer that waits for the payment provider says what that has answered', () => {
  const textOf = (...args: Parameters<typeof saidByNow>) => saidByNow(...args).text
  const waiting = { what: 'capture', state: 'pending' } as const
  expect(textOf(pending, { ...order, atProvider: waiting })).toBe('staffOrders.pending')
  expect(textOf(pending, { ...order, dispatchedAt: 1 })).toBe('staffOrders.dispatched')
  expect(
    textOf(pending, { ...order, dispatchedAt: 1, delivery: { name: 'Here', collected: true, to: [] } }),
  ).toBe('staffOrders.handedOver')
  expect(textOf(pending, { ...order, atProvider: { what: 'capture', state: 'refused' } })).toBe(
    'staffOrders.refused',
  )
  expect(textOf(returning, { ...order, canceledAt: 1, refunded: 5 })).toBe('staffOrders.cancelledRefunded')
  expect(textOf(returning, { ...order, canceledAt: 1 })).toBe('staffOrders.cancelled')
  expect(
    textOf(returning, { ...order, canceledAt: 1, atProvider: { what: 'return', state: 'refused' } }),
  ).toBe('staffOrders.cancelledRefused')
})

test('an answer that waits for nothing, or of an order that is not listed, stays', () => {
  const changed = saidOfCancel({ ok: false, reason: 'changed' })
  expect(saidByNow(changed, { ...order, canceledAt: 1 })).toBe(changed)
  expect(saidByNow(pending, undefined)).toBe(pending)
})
