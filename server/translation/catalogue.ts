import { BoundedCache } from '../bounded-cache.ts'
import type { Scope, Tenant } from '../context.ts'
import { listMembers } from '../data/member.ts'
import { listPages, listSubPages, findPage, type PageRow } from '../data/page.ts'
import { listServices, listServiceTypes } from '../data/service.ts'
import type { Tx } from '../data/db.ts'
import { hashOfText, textsOf, textsOfBlock } from './units.ts'

/** The texts that a tenant has published, by their hashes: `anyone` may read them, or only `guests` who are signed in. */
type Catalogue = ReadonlyMap<string, 'anyone' | 'guests'>

const KEPT_BYTES = 8 * 1024 * 1024
const ENTRY_BYTES = 120
const kept = new BoundedCache<Catalogue>(KEPT_BYTES, (one) => one.size * ENTRY_BYTES)

/** Everything that the tenant has written for its guests; nothing that guests have written, and no message to one of them. */
export async function catalogueOf({ deps, tenant }: Pick<Scope, 'deps' | 'tenant'>): Promise<Catalogue> {
  const key = `${tenant.id} ${tenant.contentVersion}`
  const known = kept.get(key)
  if (known) return known
  const catalogue = await deps.db.read(tenant.id, (tx) => readCatalogue(tx, tenant.profile))
  kept.set(key, catalogue)
  return catalogue
}

async function readCatalogue(tx: Tx, profile: Tenant['profile']): Promise<Catalogue> {
  const [types, services, members, pages] = [
    await listServiceTypes(tx, {}),
    await listServices(tx, { active: true }),
    await listMembers(tx),
    await pagesOf(tx),
  ]
  const hidden = services.filter((one) => one.onlyMember).flatMap(textsOfService)
  const open = [
    ...textsOf(
      profile.tagline,
      profile.description,
      profile.tenantMessages.cancelLimitText,
      profile.hero?.alt,
    ),
    ...types.flatMap((one) => textsOf(one.svctype)),
    ...services.filter((one) => !one.onlyMember).flatMap(textsOfService),
    ...members.flatMap((one) => textsOf(one.role, one.bio)),
    ...pages.flatMap(textsOfPage),
  ]
  return new Map([
    ...hidden.map((text) => [hashOfText(text), 'guests'] as const),
    ...open.map((text) => [hashOfText(text), 'anyone'] as const),
  ])
}

/** The words of a service, as its guests read them. */
const textsOfService = ({
  name,
  description,
  preVisit,
}: {
  name: string
  description: string
  preVisit: string | null
}): string[] => textsOf(name, description, preVisit)

/** The words of a page. What a blog tells of a page below it is its beginning, which is translated as a text of its own. */
export const textsOfPage = ({
  title,
  description,
  blocks,
}: Pick<PageRow, 'title' | 'description' | 'blocks'>): string[] => [
  ...textsOf(title, description),
  ...blocks.flatMap(textsOfBlock),
]

async function pagesOf(tx: Tx): Promise<PageRow[]> {
  const pages: PageRow[] = []
  for (const id of ['index', ...(await listPages(tx)).map((one) => one.id)]) {
    const page = await findPage(tx, '', id)
    if (page) pages.push(page, ...(page.hasSubPages ? await listSubPages(tx, id) : []))
  }
  return pages
}
