import { expect, test } from 'vitest'
import { keepUnits, placeUnits, type TakenUnit } from './placed-units.ts'
import type { MemberSchedule, ResourceUse, ServiceRule } from './request.ts'
import type { UnitName } from './unit.ts'
import { unitTimes } from './units.ts'
import { onlyWay, planVisit, segmentsAt } from './visit-plan.ts'

const range = (start: number, end: number) => ({ start, end })
const ROOM = { id: 'room', units: [1, 2, 3] }
const taken = (unit: number, start: number, end: number, change: Partial<TakenUnit> = {}): TakenUnit => ({
  resourceId: 'room',
  unit,
  kind: 'visit',
  busy: [range(start, end)],
  work: [range(start, end)],
  ...change,
})

const member = (id: string): MemberSchedule => ({ id, hours: [], breaks: [], holidays: [], absences: [] })
const members = [member('anna'), member('bo')]
const rule = (id: string, memberId: string, during: ResourceUse, change: Partial<ServiceRule> = {}) => ({
  memberId,
  rule: {
    id,
    duration: 30,
    bufferBefore: 5,
    bufferAfter: 10,
    members: ['anna', 'bo'],
    resources: [{ id: 'room', during }],
    ...change,
  },
})
/** The segments of a visit from 0 on, each with the time of its units. */
const segmentsOf = (...services: ReturnType<typeof rule>[]) => {
  const way = onlyWay(planVisit(services, members, [ROOM]))
  return segmentsAt(way, 0, members, unitTimes(way, 0))
}
const place = (
  segments: ReturnType<typeof segmentsOf>,
  given: { taken?: TakenUnit[]; kept?: UnitName[][]; now?: number } = {},
) => placeUnits(segments, { resources: [ROOM], taken: [], kept: [], ...given })
const room = (unit: number) => ({ resourceId: 'room', unit })

test('a run has one unit without buffers inside, also where the member changes', () => {
  const segments = segmentsOf(
    rule('cut', 'anna', 'all'),
    rule('color', 'bo', 'work', { processing: { after: 10, minutes: 10 } }),
  )
  const { units, conflicts } = place(segments, { taken: [taken(1, -40, -4)] })
  expect(units).toEqual([
    [{ ...room(2), over: false, busy: [range(-5, 30)] }],
    [{ ...room(2), over: false, busy: [range(30, 40), range(50, 70)] }],
  ])
  expect(conflicts).toEqual([])
})

test('a unit used for all of a service keeps its buffer where the member goes on; while they work it does not', () => {
  const after = (during: ResourceUse) =>
    segmentsOf(rule('cut', 'anna', during), rule('talk', 'anna', 'all', { resources: [] }))[0]?.units?.[0]
      ?.busy
  expect(after('all')).toEqual([range(-5, 40)])
  expect(after('work')).toEqual([range(-5, 30)])
})

test('the unit from before is kept where it is free, else the smallest is taken; the queue’s time is free', () => {
  const segments = segmentsOf(rule('cut', 'anna', 'all'))
  const unitWith = (...others: TakenUnit[]) =>
    place(segments, { taken: others, kept: [[room(2)]] }).units[0]?.[0]?.unit
  expect(unitWith(taken(2, 40, 60))).toBe(2)
  expect(unitWith(taken(2, 39, 60))).toBe(1)
  expect(unitWith(taken(2, 39, 60), taken(1, 0, 9))).toBe(3)
  expect(unitWith(taken(2, 0, 9, { kind: 'queue' }))).toBe(2)
  expect(place(segments, { kept: [[room(7)]] }).units[0]?.[0]?.unit).toBe(1)
  expect(place(segments, { taken: [taken(1, 0, 9, { kind: 'queue' })] }).units[0]?.[0]?.unit).toBe(2)
})

test('where no unit is free it is the one with the least in the way, and all that is there is named', () => {
  const segments = segmentsOf(rule('cut', 'anna', 'all'))
  const held = taken(1, 0, 9, { kind: 'hold' })
  const [work, buffer] = [taken(2, 0, 9), taken(3, 35, 60)]
  expect(place(segments, { taken: [held, work, buffer] })).toEqual({
    units: [[{ ...room(3), over: true, busy: [range(-5, 40)] }]],
    conflicts: [{ part: 0, taken: buffer, over: 'buffer' }],
    inTheWay: [{ part: 0, taken: buffer, over: 'buffer' }],
  })
  const other = taken(3, 20, 60)
  const { units, conflicts, inTheWay } = place(segments, { taken: [held, work, other] })
  expect(units[0]).toMatchObject([{ unit: 2, over: true }])
  expect(conflicts).toEqual([{ part: 0, taken: work, over: 'work' }])
  expect(inTheWay.map((one) => one.taken)).toEqual([work, other, held])
  const offered = taken(2, 0, 9, { kind: 'offer' })
  const found = place(segments, { taken: [held, offered, taken(3, 0, 9, { kind: 'hold' })] })
  expect([found.units[0]?.[0], found.conflicts]).toMatchObject([
    { unit: 2, over: false },
    [{ taken: offered }],
  ])
})

test('of what has begun, only what is left takes a unit where something is in the way', () => {
  const segments = segmentsOf(rule('cut', 'anna', 'all'))
  const others = [1, 2, 3].map((unit) => taken(unit, 0, 15))
  const { units, conflicts } = place(segments, { taken: others, now: 15 })
  expect(units).toEqual([[{ ...room(1), over: false, busy: [range(15, 40)] }]])
  expect(conflicts).toEqual([])
  expect(place(segments, { taken: others.slice(1), now: 15 }).units[0]?.[0]?.busy).toEqual([range(-5, 40)])
})

test('two uses of a resource that overlap by their buffers have two units', () => {
  const segments = segmentsOf(
    rule('cut', 'anna', 'all'),
    rule('talk', 'anna', 'all', { resources: [], duration: 10, bufferBefore: 0, bufferAfter: 0 }),
    rule('color', 'anna', 'all'),
  )
  const unitsWith = (...others: TakenUnit[]) =>
    place(segments, { taken: others }).units.map((own) => own.map(({ unit }) => unit))
  expect(unitsWith()).toEqual([[1], [], [2]])
  // The later run has no other.
  expect(unitsWith(taken(2, 60, 61), taken(3, 60, 61))).toEqual([[2], [], [1]])
})

test('segments have no unit of a resource without any', () => {
  const way = onlyWay(planVisit([rule('cut', 'anna', 'all')], members, [{ id: 'room', units: [] }]))
  expect(segmentsAt(way, 0, members, unitTimes(way, 0))[0]).not.toHaveProperty('units')
})

test('a visit that is offered other units keeps those that it has, as far as they are free', () => {
  const segments = segmentsOf(rule('cut', 'anna', 'all'))
  const kept = (...busyUnits: { unit: number; start: number; end: number }[]) =>
    keepUnits(segments, {
      resources: [ROOM],
      busyUnits: busyUnits.map((one) => ({ resourceId: 'room', ...one })),
      kept: [[room(3)]],
    })[0]?.units
  expect(kept({ unit: 1, start: 0, end: 9 })).toEqual([{ ...room(3), busy: [range(-5, 40)] }])
  expect(kept({ unit: 3, start: 0, end: 9 })).toEqual([{ ...room(1), busy: [range(-5, 40)] }])
})
