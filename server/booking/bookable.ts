import type { BookingRules, MemberSchedule, WantedService } from '#domain/availability/request.ts'
import { currencyFor } from '#domain/money.ts'
import type { Scope } from '../context.ts'
import { getCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { listMembers } from '../data/member.ts'
import { listServices, type ServiceRow } from '../data/service.ts'
import { getFinance } from '../data/tenant.ts'

/** What this guest can book of the tenant, as it stands now. */
export type Bookable = {
  rules: BookingRules
  members: MemberSchedule[]
  services: Map<string, ServiceRow>
  vatPercent: number
  currency: string
}
/** What a guest wants: services in order, each with the person asked for; null is anyone. */
export type Wish = { service: ServiceRow; memberId: string | null }[]

/** Services for members only exist for signed-in guests alone. */
export async function loadBookable(tx: Tx, scope: Scope): Promise<Bookable> {
  const { rules } = await getCalendar(tx)
  const services = await listServices(tx, { active: true })
  const members = await listMembers(tx)
  const finance = await getFinance(tx)
  return {
    rules: { ...rules, zone: scope.tenant.profile.timeZone },
    members: members.map(({ id, hours }) => ({ id, ...hours })),
    services: new Map(services.filter((one) => !one.onlyMember || scope.guest !== null).map((one) => [one.id, one])),
    vatPercent: finance.vatPercent,
    currency: currencyFor({ tenantCurrency: finance.currency, locale: scope.language }),
  }
}

/** The wish in these words, or null when one of its services does not exist or is not done by the person asked for. */
export function wishFor({ services, members }: Bookable, wanted: { serviceId: string; memberId: string | null }[]): Wish | null {
  const wish: Wish = []
  for (const { serviceId, memberId } of wanted) {
    const service = services.get(serviceId)
    if (!service || (memberId !== null && !performs(service, memberId, members))) return null
    wish.push({ service, memberId })
  }
  return wish
}

const performs = (service: ServiceRow, memberId: string, members: MemberSchedule[]) =>
  service.members.some((one) => one.memberId === memberId) && members.some((one) => one.id === memberId)

/** Everyone who may come to do some part of the wish. */
export function candidatesFor({ members }: Bookable, wish: Wish): string[] {
  const able = new Set(wish.flatMap(({ service, memberId }) => (memberId === null ? service.members.map((one) => one.memberId) : [memberId])))
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
      processing: service.processingAfter !== null && service.processingMinutes ? { after: service.processingAfter, minutes: service.processingMinutes } : undefined,
      members: service.members.map((one) => one.memberId),
    },
  }))
