import { expect, test } from 'vitest'
import { isNumericPostalCode, isPostalCode, postalCodeExample } from './postal-code.ts'

test.each([
  ['2100', 'DK', true],
  [' 2100 ', 'DK', true],
  ['２１００', 'DK', true],
  ['210', 'DK', false],
  ['21000', 'DK', false],
  ['K-2100', 'DK', false],
  ['111 22', 'SE', true],
  ['11122', 'SE', true],
  ['1112', 'SE', false],
  ['1011 ab', 'NL', true],
  ['1011AB', 'NL', true],
  ['1011', 'NL', false],
  ['00–001', 'PL', true],
  ['00001', 'PL', true],
  ['1000-001', 'PT', true],
  ['1000', 'PT', false],
  ['sw1a 1aa', 'GB', true],
  ['M1 1AE', 'GB', true],
  ['12345', 'GB', false],
  // Its format is not known.
  ['whatever', 'NZ', true],
  ['whatever', '', true],
])('%o of %s: %s', (typed, country, is) => {
  expect(isPostalCode(typed, country)).toBe(is)
})

test.each([
  'AT',
  'BE',
  'CH',
  'DE',
  'DK',
  'ES',
  'FI',
  'FO',
  'FR',
  'GB',
  'GL',
  'IS',
  'IT',
  'LI',
  'LU',
  'NL',
  'NO',
])('the example of %s is one', (country) => {
  expect(isPostalCode(postalCodeExample(country) ?? '', country)).toBe(true)
})

test.each([
  ['DK', true],
  ['PL', true],
  ['NL', false],
  ['GB', false],
  ['NZ', false],
])('the codes of %s have no letters: %s', (country, is) => {
  expect(isNumericPostalCode(country)).toBe(is)
})
