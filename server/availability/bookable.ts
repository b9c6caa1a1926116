import type { BookingRules, MemberSchedule, WantedService } from '#domain/availability/request.ts'
import type { CatalogRefusal } from '#domain/availability/horizon.ts'
import { OFFER_MINUTES } from '#contract/content/tenant.ts'
import { currencyFor, type VatRule } from '#domain/money.ts'
import { keepsGap } from '#domain/availability/placement.ts'
import { priceWith } from '#domain/visit/services.ts'
import type { Tenant } from '../context/context.ts'
import { getCalendar, type BookableService } from './calendar-queries.ts'
import type { Tx } from '../database/db.ts'

/** What this guest can book of the tenant now. */
export type Bookable = {
  rules: BookingRules
  sameServiceTwice: boolean
  /** How long an offer of the waitlist lasts, in minutes. */
  offerMinutes: number
  members: MemberSchedule[]
  services: Map<string, BookableService>
  vat: VatRule
  currency: string
}
/** The requested services in order, each with the requested member; null is anyone. */
export type RequestedServices = { service: BookableService; memberId: string | null }[]

/**
 * Loads the services with these ids that this guest can book, and all members. Services for members only are
 * included for signed-in guests, and those that are not offered any more for the salon (`inactive`).
 */
export async function loadBookable(
  { tenant, guest, deps }: { tenant: Tenant; guest: object | null; deps: { now: () => number } },
  tx: Tx,
  serviceIds: string[],
  { inactive = false } = {},
): Promise<Bookable> {
  const { rules, exceptions, services, members, vatPercent, pricesInclude, currency } = await getCalendar(
    tx,
    serviceIds,
    { now: deps.now(), inactive },
  )
  return {
    rules: { ...rules, exceptions, zone: tenant.profile.timeZone },
    offerMinutes: rules.offerMinutes ?? OFFER_MINUTES,
    sameServiceTwice: rules.sameServiceTwice ?? false,
    members: members.map(({ id, hours, absences }) => ({ id, ...hours, absences })),
    services: new Map(
      services.filter((one) => !one.onlyMember || guest !== null).map((one) => [one.id, one]),
    ),
    vat: { vatPercent, pricesInclude },
    currency: currencyFor({ tenantCurrency: currency, locale: tenant.profile.default.language }),
  }
}

/** Resolves ids. @returns null when a service does not exist or its requested member does not perform it. */
export function resolveRequestedServices(
  { services, members }: Bookable,
  wanted: readonly Wanted[],
): RequestedServices | null {
  const requested: RequestedServices = []
  for (const { serviceId, memberId } of wanted) {
    const service = services.get(serviceId)
    if (!service || (memberId !== null && !canPerform(service, memberId, members))) return null
    requested.push({ service, memberId })
  }
  return requested
}

const canPerform = (service: BookableService, memberId: string, members: MemberSchedule[]) =>
  service.members.some((one) => one.memberId === memberId) && members.some((one) => one.id === memberId)

type Wanted = { serviceId: string; memberId: string | null }

/** Why a visit that was held or offered earlier cannot be booked any more, as far as the catalogue goes. */
export function refusalByCatalog(bookable: Bookable, wanted: readonly Wanted[]): CatalogRefusal | null {
  const left = stillBookable(bookable, wanted)
  if (left.length < wanted.length) return 'service-unavailable'
  return left.some(({ memberId }, index) => memberId !== wanted[index]?.memberId)
    ? 'member-unavailable'
    : null
}

/** What is left of a visit: without services that are gone, by anyone instead of a member who is gone. */
export const stillBookable = ({ services, members }: Bookable, wanted: readonly Wanted[]): Wanted[] =>
  wanted.flatMap(({ serviceId, memberId }) => {
    const service = services.get(serviceId)
    const performs = service && memberId !== null && canPerform(service, memberId, members)
    return service ? [{ serviceId, memberId: performs ? memberId : null }] : []
  })

/** A service with another length, in minutes. */
export function withDuration(service: BookableService, minutes: number): BookableService {
  const { processingAfter: after, processingMinutes: gap } = service
  const keeps = after !== null && gap !== null && keepsGap({ after, minutes: gap }, minutes)
  return keeps
    ? { ...service, duration: minutes }
    : { ...service, duration: minutes, processingAfter: null, processingMinutes: null }
}

/** The ids of all members who may perform a part of the visit. */
export function candidatesFor({ members }: Bookable, requested: RequestedServices): string[] {
  const able = new Set(
    requested.flatMap(({ service, memberId }) =>
      memberId === null ? service.members.map((one) => one.memberId) : [memberId],
    ),
  )
  return members.flatMap(({ id }) => (able.has(id) ? [id] : []))
}

/** The requested services as input of the availability rules. */
export const wantedServices = (requested: RequestedServices): WantedService[] =>
  requested.map(({ service, memberId }) => ({
    memberId,
    rule: {
      id: service.id,
      duration: service.duration,
      bufferBefore: service.bufferBefore,
      bufferAfter: service.bufferAfter,
      processing:
        service.processingAfter !== null && service.processingMinutes
          ? { after: service.processingAfter, minutes: service.processingMinutes }
          : undefined,
      members: service.members.map((one) => one.memberId),
      prices: Object.fromEntries(
        service.members.map(({ memberId }) => [memberId, priceWith(service, memberId)]),
      ),
    },
  }))
