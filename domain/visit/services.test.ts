import { expect, test } from 'vitest'
import { memberAt, quote } from './services.ts'

test('a single member performs all services, several perform one each', () => {
  expect([0, 1, 2].map((index) => memberAt(['anna'], index))).toEqual(['anna', 'anna', 'anna'])
  expect([0, 1, 2].map((index) => memberAt(['anna', 'bo'], index))).toEqual(['anna', 'bo', undefined])
  expect(memberAt([], 0)).toBeUndefined()
})

const service = {
  price: 40_000,
  members: [
    { memberId: 'anna', price: 50_000, priceActive: true },
    { memberId: 'bo', price: 30_000, priceActive: false },
    { memberId: 'carl', price: null, priceActive: true },
    { memberId: 'free', price: 0, priceActive: true },
  ],
}

test('prices stored with VAT are quoted as they are', () => {
  expect(quote(service, 'bo', { vatPercent: 25, pricesInclude: 'vat' })).toBe(40_000)
})

test.each([
  ['anna', 62_500, 'her own price'],
  ['bo', 50_000, "the service's, since his own is not active"],
  ['carl', 50_000, "the service's, since he has none"],
  ['free', 0, 'an own price of nothing'],
  ['somebody', 50_000, "the service's"],
])('%s: %i øre including VAT, %s', (memberId, price) => {
  expect(quote(service, memberId, { vatPercent: 25, pricesInclude: 'none' })).toBe(price)
})
