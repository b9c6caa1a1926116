import { localParts } from '#domain/zone.ts'
import { freeTimesIn, openCalendar, startsOn, type Calendar } from './free-times.ts'
import { covers, merge, subtract, type Range } from './range.ts'
import type { GapRule, Offer, OfferSegment, VisitRequest } from './request.ts'
import { computeReach } from './visit-plan.ts'

/**
 * What a start leaves of the free ranges of its members. waste: the minutes of rests that are shorter than
 * the smallest visit. capacity: how many of the smallest visits fit into all rests, on the slot grid.
 */
export type Rest = { waste: number; capacity: number }
/** `range`: the same for those of the same people in the same free ranges. */
export type Rated = Rest & { offer: Offer; range: string }

/** How many times of a day are suggested. */
const SUGGESTED = 3

/**
 * The free times of a request without those that `avoid` hides. A time that is `kept` is never hidden.
 * `suggested`: the starts of each day that leave the least, where some leave less than others.
 * @throws InvalidVisitRequest as `freeTimes`.
 */
export function tidyTimes(
  request: VisitRequest & { smallestUsable: number },
  rule: GapRule,
  kept: ReadonlySet<number> = new Set(),
): { offers: Offer[]; hidden: number; suggested: number[] } {
  const reach = computeReach(request.services)
  const calendar = openCalendar(request, {
    from: request.from - reach.before,
    until: request.until + reach.after,
  })
  return tidyOffers(calendar, freeTimesIn(calendar, request), {
    smallestUsable: request.smallestUsable,
    rule,
    kept,
  })
}

/** As `tidyTimes`, of offers that are known. */
export function tidyOffers(
  calendar: Calendar,
  all: Offer[],
  {
    smallestUsable,
    rule,
    kept = new Set(),
  }: { smallestUsable: number; rule: GapRule; kept?: ReadonlySet<number> },
): { offers: Offer[]; hidden: number; suggested: number[] } {
  if (rule === 'any' || all.length === 0) return { offers: all, hidden: 0, suggested: [] }
  const rated = rateOffers(calendar, all, smallestUsable)
  if (rule === 'prefer') return { offers: all, hidden: 0, suggested: suggest(calendar.rules.zone, rated) }
  const offers = leaveOut(rated, (one, same) => !kept.has(one.offer.start) && isHidden(one, same))
  return { offers, hidden: all.length - offers.length, suggested: [] }
}

/** The offers, in order of time, without those that are hidden among the same people in the same ranges. */
export const leaveOut = (
  rated: readonly Rated[],
  isLeftOut: (one: Rated, same: readonly Rated[]) => boolean,
): Offer[] =>
  [...Map.groupBy(rated, ({ range }) => range).values()]
    .flatMap((same) => same.filter((one) => !isLeftOut(one, same)))
    .map(({ offer }) => offer)
    .sort((a, b) => a.start - b.start)

/**
 * Whether a start is hidden among those of the same people in the same free ranges: another leaves less
 * waste, and another leaves more capacity. One of the best capacity is never hidden: no capacity is lost.
 */
export const isHidden = (one: Rest, same: readonly Rest[]): boolean =>
  one.waste > Math.min(...same.map(({ waste }) => waste)) &&
  one.capacity < Math.max(...same.map(({ capacity }) => capacity))

/** What each offer leaves; `smallest`: the minutes of the smallest visit. */
export function rateOffers(calendar: Calendar, offers: readonly Offer[], smallest: number): Rated[] {
  const positions = new Map(calendar.members.map(({ id }, position) => [id, position]))
  const grid = calendar.days.flatMap((day) => startsOn(calendar, day, day))
  const dayOf = (start: number) => calendar.days.find(({ from, until }) => from <= start && start < until)
  return offers.map((offer) => {
    const rests: Range[] = []
    const day = dayOf(offer.start) ?? { date: '', from: offer.start, until: offer.end }
    const names: string[] = [day.date]
    for (const [memberId, segments] of Map.groupBy(offer.segments, (one) => one.memberId)) {
      const busy = segments.flatMap((one) => one.busy).sort((a, b) => a.start - b.start)
      const free = calendar
        .freeOf(positions.get(memberId) ?? -1)
        .filter((range) => busy.some(({ start, end }) => covers([range], start, end)))
      // What is free on other days is none of this one's.
      const own = { start: busy[0]?.start ?? day.from, end: Math.max(...busy.map(({ end }) => end)) }
      const known = merge([{ start: day.from, end: day.until }, own])
      const ofDay = free.flatMap((range) =>
        known
          .map(({ start, end }) => ({ start: Math.max(range.start, start), end: Math.min(range.end, end) }))
          .filter(({ start, end }) => start < end),
      )
      rests.push(...subtract(ofDay, busy))
      names.push(memberId, ...free.map(({ start }) => String(start)))
    }
    const waste = rests.reduce((sum, { start, end }) => sum + (end - start < smallest ? end - start : 0), 0)
    const capacity = rests.reduce((sum, rest) => sum + countVisits(rest, grid, smallest), 0)
    return { offer, waste, capacity, range: `${names.join(' ')} ${peopleOf(offer.segments)}` }
  })
}

const peopleOf = (segments: OfferSegment[]): string => segments.map(({ memberId }) => memberId).join()

/** How many visits of so many minutes fit into a rest one after the other, each at a start of the grid. */
function countVisits({ start, end }: Range, grid: readonly number[], minutes: number): number {
  let count = 0
  let from = start
  for (let index = firstFrom(grid, start); from + minutes <= end; index++) {
    const at = grid[index]
    if (at === undefined || at + minutes > end) break
    if (at < from) continue
    count++
    from = at + minutes
  }
  return count
}

/** The position of the first of some ascending instants at or after another. */
function firstFrom(instants: readonly number[], at: number): number {
  let [low, high] = [0, instants.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((instants[middle] ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The starts of each day with the least waste, the earlier first; none where all leave the same. */
function suggest(zone: string, rated: Rated[]): number[] {
  return [...Map.groupBy(rated, ({ offer }) => localParts(zone, offer.start).date).values()].flatMap(
    (ofDay) => {
      const least = Math.min(...ofDay.map(({ waste }) => waste))
      if (ofDay.every(({ waste }) => waste === least)) return []
      return ofDay
        .filter(({ waste }) => waste === least)
        .slice(0, SUGGESTED)
        .map(({ offer }) => offer.start)
    },
  )
}
