import { expect, test } from 'vitest'
import { changesStockLevel, toStockLevel } from './stock.ts'

test.each([
  [null, 'inStock'],
  [1_000_000, 'inStock'],
  [4, 'inStock'],
  [3, 'fewLeft'],
  [1, 'fewLeft'],
  [0, 'soldOut'],
] as const)('a stock of %j is %s', (stock, word) => {
  expect(toStockLevel(stock)).toBe(word)
})

test.each([
  [10, 4, false],
  [4, 3, true],
  [3, 1, false],
  [1, 0, true],
  [0, 9, true],
  [null, 4, false],
  [null, 0, true],
])('from %j to %j guests see another word: %s', (from, to, seen) => {
  expect(changesStockLevel(from, to)).toBe(seen)
})
