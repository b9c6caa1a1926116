import { and, asc, eq, getTableColumns, not, or, sql } from 'drizzle-orm'
import { blocksInLanguages } from '#contract/content/own-words.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { isLocale } from '#contract/tenant-file/language-map.ts'
import { page, type PageColumns } from '#db/schema/page.ts'
import { tenant } from '#db/schema/tenant.ts'
import type { Locale } from '#domain/language.ts'
import type { PreparedPages } from '#server/content/prepare.ts'
import { listImages } from '#server/markdown/block-field.ts'
import type { TenantId, Tx } from '#server/database/db.ts'
import { createPictures, removeUnusedPictures } from '#server/content/picture-queries.ts'

type Page = NonNullable<TenantFile['pages']>[number]
type Child = Page['pages'][number]

/** Replaces the tenant's pages and pictures by the prepared ones. @returns the number of changed rows. */
export async function importPages(tx: Tx, prepared: PreparedPages): Promise<number> {
  const made = await createPictures(tx, prepared.pictures)
  const put = await upsertPages(tx, prepared)
  const removed = await removeOtherPages(tx, put)
  return made + put.filter(({ written }) => written).length + removed + (await removeUnusedPictures(tx))
}

/** The rows of pages, without timestamps. */
export const pageRows = (tenantId: TenantId, { pages, sizes }: Pick<PreparedPages, 'pages' | 'sizes'>) =>
  pages.flatMap((filePage) => [
    toRow(tenantId, filePage, '', sizes),
    ...filePage.pages.map((child) => toRow(tenantId, child, filePage.id, sizes)),
  ])

/** Writes the changed pages. */
export async function upsertPages(
  tx: Tx,
  prepared: PreparedPages,
): Promise<{ parentId: string; id: string; written: boolean }[]> {
  const put: { parentId: string; id: string; written: boolean }[] = []
  for (const row of pageRows(tx.tenantId, prepared))
    put.push({ parentId: row.parentId, id: row.id, written: (await upsertPage(tx, row)) > 0 })
  return put
}

function toRow(
  tenantId: TenantId,
  {
    id,
    title,
    description,
    date,
    order,
    menu = true,
    footer = false,
    blocks,
    languages = {},
  }: Child & Partial<Pick<Page, 'menu' | 'footer'>>,
  parentId: string,
  sizes: ImageSizes,
): typeof page.$inferSelect {
  const own = blocksInLanguages({ blocks, languages })
    .flatMap((one) => one.blocks.flatMap(listImages))
    .flatMap((path) => (Object.hasOwn(sizes, path) ? [[path, sizes[path]] as const] : []))
  return {
    tenantId,
    parentId,
    id,
    title,
    description,
    date: date ?? null,
    order,
    menu,
    footer,
    blocks,
    languages,
    imageSizes: Object.fromEntries(own) as ImageSizes,
    updated: new Date(0),
  }
}

/** An unchanged page is not written, and keeps its timestamp. */
async function upsertPage(tx: Tx, row: typeof page.$inferInsert): Promise<number> {
  const { title, description, date, order, menu, footer, blocks, languages, imageSizes } =
    getTableColumns(page)
  const content = [title, description, date, order, menu, footer, blocks, languages, imageSizes].map(
    ({ name }) => `"${name}"`,
  )
  const differs = sql.raw(
    `(${content.map((name) => `page.${name}`).join()}) is distinct from ` +
      `(${content.map((name) => `excluded.${name}`).join()})`,
  )
  const { rowCount } = await tx
    .insert(page)
    .values({ ...row, updated: sql`now()` })
    .onConflictDoUpdate({
      target: [page.tenantId, page.parentId, page.id],
      set: {
        title: row.title,
        description: row.description,
        date: row.date,
        order: row.order,
        menu: row.menu,
        footer: row.footer,
        blocks: row.blocks,
        languages: row.languages,
        imageSizes: row.imageSizes,
        updated: sql`excluded.updated`,
      },
      setWhere: differs,
    })
  return rowCount ?? 0
}

/** The tenant's languages, the default one first; null if it does not exist. */
export async function tenantLanguages(tx: Tx): Promise<readonly Locale[] | null> {
  const [own] = await tx.select({ profile: tenant.profile }).from(tenant).where(eq(tenant.id, tx.tenantId))
  if (!own) return null
  const { languages = [], default: standard } = own.profile
  return [...new Set([standard.language, ...languages])].filter(isLocale)
}

/** Deletes pages in languages that the tenant has no more. @returns the number of changed rows. */
export async function dropOtherLanguages(tx: Tx, kept: readonly string[]): Promise<number> {
  const { rowCount } = await tx
    .update(page)
    .set({ languages: sql`${page.languages} - array(${others(kept)})`, updated: sql`now()` })
    .where(and(eq(page.tenantId, tx.tenantId), sql`exists (${others(kept)})`))
  return rowCount ?? 0
}

const others = (kept: readonly string[]) =>
  sql`select key from jsonb_object_keys(${page.languages}) as key where key <> all(${sql.param([...kept])}::text[])`

/** Deletes all other pages. @returns the number of deleted rows. */
export async function removeOtherPages(tx: Tx, kept: { parentId: string; id: string }[]): Promise<number> {
  const those = or(...kept.map(({ parentId, id }) => and(eq(page.parentId, parentId), eq(page.id, id))))
  const { rowCount } = await tx
    .delete(page)
    .where(and(eq(page.tenantId, tx.tenantId), those ? not(those) : undefined))
  return rowCount ?? 0
}

/** The tenant's pages as in a file. */
export async function exportPages(tx: Tx): Promise<Page[]> {
  const rows = await tx
    .select()
    .from(page)
    .where(eq(page.tenantId, tx.tenantId))
    .orderBy(asc(page.parentId), asc(page.order), asc(page.title), asc(page.id))
  const below = (parent: string) => rows.filter(({ parentId }) => parentId === parent)
  const content = ({ id, title, description, date, order, blocks, languages }: PageColumns) => ({
    id,
    title,
    description,
    ...(date ? { date } : {}),
    order,
    blocks,
    ...(Object.keys(languages).length > 0 ? { languages } : {}),
  })
  return below('')
    .toSorted(indexFirst)
    .map((row) => ({
      ...content(row),
      ...(row.menu ? {} : { menu: false }),
      ...(row.footer ? { footer: true } : {}),
      pages: below(row.id).map(content),
    }))
}

const indexFirst = (one: { id: string }, other: { id: string }) =>
  Number(other.id === 'index') - Number(one.id === 'index')
