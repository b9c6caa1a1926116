import { minutesText } from '#domain/duration.ts'
import type { Money } from '#domain/money.ts'
import { isExempt } from '#domain/vat.ts'
import { priceListLink, serviceLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import {
  breadcrumbData,
  businessData,
  previewPicture,
  serviceData,
} from '#web/request/structured-data.server.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { toListedTypes, type ListedService } from '#web/service/listed-types.ts'
import { loadCatalog, type Catalog, type OfferedService } from '#web/service/load-catalog.ts'
import { priceText } from '#web/service/price-text.ts'
import { vatNote } from '#web/service/vat-note.ts'
import { MAX_SUMMARY, shorten } from '#web/ui/shorten.ts'

export type ShownService = ListedService & {
  typeId: string
  typeName: string
  /** Why it is exempt from VAT. */ exempt: string | null
  /** Which of its prices include VAT. */ vatNote: string
}
/** `own`: this person's length and price, each where people differ in it. */
export type ShownPerson = {
  id: string
  name: string
  role: string | null
  avatar: string | null
  own: string
}

/** A service's page; null for one that this guest cannot see. */
export async function loadService(
  ctx: PageContext,
  serviceId: string,
): Promise<{ service: ShownService; people: ShownPerson[]; page: PublicPage; words: Translations } | null> {
  const { brand, translate, t } = ctx
  const catalog = await loadCatalog(ctx)
  const type = toListedTypes(ctx, catalog).find(({ services }) =>
    services.some((one) => one.id === serviceId),
  )
  const listed = type?.services.find((one) => one.id === serviceId)
  const offered = catalog.offered.find((one) => one.id === serviceId)
  if (!type || !listed || !offered) return null
  const people = catalog.people.flatMap((person) => toShownPerson(ctx, offered, catalog.money, person) ?? [])
  const [own] = offered.rates
  const exempt = isExempt(own) ? own.exempt : null
  const words = await translate([
    exempt,
    brand.description,
    type.label,
    listed.name,
    listed.description,
    listed.preVisit,
    listed.picture?.alt,
    ...offered.addons.map((one) => one.name),
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
      ...serviceData(ctx, [offered], catalog.money, words),
    ],
  }
  return {
    service: {
      ...listed,
      typeId: type.id,
      typeName: type.label,
      exempt,
      vatNote: vatNote(t, offered.rates, catalog.vatPercent),
    },
    people,
    page,
    words,
  }
}

/** Null for a person who does not perform it. */
function toShownPerson(
  { t, dateLanguage }: PageContext,
  { low, high, from, prices, minutes, longest, lengths }: OfferedService,
  money: Money,
  { id, name, role, avatar }: Catalog['people'][number],
): ShownPerson | null {
  const price = prices[id]
  if (price === undefined) return null
  const own = [
    ...(minutes < longest ? [minutesText(dateLanguage, lengths[id] ?? minutes)] : []),
    ...(low < high ? [priceText(t, dateLanguage, { from, low: price, high: price }, money)] : []),
  ].join(' · ')
  return { id, name, role, avatar, own }
}
