import type { Layout } from '#contract/content/tenant.ts'
import { localNow } from '#domain/opening-hours.ts'
import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import type { PageDocument } from '#contract/content/page-document.ts'
import { translateForAttribute } from '../request/translate-for-attribute.server.ts'
import { toListedTypes, type ListedType } from '../service/listed-types.ts'
import { loadCatalog } from '../service/load-catalog.ts'
import { loadFront, type Front } from './front.server.ts'
import { openingTexts, type OpeningTexts } from './opening-texts.ts'

/** A text of the tenant in the page's language, else the original with its language. */
type Said = { text: string; lang: string | undefined }

/** The tenant's own data that some blocks show. */
export type SiteData = {
  opening: OpeningTexts | null
  team: Output<'listTeam'>['documents']
  types: ListedType[]
  contact: Pick<PageContext['brand'], 'address' | 'phone' | 'tel' | 'email'>
  bookable: boolean
  layout: Layout
  /** Of the front page; null on other pages. */
  front: Front | null
  said: (text: string) => Said
}

/** Loads the data that the blocks of a page need, and no more. */
export async function loadSiteData(
  ctx: PageContext,
  { blocks, id, parentId }: Pick<PageDocument, 'blocks' | 'id' | 'parentId'>,
  original: string | undefined,
): Promise<SiteData> {
  const { brand, call, translate, now } = ctx
  const shows = (type: PageDocument['blocks'][number]['type']) => blocks.some((one) => one.type === type)
  const [team, types, front] = await Promise.all([
    shows('team1') ? call('listTeam', {}).then((one) => one.documents) : [],
    shows('services1') ? loadCatalog(ctx).then((catalog) => toListedTypes(ctx, catalog)) : [],
    id === 'index' && parentId === null ? loadFront(ctx) : null,
  ])
  const opening = shows('openinghours1') ? openingTexts(ctx, localNow(brand.timeZone, now).date) : null
  const words = await translate([
    ...team.map((one) => one.role),
    ...types.flatMap(({ label, services }) => [label, ...services.map((one) => one.name)]),
    ...(front?.popular ?? []).map((one) => one.name),
    ...(opening?.others ?? []).flatMap((one) => (one.translated ? [] : [one.reason])),
  ])
  return {
    opening,
    team,
    types,
    contact: brand,
    bookable: brand.signIn,
    layout: brand.layout,
    front,
    said: (text) => ({
      text: translateForAttribute(words, text),
      lang: Object.hasOwn(words.found, text.trim()) ? undefined : original,
    }),
  }
}
