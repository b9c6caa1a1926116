import { expect, test } from 'vitest'
import { addressOf, fromMatrix, MOST_SERVICES, readAsked, settle } from './selection.ts'

const catalog: { id: string; prices: Record<string, number> }[] = [
  { id: 'cut', prices: { anna: 1, bo: 1 } },
  { id: 'color', prices: { anna: 2 } },
  { id: 'toner', prices: { anna: 3, bo: 3 } },
]
const asked = (search: string) => readAsked(new URLSearchParams(search))
const fine = { dropped: false, tooMany: false, personGone: false }

test('an address names services in the order in which they were chosen', () => {
  expect(settle(asked('services=color,cut'), catalog)).toEqual({
    selection: { services: ['color', 'cut'], teamMember: null },
    notes: fine,
  })
})

test('a form without scripts repeats the name of its ticks', () => {
  expect(asked('services=cut&services=color,cut').services).toEqual(['cut', 'color'])
})

test('a service that does not exist any more is dropped with a note, and its person with it', () => {
  const { selection, notes } = settle(asked('services=cut,gone,color&teamMember=bo,bo,anna'), catalog)
  expect(selection).toEqual({ services: ['cut', 'color'], teamMember: ['bo', 'anna'] })
  expect(notes).toEqual({ ...fine, dropped: true })
})

test('one person is asked for the whole visit, and a note tells where that cannot be', () => {
  expect(settle(asked('services=cut,toner&teamMember=bo'), catalog)).toEqual({
    selection: { services: ['cut', 'toner'], teamMember: ['bo', 'bo'] },
    notes: fine,
  })
  expect(settle(asked('services=cut,color&teamMember=bo'), catalog)).toEqual({
    selection: { services: ['cut', 'color'], teamMember: ['bo', null] },
    notes: { ...fine, personGone: true },
  })
  expect(settle(asked('services=cut&teamMember=toString'), catalog).selection.teamMember).toEqual([null])
})

test('anyone is a choice, and a missing person is none', () => {
  expect(settle(asked('services=cut&teamMember=any'), catalog)).toEqual({
    selection: { services: ['cut'], teamMember: [null] },
    notes: fine,
  })
  expect(settle(asked('services=cut'), catalog).selection.teamMember).toBeNull()
})

test('a visit has at most six services', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ id: `s${index}`, prices: {} }))
  const { selection, notes } = settle(asked(`services=${many.map((one) => one.id).join(',')}`), many)
  expect(selection.services).toHaveLength(MOST_SERVICES)
  expect(notes.tooMany).toBe(true)
})

test.each([
  [
    'the whole selection is written out',
    { services: ['a', 'b'], teamMember: ['x', null] },
    '/book/time?services=a,b&teamMember=x,any',
  ],
  [
    'one person for all is written once',
    { services: ['a', 'b'], teamMember: ['x', 'x'] },
    '/book/time?services=a,b&teamMember=x',
  ],
  ['nothing is written of nothing', { services: [], teamMember: null }, '/book/time'],
])('%s', (_, selection, address) => {
  expect(addressOf('/book', 'time', selection)).toBe(address)
})

test.each([
  ['in the query', ';step=services', 'services=a,b&teamMember=x', '/appointments?services=a,b&teamMember=x'],
  ['in the path', ';step=services;services=a,b;teamMember=x', '', '/appointments?services=a,b&teamMember=x'],
  [
    'of another step',
    ';step=time;services=a',
    'teamMember=x,any',
    '/appointments/time?services=a&teamMember=x,any',
  ],
  ['of an unknown step', ';step=__proto__', '', '/appointments'],
  [
    'with things that are no ids, of which the guest is told there',
    ';services=a,../b,<c>&lang=x',
    '',
    '/appointments?services=a,..%2Fb,%3Cc%3E%26lang%3Dx',
  ],
])('an old address with its parameters %s leads to the canonical one', (_, matrix, search, address) => {
  expect(fromMatrix('/appointments', matrix, new URLSearchParams(search))).toBe(address)
})

test('what is no matrix is no old address', () => {
  expect(fromMatrix('/book', 'step=services', new URLSearchParams())).toBeNull()
})
