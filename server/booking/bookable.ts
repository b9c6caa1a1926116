import type { BookingRules, MemberSchedule, WantedService } from '#domain/availability/request.ts'
import { currencyFor } from '#domain/money.ts'
import type { Scope } from '../context.ts'
import { getCalendar, type BookableService } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'

/** What this guest can book of the tenant, as it stands now. */
export type Bookable = {
  rules: BookingRules
  sameServiceTwice: boolean
  members: MemberSchedule[]
  services: Map<string, BookableService>
  vatPercent: number
  currency: string
}
/** What a guest wants: services in order, each with the person asked for; null is anyone. */
export type Wish = { service: BookableService; memberId: string | null }[]

/** Of the services named, those that exist for this guest: the ones for members only are for signed-in guests alone. */
export async function loadBookable(tx: Tx, scope: Scope, serviceIds: string[]): Promise<Bookable> {
  const { rules, services, members, vatPercent, currency } = await getCalendar(tx, serviceIds)
  return {
    rules: { ...rules, zone: scope.tenant.profile.timeZone },
    sameServiceTwice: rules.sameServiceTwice ?? false,
    members: members.map(({ id, hours }) => ({ id, ...hours })),
    services: new Map(
      services.filter((one) => !one.onlyMember || scope.guest !== null).map((one) => [one.id, one]),
    ),
    vatPercent,
    currency: currencyFor({ tenantCurrency: currency, locale: scope.tenant.profile.default.language }),
  }
}

/** The wish in these words, or null when one of its services does not exist or is not done by the person asked for. */
export function wishFor(
  { services, members }: Bookable,
  wanted: { serviceId: string; memberId: string | null }[],
): Wish | null {
  const wish: Wish = []
  for (const { serviceId, memberId } of wanted) {
    const service = services.get(serviceId)
    if (!service || (memberId !== null && !performs(service, memberId, members))) return null
    wish.push({ service, memberId })
  }
  return wish
}

const performs = (service: BookableService, memberId: string, members: MemberSchedule[]) =>
  service.members.some((one) => one.memberId === memberId) && members.some((one) => one.id === memberId)

/** Everyone who may come to do some part of the wish. */
export function candidatesFor({ members }: Bookable, wish: Wish): string[] {
  const able = new Set(
    wish.flatMap(({ service, memberId }) =>
      memberId === null ? service.members.map((one) => one.memberId) : [memberId],
    ),
  )
  return members.flatMap(({ id }) => (able.has(id) ? [id] : []))
}

/** The wish as the availability rules read it. */
export const wantedServices = (wish: Wish): WantedService[] =>
  wish.map(({ service, memberId }) => ({
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
    },
  }))
