import { describe, expect, test } from 'vitest'
import { extendedEnd, extensionDays, isAllowedEnd } from './extend.ts'

const zone = 'Europe/Copenhagen'
const end = (now: string, days: number, where = zone) =>
  new Date(extendedEnd({ now: Date.parse(now), days, zone: where })).toISOString()

describe('an entry is extended to midnight of today + 1 + days', () => {
  test.each([
    ['2026-06-01T10:00Z', 1, '2026-06-02T22:00:00.000Z'],
    ['2026-06-01T10:00Z', 30, '2026-07-01T22:00:00.000Z'],
    ['2026-06-01T10:00Z', 180, '2026-11-28T23:00:00.000Z'],
    ['2026-06-01T10:00Z', 181, '2026-07-01T22:00:00.000Z'],
    // Today is the tenant's: it is 2 June there.
    ['2026-06-01T22:00Z', 1, '2026-06-03T22:00:00.000Z'],
    ['2026-06-01T21:59:59.999Z', 1, '2026-06-02T22:00:00.000Z'],
    // The evening before and the day of each clock change.
    ['2026-03-27T12:00Z', 1, '2026-03-28T23:00:00.000Z'],
    ['2026-03-28T12:00Z', 1, '2026-03-29T22:00:00.000Z'],
    ['2026-03-29T00:30Z', 1, '2026-03-30T22:00:00.000Z'],
    ['2026-03-29T12:00Z', 30, '2026-04-28T22:00:00.000Z'],
    ['2026-10-23T12:00Z', 1, '2026-10-24T22:00:00.000Z'],
    ['2026-10-24T12:00Z', 1, '2026-10-25T23:00:00.000Z'],
    ['2026-10-25T01:30Z', 1, '2026-10-26T23:00:00.000Z'],
    ['2026-09-25T12:00Z', 30, '2026-10-25T23:00:00.000Z'],
  ])('%s by %i days: %s', (now, days, wanted) => expect(end(now, days)).toBe(wanted))

  test('where midnight itself is skipped, to the first moment of the date', () => {
    expect(end('2026-04-22T12:00Z', 1, 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z')
  })
})

test.each<[unknown, number]>([
  [1, 1],
  [180, 180],
  ['7', 7],
  ['007', 7],
  [0, 30],
  [181, 30],
  ['181', 30],
  [-1, 30],
  ['-1', 30],
  [1.5, 30],
  ['1.5', 30],
  ['1e2', 30],
  ['0x10', 30],
  [' 7', 30],
  ['', 30],
  ['seven', 30],
  [NaN, 30],
  [Infinity, 30],
  [null, 30],
  [undefined, 30],
  [[7], 30],
  [{}, 30],
  [true, 30],
])('the days of %o are %i', (value, days) => expect(extensionDays(value)).toBe(days))

test('an end is after now and at most 180 days after today', () => {
  const clock = { now: Date.parse('2026-06-01T10:00Z'), zone }
  const last = extendedEnd({ ...clock, days: 180 })
  expect(isAllowedEnd(last, clock)).toBe(true)
  expect(isAllowedEnd(last + 1, clock)).toBe(false)
  expect(isAllowedEnd(clock.now + 1, clock)).toBe(true)
  expect(isAllowedEnd(clock.now, clock)).toBe(false)
})
