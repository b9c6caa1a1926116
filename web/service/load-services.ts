import { minutesText } from '#domain/duration.ts'
import { isFree, toPriceParts, type ServicePrice } from '#domain/money.ts'
import type { Picture } from '#contract/block.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import { pricesText } from '#web/ui/format.ts'

type Service = Output<'listServices'>['documents'][number]
/** A service with only its present members; `individualPricing` is empty if all of them charge the same. */
export type OfferedService = Omit<Service, 'individualPricing'> & ServicePrice

export type ListedService = {
  id: string
  name: string
  description: string
  picture: Picture | null
  /** `45 min.` */ duration: string
  /** See `listedPrice`. */ price: string
  preVisit?: string
  /** At least one member performs it. */ bookable: boolean
}
export type ListedType = { id: string; label: string; services: ListedService[] }
/**
 * What guests can read about: active types by weight, each with its visible services; types without services
 * are left out. Prices are texts that include VAT. `offered`: the same services as data.
 */
export async function loadServices({ call, brand, dateLanguage, t }: PageContext): Promise<{
  types: ListedType[]
  offered: OfferedService[]
  finance: Output<'getFinance'>
  /** The number of further services for guests who are signed in. */ hiddenForMembers: number
}> {
  const of = { tenantId: brand.tenantId }
  const [types, services, team, finance] = await Promise.all([
    call('listServiceTypes', { ...of, active: 'true' }),
    call('listServices', { ...of, active: 'true' }),
    call('listTeam', of),
    call('getFinance', of),
  ])
  const present = new Set(team.documents.map((one) => one.id))
  const offered = services.documents.map((one) => withPresentMembers(one, present))
  const toListedService = (service: OfferedService): ListedService => ({
    id: service.id,
    name: service.name,
    description: service.description,
    picture: service.picture,
    duration: minutesText(dateLanguage, service.duration),
    price: listedPrice({ t, dateLanguage }, service, finance),
    ...(service.preVisit ? { preVisit: service.preVisit } : {}),
    bookable: service.members.length > 0,
  })
  return {
    types: types.documents
      .map((type) => ({
        id: type.id,
        label: type.svctype,
        services: offered.filter((one) => one.svctype === type.id).map(toListedService),
      }))
      .filter((type) => type.services.length > 0),
    offered,
    finance,
    hiddenForMembers: services.hiddenForMembers,
  }
}

/** `Free`, or as formatted by `pricesText`. */
export const listedPrice = (
  { t, dateLanguage }: Pick<PageContext, 't' | 'dateLanguage'>,
  service: ServicePrice,
  finance: Output<'getFinance'>,
): string =>
  isFree(service) ? t('format.free') : pricesText(t, toPriceParts(service, finance, dateLanguage))

function withPresentMembers(service: Service, present: ReadonlySet<string>): OfferedService {
  const members = service.members.filter((member) => present.has(member))
  const own = new Map(
    members.flatMap((member) =>
      service.individualPricing[member]?.active
        ? [[member, service.individualPricing[member].priceIncVat]]
        : [],
    ),
  )
  return {
    ...service,
    members,
    individualPricing:
      own.size === 0
        ? []
        : members.map((member) => ({ active: true, priceIncVat: own.get(member) ?? service.priceIncVat })),
  }
}
