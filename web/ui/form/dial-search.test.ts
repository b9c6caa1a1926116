import { expect, test } from 'vitest'
import { countries } from '#contract/countries.ts'
import { searchDialCodes } from './dial-search.tsx'

const danish = new Intl.DisplayNames(['da'], { type: 'region' })
const dialCodes = countries.map(({ code, dial_code }) => ({ code, dial_code, name: danish.of(code) ?? code }))
const firstMatch = (query: string) => searchDialCodes(dialCodes, query)[0]?.code

test.each([
  ['danm', 'DK'],
  ['tysk', 'DE'],
  ['deutsch', 'DE'],
  ['norge', 'NO'],
  ['suomi', 'FI'],
  ['Österreich', 'AT'],
  ['osterreich', 'AT'],
  ['dk', 'DK'],
  ['SE', 'SE'],
  ['+45', 'DK'],
  ['0045', 'DK'],
  ['358', 'AX'],
  ['日本', 'JP'],
  ['forenede', 'AE'],
])('%s finds %s first', (query, code) => {
  expect(firstMatch(query)).toBe(code)
})

test('shorter dial codes come first, and an empty query finds all countries', () => {
  expect(searchDialCodes(dialCodes, '4').at(0)?.dial_code.length).toBe(3)
  expect(searchDialCodes(dialCodes, ' ')).toHaveLength(dialCodes.length)
  expect(searchDialCodes(dialCodes, 'atlantis')).toEqual([])
})
