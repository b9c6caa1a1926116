import type { Locale } from '#domain/language.ts'
import type { Block } from './block.ts'

/**
 * A tenant's own words in its further languages: by language, and by the text in the default language. The
 * same text has the same words in every setting.
 */
export type OwnWords = { [language in Locale]?: Readonly<Record<string, string>> }

/** A page in further languages. Its blocks need not match those in the default language. */
export type PageWords = {
  [language in Locale]?: { title: string; description: string; blocks: Block[] } | undefined
}

/** The tenant's own words for a text in this language; undefined where it has written none. */
export function ownWordsFor(words: OwnWords, language: Locale, text: string): string | undefined {
  const own = words[language]
  const key = text.trim()
  return own && Object.hasOwn(own, key) ? own[key] : undefined
}

/** The blocks of a page in each of its languages, with their paths within the page. */
export const blocksInLanguages = ({
  blocks,
  languages = {},
}: {
  blocks: Block[]
  languages?: PageWords | undefined
}): { blocks: Block[]; path: string[] }[] => [
  { blocks, path: ['blocks'] },
  ...Object.entries(languages).map(([language, words]) => ({
    blocks: words.blocks,
    path: ['languages', language, 'blocks'],
  })),
]

/** The page with the blocks of all its languages changed. */
export function withBlocks<T extends { blocks: Block[]; languages?: PageWords | undefined }>(
  page: T,
  change: (block: Block) => Block,
): T {
  const further = Object.entries(page.languages ?? {}).map(([language, words]) => [
    language,
    { ...words, blocks: words.blocks.map(change) },
  ])
  return {
    ...page,
    blocks: page.blocks.map(change),
    ...(page.languages ? { languages: Object.fromEntries(further) as PageWords } : {}),
  }
}
