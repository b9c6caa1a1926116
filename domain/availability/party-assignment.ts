import { MAX_PERSONS } from '../visit/party.ts'
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
/**
 * Shared by all starts of a day. `load`: minutes booked by position; `nodes`: how many choices may still be
 * tried; `openings`: by person and start, once they are asked; `ahead`: what candidates cost at least.
 */
type Context = {
  staff: Staff
  load: number[]
  budget: { nodes: number }
  openings: Map<number, Opening[]>[]
  ahead: Map<Candidate, Cost>
}
/** For the starts of a day. */
export const openDay = (staff: Staff, load: number[], nodes: number): Context => ({
  staff,
  load,
  budget: { nodes },
  openings: [],
  ahead: new Map(),
})

/**
 * Changes of member, price, booked minutes, minutes: compared in this order. Two of them are one number each,
 * as the search compares costs far more often than anything else.
 */
type Cost = readonly [changesAndPrice: number, loadAndMinutes: number]
/** More than any sum of prices in minor units, and than any sum of minutes. */
const [ONE_CHANGE, ONE_LOADED] = [2 ** 44, 2 ** 20]
const costOf = (changes: number, price: number, load: number, minutes: number): Cost => [
  changes * ONE_CHANGE + price,
  load * ONE_LOADED + minutes,
]
const withoutLoad = ([price, minutes]: Cost): Cost => [price, minutes % ONE_LOADED]
const nothing: Cost = [0, 0]
const never: Cost = [Infinity, Infinity]
/** Less than 0 where the first costs less. */
const compare = (one: Cost, other: Cost): number =>
  // Of two that are infinite the difference is not a number.
  one[0] === other[0] ? one[1] - other[1] || 0 : one[0] - other[0]
const add = (one: Cost, other: Cost): Cost => [one[0] + other[0], one[1] + other[1]]

/** A member for a part of a person's visit that begins at `start`. */
type Chosen = Candidate & { person: number; start: number }

/** By position of the member to begin with: what a visit costs at least, and what is booked of them. */
type Bids = (Cost | undefined)[]
/** The first part of a person's visit at one start, with who may perform it and all after it. */
type Opening = { person: number; start: number; followers: Followers; bids: Bids }
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
  const { budget, openings } = context
  const able = plans.map((plan, person) =>
    near.flatMap((start): Opening[] => {
      if (wanted && start !== wanted[person]) return []
      const known = (openings[person] ??= new Map())
      const found = known.get(start) ?? openingAt(plan, { person, start }, context)
      known.set(start, found)
      return found
    }),
  )
  const [first = NaN] = near
  const widest = { first, latest: near.at(-1) ?? first }
  if (able.some((one) => one.length === 0) || !openLevel(able, widest, budget).isPossible) return null
  for (const latest of wanted ? [Math.max(...wanted)] : near) {
    const level = openLevel(able, { first, latest }, budget)
    const least = level.isPossible ? level.least() : never
    if (least === never) continue
    const found = searchLevel(level, least, { plans, context })
    if (budget.nodes < 0) return 'unsearched'
    if (found) return found
  }
  return null
}

/** One, or none where nobody can begin. */
function openingAt(plan: Plan, at: Pick<Opening, 'person' | 'start'>, context: Context): Opening[] {
  const { findUnits, freeOf } = context.staff
  const search = { start: at.start, find: findUnits }
  const followers = followersAt(plan.first, { search, freeOf, known: [], anyFree: [] })
  if (!followers || !Number.isFinite(followers.changes)) return []
  return [{ ...at, followers, bids: bidsOf(followers, context) }]
}

/** All ways to begin with the same first and latest start. */
type Level = {
  /** Whether there are enough members to begin with, as far as one look tells. */ isPossible: boolean
  /** What the best of them costs at least. */ least: () => Cost
  /** Those that may cost no more than this, in order. */
  vectors: (most: Cost) => Generator<Opening[]>
}

/** The best visits of a level, which costs at least what is `expected`, or null. */
function searchLevel(
  level: Level,
  expected: Cost,
  { plans, context }: { plans: Plan[]; context: Context },
): Offer[] | null {
  // Mostly nothing is in the way of the best: then it is the first choice, in order, that costs as much.
  if (plans.every(({ length }) => length === 1))
    for (const openings of level.vectors(expected)) {
      const vector = openVector(plans, openings, context)
      const found = vector && search(vector, context, { upTo: expected })
      if (found) return found.visits
    }
  // First what the best costs, from the cheapest on; then the first choice, in order, that costs as much.
  const vectors = [...level.vectors(never)].flatMap((openings) => openVector(plans, openings, context) ?? [])
  let least = never
  for (const vector of vectors.toSorted((a, b) => compare(a.least, b.least)))
    if (compare(vector.least, least) < 0) least = search(vector, context, { below: least })?.cost ?? least
  for (const vector of vectors) {
    const found = compare(vector.least, least) <= 0 && search(vector, context, { upTo: least })
    if (found) return found.visits
  }
  return null
}

function bidsOf({ list }: Followers, { ahead, load }: Context): Bids {
  const bids: Bids = []
  for (const candidate of list)
    if (candidate.enter)
      offer(
        bids,
        candidate.member,
        add(aheadOf(candidate, ahead), costOf(0, 0, load[candidate.member] ?? 0, 0)),
      )
  return bids
}

function offer(bids: Bids, member: number, cost: Cost): void {
  if (compare(cost, bids[member] ?? never) < 0) bids[member] = cost
}

/** How the persons may begin, the first at `first` and the last at `latest`. */
function openLevel(
  able: Opening[][],
  { first, latest }: { first: number; latest: number },
  budget: Context['budget'],
): Level {
  const ways = able.map((ofPerson) => ofPerson.filter(({ start }) => start <= latest))
  const anyStart = ways.map((openings): Bids => {
    const bids: Bids = []
    for (const one of openings) one.bids.forEach((cost, member) => cost && offer(bids, member, cost))
    return bids
  })
  // Whoever begins with more work than the starts are apart needs a member of their own for it.
  const apart = ways.flatMap((openings, person) =>
    openings.every(({ followers }) =>
      followers.list.every(
        ({ enter, part: { work } }) => !enter || (work[0]?.start === 0 && work[0].end > latest - first),
      ),
    )
      ? [person]
      : [],
  )
  const others = ways.flatMap((_, person) => (apart.includes(person) ? [] : [person]))
  const at = (person: number, start: number) => ways[person]?.find((one) => one.start === start)?.bids
  /** Where these persons begin so, and the others at any of their starts. */
  const leastWith = (known: readonly (Bids | undefined)[]): Cost => {
    const bidsFor = (person: number) => known[person] ?? anyStart[person] ?? []
    let least = leastWithOneEach(apart.map(bidsFor))
    for (const person of others) {
      let fewest = never
      // One member may begin several visits, but is booked once.
      for (const bid of bidsFor(person))
        if (bid && compare(withoutLoad(bid), fewest) < 0) fewest = withoutLoad(bid)
      least = add(least, fewest)
    }
    return least[0] === Infinity ? never : least
  }
  /** Where the first persons begin so, and at each missing start somebody else. */
  const leastFor = (known: readonly (Bids | undefined)[], from: number, missing: readonly number[]): Cost => {
    const [start, ...rest] = missing
    if (start === undefined) return leastWith(known)
    let least = never
    for (let person = from; person < ways.length; person++) {
      const bids = known[person] ? undefined : at(person, start)
      const cost = bids ? leastFor(Object.assign([...known], { [person]: bids }), from, rest) : never
      if (compare(cost, least) < 0) least = cost
    }
    return least
  }
  function* extend(openings: Opening[], most: Cost, missing: readonly number[]): Generator<Opening[]> {
    if (openings.length === ways.length) {
      if (--budget.nodes >= 0) yield openings
      return
    }
    for (const one of ways[openings.length] ?? []) {
      if (budget.nodes < 0) return
      const begun = [...openings, one]
      const still = missing.filter((start) => start !== one.start)
      const known = begun.map(({ bids }) => bids)
      const least = leastFor(known, begun.length, still)
      if (least !== never && compare(least, most) <= 0) yield* extend(begun, most, still)
    }
  }
  const ends = [...new Set([first, latest])]
  return {
    isPossible: leastWith([]) !== never,
    least: () => leastFor([], 0, ends),
    vectors: (most) => extend([], most, ends),
  }
}

function openVector(plans: Plan[], openings: Opening[], context: Context): Vector | null {
  const units = unitsByStarts(plans, openings, context.staff)
  if (!units) return null
  const byPeople = plans.some((plan) => plan.units === 'by-people')
  const apart = [...openings.keys(), openings.length].map((person) => needingOneEach(openings.slice(person)))
  const opened = {
    openings,
    apart,
    others: apart.map((those, person) => openings.slice(person).filter((one) => !those.includes(one))),
    units: byPeople ? null : units,
  }
  const least = leastFrom(opened, [], context)
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
function aheadOf(candidate: Candidate, known: Context['ahead']): Cost {
  const found = known.get(candidate)
  if (found) return found
  const { member, price, part, leave, next } = candidate
  const own = costOf(0, price, 0, part.end - part.start)
  let least = next ? never : leave ? nothing : never
  for (const one of next?.list ?? []) {
    const changes = one.member === member ? 0 : leave && one.enter ? 1 : Infinity
    const cost = add(aheadOf(one, known), costOf(changes, 0, 0, 0))
    if (compare(cost, least) < 0) least = cost
  }
  const all = least === never ? never : add(own, least)
  known.set(candidate, all)
  return all
}

/** What the visits of the persons after the last chosen one cost at least; `never` where one has nobody. */
function leastFrom(
  { apart, others }: Pick<Vector, 'apart' | 'others'>,
  chosen: readonly Chosen[],
  context: Context,
): Cost {
  const next = (chosen.at(-1)?.person ?? -1) + 1
  let least = leastApart(apart[next] ?? [], chosen, context)
  for (const opening of others[next] ?? []) {
    let fewest = never
    for (const candidate of opening.followers.list) {
      if (!candidate.enter || !isFree(candidate, opening, chosen)) continue
      const cost = aheadOf(candidate, context.ahead)
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
function leastApart(openings: Opening[], chosen: readonly Chosen[], { ahead, load }: Context): Cost {
  if (openings.length === 0) return nothing
  return leastWithOneEach(
    openings.map((opening) => {
      const bids: Bids = []
      for (const candidate of opening.followers.list)
        if (candidate.enter && isFree(candidate, opening, chosen))
          offer(
            bids,
            candidate.member,
            add(aheadOf(candidate, ahead), costOf(0, 0, loadWith(candidate.member, chosen, load), 0)),
          )
      return bids
    }),
  )
}

/** By set of visits, the least for those: of every call, as it is asked for most. */
const [leastPrices, leastMinutes] = [new Float64Array(2 ** MAX_PERSONS), new Float64Array(2 ** MAX_PERSONS)]

/** What visits cost at least with a member of their own each; `never` where there are not enough. */
function leastWithOneEach(visits: readonly Bids[]): Cost {
  const all = (1 << visits.length) - 1
  leastPrices.fill(Infinity)
  leastMinutes.fill(Infinity)
  leastPrices[0] = leastMinutes[0] = 0
  const members = Math.max(...visits.map(({ length }) => length))
  for (let member = 0; member < members; member++)
    for (let set = all; set > 0; set--)
      for (let index = 0; index < visits.length; index++) {
        const cost = set & (1 << index) ? visits[index]?.[member] : undefined
        if (!cost) continue
        const before = set & ~(1 << index)
        const price = (leastPrices[before] ?? Infinity) + cost[0]
        const minutes = (leastMinutes[before] ?? Infinity) + cost[1]
        const [known, knownMinutes] = [leastPrices[set] ?? Infinity, leastMinutes[set] ?? Infinity]
        if (price > known || (price === known && minutes >= knownMinutes)) continue
        leastPrices[set] = price
        leastMinutes[set] = minutes
      }
  const price = leastPrices[all] ?? Infinity
  return price === Infinity ? never : [price, leastMinutes[all] ?? Infinity]
}

/**
 * Tries the members of the parts in turn and goes back where none is left. With `below` returns the visits
 * that cost least, if they cost less; with `upTo` the first, in the order of members, that cost no more.
 */
function search(
  vector: Vector,
  context: Context,
  limit: { below: Cost } | { upTo: Cost },
): { cost: Cost; visits: Offer[] } | null {
  const { openings } = vector
  const { staff, load, budget, ahead: known } = context
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
    const wayWith = (candidate: Candidate) => {
      if (--budget.nodes < 0 || !fits(candidate, opening, previous)) return null
      const one = { ...candidate, person, start }
      const changes = previous && previous.member !== candidate.member ? 1 : 0
      const entered = add(spent, costOf(changes, 0, loadWith(candidate.member, chosen, load), 0))
      const ahead = add(entered, aheadOf(candidate, known))
      if (isWorse(ahead)) return null
      const least = add(ahead, leastFrom(vector, [...chosen, one], context))
      const cost = add(entered, costOf(0, candidate.price, 0, candidate.part.end - candidate.part.start))
      return { one, cost, least }
    }
    const goOn = ({ one, cost, least }: { one: Chosen; cost: Cost; least: Cost }): void => {
      if (budget.nodes < 0 || isWorse(least)) return
      chosen.push(one)
      if (one.next) extend(one.next, opening, cost)
      else close(opening, cost)
      chosen.pop()
    }
    if (first) {
      for (const candidate of followers.list) {
        const way = wayWith(candidate)
        if (way) goOn(way)
        if (best || budget.nodes < 0) return
      }
      return
    }
    const ways = followers.list.flatMap((candidate) => wayWith(candidate) ?? [])
    ways.sort((a, b) => compare(a.least, b.least)).forEach(goOn)
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
