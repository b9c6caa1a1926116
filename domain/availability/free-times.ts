import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import type { Window } from '#domain/zone.ts'
import { assign } from './assignment.ts'
import type { Staff } from './assignment.ts'
import { localDays, slotStarts } from './local-day.ts'
import type { LocalDay } from './local-day.ts'
import { intersects } from './range.ts'
import { validateRequest, InvalidVisitRequest } from './request.ts'
import type { Busy, MemberSchedule, Offer, VisitRequest } from './request.ts'
import { planVisit, reachOf } from './visit-plan.ts'
import type { PlannedPart } from './visit-plan.ts'
import { freeTime } from './working-time.ts'

/**
 * All offers of the window, in order of time, each with its members.
 * @throws InvalidVisitRequest if `validateRequest` returns an error.
 */
export function freeTimes(request: VisitRequest): Offer[] {
  const error = validateRequest(request)
  if (error) throw new InvalidVisitRequest(error)
  const { rules, members, services, busy } = request
  const window = bookable(request)
  if (window.from >= window.until) return []

  const parts = planVisit(services, members)
  const staff = staffFor(request, window, parts)
  const reach = reachOf(services)
  const anyFree = (day: LocalDay) =>
    staff.free.some((ranges) => intersects(ranges, day.from - reach.before, day.until + reach.after))
  return localDays(rules.zone, window)
    .filter(anyFree)
    .flatMap((day) => offersOn(day, slotStarts(day, rules.slotMinutes, window), parts, staff, busy))
}

/** The offer of `freeTimes` at exactly this start, or null; for the moment of booking. */
export function offerAt(request: VisitRequest, start: number): Offer | null {
  return freeTimes({ ...request, from: start, until: start + 1 })[0] ?? null
}

/** The offers closest to a start, in order of time; of two equally close ones the earlier. */
export function nearest(offers: Offer[], wanted: number, count = 3): Offer[] {
  const distance = (offer: Offer) => Math.abs(offer.start - wanted)
  return offers
    .toSorted((a, b) => distance(a) - distance(b) || a.start - b.start)
    .slice(0, count)
    .sort((a, b) => a.start - b.start)
}

/**
 * The window whose busy ranges a request must contain: whole local days, because the choice of member depends
 * on the time booked that day, extended by the reach of buffers and services.
 */
export function busyWindow({
  rules,
  services,
  from,
  until,
}: Pick<VisitRequest, 'rules' | 'services' | 'from' | 'until'>): Window {
  const reach = reachOf(services)
  const first = dayWindow(rules.zone, localParts(rules.zone, from).date)
  const last = dayWindow(rules.zone, localParts(rules.zone, until - 1).date)
  return { from: Math.min(first.from, from - reach.before), until: Math.max(last.until, until + reach.after) }
}

/** The requested window without the times that lead time and horizon exclude. */
function bookable({ rules, from, until, now }: VisitRequest): Window {
  const lastDate = addDays(localParts(rules.zone, now).date, rules.horizonDays)
  return {
    from: Math.max(from, now + rules.leadMinutes),
    until: Math.min(until, dayWindow(rules.zone, lastDate).until),
  }
}

function staffFor(
  { rules, members, services, busy }: VisitRequest,
  window: Window,
  parts: PlannedPart[],
): Staff {
  const reach = reachOf(services)
  // One extra day before: hours that end in a gap at midnight extend into the next date.
  const days = localDays(rules.zone, {
    from: window.from - reach.before - 1440,
    until: window.until + reach.after,
  })
  const needed = new Set(parts.flatMap((part) => part.members))
  const busyOf = Map.groupBy(busy, (range) => range.memberId)
  const free = members.map((member, position) =>
    needed.has(position) ? freeTime(member, days, rules.exceptions, busyOf.get(member.id) ?? []) : [],
  )
  return { members, free }
}

function offersOn(
  day: LocalDay,
  starts: number[],
  parts: PlannedPart[],
  staff: Staff,
  busy: Busy[],
): Offer[] {
  if (starts.length === 0) return []
  const load = bookedMinutes(day, staff.members, busy)
  const duration = parts.at(-1)?.end ?? 0
  return starts.flatMap((start) => {
    const segments = assign(parts, start, staff, load)
    return segments ? [{ start, end: start + duration, segments }] : []
  })
}

/** Minutes already booked on this day, per member position. */
function bookedMinutes(day: LocalDay, members: MemberSchedule[], busy: Busy[]): number[] {
  const minutes = new Map<string, number>()
  for (const { memberId, start, end } of busy) {
    const shared = Math.min(end, day.until) - Math.max(start, day.from)
    if (shared > 0) minutes.set(memberId, (minutes.get(memberId) ?? 0) + shared)
  }
  return members.map((member) => minutes.get(member.id) ?? 0)
}
