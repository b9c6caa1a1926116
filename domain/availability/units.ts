import { anyOverlap, covers, merge, subtract, type Range } from './range.ts'
import type { BusyUnit, OfferUnit, Resource } from './request.ts'
import { shift, unitTime, type Choice, type PlannedPart, type UnitUse } from './visit-plan.ts'

/** The units of a resource that are free for a time that begins then, ascending. */
type FreeUnits = (start: number) => readonly number[]

/** The free time of units, which any number of requests share. */
export type UnitCalendar = {
  /** @param time that a service takes of a unit, in minutes from its start. */
  freeFor: (resource: Resource, time: Range[]) => FreeUnits
}

/** Each table of starts is computed once for a resource and a time, when it is first asked for. */
export function openUnits(busyUnits: readonly BusyUnit[] = []): UnitCalendar {
  const busy = Map.groupBy(busyUnits, ({ resourceId, unit }) => `${unit} ${resourceId}`)
  const free = new Map<string, Range[]>()
  const tables = new Map<string, FreeUnits>()
  const freeTimeOf = (key: string) => {
    const found = free.get(key) ?? subtract(ALWAYS, merge(busy.get(key) ?? []))
    free.set(key, found)
    return found
  }
  return {
    freeFor({ id, units }, time) {
      const key = `${time.map(({ start, end }) => `${start}-${end}`).join()} ${id}`
      const found =
        tables.get(key) ??
        tableOf(units.map((unit) => ({ unit, starts: startsIn(freeTimeOf(`${unit} ${id}`), time) })))
      tables.set(key, found)
      return found
    },
  }
}

const ALWAYS = [{ start: -Infinity, end: Infinity }]
const NONE: readonly number[] = []

/** The starts at which all of this time is within the free ranges. */
const startsIn = (free: Range[], time: Range[]): Range[] =>
  time
    .map((piece) =>
      free
        .map(({ start, end }) => ({ start: start - piece.start, end: end - piece.end + 1 }))
        .filter(({ start, end }) => start < end),
    )
    .reduce((some, others) => subtract(some, subtract(some, others)))

function tableOf(byUnit: { unit: number; starts: Range[] }[]): FreeUnits {
  const edges = byUnit.flatMap(({ starts }) => starts.flatMap(({ start, end }) => [start, end]))
  const from = [...new Set(edges)].sort((a, b) => a - b)
  const units = from.map((at) =>
    byUnit.filter(({ starts }) => covers(starts, at, at + 1)).map(({ unit }) => unit),
  )
  return (start) => {
    let [low, high] = [0, from.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((from[middle] ?? Infinity) <= start) low = middle + 1
      else high = middle
    }
    return units[low - 1] ?? NONE
  }
}

/** Neighbouring parts on one resource, and the units that are free for all of them. */
type Run = { resource: Resource; units: readonly number[]; busy: Range[] }

/**
 * The smallest units for runs of one resource, or null: no two that overlap have the same one. Trying the
 * lowest free unit of each is not enough, as a later run may have no other.
 */
export function smallestUnits(runs: readonly Pick<Run, 'units' | 'busy'>[]): number[] | null {
  const chosen: number[] = []
  const isTaken = (unit: number, index: number) =>
    runs
      .slice(0, index)
      .some(({ busy }, other) => chosen[other] === unit && anyOverlap(busy, runs[index]?.busy ?? []))
  const choose = (index: number): boolean => {
    const run = runs[index]
    if (!run) return true
    // Each other run takes at most one of them.
    for (const unit of run.units.slice(0, runs.length)) {
      if (isTaken(unit, index)) continue
      chosen[index] = unit
      if (choose(index + 1)) return true
    }
    return false
  }
  return choose(0) ? chosen : null
}

/** `enters`: whether the member's run begins with the part; `leaves`: whether it ends with it. */
type Edges = { enters: boolean; leaves: boolean }
/** `time` in minutes from the start of the part. */
type Taken = { time: Range[]; freeAt: FreeUnits }
/** What a part takes of a unit, and when units are free for that. */
export type UnitFinder = (part: PlannedPart, use: UnitUse, edges: Edges) => Taken

/** For all starts of one plan. */
export function unitFinder(calendar: UnitCalendar): UnitFinder {
  const known = new Map<PlannedPart, Taken[]>()
  return (part, use, edges) => {
    const ofPart = known.get(part) ?? []
    known.set(part, ofPart)
    const place = 4 * part.uses.indexOf(use) + (edges.enters ? 2 : 0) + (edges.leaves ? 1 : 0)
    const time = ofPart[place]?.time ?? unitTime(part, use, edges)
    return (ofPart[place] ??= { time, freeAt: calendar.freeFor(use.resource, time) })
  }
}

/** `start` of the visit, epoch minutes. */
export type UnitSearch = { start: number; find: UnitFinder }

/** A run of a way through the visit: what each of its parts takes, by position. */
type WholeRun = Run & { parts: { index: number; busy: Range[] }[] }
type Step = { part: PlannedPart; use: UnitUse; edges: Edges; index: number }

/** @param take what a part takes of a unit, and the units that it could have. */
function runsOf(
  way: readonly Pick<Choice, 'part'>[],
  start: number,
  changesBefore: (index: number) => boolean,
  take: (step: Step) => { time: Range[]; units: readonly number[] },
): WholeRun[] {
  const runs: WholeRun[] = []
  for (const [index, { part }] of way.entries()) {
    for (const use of part.uses) {
      const edges = { enters: changesBefore(index), leaves: changesBefore(index + 1) }
      const { time, units } = take({ part, use, edges, index })
      const busy = shift(time, start + part.start)
      const run = use.first ? undefined : runs.findLast(({ resource }) => resource === use.resource)
      if (run) {
        run.units = common(run.units, units)
        run.busy = [...run.busy, ...busy]
        run.parts.push({ index, busy })
      } else runs.push({ resource: use.resource, units, busy, parts: [{ index, busy }] })
    }
  }
  return runs
}

/** The units of each part of a way, from those of its runs. */
const unitsOfParts = (
  way: readonly Pick<Choice, 'part'>[],
  runs: readonly (WholeRun & { unit: number })[],
): OfferUnit[][] =>
  way.map(({ part }, index) =>
    part.uses.flatMap(({ resource }) =>
      runs.flatMap((run) => {
        const own = run.resource === resource ? run.parts.find((one) => one.index === index) : undefined
        return own ? [{ resourceId: resource.id, unit: run.unit, busy: own.busy }] : []
      }),
    ),
  )

/** A way through a visit; whether another member performs the part at a place than the one before it. */
export type UnitWay = {
  search: UnitSearch
  way: readonly Pick<Choice, 'part'>[]
  changesBefore: (index: number) => boolean
}

/** The units of each part of a way, the smallest of each resource, or null if there are none for it. */
export const unitsFor = (
  search: UnitSearch,
  way: UnitWay['way'],
  changesBefore: UnitWay['changesBefore'],
): OfferUnit[][] | null => unitsForAll([{ search, way, changesBefore }])?.[0] ?? null

/** The same for several visits at once, which take units from each other; the first have the smallest. */
export function unitsForAll(visits: readonly UnitWay[]): OfferUnit[][][] | null {
  const runs = visits.flatMap(({ search: { start, find }, way, changesBefore }, visit) =>
    runsOf(way, start, changesBefore, ({ part, use, edges }) => {
      const { time, freeAt } = find(part, use, edges)
      return { time, units: freeAt(start + part.start) }
    }).map((run) => ({ ...run, visit })),
  )
  const chosen: (WholeRun & { visit: number; unit: number })[] = []
  for (const same of Map.groupBy(runs, ({ resource }) => resource).values()) {
    const units = smallestUnits(same)
    if (!units) return null
    same.forEach((run, index) => chosen.push({ ...run, unit: units[index] ?? 0 }))
  }
  return visits.map(({ way }, visit) =>
    unitsOfParts(
      way,
      chosen.filter((run) => run.visit === visit),
    ),
  )
}

/**
 * When each part of a way takes a unit, whether it is free or not: with the first one of its resource, for
 * `placeUnits` to choose.
 */
export function unitTimes(way: readonly Choice[], start: number): OfferUnit[][] {
  const changesBefore = (index: number) => way[index - 1]?.member !== way[index]?.member
  const runs = runsOf(way, start, changesBefore, ({ part, use, edges }) => ({
    time: unitTime(part, use, edges),
    units: use.resource.units,
  }))
  return unitsOfParts(
    way,
    runs.flatMap((run) => run.units.slice(0, 1).map((unit) => ({ ...run, unit }))),
  )
}

const common = (some: readonly number[], others: readonly number[]): readonly number[] =>
  some.filter((unit) => others.includes(unit))

/** Whether each resource has a unit for the least time that a part can take of it. */
export const isAnyFree = ({ start, find }: UnitSearch, part: PlannedPart): boolean =>
  part.uses.every((use) => find(part, use, WITHIN).freeAt(start + part.start).length > 0)

const WITHIN = { enters: false, leaves: false }

/**
 * The runs that the next parts continue, or that later runs of their resource can overlap; `busy` only where
 * that is so.
 */
export type OpenRuns = readonly Run[]

/** The open runs after one more part, or null if there are no units for it. */
export function withPart(
  { start, find }: UnitSearch,
  runs: OpenRuns,
  part: PlannedPart,
  edges: Edges,
): OpenRuns | null {
  let open = runs
  for (const use of part.uses) {
    const { resource } = use
    const { time, freeAt } = find(part, use, edges)
    const free = freeAt(start + part.start)
    const same = open.filter((run) => run.resource === resource)
    const before = use.first ? undefined : same.pop()
    const units = before ? common(before.units, free) : free
    if (units.length === 0) return null
    const busy =
      use.returns || same.length > 0 ? [...(before?.busy ?? []), ...shift(time, start + part.start)] : []
    const all = [...same, { resource, units, busy }]
    if (same.length > 0 && !smallestUnits(all)) return null
    const others = open.filter((run) => run.resource !== resource)
    open = use.last && !use.returns ? others : [...others, ...all]
  }
  return open
}

/** Equal for open runs that leave the same to later parts. */
export const runsKey = (runs: OpenRuns): string =>
  runs
    .map(
      ({ resource, units, busy }) =>
        `${units.join()} ${busy.map(({ start, end }) => `${start}-${end}`).join()} ${resource.id}`,
    )
    .join('|')
