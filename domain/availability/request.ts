import type { Range } from './range.ts'

/** The tenant's rules. The slot grid starts at local midnight; lead in minutes; horizon in local days after today. */
export type BookingRules = {
  zone: string
  slotMinutes: number
  leadMinutes: number
  horizonDays: number
  exceptions: OpeningException[]
}

/** Clocks of one day, 'HH:MM', `to` up to '24:00'. */
export type ClockRange = { from: string; to: string }

/**
 * On `date` these hours replace the weekly ones of the members listed (of all members when `members` is left out); no hours
 * means closed. Weekly breaks still count. When several exceptions name a member on one date, the last one counts.
 */
export type OpeningException = { date: string; hours: ClockRange[]; members?: string[] }

/** Weekday is ISO, 1 Monday … 7 Sunday. */
type WeeklyHours = ClockRange & { weekday: number }

/**
 * When a member works, in the tenant's zone: weekly hours, less breaks, holidays (whole dates, `until` included) and
 * absences ('YYYY-MM-DDTHH:MM' wall clock, half-open).
 */
export type MemberSchedule = {
  id: string
  hours: WeeklyHours[]
  breaks: WeeklyHours[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string }[]
}

/**
 * Minutes. The member is free during [start + processing.after, start + processing.after + processing.minutes).
 * `members` may name ids that are not in the request; they count for nothing.
 */
export type ServiceRule = {
  id: string
  duration: number
  bufferBefore: number
  bufferAfter: number
  processing?: { after: number; minutes: number } | undefined
  members: string[]
}

/** A held or booked stretch of a member: buffers included, processing gaps left out. */
export type Busy = Range & { memberId: string }

/** One service of the visit and who shall do it; null is anyone. */
export type WantedService = { rule: ServiceRule; memberId: string | null }

/**
 * A visit is its services in order, without a pause between them. `from`–`until` is the half-open window of starts; `now` is
 * the first whole minute not before the clock. `busy` must hold everything in `busyWindow(request)`. The order of
 * `members` decides between members who are otherwise equal.
 */
export type VisitRequest = {
  rules: BookingRules
  members: MemberSchedule[]
  services: WantedService[]
  busy: Busy[]
  from: number
  until: number
  now: number
}

/** A time at which the whole visit fits, who does which part of it, and what that takes of their time. */
export type Offer = { start: number; end: number; segments: OfferSegment[] }
export type OfferSegment = Range & { serviceId: string; memberId: string; busy: Range[] }

type RequestFault =
  | 'no-services'
  | 'too-many-services'
  | 'bad-rules'
  | 'bad-duration'
  | 'bad-buffer'
  | 'bad-processing'
  | 'unknown-member'
  | 'member-without-service'

/** Thrown by the engine for a request that `faultOf` would have refused. */
export class InvalidVisitRequest extends Error {
  readonly reason: RequestFault
  constructor(reason: RequestFault) {
    super(`Not a visit that can be offered: ${reason}`)
    this.name = 'InvalidVisitRequest'
    this.reason = reason
  }
}

const MOST_SERVICES = 6

/** What is wrong with a request, or null. An input that a guest can choose belongs here; a malformed date or zone throws. */
export function faultOf({
  rules,
  members,
  services,
}: Pick<VisitRequest, 'rules' | 'members' | 'services'>): RequestFault | null {
  if (services.length === 0) return 'no-services'
  if (services.length > MOST_SERVICES) return 'too-many-services'
  if (!isMinutes(rules.slotMinutes, 1) || !isMinutes(rules.leadMinutes) || !isMinutes(rules.horizonDays))
    return 'bad-rules'
  const known = new Set(members.map((member) => member.id))
  for (const { rule, memberId } of services) {
    const fault = faultOfRule(rule)
    if (fault) return fault
    if (memberId !== null && !known.has(memberId)) return 'unknown-member'
    if (memberId !== null && !rule.members.includes(memberId)) return 'member-without-service'
  }
  return null
}

function faultOfRule({ duration, bufferBefore, bufferAfter, processing }: ServiceRule): RequestFault | null {
  if (!isMinutes(duration, 1)) return 'bad-duration'
  if (!isMinutes(bufferBefore) || !isMinutes(bufferAfter)) return 'bad-buffer'
  if (!processing) return null
  const { after, minutes } = processing
  // A service that leaves its member free throughout would be offered at night too.
  const fits = isMinutes(after) && isMinutes(minutes) && after + minutes <= duration && minutes < duration
  return fits ? null : 'bad-processing'
}

function isMinutes(value: number, least = 0): boolean {
  return Number.isSafeInteger(value) && value >= least
}
