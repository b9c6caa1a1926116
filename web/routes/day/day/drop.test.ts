import { expect, test } from 'vitest'
import { hasRoom, isPerformedAt, membersAt, toDrop } from './drop.ts'

const at = (time: string, day = 12) => Date.parse(`2026-06-${day}T${time}:00+02:00`)
const visit = {
  start: at('10:00'),
  segments: [
    { position: 1, memberId: 'bo', start: at('10:30'), end: at('11:00') },
    { position: 0, memberId: 'anna', start: at('10:00'), end: at('10:30') },
  ],
}
const anna = { member: 'anna', from: at('09:00') }
const bo = { member: 'bo', from: at('09:00') }
const still = { origin: anna, target: anna, rows: 0, longer: 0 }

test('a visit that is put back where it was is not moved', () => {
  expect(toDrop(visit, 0, still)).toBeNull()
})

test('rows are five minutes each', () => {
  expect(toDrop(visit, 0, { ...still, rows: 3 })).toEqual({ start: at('10:15') })
  expect(toDrop(visit, 1, { ...still, rows: -12 })).toEqual({ start: at('09:00') })
})

test('only the service that was held gets another person', () => {
  expect(toDrop(visit, 0, { ...still, target: bo })).toEqual({ start: at('10:00'), members: ['bo'] })
  expect(toDrop(visit, 1, { origin: bo, target: anna, rows: 6, longer: 0 })).toEqual({
    start: at('10:30'),
    members: ['', 'anna'],
  })
})

test('only the service that was held gets another length, of five minutes at least', () => {
  expect(toDrop(visit, 0, { ...still, longer: 2 })).toEqual({ start: at('10:00'), minutes: [40] })
  expect(toDrop(visit, 1, { ...still, longer: -9 })).toEqual({ start: at('10:00'), minutes: ['', 5] })
})

test('another column of a week is another day', () => {
  const monday = { member: 'anna', from: at('09:00', 15) }
  expect(toDrop(visit, 0, { ...still, target: monday, rows: 1 })).toEqual({ start: at('10:05', 15) })
})

test('over the night in which clocks go back a visit keeps its time of day', () => {
  const begins = Date.parse('2026-10-24T10:00:00+02:00')
  const saturday = { member: 'anna', from: Date.parse('2026-10-24T09:00:00+02:00') }
  const sunday = { member: 'anna', from: Date.parse('2026-10-25T09:00:00+01:00') }
  const one = { start: begins, segments: [{ position: 0, memberId: 'anna', start: begins, end: begins + 1 }] }
  expect(toDrop(one, 0, { origin: saturday, target: sunday, rows: 0, longer: 0 })).toEqual({
    start: Date.parse('2026-10-25T10:00:00+01:00'),
  })
})

test('a visit that is put into a person’s column is theirs, but for what others did of it', () => {
  expect(membersAt(visit, 'cara')).toEqual(['cara', 'bo'])
  const both = { segments: visit.segments.map((one) => ({ ...one, memberId: 'anna' })) }
  expect(membersAt(both, 'bo')).toEqual(['bo', 'bo'])
})

test('a visit has no place in free time that is shorter than its first service', () => {
  const [first] = visit.segments
  const minutes = ((first?.end ?? 0) - (first?.start ?? 0)) / 60_000
  const free = (length: number) => ({ start: 0, end: length * 60_000 })
  expect([minutes - 5, minutes, minutes + 5].map((length) => hasRoom(visit, free(length)))).toEqual([
    false,
    true,
    true,
  ])
})

test('a visit has a place with a person who performs all of its services that become theirs', () => {
  const services = ['colour', 'cut']
  const segments = visit.segments.map((one, index) => ({ ...one, serviceId: services[index] ?? '' }))
  const members = [
    { id: 'anna', services: ['cut'] },
    { id: 'bo', services },
    { id: 'cara', services: ['colour'] },
  ]
  const fits = (of: typeof segments) => members.map(({ id }) => isPerformedAt({ segments: of, members }, id))
  // The first service is a cut; the colour stays with bo.
  expect(fits(segments)).toEqual([true, true, false])
  expect(fits(segments.map((one) => ({ ...one, memberId: 'anna' })))).toEqual([false, true, false])
})
