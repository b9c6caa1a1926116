import { fromNow, type TakenKind } from './placement.ts'
import { anyOverlap, type Range } from './range.ts'
import type { BusyUnit, OfferUnit, Resource } from './request.ts'
import { isSameUnit, type UnitName } from './unit.ts'
import { smallestUnits } from './units.ts'

/** What keeps a unit's time; `work` is `busy` without buffers. */
export type TakenUnit = UnitName & { kind: TakenKind; busy: Range[]; work: Range[] }

/** What has a unit already of the time that a segment needs of it. */
export type UnitConflict<T extends TakenUnit = TakenUnit> = {
  part: number
  taken: T
  over: 'work' | 'buffer'
}

/** The units of a visit's segments, in their order. */
type PlacedUnits<T extends TakenUnit> = {
  units: (OfferUnit & { over: boolean })[][]
  /** What has their time already. */
  conflicts: UnitConflict<T>[]
  /** The same of all units of each resource of which none is free. */
  inTheWay: UnitConflict<T>[]
}

type Segment = Range & { units?: readonly OfferUnit[] | undefined }
/** What each segment used until now. */
type Kept = readonly (readonly UnitName[])[]
type Given<T> = {
  resources: readonly Resource[]
  taken: readonly T[]
  kept: Kept
  /** Of what has begun, what has passed is not taken; epoch minutes. */
  now?: number | undefined
}

/**
 * Chooses a unit for each use of a resource where people and time of a visit are decided: the one from before
 * if it is free, else the smallest that is. Where none is free, it chooses the one for which the least is in
 * the way.
 * @param segments with units of these resources: when they are used counts, not which.
 */
export function placeUnits<T extends TakenUnit>(
  segments: readonly Segment[],
  given: Given<T>,
): PlacedUnits<T> {
  const placed: PlacedUnits<T> = { units: segments.map(() => []), conflicts: [], inTheWay: [] }
  for (const [resourceId, runs] of Map.groupBy(runsOf(segments), (run) => run.resourceId)) {
    const units = given.resources.find(({ id }) => id === resourceId)?.units ?? []
    if (units.length > 0) placeRuns(runs, units, given, placed)
  }
  return placed
}

/** The same for a visit to which free units are offered: those from before, where they are free too. */
export function keepUnits<S extends Segment>(
  segments: readonly S[],
  {
    resources,
    busyUnits,
    kept,
  }: { resources: readonly Resource[]; busyUnits: readonly BusyUnit[]; kept: Kept },
): S[] {
  const taken = busyUnits.map(({ resourceId, unit, start, end }): TakenUnit => ({
    resourceId,
    unit,
    kind: 'visit',
    busy: [{ start, end }],
    work: [{ start, end }],
  }))
  const { units } = placeUnits(segments, { resources, taken, kept })
  return segments.map((one, index) =>
    one.units ? { ...one, units: units[index]?.map(({ over: _, ...unit }) => unit) } : one,
  )
}

/** Neighbouring segments, by their positions, that use one resource: they have the same unit of it. */
type Run = { resourceId: string; uses: Use[] }
type Use = { position: number; busy: Range[]; work: Range[] }

function runsOf(segments: readonly Segment[]): Run[] {
  const runs: Run[] = []
  for (const [position, { start, end, units = [] }] of segments.entries())
    for (const { resourceId, busy } of units) {
      const use = { position, busy, work: clip(busy, { start, end }) }
      const run = runs.findLast((one) => one.resourceId === resourceId)
      if (run?.uses.at(-1)?.position === position - 1) run.uses.push(use)
      else runs.push({ resourceId, uses: [use] })
    }
  return runs
}

const clip = (ranges: readonly Range[], { start, end }: Range): Range[] =>
  ranges
    .map((one) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }))
    .filter((one) => one.start < one.end)

const usedFrom = (uses: Use[], now: number): Use[] =>
  uses.map(({ position, busy, work }) => ({
    position,
    busy: fromNow(busy, now),
    work: clip(work, { start: now, end: Infinity }),
  }))

/** How much is in the way, the least first: nothing, what is kept for the queue, and so on. */
const [FREE, QUEUED, BUFFER, WORK, OFFERED, HELD] = [0, 1, 2, 3, 4, 5]
const rankOf = ({ taken: { kind }, over }: UnitConflict): number => {
  if (kind === 'visit') return over === 'work' ? WORK : BUFFER
  return { queue: QUEUED, offer: OFFERED, hold: HELD }[kind]
}

type Weighed<T extends TakenUnit> = {
  uses: Use[]
  choices: { unit: number; rank: number; conflicts: UnitConflict<T>[] }[]
}

/** The units for a run, the one to take first first. */
function weigh<T extends TakenUnit>(
  { resourceId, uses }: Run,
  units: readonly number[],
  { taken, kept, now }: Given<T>,
): Weighed<T> {
  const before = uses
    .flatMap(({ position }) => kept[position] ?? [])
    .find((one) => one.resourceId === resourceId)
  const choices = units.map((unit) => {
    const own = taken.filter((one) => isSameUnit(one, { resourceId, unit }))
    const conflicts = uses.flatMap(({ position, busy, work }) =>
      own
        .filter((one) => anyOverlap(busy, one.busy))
        .map((one): UnitConflict<T> => ({
          part: position,
          taken: one,
          over: anyOverlap(work, one.work) ? 'work' : 'buffer',
        })),
    )
    return { unit, conflicts, rank: Math.max(FREE, ...conflicts.map(rankOf)) }
  })
  // Where something is in the way of a visit that has begun, what has passed of it is not taken.
  if (now !== undefined && choices.every(({ rank }) => rank > QUEUED))
    return weigh({ resourceId, uses: usedFrom(uses, now) }, units, { resources: [], taken, kept })
  const isKept = ({ unit, rank }: (typeof choices)[number]) => rank <= QUEUED && unit === before?.unit
  return {
    uses,
    choices: choices.toSorted(
      (a, b) => Number(isKept(b)) - Number(isKept(a)) || a.rank - b.rank || a.unit - b.unit,
    ),
  }
}

/** Adds the units of the runs of one resource to those that are placed. */
function placeRuns<T extends TakenUnit>(
  runs: readonly Run[],
  units: readonly number[],
  given: Given<T>,
  placed: PlacedUnits<T>,
): void {
  const weighed = runs.map((run) => weigh(run, units, given))
  const free = smallestUnits(
    weighed.map(({ uses, choices }) => ({
      units: choices.filter(({ rank }) => rank <= QUEUED).map(({ unit }) => unit),
      busy: uses.flatMap(({ busy }) => busy),
    })),
  )
  for (const [index, { uses, choices }] of weighed.entries()) {
    const chosen = choices.find(({ unit }) => unit === free?.[index]) ?? choices[0]
    if (!chosen) continue
    const { unit, rank, conflicts } = chosen
    for (const { position, busy } of uses) {
      const over = conflicts.some(({ part, taken: { kind } }) => part === position && kind === 'visit')
      placed.units[position]?.push({ resourceId: runs[index]?.resourceId ?? '', unit, busy, over })
    }
    placed.conflicts.push(...conflicts)
    placed.inTheWay.push(...(rank > BUFFER ? choices.flatMap((one) => one.conflicts) : conflicts))
  }
}
