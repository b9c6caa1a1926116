import type { Locale } from '#domain/language.ts'
import type { RequestContext } from '../context/context.ts'
import type { PageRow } from './queries.ts'
import { textsOfPage } from './published-texts.ts'
import { firstSnippet } from './render-block.ts'
import { listTexts, textsOfBlock, translateBlock, type TextLookup } from '../translation/units.ts'
import { translateTenantTexts } from '../translation/tenant-text.ts'

/** `children`: the sub-pages; `latest`: those of other pages that it shows. */
type Page = { row: PageRow; children: PageRow[]; latest: PageRow[] }
/** `ownWords`: what of it the tenant has written in this language; the rest is translated. */
type TranslatedPage = Page & { translated: boolean; ownWords?: 'all' | 'some' }

/**
 * Returns a page in the tenant's own words of this language, else translated. If any text of it has no
 * translation yet, the whole page stays in its original language, so that no page mixes two.
 */
export async function translatePage(
  ctx: RequestContext,
  { row, children, latest }: Page,
  language: Locale,
): Promise<TranslatedPage> {
  const own = inLanguage(row, language)
  const posts = [...children, ...latest]
  const ownPosts = posts.map((one) => inLanguage(one, language))
  const texts = [
    ...(own ? [] : textsOfPage(row)),
    ...posts.flatMap((one, index) => (ownPosts[index] ? [] : textsOfPost(one))),
  ]
  const { found, machine, own: someOwn } = await translateTenantTexts(ctx, language, texts)
  const isWhole = texts.length > 0 && texts.every((text) => Object.hasOwn(found, text))
  if (!own && !isWhole) return { row, children, latest, translated: false }
  const lookUp: TextLookup = (text) => (Object.hasOwn(found, text) ? found[text] : undefined)
  const isOwn = own !== null || someOwn || ownPosts.some((one) => one !== null)
  const shown = posts.map((one, index) => ownPosts[index] ?? translateRow(one, lookUp))
  return {
    row: own ?? translateRow(row, lookUp),
    children: shown.slice(0, children.length),
    latest: shown.slice(children.length),
    translated: true,
    ...(isOwn ? { ownWords: machine || (own && !isWhole && texts.length > 0) ? 'some' : 'all' } : {}),
  }
}

/** The page in the tenant's own words of this language; null where it has none. */
function inLanguage(row: PageRow, language: Locale): PageRow | null {
  const own = row.languages[language]
  return own ? { ...row, ...own } : null
}

/** The texts of a page that a blog list shows: its title, and what its snippet is cut from. */
function textsOfPost({ title, blocks }: PageRow): string[] {
  const first = blocks.find((block) => firstSnippet([block]) !== '')
  return [...listTexts(title), ...(first ? textsOfBlock(first) : [])]
}

const translateRow = (row: PageRow, lookUp: TextLookup): PageRow => ({
  ...row,
  title: lookUp(row.title.trim()) ?? row.title,
  description: lookUp(row.description.trim()) ?? row.description,
  blocks: row.blocks.map((block) => translateBlock(block, lookUp)),
})
