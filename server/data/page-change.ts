import { eq } from 'drizzle-orm'
import { page } from '#db/schema/page.ts'
import type { PreparedPages } from '../content/prepare.ts'
import type { Tx } from './db.ts'
import { announce } from './news.ts'
import { putPages, removeOtherPages } from './page-import.ts'
import { createPictures, listPictures, removeUnusedPictures } from './picture.ts'
import { countChange, isKnown, queueImports } from './tenant-import.ts'

/** What became of a page. `missing`: it is stored and not among the new ones. */
type PageChange = { path: string; change: 'created' | 'changed' | 'unchanged' | 'removed' | 'missing' }
export type ChangedPages =
  | { ok: true; changes: PageChange[]; /** Pictures that are new. */ pictures: number }
  /** `pictures-gone`: some that were known when the pages were prepared have been removed since. */
  | { ok: false; reason: 'no-tenant' | 'pictures-gone' }

/**
 * Brings these pages in and leaves the tenant's other pages as they are, or removes them with `prune`. Pictures that nothing
 * shows any more go. Where nothing differs, or it cannot be, nothing is written.
 */
export async function changePages(
  tx: Tx,
  prepared: PreparedPages,
  { prune }: { prune: boolean },
): Promise<ChangedPages> {
  await queueImports(tx)
  if (!(await isKnown(tx))) return { ok: false, reason: 'no-tenant' }
  const known = new Set([...(await listPictures(tx)), ...prepared.pictures].map(({ id }) => id))
  if (prepared.shown.some((id) => !known.has(id))) return { ok: false, reason: 'pictures-gone' }
  const before = new Set((await keysOf(tx)).map(pathOf))
  const pictures = await createPictures(tx, prepared.pictures)
  const put = await putPages(tx, prepared)
  const own = new Set(put.map(pathOf))
  const changes: PageChange[] = put.map((one) => ({
    path: pathOf(one),
    change: !one.written ? 'unchanged' : before.has(pathOf(one)) ? 'changed' : 'created',
  }))
  for (const path of before) if (!own.has(path)) changes.push({ path, change: prune ? 'removed' : 'missing' })
  if (prune) await removeOtherPages(tx, put)
  const dropped = await removeUnusedPictures(tx)
  if (
    pictures + dropped > 0 ||
    changes.some(({ change }) => change !== 'unchanged' && change !== 'missing')
  ) {
    await countChange(tx)
    await announce(tx, 'tenant', '')
  }
  return { ok: true, changes, pictures }
}

const pathOf = ({ parentId, id }: { parentId: string; id: string }): string =>
  parentId ? `${parentId}/${id}` : id

const keysOf = async (tx: Tx) =>
  tx
    .select({ parentId: page.parentId, id: page.id })
    .from(page)
    .where(eq(page.tenantId, tx.tenantId))
    .orderBy(page.parentId, page.id)
