import { pageAt } from '#contract/match-page.ts'
import { blocksInLanguages } from '#contract/content/own-words.ts'
import { isPriceListAlias } from '#domain/price-list-alias.ts'
import { pageWarnings } from '#contract/tenant-file/page-warnings.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Path } from '#contract/tenant-file/source-position.ts'
import { listFields } from '#server/markdown/block-field.ts'
import { listLinks } from '#server/markdown/markdown.ts'
import type { AssetSources } from '#server/content/prepare.ts'

type Page = NonNullable<TenantFile['pages']>[number]
type Block = Page['blocks'][number]
/** `about`: the text within the setting that the warning is about. */
type ContentWarning = { path: Path; message: string; about?: string }
/** What links may lead to beside the pages: paths of stored pages, and pictures of the tenant's art. */
type LinkTargets = { stored?: readonly string[]; art: AssetSources['art'] }

/**
 * Valid content of pages that is probably a mistake: that of `pageWarnings`, links within the site that lead
 * nowhere, and pictures in Markdown without a description. Links to other sites are not followed.
 */
export async function contentWarnings(
  pages: readonly Page[] = [],
  { stored = [], art }: LinkTargets,
): Promise<ContentWarning[]> {
  const paths = new Set([...stored, ...listPagePaths(pages)])
  const ofPage = (page: Omit<Page, 'pages'>, path: Path) =>
    blocksInLanguages(page).flatMap(({ blocks, path: below }) => ofBlocks(blocks, [...path, ...below]))
  const found = pages.flatMap((page, index) => [
    ...ofPage(page, ['pages', index]),
    ...page.pages.flatMap((child, at) => ofPage(child, ['pages', index, 'pages', at])),
  ])
  const dead = await Promise.all(
    found.map(async ({ url, path, button, alt }): Promise<ContentWarning[]> => {
      if (alt !== undefined)
        return [{ path, about: url, message: `shows ${url} without a description: write it between [ and ]` }]
      const reason = await findReason(url, paths, art)
      return reason === null
        ? []
        : [{ path, about: url, message: `${button ? 'leads' : 'has a link'} to ${url}, ${reason}` }]
    }),
  )
  return [...pageWarnings(pages), ...dead.flat()]
}

/** The paths of these pages on the site. */
export const listPagePaths = (pages: readonly { id: string; pages: readonly { id: string }[] }[]): string[] =>
  pages.flatMap(({ id, pages: below }) => [`/${id}`, ...below.map((child) => `/${id}/${child.id}`)])

type Found = { path: Path; url: string; button?: true; alt?: '' }

const ofBlocks = (blocks: readonly Block[], path: Path): Found[] =>
  blocks.flatMap((block, index) => [
    ...listButtons(block, [...path, index]),
    ...inTexts(block, [...path, index]),
  ])

/** The links of buttons. Those of videos and social sites lead elsewhere. */
const listButtons = (block: Block, path: Path): Found[] =>
  Object.entries(block).flatMap(([name, value]) =>
    /link$/i.test(name) && typeof value === 'string'
      ? [{ path: [...path, name], url: value, button: true }]
      : [],
  )

/** Links in Markdown, and its pictures without a description. */
const inTexts = (block: Block, path: Path): Found[] =>
  listFields(block)
    .filter(({ kind }) => kind === 'markdown')
    .flatMap(({ path: field, value }) =>
      listLinks(value).flatMap(({ kind, url, alt }): Found[] => {
        const at = [...path, ...field]
        if (kind === 'link') return [{ path: at, url }]
        return alt === '' ? [{ path: at, url, alt }] : []
      }),
    )

/** Why a link leads nowhere; null where it leads somewhere, or to another site. */
async function findReason(
  url: string,
  paths: ReadonlySet<string>,
  art: AssetSources['art'],
): Promise<string | null> {
  if (url.startsWith('#')) return 'but headings of pages have no anchors: link to a page'
  if (!url.startsWith('/') || url.startsWith('//')) return null
  const path = decodedPath(url)
  if (path.startsWith('/art/')) return (await art(path)) ? null : 'but there is no such picture'
  const page = pageAt(path)
  const isContent = page?.area === 'content' && (page.name === 'page' || page.name === 'not-found')
  if (!isContent) return null
  if (!paths.has(path)) return isPriceListAlias(path.slice(1)) ? null : 'but there is no such page'
  const anchor = /#.*$/.exec(url)?.[0]
  return anchor ? `but headings of pages have no anchors: leave ${anchor} out` : null
}

/** The path without query, anchor and final slash. */
function decodedPath(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
