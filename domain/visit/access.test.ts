import { expect, test } from 'vitest'
import { accessOf, asksForProof, hasTooMany } from './access.ts'

test('without rules everybody books', () => {
  const rules = accessOf(undefined, [{ id: 'cut', booking: null }, { id: 'color' }])
  expect(rules).toEqual({ knownOnly: false, phoneOnly: false, limits: [] })
  expect(asksForProof(rules)).toBe(false)
  expect(hasTooMany(rules, [['cut'], ['cut']], [['cut']])).toBe(false)
})

test('one service of several decides, and its own rule stands in place of that of the salon', () => {
  const salon = { knownOnly: true, phoneOnly: false }
  const first = { id: 'first', booking: { knownOnly: false } }
  expect(accessOf(salon, [first])).toMatchObject({ knownOnly: false })
  expect(accessOf(salon, [first, { id: 'cut' }])).toMatchObject({ knownOnly: true })
  expect(accessOf(salon, [first, { id: 'op', booking: { phoneOnly: true } }])).toMatchObject({
    phoneOnly: true,
  })
})

test.each([
  ['none ahead', [], false],
  ['others ahead', [['color'], ['color']], false],
  ['one with the service', [['cut', 'color']], true],
  ['as many as the salon allows', [['color'], ['color'], ['nails']], true],
])('limits of the salon count all visits, those of a service its own: %s', (_, open, expected) => {
  const rules = accessOf({ openVisits: 3 }, [{ id: 'cut', booking: { openVisits: 1 } }])
  expect(asksForProof(rules)).toBe(true)
  expect(hasTooMany(rules, open, [['cut']])).toBe(expected)
})

test('of several visits at once each limit counts those with its service', () => {
  const rules = accessOf(undefined, [{ id: 'cut', booking: { openVisits: 1 } }, { id: 'color' }])
  expect(hasTooMany(rules, [], [['cut'], ['color']])).toBe(false)
  expect(hasTooMany(rules, [], [['cut'], ['cut', 'color']])).toBe(true)
  expect(hasTooMany(rules, [['cut']], [['color']])).toBe(false)
})
