import { showPrice, type ServicePrice } from '#domain/money.ts'
import type { Output } from '#contract/calls.ts'
import type { PageScope, PublicPage, Words } from '#contract/page.ts'
import { inWords } from '#web/in-words.server.ts'
import { breadcrumbData, businessData, serviceData } from '#web/structured-data.server.ts'
import { minutesText, pricesText } from '#web/ui/format.ts'

type Service = Output<'listServices'>['documents'][number]
/** A service with those alone who perform it and are there; `individualPricing` has what each of them takes where not all take the same. */
type Offered = Omit<Service, 'individualPricing'> & ServicePrice

export type ListedService = {
  id: string
  name: string
  description: string
  /** `45 min.` */ duration: string
  /** As `pricesText` writes it. */ price: string
  preVisit?: string
  /** Somebody does it: it can be booked. */ bookable: boolean
}
export type ListedType = { id: string; label: string; services: ListedService[] }
export type PriceList = { types: ListedType[]; membersNote: string | null }

/**
 * The public price list: active types by weight, each with its visible services; types without any are dropped.
 * Prices are texts that include VAT. `membersNote` says how many more there are for guests who sign in; `page` is what search
 * engines are told.
 */
export async function loadPriceList(
  scope: PageScope,
): Promise<{
  /** A `PriceList` as JSON: the browser reads one text sooner than hundreds of values. */ list: string
  page: PublicPage
  words: Words
}> {
  const { call, brand, language, t, words } = scope
  const of = { tenantId: brand.tenantId }
  const [types, services, team, finance] = await Promise.all([
    call('listServiceTypes', { ...of, active: 'true' }),
    call('listServices', { ...of, active: 'true' }),
    call('listTeam', of),
    call('getFinance', of),
  ])
  const present = new Set(team.documents.map((one) => one.id))
  const offered = services.documents.map((one) => doneBy(one, present))
  const listed = (service: Offered): ListedService => ({
    id: service.id,
    name: service.name,
    description: service.description,
    duration: minutesText(language, service.duration),
    price: pricesText(t, showPrice(service, finance, language)),
    ...(service.preVisit ? { preVisit: service.preVisit } : {}),
    bookable: service.members.length > 0,
  })
  const known = await words([
    brand.tagline,
    brand.description,
    ...types.documents.map((one) => one.svctype),
    ...offered.flatMap((one) => [one.name, one.description, one.preVisit]),
  ])
  const description = inWords(known, brand.tagline) ?? brand.title
  const page: PublicPage = {
    path: '/behandlinger',
    title: t('price.title'),
    description,
    kind: 'website',
    picture: null,
    data: [
      businessData(scope, known),
      breadcrumbData(scope, [{ name: t('price.title'), path: '/behandlinger' }]),
      ...serviceData(scope, offered, finance, known),
    ],
  }
  const list: PriceList = {
    types: types.documents
      .map((type) => ({
        id: type.id,
        label: type.svctype,
        services: offered.filter((one) => one.svctype === type.id).map(listed),
      }))
      .filter((type) => type.services.length > 0),
    membersNote:
      services.hiddenForMembers > 0 ? t('price.members', { count: services.hiddenForMembers }) : null,
  }
  return { list: JSON.stringify(list), page, words: known }
}

function doneBy(service: Service, present: ReadonlySet<string>): Offered {
  const members = service.members.filter((member) => present.has(member))
  const own = new Map(
    members.flatMap((member) =>
      service.individualPricing[member]?.active ? [[member, service.individualPricing[member].price]] : [],
    ),
  )
  return {
    ...service,
    members,
    individualPricing:
      own.size === 0
        ? []
        : members.map((member) => ({ active: true, price: own.get(member) ?? service.price })),
  }
}
