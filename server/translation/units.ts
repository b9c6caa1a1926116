import type { Block } from '#contract/content/block.ts'
import { MAX_TEXT } from '#contract/content/translation.ts'
import { listLinks } from '../markdown/markdown.ts'

/** Returns the translation of a text, if any. */
export type TextLookup = (text: string) => string | undefined

// Longer texts are not translated.
const hasWords = (text: string) => /\p{L}{2}/u.test(text) && text.length <= MAX_TEXT

// Code fences, link definitions and HTML are not prose. Splitting at blank lines is only safe without code
// fences.
const isProse = (paragraph: string) => hasWords(paragraph) && !/^\s*(```|~~~|\[[^\]]+\]:|<)/.test(paragraph)
const hasCodeFence = (markdown: string) => /^(```|~~~)/m.test(markdown)

/** Lists the translatable paragraphs of a Markdown text. */
export function listParagraphs(markdown: string): string[] {
  return hasCodeFence(markdown)
    ? []
    : markdown
        .split(/\n{2,}/)
        .map((one) => one.trim())
        .filter(isProse)
}

/**
 * Returns the Markdown with its paragraphs translated. A paragraph whose links or pictures differ in the
 * translation stays as written: URLs come from the tenant only.
 */
export function translateMarkdown(markdown: string, lookUp: TextLookup): string {
  if (hasCodeFence(markdown)) return markdown
  return markdown
    .split(/(\n{2,})/)
    .map((part) => {
      const text = part.trim()
      const translated = isProse(text) ? lookUp(text) : undefined
      return translated !== undefined && hasSameLinks(text, translated)
        ? part.replace(text, () => translated.trim())
        : part
    })
    .join('')
}

const hasSameLinks = (original: string, other: string) => {
  const urls = (text: string) =>
    listLinks(text)
      .map(({ kind, url }) => `${kind} ${url}`)
      .join('\n')
  return urls(original) === urls(other)
}

type Field = { name: string; kind: 'plain' | 'markdown' }
const plain = (...names: string[]): Field[] => names.map((name) => ({ name, kind: 'plain' }))
const markdown = (name: string): Field => ({ name, kind: 'markdown' })

const heading = [...plain('title'), markdown('md')]

/** The translatable fields of each type of block. Names of persons are excluded. */
const fields: Record<Block['type'], Field[]> = {
  hero1: [...plain('heading', 'ctaButtonText', 'otherLinkText', 'alt'), markdown('subHeading')],
  hero2: plain('title', 'alt'),
  hero3: plain('heading', 'linkText', 'alt'),
  testimonial1: plain('quote', 'role'),
  article: [],
  article2: [...plain('alt'), markdown('md')],
  videoBlock: [...plain('title', 'alt'), markdown('md')],
  bloglist1: [...plain('title', 'description'), markdown('md')],
  openinghours1: heading,
  team1: heading,
  services1: heading,
  map1: [...heading, ...plain('alt')],
  gallery1: heading,
  articles1: heading,
  footer1: [],
}
const item: Field[] = [markdown('md'), ...plain('alt')]

/** Lists every translatable text of a block. */
export function textsOfBlock(block: Block): string[] {
  return [
    ...textsIn(block, fields[block.type]),
    ...('content' in block ? block.content.flatMap((one) => textsIn(one, item)) : []),
  ]
}

/** Returns the block with its texts translated, as far as `lookUp` has translations. */
export function translateBlock(block: Block, lookUp: TextLookup): Block {
  const translated = translateFields(block, fields[block.type], lookUp)
  return 'content' in translated
    ? ({
        ...translated,
        content: translated.content.map((one) => translateFields<object>(one, item, lookUp)),
      } as Block)
    : translated
}

const textsIn = (holder: Partial<Record<string, unknown>>, specs: Field[]): string[] =>
  specs.flatMap(({ name, kind }) => {
    const value = holder[name]
    if (typeof value !== 'string') return []
    return kind === 'markdown' ? listParagraphs(value) : listTexts(value)
  })

/** Lists the translatable ones of these plain texts, trimmed. */
export const listTexts = (...texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text && hasWords(text.trim()) ? [text.trim()] : []))

function translateFields<T extends object>(holder: T, specs: Field[], lookUp: TextLookup): T {
  const found = holder as Partial<Record<string, unknown>>
  return Object.assign(
    {},
    holder,
    Object.fromEntries(
      specs.flatMap(({ name, kind }) => {
        const value = found[name]
        if (typeof value !== 'string') return []
        return [
          [name, kind === 'markdown' ? translateMarkdown(value, lookUp) : (lookUp(value.trim()) ?? value)],
        ]
      }),
    ),
  )
}
