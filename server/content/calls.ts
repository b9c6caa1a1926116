import { CallError } from '#contract/errors.ts'
import type { Locale } from '#domain/language.ts'
import { pick } from '#domain/pick.ts'
import type { PageDocument } from '#contract/content/page-document.ts'
import { readPages } from './page-source.ts'
import { firstImage, renderBlock, toPost } from './render-block.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { PageRow, PageSummary } from './queries.ts'
import { translatePage } from './translate-page.ts'

/** Lists the pages of the menu and the footer. */
export const listPagesOfTenant: Handler<'listPages'> = async (ctx) => {
  const rows = await readPages(ctx, (pages) => pages.list())
  return { documents: rows.map(toSummary) }
}

export const getPage: Handler<'getPage'> = async (ctx, { pageId, language }) => {
  return showPage(ctx, { parentId: '', pageId }, language)
}

export const getSubPage: Handler<'getSubPage'> = async (ctx, { parentId, pageId, language }) => {
  return showPage(ctx, { parentId, pageId }, language)
}

/**
 * Lists the pages below a page. Throws `not-found` for an unknown parent, since only successful responses are
 * cached: a client cannot fill the cache with invented ids.
 */
export const listSubPagesOfPage: Handler<'listSubPages'> = async (ctx, { parentId }) => {
  const rows = await readPages(ctx, async (pages) =>
    (await pages.find('', parentId)) ? pages.listBelow(parentId) : null,
  )
  if (!rows) throw new CallError('not-found')
  return { documents: rows.map((row) => ({ ...toSummary(row), ...toPost(row) })) }
}

async function showPage(
  ctx: RequestContext,
  { parentId, pageId }: { parentId: string; pageId: string },
  language: Locale | undefined,
): Promise<PageDocument> {
  const found = await readPages(ctx, async (pages) => {
    const row = await pages.find(parentId, pageId)
    if (!row) return null
    const blocks = [row, ...Object.values(row.languages)].flatMap((one) => one.blocks)
    const listed = row.hasSubPages && blocks.some(({ type }) => type === 'bloglist1')
    const children = listed ? await pages.listBelow(row.id) : []
    const latest = []
    for (const page of new Set(blocks.flatMap((block) => (block.type === 'articles1' ? [block.page] : []))))
      latest.push(...(await pages.listBelow(page)).toSorted(newestFirst).slice(0, MAX_LATEST))
    return { row, children, latest }
  })
  if (!found) throw new CallError('not-found')
  const { row, children, latest, translated, ownWords } = language
    ? await translatePage(ctx, found, language)
    : { ...found, translated: false, ownWords: undefined }
  const options = {
    sizes: row.imageSizes,
    posts: children.map(toPost),
    latest: ({ page, count }: { page: string; count: number }) =>
      latest
        .filter((one) => one.parentId === page)
        .slice(0, count)
        .map(toPost),
  }
  return {
    ...toSummary(row),
    blocks: row.blocks.map((block) => renderBlock(block, options)),
    picture: firstImage(row.blocks, row.imageSizes).picture,
    ...(translated ? { translated: true as const } : {}),
    ...(ownWords ? { ownWords } : {}),
  }
}

/** The most entries that a block of the latest articles has. */
const MAX_LATEST = 12
/** Pages of one import were changed at the same time: then their order decides. */
const newestFirst = (one: PageRow, other: PageRow) => toTime(other) - toTime(one) || one.order - other.order
const toTime = ({ date, updated }: PageRow) => (date ? Date.parse(date) : updated.getTime())

const toSummary = (page: PageSummary | PageRow) => ({
  ...pick(page, 'id', 'title', 'description', 'date', 'order', 'menu', 'footer', 'hasSubPages'),
  parentId: page.parentId || null,
  updated: page.updated.getTime(),
})
