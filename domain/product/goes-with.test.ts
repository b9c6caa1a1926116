import { expect, test } from 'vitest'
import { goesWith } from './goes-with.ts'
import type { StockLevel } from './stock.ts'

const product = (id: string, brandName: string | null, type: string, stock: StockLevel = 'inStock') => ({
  id,
  brandName,
  type,
  variants: [{ stock }],
})
const shampoo = product('shampoo', 'Ravn', 'shampoo')
const all = [
  product('other shampoo', 'Elm', 'shampoo'),
  product('same brand and type', 'Ravn', 'shampoo'),
  shampoo,
  product('conditioner', 'Ravn', 'conditioner'),
  product('gone', 'Ravn', 'oil', 'soldOut'),
  product('comb', null, 'tool'),
  product('oil', 'Ravn', 'oil', 'fewLeft'),
]
const near = (of: typeof shampoo, count = 9) => goesWith(of, all, count).map(({ id }) => id)

test('others of the brand come first, then of the type, without what is sold out', () => {
  expect(near(shampoo)).toEqual(['conditioner', 'oil', 'same brand and type', 'other shampoo'])
  expect(near(shampoo, 2)).toEqual(['conditioner', 'oil'])
})

test('products without a brand are not of one brand', () => {
  expect(near(product('brush', null, 'brush'))).toEqual([])
  expect(near(product('brush', null, 'tool'))).toEqual(['comb'])
})
