import { expect, test } from 'vitest'
import { concerns, noticeFrom } from './notice.ts'

test.each([
  ['reception, of a guest', null, ['anna'], { memberId: null, scope: 'all' }, true],
  ['reception, of their own', 'me', ['anna'], { memberId: null, scope: 'all' }, false],
  ['a practitioner, of theirs', 'other', ['bo', 'anna'], { memberId: 'anna', scope: 'own' }, true],
  ['a practitioner, of others', null, ['bo'], { memberId: 'anna', scope: 'own' }, false],
  ['who performs nothing and sees their own', null, ['bo'], { memberId: null, scope: 'own' }, false],
  ['who sees no day', null, ['bo'], { memberId: 'bo', scope: undefined }, false],
] as const)('%s', (_, staffId, memberIds, reader, told) => {
  expect(concerns({ staffId, memberIds }, { id: 'me', ...reader })).toBe(told)
})

const zone = 'Europe/Copenhagen'
const at = (local: string) => Date.parse(`${local}+02:00`)

test.each([
  ['by day', '2026-06-10T20:59', ['2026-06-12T09:00'], '2026-06-10T20:59'],
  ['in the evening, of another day', '2026-06-10T21:00', ['2026-06-11T09:00'], '2026-06-11T08:00'],
  ['at night, of another day', '2026-06-11T07:30', ['2026-06-12T09:00'], '2026-06-11T08:00'],
  ['at night, of the same day', '2026-06-11T07:30', ['2026-06-11T09:00'], '2026-06-11T07:30'],
  ['moved away from today', '2026-06-10T22:00', ['2026-06-12T09:00', '2026-06-10T23:00'], '2026-06-10T22:00'],
] as const)('%s', (_, now, starts, from) => {
  expect(noticeFrom(zone, at(now), starts.map(at))).toBe(at(from))
})
