import { MAX_SERVICES } from '../visit/services.ts'
import type { AbsenceKind } from './absence.ts'
import type { Range } from './range.ts'

/** Where the slot grid begins: at local midnight, or each time a member begins to work when none did. */
export const grids = ['midnight', 'opening'] as const
export type Grid = (typeof grids)[number]

/** The tenant's booking rules. Default grid: midnight; lead in minutes; horizon in local days after today. */
export type BookingRules = {
  zone: string
  slotMinutes: number
  grid?: Grid | undefined
  leadMinutes: number
  horizonDays: number
  exceptions: OpeningException[]
}

/** Wall-clock times of one day, 'HH:MM', `to` up to '24:00'. */
export type ClockRange = { from: string; to: string }

/**
 * Other hours on `date`; none: closed. Those of the listed members replace their weekly ones. Without
 * `members` they are the salon's: each member works in the part of them that the member's own week covers.
 * Weekly breaks still apply. Of several exceptions of a date for the same people the last one applies, and
 * one that names a member precedes the salon's.
 */
export type OpeningException = { date: string; hours: ClockRange[]; members?: string[] | null | undefined }

/** `weekday`: ISO, 1 (Monday) to 7. */
type WeeklyHours = ClockRange & { weekday: number }

/**
 * A member's working time in the tenant's zone: weekly hours without breaks, holidays (whole dates, `until`
 * included) and absences ('YYYY-MM-DDTHH:MM' wall clock, half-open).
 */
export type MemberSchedule = {
  id: string
  hours: WeeklyHours[]
  breaks: WeeklyHours[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string; kind?: AbsenceKind }[]
}

/**
 * Durations in minutes. The member is free during
 * [start + processing.after, start + processing.after + processing.minutes). Ids in `members` that are not in
 * the request are ignored. `prices`: what each member charges, by id; absent if all charge the same.
 */
export type ServiceRule = {
  id: string
  duration: number
  bufferBefore: number
  bufferAfter: number
  processing?: { after: number; minutes: number } | undefined
  members: string[]
  prices?: Record<string, number> | undefined
}

/** A held or booked range of a member: with buffers, without processing gaps. */
export type Busy = Range & { memberId: string }

/** One service of the visit and its requested member; null means anyone. */
export type WantedService = { rule: ServiceRule; memberId: string | null }

/**
 * A visit consists of its services in order, without pauses. `from` to `until` is the half-open window of
 * starts; `now` is the current minute, rounded up. `busy` must contain everything in `busyWindow(request)`.
 * The order of `members` breaks ties.
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

/** A start at which the whole visit fits, with the member and busy time of each part. */
export type Offer = { start: number; end: number; segments: OfferSegment[] }
export type OfferSegment = Range & { serviceId: string; memberId: string; busy: Range[] }

type RequestError =
  | 'no-services'
  | 'too-many-services'
  | 'bad-rules'
  | 'bad-duration'
  | 'bad-buffer'
  | 'bad-processing'
  | 'unknown-member'
  | 'member-without-service'

/** Thrown for a request that `validateRequest` rejects. */
export class InvalidVisitRequest extends Error {
  readonly reason: RequestError
  constructor(reason: RequestError) {
    super(`Invalid visit request: ${reason}`)
    this.name = 'InvalidVisitRequest'
    this.reason = reason
  }
}

/** The error of a request, or null. Covers a guest's input; a malformed date or zone throws. */
export function validateRequest({
  rules,
  members,
  services,
}: Pick<VisitRequest, 'rules' | 'members' | 'services'>): RequestError | null {
  if (services.length === 0) return 'no-services'
  if (services.length > MAX_SERVICES) return 'too-many-services'
  if (!isMinutes(rules.slotMinutes, 1) || !isMinutes(rules.leadMinutes) || !isMinutes(rules.horizonDays))
    return 'bad-rules'
  const known = new Set(members.map((member) => member.id))
  for (const { rule, memberId } of services) {
    const error = validateRule(rule)
    if (error) return error
    if (memberId !== null && !known.has(memberId)) return 'unknown-member'
    if (memberId !== null && !rule.members.includes(memberId)) return 'member-without-service'
  }
  return null
}

function validateRule({ duration, bufferBefore, bufferAfter, processing }: ServiceRule): RequestError | null {
  if (!isMinutes(duration, 1)) return 'bad-duration'
  if (!isMinutes(bufferBefore) || !isMinutes(bufferAfter)) return 'bad-buffer'
  if (!processing) return null
  const { after, minutes } = processing
  // Without this rule, a service whose member is free throughout would be offered at night.
  const fits = isMinutes(after) && isMinutes(minutes) && after + minutes <= duration && minutes < duration
  return fits ? null : 'bad-processing'
}

function isMinutes(value: number, least = 0): boolean {
  return Number.isSafeInteger(value) && value >= least
}
