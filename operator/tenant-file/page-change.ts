import { eq } from 'drizzle-orm'
import { page } from '#db/schema/page.ts'
import type { PreparedPages } from '#server/content/prepare.ts'
import type { Tx } from '#server/database/db.ts'
import { publishChange } from '#server/database/change-events.ts'
import { differences } from './differences.ts'
import { exportPages, upsertPages, removeOtherPages } from './page-import.ts'
import { createPictures, listPictures, removeUnusedPictures } from '#server/content/picture-queries.ts'
import { bumpContentVersion, tenantExists, lockImports } from './import.ts'

/** The change of a page. `missing`: stored, and not among the new pages. */
type PageChange = { path: string; change: 'created' | 'changed' | 'unchanged' | 'removed' | 'missing' }
export type ChangedPages =
  | { ok: true; changes: PageChange[]; /** Number of new pictures. */ pictures: number }
  /** `pictures-gone`: pictures that existed when the pages were prepared have been deleted since. */
  | { ok: false; reason: 'no-tenant' | 'pictures-gone' }

/**
 * Upserts these pages; leaves the tenant's other pages unchanged, or deletes them with `prune`. Deletes
 * pictures that are no longer used. Writes nothing if nothing differs.
 */
export async function changePages(
  tx: Tx,
  prepared: PreparedPages,
  { prune }: { prune: boolean },
): Promise<ChangedPages> {
  await lockImports(tx)
  if (!(await tenantExists(tx))) return { ok: false, reason: 'no-tenant' }
  const known = new Set([...(await listPictures(tx)), ...prepared.pictures].map(({ id }) => id))
  if (prepared.pictureIds.some((id) => !known.has(id))) return { ok: false, reason: 'pictures-gone' }
  const before = new Set((await listKeys(tx)).map(toPath))
  const pictures = await createPictures(tx, prepared.pictures)
  const put = await upsertPages(tx, prepared)
  const own = new Set(put.map(toPath))
  const changes: PageChange[] = put.map((filePage) => ({
    path: toPath(filePage),
    change: !filePage.written ? 'unchanged' : before.has(toPath(filePage)) ? 'changed' : 'created',
  }))
  for (const path of before) if (!own.has(path)) changes.push({ path, change: prune ? 'removed' : 'missing' })
  if (prune) await removeOtherPages(tx, put)
  const dropped = await removeUnusedPictures(tx)
  if (
    pictures + dropped > 0 ||
    changes.some(({ change }) => change !== 'unchanged' && change !== 'missing')
  ) {
    await bumpContentVersion(tx)
    await publishChange(tx, 'tenant', '')
  }
  return { ok: true, changes, pictures }
}

type Pages = Awaited<ReturnType<typeof exportPages>>

/** The differences of pages that are in both, as lines such as `om-os.title: Om os → Os`. */
export function pageDifferences(before: Pages, after: Pages): string[] {
  const stored = byPath(before)
  return [...byPath(after)].flatMap(([path, now]) => {
    const old = stored.get(path)
    return old ? differences(old, now, path) : []
  })
}

/** Pages and sub-pages by their path, each without those below it. */
const byPath = (pages: Pages) =>
  new Map(
    pages.flatMap(({ pages: below, ...own }): [string, object][] => [
      [own.id, own],
      ...below.map((one): [string, object] => [`${own.id}/${one.id}`, one]),
    ]),
  )

const toPath = ({ parentId, id }: { parentId: string; id: string }): string =>
  parentId ? `${parentId}/${id}` : id

const listKeys = async (tx: Tx) =>
  tx
    .select({ parentId: page.parentId, id: page.id })
    .from(page)
    .where(eq(page.tenantId, tx.tenantId))
    .orderBy(page.parentId, page.id)
