import { expect, test } from 'vitest'
import { possibleSteps, progressSteps } from './day-state.ts'
import { progressRefusal, progressTimes, progressWhenBooked } from './progress.ts'

const zone = 'Europe/Copenhagen'
const minute = 60_000
const start = Date.parse('2026-06-10T10:00:00+02:00')
const end = start + 30 * minute
const midnight = Date.parse('2026-06-10T00:00:00+02:00')
const day = 24 * 60 * minute

test.each([
  ['booked', 'arrived', midnight - 1, 'early'],
  ['booked', 'arrived', midnight, null],
  ['booked', 'started', midnight, null],
  ['booked', 'done', end, null],
  ['booked', 'noShow', start + 15 * minute - 1, 'early'],
  ['booked', 'noShow', start + 15 * minute, null],
  ['booked', 'expected', midnight - day, null],
  ['booked', 'done', end + 7 * day, null],
  ['booked', 'done', end + 7 * day + 1, 'over'],
  ['booked', 'expected', end + 7 * day + 1, 'over'],
  ['cancelled', 'arrived', start, 'cancelled'],
  ['held', 'arrived', start, 'cancelled'],
] as const)('a %s visit becomes %s at %d: %j', (state, to, now, refusal) => {
  expect(progressRefusal({ state, start, end }, to, { zone, now })).toBe(refusal)
})

test.each([midnight - 1, midnight, start, start + 15 * minute, end, end + 7 * day, end + 7 * day + 1])(
  'at %d no step is offered that would be refused, and every other one is',
  (now) => {
    const tomorrow = now < midnight ? midnight : midnight + day * Math.ceil((now + 1 - midnight) / day)
    for (const progress of progressSteps)
      expect(possibleSteps({ progress, start, end }, { now, tomorrow })).toEqual(
        progressSteps.filter(
          (step) =>
            step !== progress &&
            progressRefusal({ state: 'booked', start, end }, step, { zone, now }) === null,
        ),
      )
  },
)

test.each([
  [{}, 'arrived', { arrived: 9 }],
  [{ arrived: 1 }, 'started', { arrived: 1, started: 9 }],
  [{ arrived: 1, started: 2 }, 'done', { arrived: 1, started: 2, done: 9 }],
  [{ arrived: 1, started: 2, done: 3 }, 'started', { arrived: 1, started: 9 }],
  [{ arrived: 1, started: 2, done: 3 }, 'expected', {}],
  [{ arrived: 1 }, 'noShow', { noShow: 9 }],
  [{ noShow: 1 }, 'arrived', { arrived: 9 }],
  [{}, 'done', { done: 9 }],
] as const)('of %j, %s leaves %j', (times, to, left) => {
  expect(progressTimes(times, to, 9)).toEqual(left)
})

test.each([
  ['walkIn', start, 'arrived', { arrived: start + 40 }],
  ['walkIn', start + minute, 'expected', {}],
  ['phone', start, 'expected', {}],
] as const)('a %s booking that begins at %d is %s', (source, begins, progress, progressAt) => {
  expect(progressWhenBooked({ source, start: begins }, start + 40)).toEqual({ progress, progressAt })
})
