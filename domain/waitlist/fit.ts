import { freeTimes } from '../availability/free-times.ts'
import { intersects, merge, subtract } from '../availability/range.ts'
import type { Range } from '../availability/range.ts'
import { validateRequest } from '../availability/request.ts'
import type { BookingRules, Busy, MemberSchedule, Offer, ServiceRule } from '../availability/request.ts'
import { reachOf } from '../availability/visit-plan.ts'
import { dayWindow, localParts, minuteFrom } from '../zone.ts'
import type { Window } from '../zone.ts'
import { localVisit } from './window.ts'
import type { LocalVisit } from './window.ts'

/**
 * `freed`: the ranges of members (epoch minutes) that became free; `busy`: everything in `matchWindow`,
 * without the hold of the queue. `services`: those that can be booked, by id. `now` in epoch ms.
 */
export type FreedTime = {
  freed: readonly Busy[]
  rules: BookingRules
  members: MemberSchedule[]
  services: ReadonlyMap<string, ServiceRule>
  busy: Busy[]
  now: number
}

/** A visit that uses the freed time of `memberId`, and how local clocks show it. */
export type Fit = { offer: Offer; memberId: string; local: LocalVisit }

/** All visits of these services (ids, in order) by these members (null: anyone) that use the freed time. */
export type FindFits = (services: readonly string[], members: readonly string[] | null) => Iterable<Fit>

/** Visits are searched for one day of starts after the other, and no further than the caller reads. */
const CHUNK_MINUTES = 1440

/**
 * Finds visits that use the freed time: one of the services occupies some of it, buffers included. Each
 * freed member is fixed for each service in turn, and the free times choose who performs the others: their
 * choice for "anyone" could avoid the freed member. In order of start; then the visit with the fewest
 * changes of member, the first service, the first member of the list. Each kind of visit is computed once.
 */
export function fitFinder(given: FreedTime): FindFits {
  const freed = new Map(
    [...Map.groupBy(given.freed, (range) => range.memberId)].map(([id, ranges]) => [id, merge(ranges)]),
  )
  const asked = new Map<string, Iterable<Fit>>()
  const found = new Map<string, Iterable<Fit>>()
  const foundIn = new Map<string, Fit[]>()
  const locals = new Map<string, LocalVisit>()

  const toFit = (offer: Offer, memberId: string): Fit => {
    const { start, end } = offer
    const local = memoize(locals, `${start} ${end}`, () => localVisit(given.rules.zone, start, end))
    return { offer, memberId, local }
  }
  /** The fits of one search with starts in this chunk, counted from 1970. */
  const findIn = (chunk: number, { rules, position, memberId, ranges, starts }: Search): Fit[] =>
    memoize(foundIn, `${chunk} ${position} ${keyOf(rules)}`, () =>
      visitsWith(given, rules, position, ranges, clip(starts, chunk * CHUNK_MINUTES, CHUNK_MINUTES)).map(
        (offer) => toFit(offer, memberId),
      ),
    )
  const find = (rules: ServiceRule[]): Iterable<Fit> => {
    const searches = searchesFor(rules, given.members, freed)
    const chunks = searches.flatMap(({ starts }) => starts.flatMap(chunksOf))
    return lazily(
      [...new Set(chunks)].sort((a, b) => a - b),
      (chunk) =>
        searches
          .flatMap((search) => findIn(chunk, search))
          .sort((a, b) => a.offer.start - b.offer.start || changesOf(a.offer) - changesOf(b.offer)),
    )
  }
  return (services, members) =>
    memoize(asked, JSON.stringify([services, members]), () => {
      const rules = rulesFor(given, services, members)
      return rules ? memoize(found, keyOf(rules), () => find(rules)) : []
    })
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

function chunksOf({ start, end }: Range): number[] {
  const first = Math.floor(start / CHUNK_MINUTES)
  return Array.from({ length: Math.ceil(end / CHUNK_MINUTES) - first }, (_, index) => first + index)
}

const clip = (ranges: Range[], from: number, length: number): Range[] =>
  ranges
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, from + length) }))
    .filter(({ start, end }) => start < end)

/**
 * The window (epoch minutes) whose busy ranges the matcher needs for visits of these services, lists of ids:
 * whole local days with the reach of the longest visit.
 */
export function matchWindow(
  { freed, rules, services }: Pick<FreedTime, 'freed' | 'rules' | 'services'>,
  visits: Iterable<readonly string[]>,
): Window {
  const spans = [...visits].flatMap((ids) => {
    const wanted = ids.flatMap((id) => services.get(id) ?? []).map((rule) => ({ rule, memberId: null }))
    return wanted.length > 0 ? [reachOf(wanted)] : []
  })
  const before = spans.reduce((most, span) => Math.max(most, span.before), 0)
  const after = spans.reduce((most, span) => Math.max(most, span.after), 0)
  const from = freed.reduce((least, range) => Math.min(least, range.start), Infinity) - after
  const until = freed.reduce((most, range) => Math.max(most, range.end), -Infinity) + before
  if (from >= until) return { from: 0, until: 0 }
  const [first, last] = [from, until - 1].map((at) => dayWindow(rules.zone, localParts(rules.zone, at).date))
  return {
    from: Math.min(first?.from ?? from, from - before),
    until: Math.max(last?.until ?? until, until + after),
  }
}

/** What an offer leaves of the freed time. */
export function restOf(freed: readonly Busy[], offer: Offer): Busy[] {
  return [...Map.groupBy(freed, (range) => range.memberId)].flatMap(([memberId, ranges]) => {
    const taken = offer.segments.flatMap((segment) => (segment.memberId === memberId ? segment.busy : []))
    return subtract(merge(ranges), merge(taken)).map((range) => ({ ...range, memberId }))
  })
}

/**
 * The rules of the services with only these members, in the order of the list; null if nobody performs one.
 */
function rulesFor(
  { services, members: all }: FreedTime,
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
  return rules
}

/**
 * The free times among these starts at which the service at this position uses its member's freed ranges.
 */
function visitsWith(
  given: FreedTime,
  services: ServiceRule[],
  position: number,
  freed: Range[],
  starts: Range[],
): Offer[] {
  const request = {
    ...given,
    services: services.map((rule, index) => ({
      rule,
      memberId: index === position ? (rule.members[0] ?? null) : null,
    })),
    now: minuteFrom(given.now),
  }
  if (validateRequest(request)) return []
  return starts
    .flatMap(({ start, end }) => freeTimes({ ...request, from: start, until: end }))
    .filter(({ segments }) =>
      segments[position]?.busy.some((range) => intersects(freed, range.start, range.end)),
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

const changesOf = ({ segments }: Offer): number =>
  segments.filter(({ memberId }, index) => index > 0 && segments[index - 1]?.memberId !== memberId).length

const keyOf = (rules: ServiceRule[]): string => JSON.stringify(rules.map(({ id, members }) => [id, members]))

/** Results that are remembered at once, at most: a tenant may have thousands of service combinations. */
const MAX_KNOWN = 1000

function memoize<T>(known: Map<string, T>, key: string, compute: () => T): T {
  const value = known.get(key) ?? compute()
  if (known.size >= MAX_KNOWN && !known.has(key)) known.clear()
  known.set(key, value)
  return value
}
