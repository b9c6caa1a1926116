import { expect, test } from 'vitest'
import { usualPrice } from './usual-price.ts'

const combos = [
  { members: ['anna'], price: 40_000 },
  { members: ['bo'], price: 32_000 },
  { members: ['carl'], price: 40_000 },
]

test.each([
  ['no times', [], null],
  ['one price', [0, 2, 0], { price: 40_000, onlyOne: true }],
  ['most times', [0, 1, 2], { price: 40_000, onlyOne: false }],
  ['the lower of two that are as frequent', [0, 1], { price: 32_000, onlyOne: false }],
])('the usual price: %s', (_, chosen, usual) => {
  const times = chosen.map((combo, index): [number, number] => [index * 15, combo])
  expect(usualPrice(times, combos)).toEqual(usual)
})
