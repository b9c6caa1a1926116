import { CallError } from '#contract/errors.ts'
import type { Locale } from '#domain/language.ts'
import type { PageDocument } from '#contract/page-document.ts'
import { readPages } from '../authoring/page-source.ts'
import { firstImage, showBlock, showPost } from '../content/show-block.ts'
import type { Handler, Scope } from '../context.ts'
import type { PageRow, PageSummary } from '../data/page.ts'
import { translatePage } from '../translation/page.ts'
import { ownTenant } from './tenant.ts'

/** The entries of the menu. */
export const listPagesOfTenant: Handler<'listPages'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const rows = await readPages(scope, (pages) => pages.list())
  return { documents: rows.map(summaryOf) }
}

export const getPage: Handler<'getPage'> = async (scope, { tenantId, pageId, language }) => {
  ownTenant(scope, tenantId)
  return showPage(scope, { parentId: '', pageId }, language)
}

export const getSubPage: Handler<'getSubPage'> = async (scope, { tenantId, parentId, pageId, language }) => {
  ownTenant(scope, tenantId)
  return showPage(scope, { parentId, pageId }, language)
}

/** An answer is kept for each page there is; of any other name there is none, so that nobody fills the memory with names. */
export const listSubPagesOfPage: Handler<'listSubPages'> = async (scope, { tenantId, parentId }) => {
  ownTenant(scope, tenantId)
  const rows = await readPages(scope, async (pages) =>
    (await pages.find('', parentId)) ? pages.listBelow(parentId) : null,
  )
  if (!rows) throw new CallError('not-found')
  return { documents: rows.map((row) => ({ ...summaryOf(row), ...showPost(row) })) }
}

async function showPage(
  scope: Scope,
  { parentId, pageId }: { parentId: string; pageId: string },
  language: Locale | undefined,
): Promise<PageDocument> {
  const found = await readPages(scope, async (pages) => {
    const row = await pages.find(parentId, pageId)
    const listed = row?.hasSubPages && row.blocks.some(({ type }) => type === 'bloglist1')
    return row && { row, children: listed ? await pages.listBelow(row.id) : [] }
  })
  if (!found) throw new CallError('not-found')
  const { row, children, translated } = language
    ? await translatePage(scope, found, language)
    : { ...found, translated: false }
  const around = { sizes: row.imageSizes, posts: children.map(showPost) }
  return {
    ...summaryOf(row),
    blocks: row.blocks.map((block) => showBlock(block, around)),
    picture: firstImage(row.blocks, row.imageSizes).picture,
    ...(translated ? { translated: true as const } : {}),
  }
}

const summaryOf = ({
  id,
  parentId,
  title,
  description,
  order,
  hasSubPages,
  updated,
}: PageSummary | PageRow) => ({
  id,
  parentId: parentId || null,
  title,
  description,
  order,
  hasSubPages,
  updated: updated.getTime(),
})
