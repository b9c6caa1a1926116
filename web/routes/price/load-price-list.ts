import { showPrice } from '#domain/money.ts'
import type { Output } from '#contract/calls.ts'
import type { PageScope, Words } from '#contract/page.ts'
import { breadcrumbData, businessData, serviceData } from '#web/structured-data.server.ts'

type Service = Output<'listServices'>['documents'][number]

export type ListedService = { id: string; name: string; description: string; minutes: number; preVisit: string | null; from: boolean; low: string; high: string | null }
export type ListedType = { id: string; label: string; services: ListedService[] }

/**
 * The public price list: active types by weight, each with its visible services; types without any are dropped.
 * Prices are texts that include VAT.
 */
export async function loadPriceList(scope: PageScope): Promise<{ types: ListedType[]; hiddenForMembers: number; words: Words }> {
  const { call, brand, language, t, words } = scope
  const of = { tenantId: brand.tenantId }
  const [types, services, finance] = await Promise.all([
    call('listServiceTypes', { ...of, active: 'true' }),
    call('listServices', { ...of, active: 'true' }),
    call('getFinance', of),
  ])
  const listed = (service: Service): ListedService => ({
    id: service.id,
    name: service.name,
    description: service.description,
    minutes: service.duration,
    preVisit: service.preVisit,
    ...showPrice({ price: service.price, fromprice: service.fromprice, individualPricing: pricesOf(service) }, finance, language),
  })
  scope.announce({
    path: '/behandlinger',
    title: t('price.title'),
    description: brand.tagline ?? brand.title,
    kind: 'website',
    picture: null,
    data: [businessData(scope), breadcrumbData(scope, [{ name: t('price.title'), path: '/behandlinger' }]), ...serviceData(scope, services.documents, finance)],
  })
  return {
    words: await words([...types.documents.map((one) => one.svctype), ...services.documents.flatMap((one) => [one.name, one.description, one.preVisit])]),
    types: types.documents
      .map((type) => ({ id: type.id, label: type.svctype, services: services.documents.filter((one) => one.svctype === type.id).map(listed) }))
      .filter((type) => type.services.length > 0),
    hiddenForMembers: services.hiddenForMembers,
  }
}

/** What each person who performs it takes: their own active price, else the service's. */
function pricesOf({ price, members, individualPricing }: Service) {
  const own = members.map((member) => individualPricing[member]).filter((one) => one?.active)
  return own.length === 0 ? [] : members.map((member) => (individualPricing[member]?.active ? { active: true, price: individualPricing[member].price } : { active: true, price }))
}
