import { expect, test } from 'vitest'
import { createRandom } from '#test/availability-cases.ts'
import { offerAt } from './free-times.ts'
import type { ServiceRule } from './request.ts'
import { openUnits, smallestUnits } from './units.ts'

const range = (start: number, end: number) => ({ start, end })
const ROOM = { id: 'room', units: [1, 2, 3] }
const busyUnit = (unit: number, start: number, end: number) => ({ resourceId: 'room', unit, start, end })

test('the starts at which all pieces of a time are free, with the units', () => {
  const calendar = openUnits([busyUnit(1, 0, 30), busyUnit(2, 20, 60), busyUnit(3, -100, 100)])
  const at = calendar.freeFor(ROOM, [range(-5, 10), range(20, 25)])
  const free = (start: number) => at(start).join()
  expect([-26, -25, -15, -10, -5, 5, 34, 35, 64, 65, 104, 105].map(free)).toEqual([
    '1,2',
    '1,2',
    '2',
    '2',
    '2',
    '',
    '',
    '1',
    '1',
    '1,2',
    '1,2',
    '1,2,3',
  ])
  // A piece fits into a gap of the other time.
  expect(
    openUnits([busyUnit(1, 10, 20)]).freeFor({ id: 'room', units: [1] }, [range(0, 10), range(20, 30)])(0),
  ).toEqual([1])
})

test('the lowest unit of each run is not enough where a later run has no other', () => {
  const run = (units: number[], start: number, end: number) => ({ units, busy: [range(start, end)] })
  expect(smallestUnits([run([1, 2], 0, 40), run([1], 30, 60)])).toEqual([2, 1])
  expect(smallestUnits([run([1, 2], 0, 30), run([1], 30, 60)])).toEqual([1, 1])
  expect(smallestUnits([run([1], 0, 40), run([1], 30, 60)])).toBeNull()
  expect(smallestUnits([run([1, 2], 0, 40), run([1, 2], 0, 40), run([2, 5], 0, 40)])).toEqual([1, 2, 5])
  expect(smallestUnits([run([], 0, 40)])).toBeNull()
})

test('of overlapping runs the smallest units are those of an exhaustive search', () => {
  const roll = createRandom(1)
  let nothing = 0
  for (let index = 0; index < 5_000; index++) {
    const runs = Array.from({ length: roll.between(1, 4) }, () => ({
      units: [1, 2, 3, 4, 5].filter(() => roll.chance(0.4)),
      busy: [0, 20, 40]
        .filter(() => roll.chance(0.6))
        .map((start) => range(start, start + roll.between(5, 20, 5))),
    }))
    let vectors: number[][] = [[]]
    for (const { units } of runs)
      vectors = vectors.flatMap((vector) => units.map((unit) => [...vector, unit]))
    const meets = (one: number, other: number) =>
      runs[one]!.busy.some((a) => runs[other]!.busy.some((b) => a.start < b.end && b.start < a.end))
    const expected = vectors.find((vector) =>
      vector.every((unit, at) =>
        vector.slice(0, at).every((before, other) => before !== unit || !meets(at, other)),
      ),
    )
    if (!expected) nothing++
    expect(smallestUnits(runs), JSON.stringify(runs)).toEqual(expected ?? null)
  }
  console.log(`units: 5000 sets of runs against an exhaustive search, 0 differences, ${nothing} without any`)
  expect(nothing).toBeGreaterThan(500)
})

test('a gap frees a unit that is used for the work only, and keeps one that is used for all', () => {
  const roll = createRandom(2)
  const zone = 'Europe/Copenhagen'
  const start = Date.UTC(2026, 5, 1, 8) / 60_000
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '06:00', to: '22:00' }))
  const members = ['anna', 'bo'].map((id) => ({ id, hours, breaks: [], holidays: [], absences: [] }))
  const rules = { zone, slotMinutes: 5, leadMinutes: 0, horizonDays: 60, exceptions: [] }
  const base = { rules, members, resources: [{ id: 'chair', units: [1] }], from: 0, until: 0 }
  const counts = { work: 0, all: 0 }
  for (let index = 0; index < 1_000; index++)
    for (const during of ['work', 'all'] as const) {
      const gap = { after: roll.between(5, 60, 5), minutes: roll.between(5, 60, 5) }
      const duration = gap.after + gap.minutes + roll.between(0, 60, 5)
      const service = (id: string, change: Partial<ServiceRule>): ServiceRule => ({
        id,
        duration,
        bufferBefore: 0,
        bufferAfter: 0,
        members: ['anna', 'bo'],
        resources: [{ id: 'chair', during }],
        ...change,
      })
      const request = { ...base, now: start - 1440, busy: [] }
      const color = { rule: service('color', { processing: gap }), memberId: 'anna' }
      const [booked] = offerAt({ ...request, services: [color] }, start)!.segments
      const busyUnits = booked!.units!.flatMap(({ resourceId, unit, busy }) =>
        busy.map((one) => ({ ...one, resourceId, unit })),
      )
      const within = roll.between(5, gap.minutes, 5)
      const cut = { rule: service('cut', { duration: within }), memberId: 'bo' }
      const at = start + gap.after + roll.between(0, gap.minutes - within, 5)
      if (offerAt({ ...request, services: [cut], busyUnits }, at)) counts[during]++
    }
  console.log(`units: in the gap another visit fits ${counts.work} of 1000 times, and ${counts.all} of 1000`)
  expect(counts).toEqual({ work: 1_000, all: 0 })
})

test('taking the lowest unit loses few visits against packing all again', () => {
  const roll = createRandom(3)
  const [day, step] = [8 * 60, 15]
  const totals = { lowest: 0, packed: 0 }
  for (let index = 0; index < 400; index++) {
    const resource = { id: 'room', units: [1, 2, 3].slice(0, roll.between(2, 3)) }
    const lowest: ReturnType<typeof busyUnit>[] = []
    const packed: { start: number; end: number }[] = []
    // Each guest takes the free time nearest to what they wanted, within an hour of it, or none.
    for (let guest = 0; guest < 20; guest++) {
      const length = roll.pick([30, 45, 60, 60, 90])
      const wanted = roll.between(0, day - length, step)
      const starts = Array.from({ length: (day - length) / step + 1 }, (_, at) => at * step)
        .filter((start) => Math.abs(start - wanted) <= 60)
        .sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)
      const freeAt = openUnits(lowest).freeFor(resource, [range(0, length)])
      const first = starts.find((start) => freeAt(start).length > 0)
      if (first !== undefined) lowest.push(busyUnit(freeAt(first)[0]!, first, first + length))
      const fits = (start: number) =>
        [start, ...packed.map((one) => one.start)].every(
          (at) =>
            at < start ||
            at >= start + length ||
            packed.filter((one) => one.start <= at && at < one.end).length < resource.units.length,
        )
      const free = starts.find(fits)
      if (free !== undefined) packed.push(range(free, free + length))
    }
    totals.lowest += lowest.length
    totals.packed += packed.length
  }
  const lost = 1 - totals.lowest / totals.packed
  console.log(
    `units: ${totals.lowest} visits by the lowest unit, ${totals.packed} packed again: ` +
      `${(100 * lost).toFixed(1)} % lost`,
  )
  expect(lost).toBeLessThanOrEqual(0.03)
})
