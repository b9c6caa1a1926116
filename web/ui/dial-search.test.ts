import { expect, test } from 'vitest'
import { countries } from '#contract/countries.ts'
import { findDials, flagOf } from './dial-search.tsx'

const danish = new Intl.DisplayNames(['da'], { type: 'region' })
const dials = countries.map(({ code, dial_code }) => ({ code, dial_code, name: danish.of(code) ?? code }))
const first = (query: string) => findDials(dials, query)[0]?.code

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
  expect(first(query)).toBe(code)
})

test('a short dial code comes before the longer ones that begin with it, and nothing finds everything', () => {
  expect(findDials(dials, '4').at(0)?.dial_code.length).toBe(3)
  expect(findDials(dials, ' ')).toHaveLength(dials.length)
  expect(findDials(dials, 'atlantis')).toEqual([])
  expect(flagOf('DK')).toBe('🇩🇰')
})
