import { priceListLink } from '#contract/links.ts'
import type { PageContext, PublicPage, Translations } from '#contract/page.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { breadcrumbData, businessData, serviceData } from '#web/request/structured-data.server.ts'
import { toListedTypes, type ListedType } from '#web/service/listed-types.ts'
import { loadCatalog } from '#web/service/load-catalog.ts'
import { vatNote } from '#web/service/vat-note.ts'

export type PriceList = { types: ListedType[]; vatNote: string; membersNote: string | null }

/**
 * The public price list. `membersNote` says how many more services signed-in guests see;
 * `page` is the metadata.
 */
export async function loadPriceList(ctx: PageContext): Promise<{
  /** A `PriceList` as JSON: the browser parses one string faster than hundreds of hydration values. */
  list: string
  page: PublicPage
  words: Translations
}> {
  const { brand, t, translate } = ctx
  const catalog = await loadCatalog(ctx)
  const { offered, money, vatPercent, hiddenForMembers } = catalog
  const types = toListedTypes(ctx, catalog)
  const known = await translate([
    brand.tagline,
    brand.description,
    ...types.map((one) => one.label),
    ...offered.flatMap((one) => [
      one.name,
      one.description,
      one.preVisit,
      ...one.addons.map(({ name }) => name),
    ]),
  ])
  const page: PublicPage = {
    path: priceListLink(),
    title: t('price.title'),
    description: translateForAttribute(known, brand.tagline) ?? brand.title,
    kind: 'website',
    picture: null,
    data: [
      businessData(ctx, known),
      breadcrumbData(ctx, [{ name: t('price.title'), path: priceListLink() }]),
      ...serviceData(ctx, offered, money, known),
    ],
  }
  const list: PriceList = {
    types,
    vatNote: vatNote(
      t,
      offered.flatMap(({ rates }) => rates),
      vatPercent,
    ),
    membersNote: hiddenForMembers > 0 ? t('price.members', { count: hiddenForMembers }) : null,
  }
  return { list: JSON.stringify(list), page, words: known }
}
