import { aliasedTable, and, asc, eq, exists, getTableColumns, ne, sql } from 'drizzle-orm'
import { page, type PageColumns } from '#db/schema/page.ts'
import type { Tx } from '../database/db.ts'

export type PageRow = PageColumns & { hasSubPages: boolean }
/** A page without its blocks, for lists. */
export type PageSummary = Omit<PageRow, 'blocks' | 'languages' | 'imageSizes'>

const child = aliasedTable(page, 'child')
const hasSubPages = (tx: Tx) =>
  sql<boolean>`${page.parentId} = '' and ${exists(
    tx
      .select({ one: sql`1` })
      .from(child)
      .where(and(eq(child.tenantId, tx.tenantId), eq(child.parentId, page.id))),
  )}`.as('has_sub_pages')

const { blocks: _, languages: __, imageSizes: ___, ...summary } = getTableColumns(page)

/** Lists the top-level pages except the index. */
export const listPages = async (tx: Tx): Promise<PageSummary[]> =>
  tx
    .select({ ...summary, hasSubPages: hasSubPages(tx) })
    .from(page)
    .where(and(eq(page.tenantId, tx.tenantId), eq(page.parentId, ''), ne(page.id, 'index')))
    .orderBy(asc(page.order), asc(page.id))

/** Lists the path and last change of every page, the index and sub-pages included. */
export const listPlaces = async (tx: Tx): Promise<Pick<PageRow, 'parentId' | 'id' | 'updated'>[]> =>
  tx
    .select({ parentId: page.parentId, id: page.id, updated: page.updated })
    .from(page)
    .where(eq(page.tenantId, tx.tenantId))
    .orderBy(asc(page.parentId), asc(page.order), asc(page.id))

/** Lists the pages below one. */
export const listSubPages = async (tx: Tx, parentId: string): Promise<PageRow[]> =>
  tx
    .select({ ...getTableColumns(page), hasSubPages: sql<boolean>`false`.as('has_sub_pages') })
    .from(page)
    .where(and(eq(page.tenantId, tx.tenantId), eq(page.parentId, parentId), ne(page.parentId, '')))
    .orderBy(asc(page.id))

/** @param parentId '' for a top-level page. */
export async function findPage(tx: Tx, parentId: string, id: string): Promise<PageRow | null> {
  const [row] = await tx
    .select({ ...getTableColumns(page), hasSubPages: hasSubPages(tx) })
    .from(page)
    .where(and(eq(page.tenantId, tx.tenantId), eq(page.parentId, parentId), eq(page.id, id)))
  return row ?? null
}
