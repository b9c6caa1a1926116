import { covers } from './range.ts'
import type { Range } from './range.ts'
import type { MemberSchedule, OfferSegment, OfferUnit } from './request.ts'
import { isAnyFree, runsKey, unitsFor, withPart } from './units.ts'
import type { OpenRuns, UnitFinder, UnitSearch } from './units.ts'
import { hasOverlap, isTooSoon, onlyWay, segmentsAt } from './visit-plan.ts'
import type { Choice, Plan, PlannedPart, Turn } from './visit-plan.ts'

/**
 * A member for a part at a given start; whether a run of theirs may begin (`enter`) or end (`leave`) there.
 * `fewestChanges` of member after it; `next`: who may perform the part after it.
 */
export type Candidate = Choice & {
  enter: boolean
  leave: boolean
  fewestChanges: number
  /** Of the part and those after it. */
  least: { price: number; minutes: number }
  next: Followers | null
}
/** In the order of the member list, with the least of any of them. */
export type Followers = { list: Candidate[]; changes: number; price: number; minutes: number }

/** Shared by every start of a request: free time by member position, and that of units. */
export type Staff = {
  members: MemberSchedule[]
  freeOf: (position: number) => Range[]
  findUnits: UnitFinder
}

/**
 * The segments of the visit at this start with the best feasible members, or null. Best means, in this order:
 * fewest changes of member; lowest price; least time already booked that day over all members of the visit
 * (`load`, minutes per position); fewest minutes; the first members in the list, compared service by service.
 * Of each resource it has the smallest units.
 */
export function assign(plan: Plan, start: number, staff: Staff, load: number[]): OfferSegment[] | null {
  const search: UnitSearch = { start, find: staff.findUnits }
  const first = followersAt(plan.first, { search, freeOf: staff.freeOf, known: [], anyFree: [] })
  const units = first && unitsByStart(plan, search)
  if (!units) return null
  const bound = plan.units === 'by-people' ? unitBound(search) : null
  // The lower bound ignores clashes, so more changes may be needed.
  const most = plan.length - 1
  for (let changes = first.changes; changes <= most; changes++) {
    if (bound && !first.list.some((one) => one.enter && bound.canEnd(one, true, [], most))) return null
    const found = cheapest(first, { changes, load, search, bound }, (way) => {
      const own = bound ? unitsFor(search, way, (index) => changesBefore(way, index)) : units
      if (!own) return null
      const segments = segmentsAt(way, start, staff.members, own)
      return hasOverlap(segments) ? null : segments
    })
    if (found) return found
  }
  return null
}

/**
 * The units of each part as far as the start decides about them, or null where none are free whoever performs
 * the parts.
 */
function unitsByStart(plan: Plan, search: UnitSearch): OfferUnit[][] | null {
  if (plan.units === 'none' || !plan.isSingle) return []
  const way = onlyWay(plan)
  const isEdge = (index: number) => plan.units === 'fixed' || index === 0 || index === way.length
  return unitsFor(search, way, isEdge)
}

/** Whether another member performs the part at this place than the one before it. */
export const changesBefore = (way: readonly Choice[], index: number): boolean =>
  way[index - 1]?.member !== way[index]?.member

/** `anyFree`: whether units are free for a part, by its number. */
type Filling = {
  search: UnitSearch
  freeOf: Staff['freeOf']
  known: (Followers | null)[]
  anyFree: boolean[]
}

/** Who may perform this part and all after it, each alone; null for nobody. */
export function followersAt(turn: Turn, filling: Filling): Followers | null {
  const { search, freeOf, known, anyFree } = filling
  const found = known[turn.number]
  if (found !== undefined) return found
  const { start } = search
  const followers: Followers = { list: [], changes: Infinity, price: Infinity, minutes: Infinity }
  for (const choice of turn.choices) {
    const { member, price, part } = choice
    const [from, end] = [start + part.start, start + part.end]
    if (part.uses.length > 0 && !(anyFree[part.number] ??= isAnyFree(search, part))) continue
    const ranges = freeOf(member)
    if (!part.work.every((work) => covers(ranges, start + work.start, start + work.end))) continue
    const next = part.next && followersAt(part.next, filling)
    if (part.next && !next) continue
    const enter = part.before === 0 || covers(ranges, from - part.before, from)
    const leave = part.after === 0 || covers(ranges, end, end + part.after)
    const fewestChanges = countChanges(member, leave, next)
    if (fewestChanges === Infinity) continue
    const least = { price: price + (next?.price ?? 0), minutes: end - from + (next?.minutes ?? 0) }
    followers.list.push({ member, price, part, enter, leave, fewestChanges, least, next })
    if (enter) followers.changes = Math.min(followers.changes, fewestChanges)
    followers.price = Math.min(followers.price, least.price)
    followers.minutes = Math.min(followers.minutes, least.minutes)
  }
  return (known[turn.number] = followers.list.length > 0 ? followers : null)
}

/** The minimum number of changes after a member's part. */
function countChanges(member: number, leave: boolean, next: Followers | null): number {
  if (!next) return leave ? 0 : Infinity
  const same = next.list.find((one) => one.member === member)?.fewestChanges ?? Infinity
  return Math.min(same, leave ? 1 + next.changes : Infinity)
}

/** Whether the visit can end well, as far as its units go, after parts that left these runs open. */
type CanEnd = (candidate: Candidate, enters: boolean, runs: OpenRuns, changesLeft: number) => boolean
/** `fail`: counts a choice that came to nothing for want of a unit. */
type UnitBound = { canEnd: CanEnd; fail: () => void }

/** So many choices may fail before each is examined to its end; most starts need none. */
const PATIENCE = 20

/**
 * What could not be finished once is not tried again: with all rooms taken the enumeration would go through
 * every choice of people.
 */
function unitBound(search: UnitSearch): UnitBound {
  let failures = 0
  const known = new Map<string, boolean>()
  const canEnd: CanEnd = (candidate, enters, runs, changesLeft) => {
    const { part, member } = candidate
    const key = `${part.number} ${member} ${enters} ${changesLeft} ${runsKey(runs)}`
    const found = known.get(key) ?? compute(candidate, enters, runs, changesLeft)
    known.set(key, found)
    return found
  }
  const compute: CanEnd = ({ part, member, leave, next }, enters, runs, changesLeft) => {
    if (!next) return withPart(search, runs, part, { enters, leaves: true }) !== null
    const same = next.list.find((one) => one.member === member)
    const staying = same && withPart(search, runs, part, { enters, leaves: false })
    if (same && staying && canEnd(same, false, staying, changesLeft)) return true
    const leaving = leave && changesLeft > 0 ? withPart(search, runs, part, { enters, leaves: true }) : null
    return (
      leaving !== null &&
      next.list.some(
        (one) => one.member !== member && one.enter && canEnd(one, true, leaving, changesLeft - 1),
      )
    )
  }
  return {
    canEnd: (...so) => failures < PATIENCE || canEnd(...so),
    fail: () => void failures++,
  }
}

/**
 * Enumerates the choices with at most `changes` changes in the order of positions, so that ties go to the
 * first; `accept` builds the result or rejects the choice. Skips members who would return too soon:
 * enumerating every ending first takes seconds with long buffers.
 */
function cheapest<T>(
  first: Followers,
  {
    changes,
    load,
    search,
    bound,
  }: { changes: number; load: number[]; search: UnitSearch; bound: UnitBound | null },
  accept: (way: Candidate[]) => T | null,
): T | null {
  let best: T | null = null
  let [bestPrice, bestLoad, bestMinutes] = [Infinity, Infinity, Infinity]
  const way: Candidate[] = []
  const isWorse = (price: number, booked: number, minutes: number) =>
    price > bestPrice ||
    (price === bestPrice && (booked > bestLoad || (booked === bestLoad && minutes >= bestMinutes)))
  const extend = (
    followers: Followers | null,
    so: { left: number; paid: number; booked: number; minutes: number; runs: OpenRuns },
  ): void => {
    if (!followers) {
      const answer = accept(way)
      if (answer) [best, bestPrice, bestLoad, bestMinutes] = [answer, so.paid, so.booked, so.minutes]
      else bound?.fail()
      return
    }
    const previous = way.at(-1)
    for (const candidate of followers.list) {
      const { member, part, least } = candidate
      const changed = previous?.member !== member
      if (changed && !(candidate.enter && (previous?.leave ?? true))) continue
      const left = previous && changed ? so.left - 1 : so.left
      if (candidate.fewestChanges > left) continue
      const own = changed ? lastOf(way, member) : part
      const booked = own ? so.booked : so.booked + (load[member] ?? 0)
      if (isWorse(so.paid + least.price, booked, so.minutes + least.minutes)) continue
      if (changed && own && returnsTooSoon(own, part)) continue
      const runs =
        bound && previous
          ? withPart(search, so.runs, previous.part, {
              enters: changesBefore(way, way.length - 1),
              leaves: changed,
            })
          : so.runs
      if (!runs) bound?.fail()
      if (!runs || (bound && !bound.canEnd(candidate, changed, runs, left))) continue
      way.push(candidate)
      extend(candidate.next, {
        left,
        paid: so.paid + candidate.price,
        booked,
        minutes: so.minutes + part.end - part.start,
        runs,
      })
      way.pop()
    }
  }
  extend(first, { left: changes, paid: 0, booked: 0, minutes: 0, runs: [] })
  return best
}

/** The last part of this member. */
export function lastOf(way: readonly Candidate[], member: number): PlannedPart | null {
  for (let index = way.length - 1; index >= 0; index--) {
    const one = way[index]
    if (one?.member === member) return one.part
  }
  return null
}

/** Whether a run of one member that ends with `left` and one that begins with `back` overlap. */
export const returnsTooSoon = (left: PlannedPart, back: PlannedPart): boolean =>
  (back.tooSoonAfter[left.number] ??= isTooSoon(left, back))
