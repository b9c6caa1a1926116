import { expect, test } from 'vitest'
import { RESERVATION_LIMITS, reserveWithin, withoutReserved } from './reservation-limit.ts'

const wax = (quantity: number, unsold: number | null) => ({ variantId: 'wax', quantity, unsold })
const holding = (quantity: number, variantId = 'wax') => ({
  items: [{ variantId, quantity }],
  discounts: [],
})

test.each([
  ['half of the stock', wax(5, 10), [], 5],
  ['never more than half', wax(9, 10), [], 5],
  ['of an odd stock the smaller half', wax(9, 5), [], 2],
  ['of the last piece nothing', wax(1, 1), [], 0],
  ['what the same address holds counts', wax(5, 10), [holding(3)], 2],
  ['nothing where it holds half already', wax(5, 10), [holding(5)], 0],
  ['at most 20 pieces', wax(60, 1000), [], 20],
  ['20 pieces of all variants together', wax(60, 1000), [holding(15, 'comb')], 5],
  ['nothing of what is always there', wax(60, null), [], 0],
])('%s', (_, item, own, reserved) => {
  const result = reserveWithin({ items: [item], discounts: [] }, own, RESERVATION_LIMITS)
  expect(result.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(reserved)
})

test.each([
  [null, true],
  [10, true],
  [2, true],
  [1, false],
])('a use of a code with %s left is reserved: %s', (left, reserved) => {
  const code = { promotionId: 'off', code: 'OFF', left }
  expect(reserveWithin({ items: [], discounts: [code] }, [], RESERVATION_LIMITS).discounts).toHaveLength(
    reserved ? 1 : 0,
  )
})

test('what is not reserved is what an order needs at its payment', () => {
  const whole = {
    items: [
      { variantId: 'wax', quantity: 3 },
      { variantId: 'comb', quantity: 1 },
    ],
    discounts: [{ promotionId: 'off', code: 'OFF' }],
  }
  expect(withoutReserved(whole, holding(1))).toEqual({
    items: [
      { variantId: 'wax', quantity: 2 },
      { variantId: 'comb', quantity: 1 },
    ],
    discounts: whole.discounts,
  })
  expect(withoutReserved(whole, whole)).toEqual({ items: [], discounts: [] })
})
