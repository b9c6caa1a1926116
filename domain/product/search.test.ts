import { expect, test } from 'vitest'
import { matchesSearch } from './search.ts'

const texts = ['Sølvshampoo', 'Lysning', 'Tager det gule i blondt hår.']

test.each([
  ['', true],
  ['  ', true],
  ['shampoo', true],
  ['SØLV', true],
  ['lysning shampoo', true],
  ['har', true],
  ['sølv balsam', false],
  ['x', false],
])('%j is found: %s', (typed, found) => {
  expect(matchesSearch(texts, typed)).toBe(found)
})
