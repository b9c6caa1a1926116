import { MAX_SPREAD } from '../visit/party.ts'
import {
  changesBefore,
  followersAt,
  lastOf,
  returnsTooSoon,
  type Candidate,
  type Followers,
  type Staff,
} from './assignment.ts'
import type { Range } from './range.ts'
import type { Offer, OfferUnit } from './request.ts'
import { unitsForAll, type UnitWay } from './units.ts'
import { hasOverlap, onlyWay, segmentsAt, type Plan, type PlannedPart } from './visit-plan.ts'

/** `near`: the starts that are close enough, the first of them included; `wanted`: only these, by person. */
export type PartySearch = { plans: Plan[]; near: number[]; wanted?: number[] | undefined }
/** `load`: minutes booked that day by position; `nodes`: how many choices may still be tried. */
type Context = { staff: Staff; load: number[]; budget: { nodes: number } }

/** Changes of member, price, booked minutes, minutes: compared in this order. */
type Cost = readonly [changes: number, price: number, load: number, minutes: number]
const nothing: Cost = [0, 0, 0, 0]
const never: Cost = [Infinity, Infinity, Infinity, Infinity]
/** Less than 0 where the first costs less. */
const compare = (one: Cost, other: Cost): number => {
  const differing = one.findIndex((value, index) => value !== other[index])
  if (differing < 0) return 0
  return (one[differing] ?? 0) < (other[differing] ?? 0) ? -1 : 1
}
const add = (one: Cost, other: Cost): Cost => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
]

/** A member for a part of a person's visit that begins at `start`. */
type Chosen = Candidate & { person: number; start: number }

/** The first part of a person's visit at one start, with who may perform it and all after it. */
type Opening = { person: number; start: number; followers: Followers }
/**
 * The starts of all persons. `apart`: by person, those who follow and need a member each to begin with;
 * `others` of those who follow. `least`: what all of it costs at least. `units`: those of all parts; null
 * where they depend on the people.
 */
type Vector = {
  openings: Opening[]
  apart: Opening[][]
  others: Opening[][]
  least: Cost
  units: OfferUnit[][][] | null
}

/**
 * The visits of all persons, the first of which begins at the first of the starts, with the best feasible
 * starts, members and units as `partyTimes` ranks them, or null; `unsearched` once the budget is spent.
 */
export function assignParty(
  { plans, near, wanted }: PartySearch,
  context: Context,
): Offer[] | 'unsearched' | null {
  const { budget, staff } = context
  const able = plans.map(
    (plan, person) =>
      new Map(
        near.flatMap((start): [number, Followers][] => {
          if (wanted && start !== wanted[person]) return []
          const search = { start, find: staff.findUnits }
          const followers = followersAt(plan.first, { search, freeOf: staff.freeOf, known: [], anyFree: [] })
          return followers && Number.isFinite(followers.changes) ? [[start, followers]] : []
        }),
      ),
  )
  if (!canMatch(able)) return null
  for (const latest of wanted ? [Math.max(...wanted)] : near) {
    const vectors: Vector[] = []
    for (const openings of startVectors(able, near[0] ?? NaN, latest)) {
      if (--budget.nodes < 0) return 'unsearched'
      const vector = openVector(plans, openings, context)
      if (vector) vectors.push(vector)
    }
    // First what the best costs, from the cheapest on; then the first choice, in order, that costs as much.
    let least = never
    for (const vector of vectors.toSorted((a, b) => compare(a.least, b.least)))
      if (compare(vector.least, least) < 0) least = search(vector, context, { below: least })?.cost ?? least
    if (budget.nodes < 0) return 'unsearched'
    for (const vector of vectors) {
      const found = compare(vector.least, least) <= 0 && search(vector, context, { upTo: least })
      if (found) return found.visits
    }
    if (budget.nodes < 0) return 'unsearched'
  }
  return null
}

/**
 * Whether there are enough members to begin with, as far as one look tells: where each visit begins with more
 * work than the starts are apart, each needs a member of its own.
 */
function canMatch(able: Map<number, Followers>[]): boolean {
  if (able.some((one) => one.size === 0)) return false
  const persons = new Map<number, number>()
  let all = 0
  for (const [person, starts] of able.entries()) {
    const first = [...starts.values()].flatMap(({ list }) => list).filter(({ enter }) => enter)
    if (!first.every(({ part: { work } }) => work[0]?.start === 0 && work[0].end > MAX_SPREAD)) continue
    all |= 1 << person
    for (const { member } of first) persons.set(member, (persons.get(member) ?? 0) | (1 << person))
  }
  // The sets of persons whom the members so far can serve, one each.
  let served = new Set([0])
  for (const able of persons.values()) {
    const next = new Set(served)
    for (const set of served) for (let one = 1; one <= able; one <<= 1) if (able & one) next.add(set | one)
    served = next
  }
  return served.has(all)
}

/** A start for each person, in ascending order, of which one is `first` and the latest is `latest`. */
function* startVectors(able: Map<number, Followers>[], first: number, latest: number): Generator<Opening[]> {
  function* extend(openings: Opening[]): Generator<Opening[]> {
    const next = able[openings.length]
    if (!next) {
      const has = (wanted: number) => openings.some(({ start }) => start === wanted)
      if (has(first) && has(latest)) yield openings
      return
    }
    for (const [start, followers] of next)
      if (start <= latest) yield* extend([...openings, { person: openings.length, start, followers }])
  }
  yield* extend([])
}

function openVector(plans: Plan[], openings: Opening[], { staff, load }: Context): Vector | null {
  const units = unitsByStarts(plans, openings, staff)
  if (!units) return null
  const byPeople = plans.some((plan) => plan.units === 'by-people')
  const apart = [...openings.keys(), openings.length].map((person) => needingOneEach(openings.slice(person)))
  const opened = {
    openings,
    apart,
    others: apart.map((those, person) => openings.slice(person).filter((one) => !those.includes(one))),
    units: byPeople ? null : units,
  }
  const least = leastFrom(opened, [], load)
  return least === never ? null : { ...opened, least }
}

/** The units of all parts as far as the starts decide about them; null where there are not enough. */
function unitsByStarts(plans: Plan[], openings: Opening[], { findUnits }: Staff): OfferUnit[][][] | null {
  if (plans.every(({ units }) => units === 'none')) return plans.map(() => [])
  return unitsForAll(
    plans.map((plan, person) => {
      const way = plan.isSingle && plan.units !== 'none' ? onlyWay(plan) : []
      return {
        search: { start: openings[person]?.start ?? NaN, find: findUnits },
        way,
        changesBefore: (index) => plan.units === 'fixed' || index === 0 || index === way.length,
      }
    }),
  )
}

/** Those visits of which no two can begin with the same member, the first ones preferred. */
function needingOneEach(openings: Opening[]): Opening[] {
  const chosen: Opening[] = []
  for (const one of openings) if (chosen.every((other) => alwaysMeet(one, other))) chosen.push(one)
  return chosen
}

const alwaysMeet = (one: Opening, other: Opening): boolean =>
  partsOf(one).every((part) => partsOf(other).every((against) => meet(part, one.start, against, other.start)))

const partsOf = ({ followers }: Opening): PlannedPart[] => [
  ...new Set(followers.list.map(({ part }) => part)),
]

/** Whether the work of two parts of visits with these starts overlaps. */
const meet = (one: PlannedPart, start: number, other: PlannedPart, otherStart: number): boolean =>
  one.work.some((work) => other.work.some((against) => overlaps(work, against, otherStart - start)))

const overlaps = (one: Range, other: Range, later: number): boolean =>
  one.start < other.end + later && other.start + later < one.end

/** Whether nobody who is chosen for another person is needed for this part. */
const isFree = (
  { member, part }: Candidate,
  { person, start }: Pick<Opening, 'person' | 'start'>,
  chosen: readonly Chosen[],
): boolean =>
  !chosen.some(
    (one) => one.member === member && one.person !== person && meet(part, start, one.part, one.start),
  )

const loadWith = (member: number, chosen: readonly Chosen[], load: number[]): number =>
  chosen.some((one) => one.member === member) ? 0 : (load[member] ?? 0)

/**
 * What the part and those after it cost at least, booked minutes apart: the fewest changes, and of those the
 * least price.
 */
const aheadOf = memoise(({ member, price, part, leave, next }: Candidate): Cost => {
  const own: Cost = [0, price, 0, part.end - part.start]
  if (!next) return leave ? own : never
  let least = never
  for (const one of next.list) {
    const changes = one.member === member ? 0 : leave && one.enter ? 1 : Infinity
    const cost = add(aheadOf(one), [changes, 0, 0, 0])
    if (compare(cost, least) < 0) least = cost
  }
  return add(own, least)
})

function memoise(compute: (candidate: Candidate) => Cost): (candidate: Candidate) => Cost {
  const known = new WeakMap<Candidate, Cost>()
  return (candidate) => {
    const found = known.get(candidate) ?? compute(candidate)
    known.set(candidate, found)
    return found
  }
}

/** What the visits of the persons after the last chosen one cost at least; `never` where one has nobody. */
function leastFrom(
  { apart, others }: Pick<Vector, 'apart' | 'others'>,
  chosen: readonly Chosen[],
  load: number[],
): Cost {
  const next = (chosen.at(-1)?.person ?? -1) + 1
  let least = leastApart(apart[next] ?? [], chosen, load)
  for (const opening of others[next] ?? []) {
    let fewest = never
    for (const candidate of opening.followers.list) {
      if (!candidate.enter || !isFree(candidate, opening, chosen)) continue
      const cost = aheadOf(candidate)
      if (compare(cost, fewest) < 0) fewest = cost
    }
    least = add(least, fewest)
  }
  return least[0] === Infinity ? never : least
}

/**
 * What these visits cost at least with a member of their own to begin with; `never` where there are not
 * enough.
 */
function leastApart(openings: Opening[], chosen: readonly Chosen[], load: number[]): Cost {
  if (openings.length === 0) return nothing
  // By member, the visits that they can begin; by set of visits, the least for those.
  const offered = new Map<number, { bit: number; cost: Cost }[]>()
  for (const [index, opening] of openings.entries())
    for (const candidate of opening.followers.list) {
      if (!candidate.enter || !isFree(candidate, opening, chosen)) continue
      const able = offered.get(candidate.member) ?? []
      const booked = loadWith(candidate.member, chosen, load)
      able.push({ bit: 1 << index, cost: add(aheadOf(candidate), [0, 0, booked, 0]) })
      offered.set(candidate.member, able)
    }
  const all = (1 << openings.length) - 1
  const costs: Cost[] = [nothing]
  for (const able of offered.values())
    for (let set = all; set > 0; set--)
      for (const { bit, cost } of able) {
        const before = set & bit ? costs[set & ~bit] : undefined
        if (!before) continue
        const total = add(before, cost)
        if (compare(total, costs[set] ?? never) < 0) costs[set] = total
      }
  return costs[all] ?? never
}

/**
 * Tries the members of the parts in turn and goes back where none is left. With `below` returns the visits
 * that cost least, if they cost less; with `upTo` the first, in the order of members, that cost no more.
 */
function search(
  vector: Vector,
  { staff, load, budget }: Context,
  limit: { below: Cost } | { upTo: Cost },
): { cost: Cost; visits: Offer[] } | null {
  const { openings } = vector
  const first = 'upTo' in limit
  let bound = first ? limit.upTo : limit.below
  let best: { cost: Cost; visits: Offer[] } | null = null
  const chosen: Chosen[] = []
  const visits: Offer[] = []
  const isWorse = (least: Cost) => compare(least, bound) >= (first ? 1 : 0)
  const wayOf = (person: number) => chosen.filter((one) => one.person === person)

  const fits = (candidate: Candidate, opening: Opening, previous: Chosen | undefined): boolean => {
    if (!isFree(candidate, opening, chosen)) return false
    if (!previous) return candidate.enter
    if (previous.member === candidate.member) return true
    const own = lastOf(wayOf(opening.person), candidate.member)
    return previous.leave && candidate.enter && !(own && returnsTooSoon(own, candidate.part))
  }

  const extend = (followers: Followers, opening: Opening, spent: Cost): void => {
    const { person, start } = opening
    const previous = wayOf(person).at(-1)
    const ways = followers.list.flatMap((candidate) => {
      if (--budget.nodes < 0 || !fits(candidate, opening, previous)) return []
      const one = { ...candidate, person, start }
      const changes = previous && previous.member !== candidate.member ? 1 : 0
      const entered = add(spent, [changes, 0, loadWith(candidate.member, chosen, load), 0])
      const ahead = add(entered, aheadOf(candidate))
      if (isWorse(ahead)) return []
      const least = add(ahead, leastFrom(vector, [...chosen, one], load))
      const cost = add(entered, [0, candidate.price, 0, candidate.part.end - candidate.part.start])
      return [{ one, cost, least }]
    })
    for (const { one, cost, least } of first ? ways : ways.toSorted((a, b) => compare(a.least, b.least))) {
      if (budget.nodes < 0 || (first && best)) return
      if (isWorse(least)) continue
      chosen.push(one)
      if (one.next) extend(one.next, opening, cost)
      else close(opening, cost)
      chosen.pop()
    }
  }

  /** Goes on after a person's visit, if it takes nobody and no unit from another one. */
  const close = ({ person, start }: Opening, cost: Cost): void => {
    const segments = segmentsAt(wayOf(person), start, staff.members)
    if (hasOverlap([...visits.flatMap((one) => one.segments), ...segments])) return
    const next = openings[person + 1]
    const units = vector.units ?? unitsForAll(openings.slice(0, person + 1).map(unitWay))
    if (!units) return
    visits.push({ start, end: segments.at(-1)?.end ?? start, segments })
    if (next) extend(next.followers, next, cost)
    else {
      bound = cost
      best = { cost, visits: openings.map((opening) => visitOf(opening, units[opening.person])) }
    }
    visits.pop()
  }

  const unitWay = ({ person, start }: Opening): UnitWay => {
    const way = wayOf(person)
    return {
      search: { start, find: staff.findUnits },
      way,
      changesBefore: (index) => changesBefore(way, index),
    }
  }
  const visitOf = ({ person, start }: Opening, units: OfferUnit[][] | undefined): Offer => {
    const segments = segmentsAt(wayOf(person), start, staff.members, units)
    return { start, end: segments.at(-1)?.end ?? start, segments }
  }

  const [opening] = openings
  if (opening) extend(opening.followers, opening, nothing)
  return best
}
