import { expect, test } from 'vitest'
import { isPin } from './pin.ts'

test.each(['481516', '100000', '123465', '121212', '902341', '012346'])('%s is a PIN', (typed) => {
  expect(isPin(typed)).toBe(true)
})

test.each([
  '12345',
  '1234567',
  '48151a',
  '',
  '４８１５１６',
  '000000',
  '999999',
  '123456',
  '654321',
  '789012',
  '210987',
])('%s is none: too short, not digits, or one of those that are tried first', (typed) => {
  expect(isPin(typed)).toBe(false)
})
