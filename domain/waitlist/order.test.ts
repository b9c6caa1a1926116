import { describe, expect, test } from 'vitest'
import { competes, moveAhead, computePlace, rankBetween } from './order.ts'
import type { Competitor } from './order.ts'

const ZONE = 'Europe/Copenhagen'
type Ranked = Competitor & { rank: string }
const entry = (id: string, rank: string, services: string[], dates?: [string, string]): Ranked => ({
  id,
  rank,
  services,
  endsAt: Date.parse('2026-07-01T00:00Z'),
  windows: dates
    ? [{ from: dates[0], until: dates[1], weekdays: [], earliest: '00:00', latest: '24:00' }]
    : [],
})

test('entries compete if they share a service and a date', () => {
  const mine = entry('a', '1', ['cut', 'colour'], ['2026-06-01', '2026-06-05'])
  expect(competes(mine, entry('b', '2', ['colour', 'wash'], ['2026-06-05', '2026-06-09']), ZONE)).toBe(true)
  expect(competes(mine, entry('b', '2', ['wash'], ['2026-06-05', '2026-06-09']), ZONE)).toBe(false)
  expect(competes(mine, entry('b', '2', ['cut'], ['2026-06-06', '2026-06-09']), ZONE)).toBe(false)
  expect(competes(mine, entry('b', '2', ['cut']), ZONE)).toBe(true)
})

describe('in a list of five', () => {
  const list = [
    entry('a', '1', ['cut']),
    entry('b', '2', ['wash']),
    entry('c', '3', ['cut', 'wash'], ['2026-06-01', '2026-06-05']),
    entry('d', '4', ['cut'], ['2026-06-08', '2026-06-09']),
    entry('e', '5', ['cut'], ['2026-06-04', '2026-06-05']),
  ]
  test.each([
    ['a', 1, 4],
    ['b', 1, 2],
    ['c', 3, 4],
    ['d', 2, 2],
    ['e', 3, 3],
  ])('%s is number %i of %i', (id, place, of) => {
    expect(
      computePlace(
        list.find((one) => one.id === id)!,
        list,
        ZONE,
      ),
    ).toEqual({ place, of })
  })

  test.each([
    ['a', null],
    ['b', null],
    ['c', { rank: '1.5', passes: 'b' }],
    // Only `a` competes with `d`: it is before `a`, not between `a` and `b`.
    ['d', { rank: '0', passes: 'a' }],
    ['e', { rank: '2.5', passes: 'c' }],
  ])('%s moves to %o', (id, moved) => {
    expect(
      moveAhead(
        list.find((one) => one.id === id)!,
        list,
        ZONE,
      ),
    ).toEqual(moved)
  })

  test('a move passes one competitor and changes nobody else’s order', () => {
    for (const mine of list) {
      const moved = moveAhead(mine, list, ZONE)
      if (!moved) continue
      const after = list
        .map((one) => (one.id === mine.id ? { ...one, rank: moved.rank } : one))
        .sort((a, b) => Number(a.rank) - Number(b.rank))
      const others = (entries: Ranked[]) => entries.flatMap(({ id }) => (id === mine.id ? [] : [id]))
      expect(others(after)).toEqual(others(list))
      expect(computePlace(mine, after, ZONE).place).toBe(computePlace(mine, list, ZONE).place - 1)
    }
  })

  test('an entry that is not in the list does not move', () => {
    expect(moveAhead(entry('x', '9', ['cut']), list, ZONE)).toBeNull()
  })
})

test.each([
  [null, '1', '0'],
  [null, '0.5', '-0.5'],
  [null, '-3.25', '-4.25'],
  ['1', '2', '1.5'],
  ['1', '3', '2'],
  ['1.5', '2', '1.75'],
  ['-1', '0', '-0.5'],
  ['-1', '1', '0'],
  ['-0.5', '-0.25', '-0.375'],
  ['9007199254740993', '9007199254740994', '9007199254740993.5'],
  ['0.10', '0.2', '0.15'],
  ['99', '101', '100'],
])('the rank between %s and %s is %s', (before, after, between) => {
  expect(rankBetween(before, after)).toBe(between)
})

test('a thousand halvings stay exact', () => {
  let after = '2'
  for (let round = 0; round < 1000; round++) after = rankBetween('1', after)
  expect(after).toMatch(/^1\.\d{1000}$/)
  const tail = (5n ** 1000n).toString().padStart(1000, '0')
  expect(after).toBe(`1.${tail}`)
})

test.each(['', 'NaN', '1e3', '1.', '.5', '0x10', ' 1'])('%j is no rank', (rank) => {
  expect(() => rankBetween(null, rank)).toThrow(RangeError)
  expect(() => rankBetween(rank, '1')).toThrow(RangeError)
})
