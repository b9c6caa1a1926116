import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buffersOf,
  closedTime,
  countRows,
  openTime,
  gapsOf,
  hourLabels,
  MAX_LANES,
  MAX_ROWS,
  placeInLanes,
  rowsOf,
  shownWindow,
} from './day-grid.ts'
import { dayWindow } from './zone.ts'

const zone = 'Europe/Copenhagen'
const range = (start: number, end: number) => ({ start, end })

test.each([
  [range(0, 30), { row: 1, span: 6 }],
  [range(5, 10), { row: 2, span: 1 }],
  [range(7, 8), { row: 2, span: 1 }],
  [range(7, 11), { row: 2, span: 2 }],
  [range(-30, 10), { row: 1, span: 2 }],
  [range(110, 150), { row: 23, span: 2 }],
  [range(-30, 0), null],
  [range(120, 130), null],
])('%j in two hours', (one, rows) => {
  expect(rowsOf(one, { from: 0, until: 120 })).toEqual(rows)
})

test.each([
  ['alone', [range(0, 30)], [[1, 1]]],
  [
    'one after the other',
    [range(0, 30), range(30, 60)],
    [
      [1, 1],
      [1, 1],
    ],
  ],
  [
    'at the same time',
    [range(0, 30), range(0, 30)],
    [
      [1, 2],
      [2, 2],
    ],
  ],
  [
    'a long one beside two',
    [range(0, 60), range(0, 30), range(30, 60)],
    [
      [1, 2],
      [2, 2],
      [2, 2],
    ],
  ],
  [
    'a chain',
    [range(0, 30), range(20, 50), range(40, 70)],
    [
      [1, 2],
      [2, 2],
      [1, 2],
    ],
  ],
  [
    'in one row though apart in time',
    [range(0, 6), range(8, 12)],
    [
      [1, 2],
      [2, 2],
    ],
  ],
])('%s', (_, things, lanes) => {
  expect(placeInLanes(things, { from: 0, until: 120 }).map(({ lane, lanes: of }) => [lane, of])).toEqual(
    lanes,
  )
})

test('no two things of a place overlap, up to the number of lanes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(280), fc.integer({ min: 1, max: 60 })), { maxLength: 12 }),
      (things) => {
        const window = { from: 0, until: 300 }
        const placed = placeInLanes(
          things.map(([start, length], id) => ({ id, start, end: start + length })),
          window,
        )
        expect(placed).toHaveLength(things.length)
        for (const a of placed) {
          expect(a.lane).toBeLessThanOrEqual(a.lanes)
          expect(a.lanes).toBeLessThanOrEqual(MAX_LANES)
          expect(a.row + a.span - 1).toBeLessThanOrEqual(countRows(window))
          for (const b of placed)
            if (a.id < b.id && a.lane === b.lane && a.lane < MAX_LANES)
              expect(a.row + a.span <= b.row || b.row + b.span <= a.row).toBe(true)
        }
      },
    ),
  )
})

test('what is shown begins and ends at full hours around all that happens', () => {
  const day = dayWindow(zone, '2026-06-10')
  const at = (minute: number) => day.from + minute
  expect(shownWindow(day, [range(at(545), at(1025))])).toEqual({ from: at(540), until: at(1080) })
  expect(shownWindow(day, [range(at(600), at(660)), range(at(475), at(500))])).toEqual({
    from: at(420),
    until: at(660),
  })
  expect(shownWindow(day, [])).toEqual({ from: at(540), until: at(1020) })
  expect(shownWindow(day, [range(day.from - 60, day.until + 60)])).toEqual(day)
})

test('closed time, free time, gaps and buffers', () => {
  const window = { from: 0, until: 120 }
  expect(closedTime([range(10, 50), range(60, 130)], window)).toEqual([range(0, 10), range(50, 60)])
  expect(openTime([range(10, 50)], [range(0, 20), range(30, 40)], window)).toEqual([
    range(20, 30),
    range(40, 50),
  ])
  const color = { start: 10, end: 70, busy: [range(5, 30), range(60, 80)] }
  expect(gapsOf(color)).toEqual([range(30, 60)])
  expect(buffersOf(color)).toEqual({ before: 5, after: 10 })
  expect(buffersOf({ start: 10, end: 70, busy: [range(20, 70)] })).toEqual({ before: 0, after: 0 })
})

test('an hour that comes twice has two labels with their offsets, one that is skipped none', () => {
  const autumn = hourLabels(zone, dayWindow(zone, '2026-10-25'))
  expect(autumn).toHaveLength(25)
  expect(autumn.slice(1, 5).map(({ row, minute, offset }) => [row, minute, offset])).toEqual([
    [13, 60, null],
    [25, 120, 120],
    [37, 120, 60],
    [49, 180, null],
  ])
  expect(autumn.at(-1)?.row).toBe(24 * 12 + 1)
  expect(countRows(dayWindow(zone, '2026-10-25'))).toBe(MAX_ROWS)
  const spring = hourLabels(zone, dayWindow(zone, '2026-03-29'))
  expect(spring.slice(0, 4).map(({ row, minute }) => [row, minute])).toEqual([
    [1, 0],
    [13, 60],
    [25, 180],
    [37, 240],
  ])
})
