import { merge, subtract } from '../availability/range.ts'
import type { Range } from '../availability/range.ts'
import type {
  BookingRules,
  Busy,
  BusyUnit,
  MemberSchedule,
  Offer,
  OfferSegment,
  Resource,
  ServiceRule,
} from '../availability/request.ts'
import { computeReach, lengthsOf } from '../availability/visit-plan.ts'
import { dayWindow, localParts } from '../zone.ts'
import type { Window } from '../zone.ts'

/** A range of a member, or of a unit (epoch minutes). */
export type OwnedTime = Busy | BusyUnit

/** The same for times of one member or unit. */
export const ownerKey = (time: Pick<Busy, 'memberId'> | Pick<BusyUnit, 'resourceId' | 'unit'>): string =>
  'memberId' in time ? time.memberId : `${time.unit} ${time.resourceId}`

/**
 * `freed`: what became free; `busy` and `busyUnits`: everything in `matchWindow`, without the hold of the
 * queue. `services`: those that can be booked, by name. `now` in epoch ms.
 */
export type FreedTime = {
  freed: readonly OwnedTime[]
  rules: BookingRules
  members: MemberSchedule[]
  services: ReadonlyMap<string, ServiceRule>
  busy: Busy[]
  resources?: Resource[] | undefined
  busyUnits?: BusyUnit[] | undefined
  now: number
}

/** The freed time of each owner, merged, by `ownerKey`. */
export const mergedByOwner = (freed: readonly OwnedTime[]): Map<string, Range[]> =>
  new Map([...Map.groupBy(freed, ownerKey)].map(([key, ranges]) => [key, merge([...ranges])]))

/** What a visit occupies of its members and units. */
export const timesOf = ({
  segments,
}: {
  segments: readonly Pick<OfferSegment, 'memberId' | 'busy' | 'units'>[]
}): OwnedTime[] =>
  segments.flatMap(({ memberId, busy, units = [] }) => [
    ...busy.map(({ start, end }) => ({ start, end, memberId })),
    ...units.flatMap(({ resourceId, unit, busy: times }) =>
      times.map(({ start, end }) => ({ start, end, resourceId, unit })),
    ),
  ])

/** The freed time that a visit occupies. */
export const usedBy = (offer: Offer, freed: ReadonlyMap<string, Range[]>): OwnedTime[] =>
  [...Map.groupBy(timesOf(offer), ownerKey)].flatMap(([key, times]) => {
    const [ranges, [owner]] = [freed.get(key), times]
    if (!ranges || !owner) return []
    const taken = merge([...times])
    return subtract(taken, subtract(taken, ranges)).map(({ start, end }) => ({ ...owner, start, end }))
  })

/** Every start (epoch minutes, both included) at which a visit of these services can use the freed time. */
export function startsAround({ freed }: FreedTime, rules: readonly ServiceRule[]): Window {
  const length = rules.reduce((sum, rule) => sum + lengthsOf(rule).longest + rule.bufferAfter, 0)
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
export function subtractOffer<T extends OwnedTime>(freed: readonly T[], offer: Offer): T[] {
  const taken = mergedByOwner(timesOf(offer))
  return [...Map.groupBy(freed, ownerKey)].flatMap(([key, times]) => {
    const [owner] = times
    if (!owner) return []
    return subtract(merge([...times]), taken.get(key) ?? []).map(({ start, end }) => ({
      ...owner,
      start,
      end,
    }))
  })
}
