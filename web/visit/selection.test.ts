import { expect, test } from 'vitest'
import { bookLink } from '#contract/links.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { addonsInOrder, matrixUrl, parseSelection, reconcileSelection, withServices } from './selection.ts'

const catalog: Parameters<typeof reconcileSelection>[1] = [
  {
    id: 'cut',
    prices: { anna: 1, bo: 1 },
    addons: [
      { id: 'mask', most: 1 },
      { id: 'pearls', most: 3 },
    ],
  },
  { id: 'color', prices: { anna: 2 }, addons: [{ id: 'mask', most: 1 }] },
  { id: 'toner', prices: { anna: 3, bo: 3 }, addons: [] },
]
const parse = (search: string) => parseSelection(new URLSearchParams(search))
const noNotes = { dropped: false, tooMany: false, personGone: false, addonsGone: [] }

test('the services keep the order of the URL', () => {
  expect(reconcileSelection(parse('services=color,cut'), catalog)).toEqual({
    selection: { services: ['color', 'cut'], addons: [], teamMember: null },
    notes: noNotes,
  })
})

test('repeated parameters, as a form without scripts sends them, are joined', () => {
  expect(parse('services=cut&services=color,cut').services).toEqual(['cut', 'color'])
})

test('an unknown service is dropped with its person, and a note is set', () => {
  const { selection, notes } = reconcileSelection(
    parse('services=cut,gone,color&teamMember=bo,bo,anna'),
    catalog,
  )
  expect(selection).toEqual({ services: ['cut', 'color'], addons: [], teamMember: ['bo', 'anna'] })
  expect(notes).toEqual({ ...noNotes, dropped: true })
})

test('one person applies to all services, and a note is set if they cannot do one of them', () => {
  expect(reconcileSelection(parse('services=cut,toner&teamMember=bo'), catalog)).toEqual({
    selection: { services: ['cut', 'toner'], addons: [], teamMember: ['bo', 'bo'] },
    notes: noNotes,
  })
  expect(reconcileSelection(parse('services=cut,color&teamMember=bo'), catalog)).toEqual({
    selection: { services: ['cut', 'color'], addons: [], teamMember: ['bo', null] },
    notes: { ...noNotes, personGone: true },
  })
  expect(reconcileSelection(parse('services=cut&teamMember=toString'), catalog).selection.teamMember).toEqual(
    [null],
  )
})

test('a person to begin with is kept for the services that are chosen after', () => {
  const { selection, notes } = reconcileSelection(parse('teamMember=bo'), catalog)
  expect({ selection, notes }).toEqual({
    selection: { services: [], addons: [], teamMember: ['bo'] },
    notes: noNotes,
  })
  expect(withServices(selection, ['cut', 'toner']).teamMember).toEqual(['bo', 'bo'])
  expect(withServices({ services: ['cut'], addons: ['cut:mask'], teamMember: ['bo'] }, [])).toEqual(selection)
  expect(reconcileSelection(parse('teamMember=nobody'), catalog).selection.teamMember).toBeNull()
  expect(bookLink(selection)).toBe('/book?teamMember=bo')
})

test('any means no preference, and a missing parameter means not chosen yet', () => {
  expect(reconcileSelection(parse('services=cut&teamMember=any'), catalog)).toEqual({
    selection: { services: ['cut'], addons: [], teamMember: [null] },
    notes: noNotes,
  })
  expect(reconcileSelection(parse('services=cut'), catalog).selection.teamMember).toBeNull()
})

test('add-ons are those that their service has, in its order; the others are noted', () => {
  const { selection, notes } = reconcileSelection(
    parse('services=cut,color&addons=cut:pearls:2,cut:mask,color:pearls,toner:mask&addons=color:gone'),
    catalog,
  )
  expect(selection.addons).toEqual(['cut:mask', 'cut:pearls:2'])
  expect(notes).toEqual({ ...noNotes, addonsGone: ['pearls', 'gone'] })
  expect(addonsInOrder(selection)).toEqual([
    [
      { id: 'mask', count: 1 },
      { id: 'pearls', count: 2 },
    ],
    [],
  ])
  expect(bookLink(selection, 'person')).toBe('/book/person?services=cut,color&addons=cut:mask,cut:pearls:2')
  expect(withServices(selection, ['color']).addons).toEqual([])
  expect(withServices(selection, ['color', 'cut']).addons).toEqual(['cut:mask', 'cut:pearls:2'])
})

test('an add-on more often than its service has it is not chosen, and what is none is ignored', () => {
  expect(reconcileSelection(parse('services=cut&addons=cut:pearls:4'), catalog)).toEqual({
    selection: { services: ['cut'], addons: [], teamMember: null },
    notes: { ...noNotes, addonsGone: ['pearls'] },
  })
  expect(parse('addons=,cut,cut:mask:9,cut:mask').addons).toEqual(['cut:mask'])
})

test('a visit has at most six services', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ id: `s${index}`, prices: {}, addons: [] }))
  const { selection, notes } = reconcileSelection(
    parse(`services=${many.map((one) => one.id).join(',')}`),
    many,
  )
  expect(selection.services).toHaveLength(MAX_SERVICES)
  expect(notes.tooMany).toBe(true)
})

test.each([
  [
    'services and people are joined with commas',
    { services: ['a', 'b'], teamMember: ['x', null] },
    '/book/time?services=a,b&teamMember=x,any',
  ],
  [
    'one person for all services is written once',
    { services: ['a', 'b'], teamMember: ['x', 'x'] },
    '/book/time?services=a,b&teamMember=x',
  ],
  ['an empty selection has no query', { services: [], teamMember: null }, '/book/time'],
])('%s', (_, selection, address) => {
  expect(bookLink(selection, 'time')).toBe(address)
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
    'with invalid ids, which the services step reports',
    ';services=a,../b,<c>&lang=x',
    '',
    '/appointments?services=a,..%2Fb,%3Cc%3E%26lang%3Dx',
  ],
])('a legacy URL with its parameters %s maps to the canonical URL', (_, matrix, search, address) => {
  expect(matrixUrl('/appointments', matrix, new URLSearchParams(search))).toBe(address)
})

test('a segment without matrix parameters is no legacy URL', () => {
  expect(matrixUrl('/book', 'step=services', new URLSearchParams())).toBeNull()
})
