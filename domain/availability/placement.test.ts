import { expect, test } from 'vitest'
import { countAtOnce, findConflicts, fromNow, keepsGap, workOf, type Taken } from './placement.ts'

const range = (start: number, end: number) => ({ start, end })
const part = (start: number, end: number, { before = 0, after = 0, memberId = 'anna' } = {}) => {
  const busy = [range(start - before, end + after)]
  return { memberId, start, end, busy, work: workOf({ start, end, busy }) }
}
const taken = (one: ReturnType<typeof part>, kind: Taken['kind'] = 'visit'): Taken => ({
  ...one,
  visitId: `${one.start}`,
  kind,
})

test.each([
  ['the same time', part(0, 30), part(0, 30), 'work'],
  ['one minute', part(0, 30), part(29, 60), 'work'],
  ['end and begin', part(0, 30), part(30, 60), null],
  ['a buffer of its own', part(0, 30, { after: 10 }), part(35, 60), 'buffer'],
  ['a buffer of the other', part(0, 30), part(35, 60, { before: 10 }), 'buffer'],
  ['two buffers', part(0, 30, { after: 10 }), part(45, 60, { before: 10 }), 'buffer'],
  ['another member', part(0, 30), part(0, 30, { memberId: 'bo' }), null],
])('%s', (_, mine, other, over) => {
  expect(findConflicts([mine], [taken(other)]).map((one) => one.over)).toEqual(over ? [over] : [])
})

test('a processing gap takes a second visit', () => {
  const busy = [range(0, 20), range(50, 60)]
  const color = { memberId: 'anna', start: 0, end: 60, busy, work: workOf({ start: 0, end: 60, busy }) }
  expect(findConflicts([part(20, 50)], [taken(color)])).toEqual([])
  expect(findConflicts([part(20, 51)], [taken(color)])).toMatchObject([{ over: 'work' }])
})

test.each([
  [[], 1],
  [[part(0, 30)], 2],
  [[part(0, 10), part(20, 30)], 2],
  [[part(0, 10), part(5, 30)], 3],
  [[part(0, 30), part(0, 30)], 3],
  [[part(30, 60)], 1],
  [[part(0, 30, { memberId: 'bo' })], 1],
])('beside %j, %d are at once', (others, count) => {
  expect(
    countAtOnce(
      part(0, 30),
      others.map((one) => taken(one)),
    ),
  ).toBe(count)
})

test('of a visit that has begun the rest is taken, and of one that is over the end', () => {
  expect(fromNow([range(0, 30)], 10)).toEqual([range(10, 30)])
  expect(fromNow([range(0, 20), range(50, 60)], 30)).toEqual([range(50, 60)])
  expect(fromNow([range(0, 20), range(50, 60)], 90)).toEqual([range(50, 60)])
  expect(fromNow([range(0, 30)], -5)).toEqual([range(0, 30)])
})

test.each([
  [{ after: 20, minutes: 30 }, 60, true],
  [{ after: 20, minutes: 30 }, 50, true],
  [{ after: 20, minutes: 30 }, 49, false],
  [{ after: 0, minutes: 30 }, 30, false],
])('a gap %j in %d minutes: %j', (gap, length, keeps) => {
  expect(keepsGap(gap, length)).toBe(keeps)
})
