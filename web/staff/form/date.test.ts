import { expect, test } from 'vitest'
import { isDate } from './date.ts'

test.each([
  ['2026-06-12', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['1926-06-12', false],
  ['2026-6-12', false],
  ['12.06.2026', false],
  ['2026-06-12T09:00', false],
  ['', false],
])('%s is a date: %s', (typed, expected) => {
  expect(isDate(typed)).toBe(expected)
})
