import type { Locale } from '#domain/language.ts'
import type { Scope } from '../context.ts'
import type { PageRow } from '../data/page.ts'
import { textsOfPage } from './catalogue.ts'
import { textsOf, textsOfBlock, translateBlock, type Look } from './units.ts'
import { wordsOf } from './words.ts'

type Page = { row: PageRow; children: PageRow[] }

/** A page in another language: all of it, or, where something is missing, none, so that no page mixes two languages. */
export async function translatePage(
  scope: Scope,
  { row, children }: Page,
  language: Locale,
): Promise<Page & { translated: boolean }> {
  const texts = [...textsOfPage(row), ...children.flatMap(textsOfPost)]
  const words = new Map(Object.entries(await wordsOf(scope, language, texts)))
  if (texts.length === 0 || !texts.every((text) => words.has(text)))
    return { row, children, translated: false }
  const look: Look = (text) => words.get(text)
  return {
    row: inWords(row, look),
    children: children.map((child) => inWords(child, look)),
    translated: true,
  }
}

/** What a blog tells of a page: its title, and how its words begin. */
function textsOfPost({ title, blocks }: PageRow): string[] {
  const first = blocks.find((block) => block.type === 'article' || textsOfBlock(block).length > 0)
  return [...textsOf(title), ...(first ? textsOfBlock(first) : [])]
}

const inWords = (row: PageRow, look: Look): PageRow => ({
  ...row,
  title: look(row.title.trim()) ?? row.title,
  description: look(row.description.trim()) ?? row.description,
  blocks: row.blocks.map((block) => translateBlock(block, look)),
})
