import { freeTimesIn, openCalendar } from '../availability/free-times.ts'
import type { Calendar } from '../availability/free-times.ts'
import { intersects, merge } from '../availability/range.ts'
import type { Range } from '../availability/range.ts'
import { validateRequest } from '../availability/request.ts'
import type { Busy, MemberSchedule, Offer, ServiceRule } from '../availability/request.ts'
import { computeReach } from '../availability/visit-plan.ts'
import { localParts, minuteFrom } from '../zone.ts'
import type { Window } from '../zone.ts'
import { mergedByMember, startsAround, usedBy } from './freed-time.ts'
import type { FreedTime } from './freed-time.ts'
import { localVisit } from './window.ts'
import type { DateSpan, LocalVisit } from './window.ts'

/**
 * A visit that uses the freed time of `memberId`, and how local clocks show it. `used`: computes all the
 * freed time in it, merged for each member.
 */
export type Fit = { offer: Offer; memberId: string; local: LocalVisit; used: () => Busy[] }

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
 * choice for "anyone" could avoid the freed member. In order of start; then the visit with the fewest
 * changes of member, the first service, the first member of the list. Each kind of visit is computed once.
 */
export function fitFinder(given: FreedTime): FitFinder {
  const freed = mergedByMember(given.freed)
  const calendars = sharedCalendar(given)
  const asked = new Map<string, ServiceRule[] | null>()
  const found = new Map<string, Iterable<Fit>>()
  const foundIn = new Map<string, Fit[]>()
  const locals = new Map<string, LocalVisit>()
  const dates = new Map<string, string>()

  const toFit = (offer: Offer, memberId: string): Fit => {
    const { start, end } = offer
    const local = memoize(locals, `${start} ${end}`, () => localVisit(given.rules.zone, start, end))
    return { offer, memberId, local, used: () => usedBy(offer, freed) }
  }
  /** The fits of one search with starts in this chunk, counted from 1970. */
  const findIn = (chunk: number, { rules, position, memberId, ranges, starts }: Search): Fit[] =>
    memoize(foundIn, `${chunk} ${position} ${toKey(rules)}`, () =>
      visitsWith(calendars, {
        rules,
        position,
        ranges,
        starts: clip(starts, chunk * CHUNK_MINUTES, CHUNK_MINUTES),
      }).map((offer) => toFit(offer, memberId)),
    )
  const find = (rules: ServiceRule[]): Iterable<Fit> => {
    const searches = searchesFor(rules, given.members, freed)
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
 * A freed member (their ranges) fixed for the service at a position, with the starts at which it can use
 * them.
 */
type Search = { rules: ServiceRule[]; position: number; memberId: string; ranges: Range[]; starts: Range[] }

const searchesFor = (
  rules: ServiceRule[],
  members: MemberSchedule[],
  freed: ReadonlyMap<string, Range[]>,
): Search[] =>
  rules.flatMap((rule, position) =>
    members.flatMap(({ id }) => {
      const ranges = rule.members.includes(id) ? freed.get(id) : undefined
      if (!ranges) return []
      const fixed = rules.map((one, index) => (index === position ? { ...one, members: [id] } : one))
      return [{ rules: fixed, position, memberId: id, ranges, starts: startsNear(rules, position, ranges) }]
    }),
  )

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
  { services, members: all, rules: booking }: FreedTime,
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
  return validateRequest({ rules: booking, members: all, services: wanted }) ? null : rules
}

/**
 * The free times among these starts at which the service at this position uses its member's freed ranges.
 */
function visitsWith(
  calendarFor: CalendarFor,
  { rules, position, ranges, starts }: Omit<Search, 'memberId'>,
): Offer[] {
  const services = rules.map((rule, index) => ({
    rule,
    memberId: index === position ? (rule.members[0] ?? null) : null,
  }))
  const reach = computeReach(services)
  return starts
    .flatMap(({ start, end }) =>
      freeTimesIn(calendarFor({ from: start - reach.before, until: end + reach.after }), {
        services,
        from: start,
        until: end,
      }),
    )
    .filter(({ segments }) =>
      segments[position]?.busy.some((range) => intersects(ranges, range.start, range.end)),
    )
}

/**
 * Starts of the visit at which the service at this position, or a buffer of it, can overlap these ranges.
 */
function startsNear(services: ServiceRule[], position: number, freed: Range[]): Range[] {
  const rule = services[position]
  if (!rule) return []
  const earlier = services.slice(0, position).reduce((sum, one) => sum + one.duration, 0)
  return merge(
    freed.map(({ start, end }) => ({
      start: start - earlier - rule.duration - rule.bufferAfter + 1,
      end: end - earlier + rule.bufferBefore,
    })),
  )
}

const countChanges = ({ segments }: Offer): number =>
  segments.filter(({ memberId }, index) => index > 0 && segments[index - 1]?.memberId !== memberId).length

const toKey = (rules: ServiceRule[]): string => JSON.stringify(rules.map(({ id, members }) => [id, members]))

/** Results that are remembered at once, at most: a tenant may have thousands of service combinations. */
const MAX_KNOWN = 1000

function memoize<T>(known: Map<string, T>, key: string, compute: () => T): T {
  const value = known.get(key) ?? compute()
  if (known.size >= MAX_KNOWN && !known.has(key)) known.clear()
  known.set(key, value)
  return value
}
