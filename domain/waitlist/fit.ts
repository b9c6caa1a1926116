import { freeTimesIn, openCalendar } from '../availability/free-times.ts'
import type { Calendar } from '../availability/free-times.ts'
import { intersects, merge } from '../availability/range.ts'
import type { Range } from '../availability/range.ts'
import { validateRequest } from '../availability/request.ts'
import type { MemberSchedule, Offer, Resource, ServiceRule } from '../availability/request.ts'
import { computeReach, lengthsOf } from '../availability/visit-plan.ts'
import { localParts, minuteFrom } from '../zone.ts'
import type { Window } from '../zone.ts'
import { mergedByOwner, ownerKey, startsAround, usedBy } from './freed-time.ts'
import type { FreedTime, OwnedTime } from './freed-time.ts'
import { localVisit } from './window.ts'
import type { DateSpan, LocalVisit } from './window.ts'

/**
 * A visit that uses the freed time of `owners` (`ownerKey`), and how local clocks show it. `used`: computes
 * all the freed time in it, merged for each owner.
 */
export type Fit = { offer: Offer; owners: string[]; local: LocalVisit; used: () => OwnedTime[] }

export type FitFinder = {
  /** All visits of these services (ids, in order) by these members (null: anyone) that use the freed time. */
  find: (services: readonly string[], members: readonly string[] | null) => Iterable<Fit>
  /** The first and the last local date on which such visits could start; null: there can be none. */
  datesOf: (services: readonly string[]) => DateSpan | null
}

/** Visits are searched for one day of starts after the other, and no further than the caller reads. */
const CHUNK_MINUTES = 1440

/**
 * Finds visits that use the freed time: one of the services occupies some of it, buffers included. Each
 * freed member is fixed for each service in turn, and the free times choose who performs the others: their
 * choice for "anyone" could avoid the freed member. A unit is not fixed: a visit that has another one, with
 * people who were free before, could be booked before. In order of start; then the visit with the fewest
 * changes of member, the first service, the first member of the list, and last those that use only a freed
 * unit. Each kind of visit is computed once.
 */
export function fitFinder(given: FreedTime): FitFinder {
  const freed = mergedByOwner(given.freed)
  const calendars = sharedCalendar(given)
  const asked = new Map<string, ServiceRule[] | null>()
  const found = new Map<string, Iterable<Fit>>()
  const foundIn = new Map<string, Fit[]>()
  const locals = new Map<string, LocalVisit>()
  const dates = new Map<string, string>()

  const toFit = (offer: Offer, owners: string[]): Fit => {
    const { start, end } = offer
    const local = memoize(locals, `${start} ${end}`, () => localVisit(given.rules.zone, start, end))
    return { offer, owners, local, used: () => usedBy(offer, freed) }
  }
  /** The fits of one search with starts in this chunk, counted from 1970. */
  const findIn = (chunk: number, search: Search): Fit[] =>
    memoize(foundIn, `${chunk} ${search.position} ${toKey(search.rules)}`, () =>
      visitsWith(calendars, search, clip(search.starts, chunk * CHUNK_MINUTES, CHUNK_MINUTES)).flatMap(
        (offer) => {
          const owners = freedOwners(offer, search.position, freed)
          return owners.length > 0 ? [toFit(offer, owners)] : []
        },
      ),
    )
  const find = (rules: ServiceRule[]): Iterable<Fit> => {
    const searches = searchesFor(rules, given, freed)
    const chunks = searches.flatMap(({ starts }) => starts.flatMap(listChunks))
    return lazily(
      [...new Set(chunks)].sort((a, b) => a - b),
      (chunk) =>
        searches
          .flatMap((search) => findIn(chunk, search))
          .sort((a, b) => a.offer.start - b.offer.start || countChanges(a.offer) - countChanges(b.offer)),
    )
  }
  const rulesOf = (services: readonly string[], members: readonly string[] | null) =>
    memoize(asked, JSON.stringify([services, members]), () => rulesFor(given, services, members))
  return {
    find(services, members) {
      const rules = rulesOf(services, members)
      return rules ? memoize(found, toKey(rules), () => find(rules)) : []
    },
    datesOf(services) {
      const rules = rulesOf(services, null)
      if (!rules || given.freed.length === 0) return null
      const { from, until } = startsAround(given, rules)
      const dateOf = (at: number) => memoize(dates, `${at}`, () => localParts(given.rules.zone, at).date)
      return { from: dateOf(from), until: dateOf(until) }
    },
  }
}

/** A calendar for any window; one serves all visits that it covers. */
type CalendarFor = (window: Window) => Calendar

/** All searches share one calendar, which grows by whole days when a visit reaches further. */
function sharedCalendar(given: FreedTime): CalendarFor {
  const request = { ...given, now: minuteFrom(given.now) }
  let covered: Window = { from: Infinity, until: -Infinity }
  let calendar: Calendar | null = null
  return ({ from, until }) => {
    if (calendar && covered.from <= from && until <= covered.until) return calendar
    covered = {
      from: Math.min(covered.from, Math.floor(from / CHUNK_MINUTES) * CHUNK_MINUTES),
      until: Math.max(covered.until, Math.ceil(until / CHUNK_MINUTES) * CHUNK_MINUTES),
    }
    return (calendar = openCalendar(request, covered))
  }
}

/**
 * A freed member fixed for the service at a position, or (null) nobody, where a freed unit can be used, with
 * the starts at which they can be.
 */
type Search = { rules: ServiceRule[]; position: number | null; starts: Range[] }

function searchesFor(
  rules: ServiceRule[],
  { members, resources = [] }: { members: MemberSchedule[]; resources?: Resource[] | undefined },
  freed: ReadonlyMap<string, Range[]>,
): Search[] {
  const ofMembers = rules.flatMap((rule, position) =>
    members.flatMap(({ id }): Search[] => {
      const ranges = rule.members.includes(id) ? freed.get(id) : undefined
      if (!ranges) return []
      const fixed = rules.map((one, index) => (index === position ? { ...one, members: [id] } : one))
      return [{ rules: fixed, position, starts: startsNear(rules, position, ranges) }]
    }),
  )
  const nearUnits = rules.flatMap((rule, position) =>
    resources
      .filter(({ id }) => rule.resources?.some((use) => use.id === id))
      .flatMap(({ id, units }) =>
        units.flatMap((unit) => freed.get(ownerKey({ resourceId: id, unit })) ?? []),
      )
      .flatMap((range) => startsNear(rules, position, [range])),
  )
  return nearUnits.length > 0
    ? [...ofMembers, { rules, position: null, starts: merge(nearUnits) }]
    : ofMembers
}

/** Who has freed what a visit uses: the member at the position, or without one all its units. */
function freedOwners(
  { segments }: Offer,
  position: number | null,
  freed: ReadonlyMap<string, Range[]>,
): string[] {
  const part = position === null ? undefined : segments[position]
  const times = part ? [part] : segments.flatMap(({ units = [] }) => units)
  return times.flatMap((time) => {
    const key = ownerKey(time)
    return time.busy.some(({ start, end }) => intersects(freed.get(key) ?? [], start, end)) ? [key] : []
  })
}

/** The elements of the chunks, each computed when it is reached for the first time. */
function lazily<T>(chunks: number[], compute: (chunk: number) => T[]): Iterable<T> {
  const known = new Map<number, T[]>()
  return {
    *[Symbol.iterator]() {
      for (const chunk of chunks) {
        const elements = known.get(chunk) ?? compute(chunk)
        known.set(chunk, elements)
        yield* elements
      }
    },
  }
}

function listChunks({ start, end }: Range): number[] {
  const first = Math.floor(start / CHUNK_MINUTES)
  return Array.from({ length: Math.ceil(end / CHUNK_MINUTES) - first }, (_, index) => first + index)
}

const clip = (ranges: Range[], from: number, length: number): Range[] =>
  ranges
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, from + length) }))
    .filter(({ start, end }) => start < end)

/**
 * The rules of the services with only these members, in the order of the list; null if nobody performs one,
 * or they are no rules.
 */
function rulesFor(
  { services, members: all, rules: booking, resources }: FreedTime,
  ids: readonly string[],
  members: readonly string[] | null,
): ServiceRule[] | null {
  const rules: ServiceRule[] = []
  for (const id of ids) {
    const rule = services.get(id)
    const able = all.flatMap((member) =>
      rule?.members.includes(member.id) && (members?.includes(member.id) ?? true) ? [member.id] : [],
    )
    if (!rule || able.length === 0) return null
    rules.push({ ...rule, members: able })
  }
  const wanted = rules.map((rule) => ({ rule, memberId: null }))
  return validateRequest({ rules: booking, members: all, services: wanted, resources }) ? null : rules
}

/** The free times among these starts, with the member of the fixed service. */
function visitsWith(calendarFor: CalendarFor, { rules, position }: Search, starts: Range[]): Offer[] {
  const services = rules.map((rule, index) => ({
    rule,
    memberId: index === position ? (rule.members[0] ?? null) : null,
  }))
  const reach = computeReach(services)
  return starts.flatMap(({ start, end }) =>
    freeTimesIn(calendarFor({ from: start - reach.before, until: end + reach.after }), {
      services,
      from: start,
      until: end,
    }),
  )
}

/**
 * Starts of the visit at which the service at this position, or a buffer of it, can overlap these ranges.
 */
function startsNear(services: ServiceRule[], position: number, freed: Range[]): Range[] {
  const rule = services[position]
  if (!rule) return []
  const earlier = services.slice(0, position).map(lengthsOf)
  const latest = earlier.reduce((sum, { longest }) => sum + longest, 0)
  const soonest = earlier.reduce((sum, { shortest }) => sum + shortest, 0)
  return merge(
    freed.map(({ start, end }) => ({
      start: start - latest - lengthsOf(rule).longest - rule.bufferAfter + 1,
      end: end - soonest + rule.bufferBefore,
    })),
  )
}

const countChanges = ({ segments }: Offer): number =>
  segments.filter(({ memberId }, index) => index > 0 && segments[index - 1]?.memberId !== memberId).length

/** A service lasts longer with add-ons. */
const toKey = (rules: ServiceRule[]): string =>
  JSON.stringify(rules.map(({ id, duration, members }) => [id, duration, members]))

/** Results that are remembered at once, at most: a tenant may have thousands of service combinations. */
const MAX_KNOWN = 1000

function memoize<T>(known: Map<string, T>, key: string, compute: () => T): T {
  const value = known.get(key) ?? compute()
  if (known.size >= MAX_KNOWN && !known.has(key)) known.clear()
  known.set(key, value)
  return value
}
