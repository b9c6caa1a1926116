import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import type { Window } from '#domain/zone.ts'
import { assign } from './assignment.ts'
import type { Staff } from './assignment.ts'
import { localDays, slotStarts } from './local-day.ts'
import type { LocalDay } from './local-day.ts'
import { firstStart } from './horizon.ts'
import { intersects } from './range.ts'
import type { Range } from './range.ts'
import { validateRequest, InvalidVisitRequest } from './request.ts'
import type { BookingRules, Busy, MemberSchedule, Offer, VisitRequest } from './request.ts'
import { planVisit, computeReach } from './visit-plan.ts'
import type { PlannedPart } from './visit-plan.ts'
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
 * The members' free time in a window, which any number of requests share. It is computed when a request asks
 * for it, once for each member.
 */
export type Calendar = {
  rules: BookingRules
  members: MemberSchedule[]
  days: LocalDay[]
  /** The starts that lead time and horizon allow. */ starts: Window
  freeOf: Staff['freeOf']
  /** Minutes booked on a day, per member position. */ loadOn: (day: LocalDay) => number[]
}

/** `covered`: the window of the requests, extended by the reach of their buffers and services. */
export function openCalendar(
  { rules, members, busy, now }: Pick<VisitRequest, 'rules' | 'members' | 'busy' | 'now'>,
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
    days,
    starts: allowedStarts({ rules, now }),
    freeOf(position) {
      const member = members[position]
      if (!member) return []
      return (free[position] ??= freeTime(member, days, rules.exceptions, busyByMember.get(member.id) ?? []))
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
  const { rules, members, days, starts } = calendar
  const error = validateRequest({ rules, members, services })
  if (error) throw new InvalidVisitRequest(error)
  const window = computeOverlap({ from, until }, starts)
  if (window.from >= window.until) return []

  const parts = planVisit(services, members)
  const able = [...new Set(parts.flatMap((part) => part.members))]
  const reach = computeReach(services)
  const anyFree = (day: LocalDay) =>
    able.some((one) => intersects(calendar.freeOf(one), day.from - reach.before, day.until + reach.after))
  return days
    .filter((day) => day.from < window.until && window.from < day.until && anyFree(day))
    .flatMap((day) => offersOn(calendar, day, startsOn(calendar, day, window), parts))
}

/** The starts of a day, within the window, that are on the slot grid. */
function startsOn({ rules, members }: Calendar, day: LocalDay, window: Window): number[] {
  if (rules.grid !== 'opening') return slotStarts(day, rules.slotMinutes, window)
  const within = computeOverlap(day, window)
  return openingsOn(day, members, rules.exceptions).flatMap(({ start, end }) => {
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
export function nearest(offers: Offer[], wanted: number, { count = 3, apart = false } = {}): Offer[] {
  const distance = (offer: Offer) => Math.abs(offer.start - wanted)
  const chosen: Offer[] = []
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

const allowedStarts = ({ rules, now }: Pick<VisitRequest, 'rules' | 'now'>): Window => ({
  from: firstStart(rules, now),
  until: dayWindow(rules.zone, addDays(localParts(rules.zone, now).date, rules.horizonDays)).until,
})

const computeOverlap = (a: Window, b: Window): Window => ({
  from: Math.max(a.from, b.from),
  until: Math.min(a.until, b.until),
})

function offersOn(calendar: Calendar, day: LocalDay, starts: number[], parts: PlannedPart[]): Offer[] {
  if (starts.length === 0) return []
  const load = calendar.loadOn(day)
  const duration = parts.at(-1)?.end ?? 0
  return starts.flatMap((start) => {
    const segments = assign(parts, start, calendar, load)
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
