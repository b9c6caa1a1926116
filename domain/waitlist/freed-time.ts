import { merge, subtract } from '../availability/range.ts'
import type { Range } from '../availability/range.ts'
import type { BookingRules, Busy, MemberSchedule, Offer, ServiceRule } from '../availability/request.ts'
import { computeReach } from '../availability/visit-plan.ts'
import { dayWindow, localParts } from '../zone.ts'
import type { Window } from '../zone.ts'

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

/** The freed time of each member, merged. */
export const mergedByMember = (freed: readonly Busy[]): Map<string, Range[]> =>
  new Map([...Map.groupBy(freed, (range) => range.memberId)].map(([id, ranges]) => [id, merge(ranges)]))

/** The freed time that a visit occupies. */
export const usedBy = ({ segments }: Offer, freed: ReadonlyMap<string, Range[]>): Busy[] =>
  [...Map.groupBy(segments, (segment) => segment.memberId)].flatMap(([memberId, parts]) => {
    const ranges = freed.get(memberId)
    if (!ranges) return []
    const taken = merge(parts.flatMap((part) => part.busy))
    return subtract(taken, subtract(taken, ranges)).map((range) => ({ ...range, memberId }))
  })

/** Every start (epoch minutes, both included) at which a visit of these services can use the freed time. */
export function startsAround({ freed }: FreedTime, rules: readonly ServiceRule[]): Window {
  const length = rules.reduce((sum, rule) => sum + rule.duration + rule.bufferAfter, 0)
  const before = rules.reduce((most, rule) => Math.max(most, rule.bufferBefore), 0)
  return {
    from: freed.reduce((least, range) => Math.min(least, range.start), Infinity) - length,
    until: freed.reduce((most, range) => Math.max(most, range.end), -Infinity) + before,
  }
}

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
    return wanted.length > 0 ? [computeReach(wanted)] : []
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
export function subtractOffer(freed: readonly Busy[], offer: Offer): Busy[] {
  return [...Map.groupBy(freed, (range) => range.memberId)].flatMap(([memberId, ranges]) => {
    const taken = offer.segments.flatMap((segment) => (segment.memberId === memberId ? segment.busy : []))
    return subtract(merge(ranges), merge(taken)).map((range) => ({ ...range, memberId }))
  })
}
