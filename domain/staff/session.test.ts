import { expect, test } from 'vitest'
import { DAY_MS } from '../day.ts'
import { isOpen, isUseDue } from './session.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const now = Date.parse('2027-03-01T12:00Z')
const session = (unused: number, lockMinutes: number | null, age = unused) => ({
  createdAt: now - age,
  lastSeenAt: now - unused,
  lockMinutes,
})

test.each([
  [12 * HOUR - 1, null, true],
  [12 * HOUR, null, false],
  [5 * MINUTE - 1, 5, true],
  [5 * MINUTE, 5, false],
  [29 * MINUTE, 30, true],
  [MINUTE, 1, false],
])('unused for %i ms, at a device that locks after %s minutes: open is %s', (unused, lock, open) => {
  expect(isOpen(session(unused, lock), now)).toBe(open)
})

test('a session ends after 30 days, however often it is used', () => {
  expect(isOpen(session(0, null, 30 * DAY_MS - 1), now)).toBe(true)
  expect(isOpen(session(0, null, 30 * DAY_MS), now)).toBe(false)
})

test('its use is stored a few times in the time after which it would end', () => {
  expect([isUseDue(session(14_999, 5), now), isUseDue(session(15_000, 5), now)]).toEqual([false, true])
  expect([isUseDue(session(35 * MINUTE, null), now), isUseDue(session(36 * MINUTE, null), now)]).toEqual([
    false,
    true,
  ])
})
