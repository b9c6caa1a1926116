import { expect, test } from 'vitest'
import { priceCart } from '#domain/cart/price-cart.ts'
import type { VatRule } from '#domain/money.ts'
import type { VatRate } from '#domain/vat.ts'
import type { Cart } from '#contract/shop/cart.ts'
import { withPending } from './pending-cart.ts'

type Stored = { variantId: string; price: number; quantity: number }

/** A cart as the server answers it. */
function cartOf(lines: Stored[], vat: VatRule): Cart {
  const priced = priceCart({ lines, vat, shipping: null, discounts: [] })
  return {
    lines: priced.lines.map((line) => ({
      ...line,
      productId: line.variantId,
      name: '',
      displayName: '',
      brandName: null,
      size: '',
      picture: null,
      available: 99,
    })),
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: priced.subtotal,
    vat: priced.vat,
    notice: null,
  }
}

test('the browser prices what is on its way as the server will', () => {
  for (const vatPercent of [0, 6, 12.5, 22, 25, 33.33, 100])
    for (const pricesInclude of ['vat', 'none'] as const)
      for (let price = 1; price < 40_000; price += 997) {
        const vat = { vatPercent, pricesInclude }
        const line = (quantity: number) => ({ variantId: 'wax', price, quantity })
        const other = { variantId: 'comb', price: 4001, quantity: 3 }
        const before = cartOf([line(1), other], vat)
        for (const quantity of [2, 7, 99])
          expect(withPending(before, new Map([['wax', quantity]]))).toMatchObject({
            count: quantity + 3,
            ...pick(cartOf([line(quantity), other], vat)),
          })
      }
})

const pick = ({ subtotal, vat }: Cart) => ({ subtotal, vat })

test('a line that is being removed stays, and counts no more', () => {
  const vat = { vatPercent: 25, pricesInclude: 'none' } as const
  const cart = cartOf(
    [
      { variantId: 'wax', price: 8000, quantity: 2 },
      { variantId: 'comb', price: 4000, quantity: 1 },
    ],
    vat,
  )
  const after = withPending(cart, new Map([['wax', 0]]))
  expect(after.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
    [0, 0],
    [1, 5000],
  ])
  expect(after).toMatchObject({ count: 1, subtotal: 5000, vat: [{ percent: 25, amount: 1000 }] })
  expect(withPending(cart, new Map())).toBe(cart)
})

test('lines with rates of their own keep them', () => {
  const own = new Map<string, VatRate>([
    ['wax', 7],
    ['comb', 25],
    ['brace', { exempt: 'Care' }],
  ])
  const vat = { vatPercent: 25, pricesInclude: 'vat' } as const
  const cart = (quantity: number): Cart => {
    const lines = [...own].map(([variantId, rate]) => ({
      variantId,
      price: 999,
      quantity: variantId === 'wax' ? quantity : 2,
      vat: rate,
    }))
    const priced = cartOf(lines, vat)
    return { ...priced, lines: priced.lines.map((line) => ({ ...line, vat: own.get(line.variantId) })) }
  }
  expect(withPending(cart(1), new Map([['wax', 5]]))).toEqual(cart(5))
})
