import { expect, test } from 'vitest'
import { brokenKey, isNothing, type BlockForm, type HoursForm } from './absence-form.ts'
import { listTwice, readBlockForm, readHandOver, readHoursForm, toBlock, toHours } from './read-absence.ts'

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const block = (changes: Partial<BlockForm> = {}) =>
  toBlock({
    ...readBlockForm(new FormData()),
    member: 'anna',
    kind: 'ill',
    fromDate: '2026-06-12',
    ...changes,
  })
const hours = (changes: Partial<HoursForm> = {}) =>
  toHours({
    ...readHoursForm(new FormData()),
    hoursDate: '2026-06-12',
    hours: [
      { from: '09:00', to: '12:00' },
      { from: '', to: '' },
    ],
    ...changes,
  })

test.each<[string, Partial<BlockForm>, { from: string; until: string }]>([
  ['a whole day', {}, { from: '2026-06-12T00:00', until: '2026-06-13T00:00' }],
  ['whole days', { untilDate: '2026-06-14' }, { from: '2026-06-12T00:00', until: '2026-06-15T00:00' }],
  [
    'a break',
    { kind: 'break', fromTime: '12:00', untilTime: '12:30' },
    { from: '2026-06-12T12:00', until: '2026-06-12T12:30' },
  ],
  ['the rest of a day', { fromTime: '14:00' }, { from: '2026-06-12T14:00', until: '2026-06-13T00:00' }],
  [
    'until the morning after',
    { fromTime: '14:00', untilDate: '2026-06-13', untilTime: '09:00' },
    { from: '2026-06-12T14:00', until: '2026-06-13T09:00' },
  ],
])('%s is blocked', (_, changes, times) => {
  expect(block(changes)).toMatchObject({ ok: true, input: { memberId: 'anna', ...times } })
})

test.each<[string, Partial<BlockForm>, object]>([
  ['nobody', { member: '' }, { member: 'staffAbsence.choosePerson' }],
  ['a kind that is none', { kind: 'x' }, { member: 'staffAbsence.choosePerson' }],
  ['no date', { fromDate: '' }, { fromDate: 'staffAbsence.dateMissing' }],
  ['no such date', { untilDate: '2026-02-31' }, { untilDate: 'staffAbsence.dateMissing' }],
  ['an end before the start', { untilDate: '2026-06-11' }, { untilTime: 'staffAbsence.untilWrong' }],
  ['nothing', { fromTime: '12:00', untilTime: '12:00' }, { untilTime: 'staffAbsence.untilWrong' }],
])('%s is refused at its field', (_, changes, errors) => {
  expect(block(changes)).toEqual({ ok: false, errors })
})

test('other hours are one range, two, until midnight, or a closed day', () => {
  expect(hours()).toMatchObject({
    input: { date: '2026-06-12', hours: [{ from: '09:00', to: '12:00' }], members: null },
  })
  expect(
    hours({
      hoursMember: 'bo',
      hours: [
        { from: '09:00', to: '12:00' },
        { from: '13:00', to: '00:00' },
      ],
    }),
  ).toMatchObject({ input: { members: ['bo'], hours: [{ to: '12:00' }, { to: '24:00' }] } })
  // What stands in the fields of a closed day does not count.
  expect(hours({ closed: true })).toMatchObject({ input: { hours: [] } })
})

test.each<[string, Partial<HoursForm>, object]>([
  ['fields left empty', { hours: [] }, { 'hoursFrom-0': 'staffAbsence.hoursMissing' }],
  ['half a range', { hours: [{ from: '09:00', to: '' }] }, { 'hoursTo-0': 'staffAbsence.hoursWrong' }],
  ['backwards', { hours: [{ from: '12:00', to: '09:00' }] }, { 'hoursTo-0': 'staffAbsence.hoursWrong' }],
  [
    'ranges over each other',
    {
      hours: [
        { from: '09:00', to: '12:00' },
        { from: '11:00', to: '15:00' },
      ],
    },
    { 'hoursTo-0': 'staffAbsence.hoursWrong' },
  ],
  ['no date', { hoursDate: 'soon' }, { hoursDate: 'staffAbsence.dateMissing' }],
])('%s are no hours', (_, changes, errors) => {
  expect(hours(changes)).toEqual({ ok: false, errors })
})

test('each visit has its own outcome, and is left as it is without one', () => {
  const form = formOf({
    'outcome-a': 'give:bo',
    'sequence-a': '3',
    'outcome-b': 'place:1780000000000:bo:anna',
    'sequence-b': '0',
    'outcome-c': 'ask',
    'outcome-d': 'cancel',
    'outcome-e': '',
    'outcome-f': 'delete',
    'outcome-x': 'cancel',
  })
  expect(readHandOver(form, ['a', 'b', 'c', 'd', 'e', 'f', 'g']).outcomes).toEqual([
    { id: 'a', sequence: 3, outcome: { kind: 'give', to: 'bo' } },
    { id: 'b', sequence: 0, outcome: { kind: 'place', start: 1_780_000_000_000, members: ['bo', 'anna'] } },
    { id: 'c', sequence: 0, outcome: { kind: 'ask' } },
    { id: 'd', sequence: 0, outcome: { kind: 'cancel' } },
  ])
})

test('a free time of one person that is chosen twice is known, and other times are not', () => {
  const place = (id: string, start: number, ...members: string[]) => ({
    id,
    sequence: 0,
    outcome: { kind: 'place' as const, start, members },
  })
  expect(
    listTwice([
      place('a', 1, 'bo'),
      place('b', 1, 'anna', 'bo'),
      place('c', 2, 'bo'),
      place('d', 1, 'carl'),
      { id: 'e', sequence: 0, outcome: { kind: 'ask' } },
      { id: 'f', sequence: 0, outcome: { kind: 'ask' } },
    ]),
  ).toEqual(['b'])
})

test('what is in the way is known again in any order, and anything else is not', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }]
  expect(brokenKey({ visits: [a, b], holds: 1, offers: 0 })).toBe(
    brokenKey({ visits: [b, a], holds: 1, offers: 0 }),
  )
  expect(brokenKey({ visits: [a, b] })).not.toBe(brokenKey({ visits: [a] }))
  expect(brokenKey({ visits: [a] })).not.toBe(brokenKey({ visits: [a], offers: 1 }))
  expect([isNothing({ visits: [] }), isNothing({ visits: [], holds: 1, offers: 0 })]).toEqual([true, false])
})
