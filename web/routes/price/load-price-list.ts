import { minutesText } from '#domain/duration.ts'
import { toPriceParts, type ServicePrice } from '#domain/money.ts'
import { priceListLink } from '#contract/links.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { breadcrumbData, businessData, serviceData } from '#web/request/structured-data.server.ts'
import { pricesText } from '#web/ui/format.ts'

type Service = Output<'listServices'>['documents'][number]
/** A service with only its present members; `individualPricing` is empty if all of them charge the same. */
type OfferedService = Omit<Service, 'individualPricing'> & ServicePrice

export type ListedService = {
  id: string
  name: string
  description: string
  /** `45 min.` */ duration: string
  /** As formatted by `pricesText`. */ price: string
  preVisit?: string
  /** At least one member performs it. */ bookable: boolean
}
export type ListedType = { id: string; label: string; services: ListedService[] }
export type PriceList = { types: ListedType[]; membersNote: string | null }

/**
 * The public price list: active types by weight, each with its visible services; types without services are
 * left out. Prices are texts that include VAT. `membersNote` says how many more services signed-in guests
 * see; `page` is the metadata.
 */
export async function loadPriceList(ctx: PageContext): Promise<{
  /** A `PriceList` as JSON: the browser parses one string faster than hundreds of hydration values. */
  list: string
  page: PublicPage
  words: Translations
}> {
  const { call, brand, language, t, translate } = ctx
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
    duration: minutesText(language, service.duration),
    price: pricesText(t, toPriceParts(service, finance, language)),
    ...(service.preVisit ? { preVisit: service.preVisit } : {}),
    bookable: service.members.length > 0,
  })
  const known = await translate([
    brand.tagline,
    brand.description,
    ...types.documents.map((one) => one.svctype),
    ...offered.flatMap((one) => [one.name, one.description, one.preVisit]),
  ])
  const description = translateForAttribute(known, brand.tagline) ?? brand.title
  const page: PublicPage = {
    path: priceListLink(),
    title: t('price.title'),
    description,
    kind: 'website',
    picture: null,
    data: [
      businessData(ctx, known),
      breadcrumbData(ctx, [{ name: t('price.title'), path: priceListLink() }]),
      ...serviceData(ctx, offered, finance, known),
    ],
  }
  const list: PriceList = {
    types: types.documents
      .map((type) => ({
        id: type.id,
        label: type.svctype,
        services: offered.filter((one) => one.svctype === type.id).map(toListedService),
      }))
      .filter((type) => type.services.length > 0),
    membersNote:
      services.hiddenForMembers > 0 ? t('price.members', { count: services.hiddenForMembers }) : null,
  }
  return { list: JSON.stringify(list), page, words: known }
}

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
