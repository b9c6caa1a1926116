import { createHash } from 'node:crypto'
import type { Block } from '#contract/block.ts'
import { LONGEST_TEXT } from '#contract/translation.ts'
import { linksOf } from '../content/markdown.ts'

/** Under what a text is kept. */
export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** What a text became in another language, if anything. */
export type Look = (text: string) => string | undefined

// What is longer stays as it was written.
const hasWords = (text: string) => /\p{L}{2}/u.test(text) && text.length <= LONGEST_TEXT

// A fence of code or a table of references is no prose; between paragraphs alone a Markdown text can be taken apart safely.
const isProse = (paragraph: string) => hasWords(paragraph) && !/^\s*(```|~~~|\[[^\]]+\]:|<)/.test(paragraph)
const whole = (markdown: string) => /^(```|~~~)/m.test(markdown)

/** The paragraphs of a Markdown text that can be translated, one by one. */
export function paragraphsOf(markdown: string): string[] {
  return whole(markdown)
    ? []
    : markdown
        .split(/\n{2,}/)
        .map((one) => one.trim())
        .filter(isProse)
}

/**
 * The Markdown with its paragraphs translated. Addresses are the tenant's, not the translator's: a paragraph whose links or pictures
 * came back otherwise stays as it was written.
 */
export function translateMarkdown(markdown: string, look: Look): string {
  if (whole(markdown)) return markdown
  return markdown
    .split(/(\n{2,})/)
    .map((part) => {
      const text = part.trim()
      const translated = isProse(text) ? look(text) : undefined
      return translated !== undefined && sameLinks(text, translated)
        ? part.replace(text, () => translated.trim())
        : part
    })
    .join('')
}

const sameLinks = (one: string, other: string) => {
  const addresses = (text: string) =>
    linksOf(text)
      .map(({ kind, url }) => `${kind} ${url}`)
      .join('\n')
  return addresses(one) === addresses(other)
}

type Field = { name: string; kind: 'plain' | 'markdown' }
const plain = (...names: string[]): Field[] => names.map((name) => ({ name, kind: 'plain' }))
const markdown = (name: string): Field => ({ name, kind: 'markdown' })

/** The words of each type of block. Nobody's name is among them. */
const fields: Record<Block['type'], Field[]> = {
  hero1: [...plain('heading', 'ctaButtonText', 'otherLinkText', 'alt'), markdown('subHeading')],
  hero2: plain('title', 'alt'),
  hero3: plain('heading', 'linkText', 'alt'),
  testimonial1: plain('quote', 'role'),
  article: [],
  article2: [...plain('alt'), markdown('md')],
  videoBlock: [...plain('title'), markdown('md')],
  bloglist1: [...plain('title', 'description'), markdown('md')],
  footer1: [],
}
const item: Field[] = [markdown('md'), ...plain('alt')]

/** Every text of a block that can be translated. */
export function textsOfBlock(block: Block): string[] {
  return block.type === 'article'
    ? block.content.flatMap((one) => textsIn(one, item))
    : textsIn(block, fields[block.type])
}

/** The block with its texts translated, as far as `look` knows them. */
export function translateBlock(block: Block, look: Look): Block {
  return block.type === 'article'
    ? { ...block, content: block.content.map((one) => translated(one, item, look)) }
    : translated(block, fields[block.type], look)
}

const textsIn = (holder: Partial<Record<string, unknown>>, of: Field[]): string[] =>
  of.flatMap(({ name, kind }) => {
    const value = holder[name]
    if (typeof value !== 'string') return []
    return kind === 'markdown' ? paragraphsOf(value) : textsOf(value)
  })

/** A plain text as what can be translated of it: itself, or nothing. */
export const textsOf = (...texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text && hasWords(text.trim()) ? [text.trim()] : []))

function translated<T extends object>(holder: T, of: Field[], look: Look): T {
  const found = holder as Partial<Record<string, unknown>>
  return Object.assign(
    {},
    holder,
    Object.fromEntries(
      of.flatMap(({ name, kind }) => {
        const value = found[name]
        if (typeof value !== 'string') return []
        return [[name, kind === 'markdown' ? translateMarkdown(value, look) : (look(value.trim()) ?? value)]]
      }),
    ),
  )
}
