import type { Locale } from '#domain/language.ts'
import type { RequestContext } from '../context/context.ts'
import type { PageRow } from './queries.ts'
import { textsOfPage } from './published-texts.ts'
import { firstSnippet } from './render-block.ts'
import { textsOf, textsOfBlock, translateBlock, type TextLookup } from '../translation/units.ts'
import { translateTenantTexts } from '../translation/tenant-text.ts'

type Page = { row: PageRow; children: PageRow[] }

/**
 * Translates a page. If any text has no translation yet, the whole page stays in its original language, so
 * that no page mixes two.
 */
export async function translatePage(
  ctx: RequestContext,
  { row, children }: Page,
  language: Locale,
): Promise<Page & { translated: boolean }> {
  const texts = [...textsOfPage(row), ...children.flatMap(textsOfPost)]
  const translations = new Map(Object.entries(await translateTenantTexts(ctx, language, texts)))
  if (texts.length === 0 || !texts.every((text) => translations.has(text)))
    return { row, children, translated: false }
  const lookUp: TextLookup = (text) => translations.get(text)
  return {
    row: translateRow(row, lookUp),
    children: children.map((child) => translateRow(child, lookUp)),
    translated: true,
  }
}

/** The texts of a page that a blog list shows: its title, and what its snippet is cut from. */
function textsOfPost({ title, description, blocks }: PageRow): string[] {
  if (description) return textsOf(title, description)
  const first = blocks.find((block) => firstSnippet([block]) !== '')
  return [...textsOf(title), ...(first ? textsOfBlock(first) : [])]
}

const translateRow = (row: PageRow, lookUp: TextLookup): PageRow => ({
  ...row,
  title: lookUp(row.title.trim()) ?? row.title,
  description: lookUp(row.description.trim()) ?? row.description,
  blocks: row.blocks.map((block) => translateBlock(block, lookUp)),
})
