import { describe, expect, test } from 'vitest'
import { covers, intersects, merge, subtract } from './range.ts'
import type { Range } from './range.ts'

const ranges = (text: string): Range[] =>
  text === ''
    ? []
    : text.split(' ').map((part) => {
        const [start = 0, end = 0] = part.split('-').map(Number)
        return { start, end }
      })

test.each([
  ['', ''],
  ['5-9 1-3', '1-3 5-9'],
  ['1-3 3-5', '1-5'],
  ['1-9 2-4 8-12', '1-12'],
  ['4-4 6-5 1-2', '1-2'],
])('merging %s gives %s', (given, expected) => {
  expect(merge(ranges(given))).toEqual(ranges(expected))
})

test.each([
  ['1-9', '', '1-9'],
  ['1-9', '3-4 6-7', '1-3 4-6 7-9'],
  ['1-9', '0-2 8-12', '2-8'],
  ['1-9', '1-9', ''],
  ['1-4 6-9', '3-7', '1-3 7-9'],
  ['1-2 3-4 5-6', '0-10', ''],
  ['5-6', '1-2 8-9', '5-6'],
])('%s less %s leaves %s', (given, taken, expected) => {
  expect(subtract(ranges(given), ranges(taken))).toEqual(ranges(expected))
})

describe('within 2-5 and 8-12', () => {
  const free = ranges('2-5 8-12')
  test.each([
    [2, 5, true, true],
    [3, 4, true, true],
    [1, 3, false, true],
    [4, 9, false, true],
    [5, 8, false, false],
    [12, 14, false, false],
    [0, 2, false, false],
  ])('%d to %d: covered %s, met %s', (start, end, covered, met) => {
    expect(covers(free, start, end)).toBe(covered)
    expect(intersects(free, start, end)).toBe(met)
  })
})
