import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundForPieces } from './refund-lines.ts'

const order = {
  items: [
    { variantId: 'wax', quantity: 2, priceIncVat: 10_000 },
    { variantId: 'comb', quantity: 1, priceIncVat: 5000 },
  ],
  discount: 2500,
}
const pieces = (variantId: string, quantity = 1) => ({ variantId, quantity })

test.each([
  ['one piece, less its share of the discount', [], [pieces('wax')], 9000],
  ['all pieces: what the goods have cost', [], [pieces('wax', 2), pieces('comb')], 22_500],
  ['the rest of them', [pieces('wax', 2)], [pieces('comb')], 4500],
  ['no piece', [], [], null],
  ['a piece too many', [pieces('wax')], [pieces('wax', 2)], null],
  ['a piece too many in two lines', [], [pieces('comb'), pieces('comb')], null],
  ['an unknown variant', [], [pieces('soap')], null],
  ['no quantity', [], [pieces('wax', 0)], null],
])('%s', (_, before, wanted, amount) => {
  expect(refundForPieces(order, before, wanted)).toBe(amount)
})

test('pieces refunded one by one come to what the goods have cost', () => {
  const item = fc.record({
    quantity: fc.integer({ min: 1, max: 5 }),
    priceIncVat: fc.integer({ min: 0, max: 100_000 }),
  })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), fc.nat(), (lines, off) => {
      const items = lines.map((one, index) => ({ ...one, variantId: `v${index}` }))
      const subtotal = items.reduce((sum, one) => sum + one.quantity * one.priceIncVat, 0)
      const discount = off % (subtotal + 1)
      const singly = items.flatMap(({ variantId, quantity }) =>
        Array.from({ length: quantity }, () => pieces(variantId)),
      )
      const refunds = singly.map((one, at) =>
        refundForPieces({ items, discount }, singly.slice(0, at), [one]),
      )
      expect(refunds.every((amount) => amount !== null && amount >= 0)).toBe(true)
      expect(refunds.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)).toBe(subtotal - discount)
    }),
  )
})
