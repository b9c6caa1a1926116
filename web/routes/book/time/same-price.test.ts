import { expect, test } from 'vitest'
import { samePrice } from './same-price.ts'

const combos = [
  { members: ['anna'], price: 40_000, minutes: 30 },
  { members: ['bo'], price: 32_000, minutes: 30 },
  { members: ['carl'], price: 40_000, minutes: 30 },
]

test.each([
  ['no times', [], null],
  ['one price', [0, 2, 0], 40_000],
  ['prices that differ', [0, 0, 1], null],
])('the price of all times: %s', (_, chosen, price) => {
  const times = chosen.map((combo, index): [number, number] => [index * 15, combo])
  expect(samePrice(times, combos)).toBe(price)
})
