import { expect, test } from 'vitest'
import { huesOf, toneOf } from './tone.ts'

const person = { avatar: null, open: true, left: false, services: [] }
const people = ['anna', 'bo'].map((id) => ({ id, name: id, ...person }))
const kinds = Array.from({ length: 9 }, (_, index) => ({ id: `k${index}`, name: `Kind ${index}` }))
const day = { members: people, kinds }

test('a colour tells the state, the person or the kind of service', () => {
  const visit = { progress: 'arrived' } as const
  const segment = { memberId: 'bo', kind: 'k2' }
  expect(toneOf({ ...day, colour: 'state' }, visit, segment)).toBe('visit-arrived')
  expect(toneOf({ ...day, colour: 'person' }, visit, segment)).toBe('hue-2')
  expect(toneOf({ ...day, colour: 'kind' }, visit, segment)).toBe('hue-3')
})

test('more than there are hues share them, and the legend has the same', () => {
  expect(huesOf(kinds).map(({ hue }) => hue)).toEqual([
    'hue-1',
    'hue-2',
    'hue-3',
    'hue-4',
    'hue-5',
    'hue-6',
    'hue-7',
    'hue-8',
    'hue-1',
  ])
  const visit = { progress: 'done' } as const
  expect(toneOf({ ...day, colour: 'kind' }, visit, { memberId: 'anna', kind: 'k8' })).toBe('hue-1')
  expect(toneOf({ ...day, colour: 'person' }, visit, { memberId: 'left', kind: 'k0' })).toBe('hue-1')
})
