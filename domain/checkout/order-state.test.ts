import { expect, test } from 'vitest'
import { orderState, withdrawalState } from './order-state.ts'

const placed = {
  settledAt: 1,
  dispatchedAt: null,
  canceledAt: null,
  withdrawal: { at: null, until: null, open: true },
}
const sent = { ...placed, dispatchedAt: 2, withdrawal: { at: null, until: 100, open: true } }

test.each([
  ['an order', placed, 'received', 1],
  ['a dispatched one', sent, 'dispatched', 2],
  ['one that the salon has cancelled', { ...placed, canceledAt: 3 }, 'canceled', 3],
  ['one that was cancelled after its dispatch', { ...sent, canceledAt: 3 }, 'canceled', 3],
  [
    'one that the guest has withdrawn from before its dispatch',
    { ...placed, canceledAt: 5, withdrawal: { at: 4, until: null, open: false } },
    'withdrawn',
    4,
  ],
  [
    'one that the guest has withdrawn from after its dispatch',
    { ...sent, withdrawal: { at: 4, until: 100, open: false } },
    'withdrawn',
    4,
  ],
] as const)('%s has its state and its time', (_what, order, state, since) => {
  expect(orderState(order)).toEqual({ state, since })
})

test.each([
  ['before the dispatch, however late', placed, 1_000, 'open'],
  ['in the last moment of the period', sent, 100, 'open'],
  ['after the period', sent, 101, 'over'],
  ['twice', { ...sent, withdrawal: { at: 4, until: 100, open: false } }, 5, 'withdrawn'],
  ['from a cancelled order', { ...placed, withdrawal: { at: null, until: null, open: false } }, 5, 'closed'],
] as const)('withdrawing %s', (_when, order, now, state) => {
  expect(withdrawalState(order, now)).toBe(state)
})
