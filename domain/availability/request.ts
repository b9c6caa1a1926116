import { MAX_SERVICES } from '../visit/services.ts'
import type { AbsenceKind } from './absence.ts'
import type { Range } from './range.ts'
import type { WeeklyHours } from './weekly-hours.ts'

/** Where the slot grid begins: at local midnight, or each time a member begins to work when none did. */
export const grids = ['midnight', 'opening'] as const
export type Grid = (typeof grids)[number]

/**
 * Which free times guests see. any: all of them. prefer: all, and those that leave the least useless rest are
 * suggested. avoid: those that cost a visit are hidden, see `isHidden`.
 */
export const gapRules = ['any', 'prefer', 'avoid'] as const
export type GapRule = (typeof gapRules)[number]

/** The tenant's booking rules. Default grid: midnight; lead in minutes; horizon in local days after today. */
export type BookingRules = {
  zone: string
  slotMinutes: number
  grid?: Grid | undefined
  leadMinutes: number
  horizonDays: number
} & OpeningDays

/** Days with other hours than those of the week. */
export type OpeningDays = {
  exceptions: OpeningException[]
  gaps?: GapRule | undefined
  /** The shortest rest that is of use, in minutes. */ smallestUsable?: number | undefined
  /** Whether lead and horizon are also those of services that have their own; default: no. */
  sameForAll?: boolean | undefined
  /** Days on which nobody works, unless an exception of that day says so. */
  publicHolidays?: readonly { date: string }[] | undefined
}

/** Wall-clock times of one day, 'HH:MM', `to` up to '24:00'. */
export type ClockRange = { from: string; to: string }

/**
 * Other hours on `date`; none: closed. Those of the listed members replace their weekly ones; `own`: they are
 * a day of the members themselves. Without `members` they are the salon's: each member works in the part of
 * them that the member's own week covers. Weekly breaks still apply. A member's own day precedes an exception
 * that names the member, and that one the salon's; of several of a kind the last one applies.
 */
export type OpeningException = {
  date: string
  hours: ClockRange[]
  members?: string[] | null | undefined
  own?: boolean | undefined
}

/**
 * A member's working time in the tenant's zone: hours of the week without breaks, holidays (whole dates,
 * `until` included) and absences ('YYYY-MM-DDTHH:MM' wall clock, half-open).
 */
export type MemberSchedule = {
  id: string
  hours: WeeklyHours[]
  breaks: WeeklyHours[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string; kind?: AbsenceKind }[]
}

/**
 * How long a service lasts, in minutes. The member is free during
 * [start + processing.after, start + processing.after + processing.minutes).
 */
export type ServiceLength = {
  duration: number
  processing?: { after: number; minutes: number } | undefined
}

/** For how long a service uses a resource: with its buffers, or only while its member works. */
export const resourceUses = ['all', 'work'] as const
export type ResourceUse = (typeof resourceUses)[number]

/**
 * Buffers in minutes. `leadMinutes`, `horizonDays`: its own instead of those of the rules. Ids in `members`
 * that are not in the request are ignored. `lengths`: of the members who take another time for it, by id.
 * `prices`: what each member charges, by id; absent if all charge the same. `resources`: of each it uses one
 * unit.
 */
export type ServiceRule = ServiceLength & {
  id: string
  bufferBefore: number
  bufferAfter: number
  leadMinutes?: number | undefined
  horizonDays?: number | undefined
  lengths?: Record<string, ServiceLength> | undefined
  resources?: { id: string; during: ResourceUse }[] | undefined
  members: string[]
  prices?: Record<string, number> | undefined
}

/** A held or booked range of a member: with buffers, without processing gaps. */
export type Busy = Range & { memberId: string }

/** A room or a kind of equipment, with the numbers of its units that can be used, ascending. */
export type Resource = { id: string; units: number[] }

/** A held or booked range of a unit. */
export type BusyUnit = Range & { resourceId: string; unit: number }

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
  /** Those that the services use. */
  resources?: Resource[] | undefined
  busyUnits?: BusyUnit[] | undefined
  from: number
  until: number
  now: number
}

/** A start at which the whole visit fits, with the member and busy time of each part. */
export type Offer = { start: number; end: number; segments: OfferSegment[] }
export type OfferSegment = Range & {
  serviceId: string
  memberId: string
  busy: Range[]
  /** The units that it uses, in the order of their resources; absent where it uses none. */
  units?: OfferUnit[]
}
export type OfferUnit = { resourceId: string; unit: number; busy: Range[] }

type RequestError =
  | 'no-services'
  | 'too-many-services'
  | 'bad-rules'
  | 'bad-duration'
  | 'bad-buffer'
  | 'bad-processing'
  | 'bad-resource'
  | 'unknown-member'
  | 'unknown-resource'
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
  resources = [],
}: Pick<VisitRequest, 'rules' | 'members' | 'services' | 'resources'>): RequestError | null {
  if (services.length === 0) return 'no-services'
  if (services.length > MAX_SERVICES) return 'too-many-services'
  if (!isMinutes(rules.slotMinutes, 1) || !isMinutes(rules.leadMinutes) || !isMinutes(rules.horizonDays))
    return 'bad-rules'
  const known = new Set(members.map((member) => member.id))
  const ids = resources.map(({ id }) => id)
  if (hasTwice(ids) || !resources.every(({ units }) => isAscending(units))) return 'bad-resource'
  for (const { rule, memberId } of services) {
    const error = validateRule(rule)
    if (error) return error
    if (memberId !== null && !known.has(memberId)) return 'unknown-member'
    if (memberId !== null && !rule.members.includes(memberId)) return 'member-without-service'
    if (rule.resources?.some(({ id }) => !ids.includes(id))) return 'unknown-resource'
  }
  return null
}

function validateRule(rule: ServiceRule): RequestError | null {
  if (!isMinutes(rule.bufferBefore) || !isMinutes(rule.bufferAfter)) return 'bad-buffer'
  if (!isMinutes(rule.leadMinutes ?? 0) || !isMinutes(rule.horizonDays ?? 0)) return 'bad-rules'
  if (rule.resources && hasTwice(rule.resources.map(({ id }) => id))) return 'bad-resource'
  for (const length of [rule, ...Object.values(rule.lengths ?? {})]) {
    const error = validateLength(length)
    if (error) return error
  }
  return null
}

function validateLength({ duration, processing }: ServiceLength): RequestError | null {
  if (!isMinutes(duration, 1)) return 'bad-duration'
  if (!processing) return null
  const { after, minutes } = processing
  // Without this rule, a service whose member is free throughout would be offered at night.
  const fits = isMinutes(after) && isMinutes(minutes) && after + minutes <= duration && minutes < duration
  return fits ? null : 'bad-processing'
}

const hasTwice = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

const isAscending = (units: readonly number[]): boolean =>
  units.every((unit, index) => Number.isSafeInteger(unit) && unit > (units[index - 1] ?? -Infinity))

function isMinutes(value: number, least = 0): boolean {
  return Number.isSafeInteger(value) && value >= least
}
