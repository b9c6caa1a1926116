import { expect, test } from 'vitest'
import { concerns, noticeFrom, noticeOf } from './notice.ts'

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

const facts = (start: string, end: string, ...names: string[]) => ({
  start: at(`2026-06-11T${start}`),
  end: at(`2026-06-11T${end}`),
  segments: names.map((name) => ({ memberId: name.toLowerCase(), memberName: name })),
})
const before = facts('09:00', '10:00', 'Anna')

test.each([
  ['to another time', facts('09:15', '10:15', 'Anna'), 'moved', []],
  ['to another person', facts('09:00', '10:00', 'Bo'), 'moved', ['Bo']],
  ['to another person, with another length', facts('09:00', '10:05', 'Bo'), 'moved', ['Bo']],
  ['only longer', facts('09:00', '10:05', 'Anna'), 'longer', []],
  ['only shorter', facts('09:00', '09:50', 'Anna'), 'shorter', []],
] as const)('a visit that was moved %s', (_, after, kind, members) => {
  expect(noticeOf('moved', before, after)).toEqual({ kind, members })
})

test('a visit whose guest was asked is told of, progress is not', () => {
  expect(noticeOf('asked', before, before)).toEqual({ kind: 'asked', members: [] })
  expect(noticeOf('progress', before, before)).toBeNull()
})
