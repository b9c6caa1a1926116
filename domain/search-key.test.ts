import { expect, test } from 'vitest'
import { keyEnd, MARKED, parseGuestSearch, PLAIN, toSearchKey } from './search-key.ts'

test('each letter with a mark has one plain letter', () => {
  expect([...MARKED]).toHaveLength([...PLAIN].length)
  expect(new Set(MARKED).size).toBe([...MARKED].length)
  for (const letter of MARKED) expect(toSearchKey(letter)).toMatch(/^[a-z]$/)
})

test.each([
  ['Øster', 'oster'],
  ['Åse', 'ase'],
  ['MÜLLER', 'muller'],
  ['Łukasz', 'lukasz'],
  ['Zoe\u0308', 'zoe'],
])('%s is found by %s', (name, key) => {
  expect(toSearchKey(name)).toBe(key)
})

test.each([
  ['3456', { digits: '3456' }],
  ['+45 20 12 34 56', { digits: '4520123456' }],
  ['20-12', { digits: '2012' }],
  ['345', null],
  ['fre', { words: ['fre'] }],
  ['  Ho  Freja ', { words: ['freja', 'ho'] }],
  ['fr', null],
  ['', null],
])('%j searches for %j', (typed, search) => {
  expect(parseGuestSearch(typed)).toEqual(search)
})

test('what begins with a key is between it and its end', () => {
  for (const name of ['fre', 'freja', 'frez\u{10fffe}'])
    expect(name >= 'fre' && name < keyEnd('fre')).toBe(true)
  for (const name of ['frd', 'frf', 'fr']) expect(name >= 'fre' && name < keyEnd('fre')).toBe(false)
})
