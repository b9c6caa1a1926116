import { expect, test } from 'vitest'
import { holdEnd, isHeld, prolongError } from './hold.ts'

const now = Date.parse('2026-06-10T10:00:00Z')

test('a hold lasts ten minutes from its creation or prolongation', () => {
  expect(holdEnd(now) - now).toBe(600_000)
})

test.each([
  ['one millisecond before its end', 'held', now + 1, true],
  ['at its end', 'held', now, false],
  ['after its end', 'held', now - 1, false],
  ['once booked', 'booked', null, false],
  ['once cancelled', 'cancelled', null, false],
] as const)('%s a visit is held: %4$s', (_, state, holdUntil, held) => {
  expect(isHeld({ state, holdUntil }, now)).toBe(held)
})

test.each([
  ['while it lasts', { state: 'held', holdUntil: now + 1, prolonged: false }, null],
  ['a second time', { state: 'held', holdUntil: now + 1, prolonged: true }, 'already-prolonged'],
  ['once it has run out', { state: 'held', holdUntil: now, prolonged: false }, 'hold-expired'],
  ['a second time, once it has run out', { state: 'held', holdUntil: now, prolonged: true }, 'hold-expired'],
  ['once it is booked', { state: 'booked', holdUntil: null, prolonged: false }, 'hold-expired'],
] as const)('prolonging %s', (_, hold, error) => {
  expect(prolongError(hold, now)).toBe(error)
})
