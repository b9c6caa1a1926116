import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import type { Window } from '#domain/zone.ts'
import { assign } from './assignment.ts'
import type { Staff } from './assignment.ts'
import { localDays, slotStarts } from './local-day.ts'
import type { LocalDay } from './local-day.ts'
import { firstStart } from './horizon.ts'
import { rulesFor } from './notice.ts'
import { intersects } from './range.ts'
import type { Range } from './range.ts'
import { validateRequest, InvalidVisitRequest } from './request.ts'
import type { BookingRules, Busy, MemberSchedule, Offer, Resource, VisitRequest } from './request.ts'
import { openUnits, unitFinder } from './units.ts'
import type { UnitCalendar } from './units.ts'
import { planVisit, computeReach } from './visit-plan.ts'
import type { Plan } from './visit-plan.ts'
import { freeTime, openingsOn } from './working-time.ts'

/**
 * All offers of the window, in order of time, each with its members.
 * @throws InvalidVisitRequest if `validateRequest` returns an error.
 */
export function freeTimes(request: VisitRequest): Offer[] {
  const error = validateRequest(request)
  if (error) throw new InvalidVisitRequest(error)
  const window = computeOverlap(request, allowedStarts(request))
  if (window.from >= window.until) return []
  const reach = computeReach(request.services)
  const covered = { from: window.from - reach.before, until: window.until + reach.after }
  return freeTimesIn(openCalendar(request, covered), request)
}

/**
 * The free time of members and units in a window, which any number of requests share. It is computed when a
 * request asks for it, once for each member and unit.
 */
export type Calendar = {
  rules: BookingRules
  members: MemberSchedule[]
  resources: Resource[]
  units: UnitCalendar
  days: LocalDay[]
  now: number
  freeOf: Staff['freeOf']
  /** Minutes booked on a day, per member position. */ loadOn: (day: LocalDay) => number[]
}

/** `covered`: the window of the requests, extended by the reach of their buffers and services. */
export function openCalendar(
  {
    rules,
    members,
    busy,
    resources = [],
    busyUnits,
    now,
  }: Pick<VisitRequest, 'rules' | 'members' | 'busy' | 'resources' | 'busyUnits' | 'now'>,
  covered: Window,
): Calendar {
  // One extra day before: hours that end in a gap at midnight extend into the next date.
  const days = localDays(rules.zone, { from: covered.from - 1440, until: covered.until })
  const busyByMember = Map.groupBy(busy, (range) => range.memberId)
  const free: Range[][] = []
  const loads = new Map<LocalDay, number[]>()
  return {
    rules,
    members,
    resources,
    units: openUnits(busyUnits),
    days,
    now,
    freeOf(position) {
      const member = members[position]
      if (!member) return []
      return (free[position] ??= freeTime(member, days, rules, busyByMember.get(member.id) ?? []))
    },
    loadOn(day) {
      const load = loads.get(day) ?? bookedMinutes(day, members, busy)
      loads.set(day, load)
      return load
    },
  }
}

/**
 * `freeTimes` with a calendar that covers the window of the request.
 * @throws InvalidVisitRequest if `validateRequest` returns an error.
 */
export function freeTimesIn(
  calendar: Calendar,
  { services, from, until }: Pick<VisitRequest, 'services' | 'from' | 'until'>,
): Offer[] {
  const { rules, members, resources, days, now } = calendar
  const error = validateRequest({ rules, members, services, resources })
  if (error) throw new InvalidVisitRequest(error)
  const window = computeOverlap({ from, until }, allowedStarts({ rules, services, now }))
  if (window.from >= window.until) return []

  const plan = planVisit(services, members, resources)
  const staff = { members, freeOf: calendar.freeOf, findUnits: unitFinder(calendar.units) }
  const reach = computeReach(services)
  const anyFree = (day: LocalDay) =>
    plan.able.some((one) =>
      intersects(calendar.freeOf(one), day.from - reach.before, day.until + reach.after),
    )
  return days
    .filter((day) => day.from < window.until && window.from < day.until && anyFree(day))
    .flatMap((day) => {
      const at = startsOn(calendar, day, window)
      return at.length > 0 ? offersAt(at, plan, staff, calendar.loadOn(day)) : []
    })
}

/** The starts of a day, within the window, that are on the slot grid. */
export function startsOn({ rules, members }: Calendar, day: LocalDay, window: Window): number[] {
  if (rules.grid !== 'opening') return slotStarts(day, rules.slotMinutes, window)
  const within = computeOverlap(day, window)
  return openingsOn(day, members, rules).flatMap(({ start, end }) => {
    const starts: number[] = []
    for (let at = start; at < Math.min(end, within.until); at += rules.slotMinutes)
      if (at >= within.from) starts.push(at)
    return starts
  })
}

/** The offer of `freeTimes` at exactly this start, or null; for the moment of booking. */
export function offerAt(request: VisitRequest, start: number): Offer | null {
  return freeTimes({ ...request, from: start, until: start + 1 })[0] ?? null
}

/**
 * The offers closest to a start, in order of time; of two equally close ones the earlier.
 * @param apart whether none may overlap another.
 */
export function nearest<T extends Range>(
  offers: readonly T[],
  wanted: number,
  { count = 3, apart = false } = {},
): T[] {
  const distance = (offer: T) => Math.abs(offer.start - wanted)
  const chosen: T[] = []
  for (const offer of offers.toSorted((a, b) => distance(a) - distance(b) || a.start - b.start)) {
    if (chosen.length === count) break
    if (!apart || chosen.every(({ start, end }) => offer.end <= start || end <= offer.start))
      chosen.push(offer)
  }
  return chosen.sort((a, b) => a.start - b.start)
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
  const reach = computeReach(services)
  const first = dayWindow(rules.zone, localParts(rules.zone, from).date)
  const last = dayWindow(rules.zone, localParts(rules.zone, until - 1).date)
  return { from: Math.min(first.from, from - reach.before), until: Math.max(last.until, until + reach.after) }
}

/** The starts that lead time and horizon allow. */
export function allowedStarts({
  rules,
  services,
  now,
}: Pick<VisitRequest, 'rules' | 'services' | 'now'>): Window {
  const own = rulesFor(rules, services)
  const last = addDays(localParts(rules.zone, now).date, own.horizonDays)
  return { from: firstStart(own, now), until: dayWindow(rules.zone, last).until }
}

export const computeOverlap = (a: Window, b: Window): Window => ({
  from: Math.max(a.from, b.from),
  until: Math.min(a.until, b.until),
})

const offersAt = (starts: number[], plan: Plan, staff: Staff, load: number[]): Offer[] =>
  starts.flatMap((start) => {
    const segments = assign(plan, start, staff, load)
    return segments ? [{ start, end: segments.at(-1)?.end ?? start, segments }] : []
  })

/** Minutes already booked on this day, per member position. */
function bookedMinutes(day: LocalDay, members: MemberSchedule[], busy: Busy[]): number[] {
  const minutes = new Map<string, number>()
  for (const { memberId, start, end } of busy) {
    const shared = Math.min(end, day.until) - Math.max(start, day.from)
    if (shared > 0) minutes.set(memberId, (minutes.get(memberId) ?? 0) + shared)
  }
  return members.map((member) => minutes.get(member.id) ?? 0)
}
