import { LruCache } from '../cache/lru-cache.ts'
import type { RequestContext, Tenant } from '../context/context.ts'
import { listMembers } from '../service/member-queries.ts'
import { listPages, listSubPages, findPage, type PageRow } from './queries.ts'
import { listProducts, listProductTypes, type ProductRow } from '../product/queries.ts'
import { listServices, listServiceTypes, type ServiceRow } from '../service/queries.ts'
import type { Tx } from '../database/db.ts'
import { findFinance } from '../tenant/queries.ts'
import { sha256 } from '../secret/hash.ts'
import { listTexts, textsOfBlock } from '../translation/units.ts'

/** The published texts of a tenant by hash: readable by `anyone`, or only by `guests` who are signed in. */
type PublishedTexts = ReadonlyMap<string, 'anyone' | 'guests'>

const CACHE_BYTES = 8 * 1024 * 1024
const ENTRY_BYTES = 120
const cache = new LruCache<PublishedTexts>(CACHE_BYTES, (one) => one.size * ENTRY_BYTES)

/**
 * Returns all texts that the tenant has published for its guests; texts of guests and messages to single
 * guests are excluded. Cached by content version.
 */
export async function publishedTexts({
  deps,
  tenant,
}: Pick<RequestContext, 'deps' | 'tenant'>): Promise<PublishedTexts> {
  const key = `${tenant.id} ${tenant.contentVersion}`
  const cached = cache.get(key)
  if (cached) return cached
  const texts = await deps.db.read(tenant.id, (tx) => readPublishedTexts(tx, tenant.profile))
  cache.set(key, texts)
  return texts
}

async function readPublishedTexts(tx: Tx, profile: Tenant['profile']): Promise<PublishedTexts> {
  const [types, services, members, pages] = [
    await listServiceTypes(tx, {}),
    await listServices(tx, { active: true, addons: profile.addons }),
    await listMembers(tx),
    await loadPages(tx),
  ]
  const hidden = services.filter((one) => one.onlyMember).flatMap(textsOfService)
  const open = [
    ...listTexts(
      profile.tagline,
      profile.description,
      profile.tenantMessages.cancelLimitText,
      profile.hero?.alt,
      ...(profile.exceptions ?? []).map(({ reason }) => reason),
    ),
    ...types.flatMap((one) => listTexts(one.svctype)),
    ...services.filter((one) => !one.onlyMember).flatMap(textsOfService),
    ...(await exemptTexts(tx, services)),
    ...members.flatMap((one) => listTexts(one.role, one.bio)),
    ...pages.flatMap(textsOfPage),
    ...(profile.shop ? await textsOfShop(tx) : []),
  ]
  return new Map([
    ...hidden.map((text) => [sha256(text), 'guests'] as const),
    ...open.map((text) => [sha256(text), 'anyone'] as const),
  ])
}

/** The tenant's own reason, for what is exempt from VAT and has none. */
const exemptTexts = async (
  tx: Tx,
  sold: readonly Pick<ServiceRow, 'vat' | 'exemptReason'>[],
): Promise<string[]> =>
  sold.some(({ vat, exemptReason }) => vat === 'exempt' && exemptReason === null)
    ? listTexts((await findFinance(tx))?.exemptReason)
    : []

/** Brands and sizes are the same in every language. */
async function textsOfShop(tx: Tx): Promise<string[]> {
  const [types, products] = [await listProductTypes(tx), await listProducts(tx)]
  return [
    ...types.flatMap((one) => listTexts(one.name)),
    ...products.flatMap(textsOfProduct),
    ...(await exemptTexts(tx, products)),
  ]
}

const textsOfProduct = ({ name, displayName, description, pictures, exemptReason }: ProductRow): string[] =>
  listTexts(displayName ?? name, description, ...pictures.map(({ alt }) => alt), exemptReason)

const textsOfService = ({
  name,
  description,
  preVisit,
  picture,
  exemptReason,
  addons,
}: Pick<ServiceRow, 'name' | 'description' | 'preVisit' | 'picture' | 'exemptReason' | 'addons'>): string[] =>
  listTexts(
    name,
    description,
    preVisit,
    picture?.alt,
    exemptReason,
    ...addons.flatMap((one) => [one.name, one.exemptReason]),
  )

/**
 * The translatable texts of a page. A post's snippet in a blog list needs none of its own: it is cut from a
 * translated text.
 */
export const textsOfPage = ({
  title,
  description,
  blocks,
}: Pick<PageRow, 'title' | 'description' | 'blocks'>): string[] => [
  ...listTexts(title, description),
  ...blocks.flatMap(textsOfBlock),
]

async function loadPages(tx: Tx): Promise<PageRow[]> {
  const pages: PageRow[] = []
  for (const id of ['index', ...(await listPages(tx)).map((one) => one.id)]) {
    const page = await findPage(tx, '', id)
    if (page) pages.push(page, ...(page.hasSubPages ? await listSubPages(tx, id) : []))
  }
  return pages
}
