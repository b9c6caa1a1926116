import type {
  BookingRules,
  MemberSchedule,
  ServiceRule,
  WantedService,
} from '#domain/availability/request.ts'
import type { CatalogRefusal } from '#domain/availability/horizon.ts'
import { OFFER_MINUTES } from '#contract/content/tenant.ts'
import { currencyFor, toPrice } from '#domain/money.ts'
import { rateOf, ruleFor, type TenantVat } from '#domain/vat.ts'
import { lengthenRule } from '#domain/availability/lengthen.ts'
import { keepsGap } from '#domain/availability/placement.ts'
import { accessOf, type AccessRules } from '#domain/visit/access.ts'
import { isAddonOffered, sumAddonMinutes, type BookedAddon, type WantedAddon } from '#domain/visit/addons.ts'
import { priceWith } from '#domain/visit/services.ts'
import { CallError } from '#contract/errors.ts'
import type { Tenant } from '../context/context.ts'
import { getCalendar, type BookableService } from './calendar-queries.ts'
import type { BookableResource } from './resource-queries.ts'
import type { Capacity } from './segment-queries.ts'
import type { Tx } from '../database/db.ts'

/** What this guest can book of the tenant now. */
export type Bookable = {
  rules: BookingRules
  sameServiceTwice: boolean
  /** How long an offer of the waitlist lasts, in minutes. */
  offerMinutes: number
  members: MemberSchedule[]
  services: Map<string, BookableService>
  /** Those that the services use, in id order. */
  resources: BookableResource[]
  vat: TenantVat
  currency: string
}
/**
 * The requested services in order, each with the requested member (null is anyone) and its add-ons, which
 * lengthen it: those of a visit are as booked.
 */
export type RequestedServices = {
  service: BookableService
  memberId: string | null
  addons: BookedAddon[]
}[]

/**
 * Loads the services with these ids that this guest can book, and all members. Services for members only are
 * included for signed-in guests, and those that are not offered any more for the salon (`inactive`); with
 * `addons` each has the add-ons that can be chosen now.
 */
export async function loadBookable(
  { tenant, guest, deps }: { tenant: Tenant; guest: object | null; deps: { now: () => number } },
  tx: Tx,
  serviceIds: string[],
  { inactive = false, addons = false } = {},
): Promise<Bookable> {
  const { rules, exceptions, publicHolidays, services, members, resources, currency, ...vat } =
    await getCalendar(tx, serviceIds, { now: deps.now(), inactive, addons })
  return {
    rules: { ...rules, exceptions, publicHolidays, zone: tenant.profile.timeZone },
    offerMinutes: rules.offerMinutes ?? OFFER_MINUTES,
    sameServiceTwice: rules.sameServiceTwice ?? false,
    members: members.map(({ id, hours, absences }) => ({ id, ...hours, absences })),
    services: new Map(
      services.filter((one) => !one.onlyMember || guest !== null).map((one) => [one.id, one]),
    ),
    resources,
    vat,
    currency: currencyFor({ tenantCurrency: currency, locale: tenant.profile.default.language }),
  }
}

/**
 * Resolves ids. @returns null when a service does not exist, its requested member does not perform it, or it
 * does not have one of its add-ons now.
 */
export function resolveRequestedServices(
  { services, members, vat }: Bookable,
  wanted: readonly Wanted[],
): RequestedServices | null {
  const requested: RequestedServices = []
  for (const { serviceId, memberId, addons = [] } of wanted) {
    const service = services.get(serviceId)
    if (!service || (memberId !== null && !canPerform(service, memberId, members))) return null
    const booked = quoteAddons(service, addons, vat)
    if (booked.length < addons.length) return null
    requested.push({ service, memberId, addons: booked })
  }
  return requested
}

const canPerform = (service: BookableService, memberId: string, members: MemberSchedule[]) =>
  service.members.some((one) => one.memberId === memberId) && members.some((one) => one.id === memberId)

type Wanted = {
  serviceId: string
  memberId: string | null
  addons?: readonly WantedAddon[] | undefined
  /** What a visit has already. */
  booked?: { addons: readonly WantedAddon[] } | undefined
}

/** Whether add-ons are asked for, so that `loadBookable` needs them. */
export const hasAddons = (wanted: readonly { addons?: readonly unknown[] | undefined }[]): boolean =>
  wanted.some(({ addons = [] }) => addons.length > 0)

/**
 * Those of the wanted add-ons that the service has now, as a visit has them, in the tenant's order. Their VAT
 * is that of the service unless they have one of their own.
 */
export const quoteAddons = (
  service: Pick<BookableService, 'addons' | 'vat' | 'exemptReason'>,
  wanted: readonly WantedAddon[],
  tenant: TenantVat,
): BookedAddon[] =>
  (service.addons ?? []).flatMap(({ id, name, minutes, price, ...own }) => {
    const one = wanted.find((addon) => addon.id === id && isAddonOffered(service.addons ?? [], addon))
    if (!one) return []
    const taxed = own.vat === null ? service : own
    const { priceIncVat } = toPrice(price, ruleFor(tenant, taxed.vat))
    return [{ id, name, minutes, price: priceIncVat, vat: rateOf(taxed, tenant), count: one.count }]
  })

/**
 * @throws CallError `request/invalid` for an add-on twice for one service, or more often than it may be and
 * than the visit has it.
 */
export function verifyAddonCounts({ services }: Bookable, wanted: readonly Wanted[]): void {
  const isWrong = ({ serviceId, addons = [], booked }: Wanted) =>
    new Set(addons.map(({ id }) => id)).size < addons.length ||
    services.get(serviceId)?.addons?.some(({ id, most }) => {
      const had = booked?.addons.find((one) => one.id === id)?.count ?? 0
      return addons.some((one) => one.id === id && one.count > Math.max(most, had))
    })
  if (wanted.some(isWrong)) throw new CallError('request/invalid', { fields: ['addons'] })
}

/** Why a visit that was held or offered earlier cannot be booked any more, as far as the catalogue goes. */
export function refusalByCatalog(bookable: Bookable, wanted: readonly Wanted[]): CatalogRefusal | null {
  const left = stillBookable(bookable, wanted)
  if (left.length < wanted.length) return 'service-unavailable'
  if (left.some(({ memberId }, index) => memberId !== wanted[index]?.memberId)) return 'member-unavailable'
  return left.some(({ addons }, index) => addons.length < (wanted[index]?.addons?.length ?? 0))
    ? 'addon-unavailable'
    : null
}

/**
 * What is left of a visit: without services and add-ons that are gone, by anyone instead of a member who is
 * gone.
 */
export const stillBookable = (
  { services, members }: Bookable,
  wanted: readonly Wanted[],
): (Wanted & { addons: WantedAddon[] })[] =>
  wanted.flatMap(({ serviceId, memberId, addons = [] }) => {
    const service = services.get(serviceId)
    const performs = service && memberId !== null && canPerform(service, memberId, members)
    const left = addons.filter((one) => isAddonOffered(service?.addons ?? [], one))
    return service ? [{ serviceId, memberId: performs ? memberId : null, addons: left }] : []
  })

/** How long the service takes with this member; null: as it says itself. */
export const minutesWith = ({ duration, members }: BookableService, memberId: string | null): number =>
  members.find((one) => one.memberId === memberId)?.minutes ?? duration

/** Whether members take different times for a service. */
export const hasOwnLengths = ({ members }: BookableService): boolean =>
  members.some(({ minutes }) => minutes !== null)

/** A service with another length, in minutes, whoever performs it, and with the gap of this member. */
export function withDuration(
  service: BookableService,
  minutes: number,
  memberId: string | null,
): BookableService {
  const own = service.members.find((one) => one.memberId === memberId && one.minutes !== null)
  const { processingAfter: after, processingMinutes: gap } = own ?? service
  const keeps = after !== null && gap !== null && keepsGap({ after, minutes: gap }, minutes)
  return {
    ...service,
    duration: minutes,
    processingAfter: keeps ? after : null,
    processingMinutes: keeps ? gap : null,
    members: service.members.map((one) => ({
      ...one,
      minutes: null,
      processingAfter: null,
      processingMinutes: null,
    })),
  }
}

/** The ids of all members who may perform a part of the visit. */
function candidatesFor({ members }: Bookable, requested: RequestedServices): string[] {
  const able = new Set(
    requested.flatMap(({ service, memberId }) =>
      memberId === null ? service.members.map((one) => one.memberId) : [memberId],
    ),
  )
  return members.flatMap(({ id }) => (able.has(id) ? [id] : []))
}

type Gap = Pick<BookableService, 'processingAfter' | 'processingMinutes'>
const toProcessing = ({ processingAfter: after, processingMinutes: minutes }: Gap) =>
  after !== null && minutes ? { after, minutes } : undefined

const toLengths = (service: BookableService): ServiceRule['lengths'] =>
  hasOwnLengths(service)
    ? Object.fromEntries(
        service.members.flatMap(({ memberId, minutes, ...gap }) =>
          minutes === null ? [] : [[memberId, { duration: minutes, processing: toProcessing(gap) }]],
        ),
      )
    : undefined

/** Who may book these services. */
export const accessRulesFor = (
  { tenant }: { tenant: Pick<Tenant, 'profile'> },
  requested: readonly Pick<RequestedServices[number], 'service'>[],
): AccessRules =>
  accessOf(
    tenant.profile.access,
    requested.map(({ service }) => service),
  )

/** The members and the resources whose time the visit may take. */
export const capacityFor = (bookable: Bookable, requested: RequestedServices): Capacity => ({
  memberIds: candidatesFor(bookable, requested),
  resourceIds: [...new Set(requested.flatMap(({ service }) => service.resources.map(({ id }) => id)))].sort(),
})

/** The requested services as input of the availability rules. */
export const wantedServices = (requested: RequestedServices): WantedService[] =>
  requested.map(({ service, memberId, addons }) => ({
    memberId,
    rule: lengthenRule(
      {
        id: service.id,
        duration: service.duration,
        bufferBefore: service.bufferBefore,
        bufferAfter: service.bufferAfter,
        leadMinutes: service.booking?.leadMinutes,
        horizonDays: service.booking?.horizonDays,
        processing: toProcessing(service),
        lengths: toLengths(service),
        members: service.members.map((one) => one.memberId),
        resources: service.resources.length > 0 ? service.resources : undefined,
        prices: Object.fromEntries(
          service.members.map(({ memberId }) => [memberId, priceWith(service, memberId)]),
        ),
      },
      sumAddonMinutes(addons),
    ),
  }))
