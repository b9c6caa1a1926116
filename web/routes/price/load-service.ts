import { priceRange } from '#domain/money.ts'
import type { Output } from '#contract/calls.ts'
import { priceListLink, serviceLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import {
  breadcrumbData,
  businessData,
  previewPicture,
  serviceData,
} from '#web/request/structured-data.server.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { listedPrice, loadServices, type ListedService } from '#web/service/load-services.ts'
import { MAX_SUMMARY, shorten } from '#web/ui/shorten.ts'

export type ShownService = ListedService & { typeId: string; typeName: string }
/** `price`: this person's own, where people charge different prices. */
export type ShownPerson = {
  id: string
  name: string
  role: string | null
  avatar: string | null
  price: string | null
}

/** A service's page; null for one that this guest cannot see. */
export async function loadService(
  ctx: PageContext,
  serviceId: string,
): Promise<{ service: ShownService; people: ShownPerson[]; page: PublicPage; words: Translations } | null> {
  const { call, brand, translate, t } = ctx
  const { types, offered, finance } = await loadServices(ctx)
  const type = types.find(({ services }) => services.some((one) => one.id === serviceId))
  const listed = type?.services.find((one) => one.id === serviceId)
  const data = offered.find((one) => one.id === serviceId)
  if (!type || !listed || !data) return null
  const team = await call('listTeam', { tenantId: brand.tenantId })
  const people = team.documents.flatMap((person) =>
    data.members.includes(person.id) ? [toShownPerson(ctx, data, finance, person)] : [],
  )
  const words = await translate([
    brand.description,
    type.label,
    listed.name,
    listed.description,
    listed.preVisit,
    listed.picture?.alt,
    ...people.map(({ role }) => role),
  ])
  const name = translateForAttribute(words, listed.name)
  const path = serviceLink({ service: serviceId })
  const summary = shorten(translateForAttribute(words, listed.description), MAX_SUMMARY)
  const page: PublicPage = {
    path,
    title: name,
    description: summary || [name, listed.price, brand.companyname].join(' · '),
    kind: 'website',
    picture: previewPicture(listed.picture),
    data: [
      businessData(ctx, words),
      breadcrumbData(ctx, [
        { name: t('price.title'), path: priceListLink() },
        { name, path },
      ]),
      ...serviceData(ctx, [data], finance, words),
    ],
  }
  return { service: { ...listed, typeId: type.id, typeName: type.label }, people, page, words }
}

function toShownPerson(
  ctx: PageContext,
  service: Awaited<ReturnType<typeof loadServices>>['offered'][number],
  finance: Output<'getFinance'>,
  { id, displayname: name, role, avatar }: Output<'listTeam'>['documents'][number],
): ShownPerson {
  const { low, high } = priceRange(service)
  const own = service.individualPricing[service.members.indexOf(id)]?.priceIncVat
  const price =
    low < high && typeof own === 'number'
      ? listedPrice(ctx, { fromprice: false, priceIncVat: own, individualPricing: [] }, finance)
      : null
  return { id, name, role, avatar, price }
}
