import { expect, test } from 'vitest'
import { subtractLines } from './subtract.ts'

test('what was bought leaves the cart, and what was added meanwhile stays', () => {
  const cart = [
    { variantId: 'wax', quantity: 3 },
    { variantId: 'comb', quantity: 1 },
    { variantId: 'oil', quantity: 2 },
  ]
  const bought = [
    { variantId: 'wax', quantity: 2 },
    { variantId: 'comb', quantity: 4 },
    { variantId: 'gone', quantity: 1 },
  ]
  expect(subtractLines(cart, bought)).toEqual([
    { variantId: 'wax', quantity: 1 },
    { variantId: 'oil', quantity: 2 },
  ])
  expect(subtractLines(cart, [])).toEqual(cart)
  expect(subtractLines([], bought)).toEqual([])
})
