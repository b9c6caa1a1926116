import type { Nodes, Root } from 'mdast'
import rehypeParse from 'rehype-parse'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { ImageSizes } from '#contract/content/page-document.ts'
import { sanitiseTree } from './sanitise.ts'

const MAX_SNIPPET_LENGTH = 200

const markdown = unified().use(remarkParse).use(remarkGfm).freeze()
// Raw HTML within Markdown is dropped. Footnotes have neither heading nor back link, which would be in
// English: the sanitiser removes the title element, and the back content is empty.
const toHtml = unified()
  .use(remarkRehype, { footnoteLabelTagName: 'title', footnoteBackContent: () => [] })
  .freeze()
const html = unified().use(rehypeParse, { fragment: true }).freeze()
const htmlWriter = unified().use(rehypeStringify).freeze()

/** Renders Markdown to sanitised HTML; '' for undefined, and for Markdown nested too deeply. */
export const renderMarkdown = (md: string | undefined, sizes: ImageSizes): string =>
  withStackGuard('', () => (md ? htmlWriter.stringify(sanitiseTree(toHtml.runSync(parse(md)), sizes)) : ''))

/** Sanitises HTML by the same rules. */
export const renderHtml = (text: string): string =>
  withStackGuard('', () => htmlWriter.stringify(sanitiseTree(html.parse(text), {})))

/**
 * Returns the beginning of Markdown without markup in one line: a text of more than 200 characters ends
 * between two words, with an ellipsis. Headings are left out where there is other text.
 */
export function toSnippet(md: string): string {
  const text = withStackGuard('', () => {
    const { children } = parse(md)
    const plain = (nodes: Nodes[]) => nodes.map(toPlain).join(' ').replace(/\s+/g, ' ').trim()
    return plain(children.filter(({ type }) => type !== 'heading')) || plain(children)
  })
  const letters = [...text]
  if (letters.length <= MAX_SNIPPET_LENGTH) return text
  const [cut, next] = [letters.slice(0, MAX_SNIPPET_LENGTH).join(''), letters[MAX_SNIPPET_LENGTH] ?? '']
  const words = /\s/.test(next) ? cut : cut.replace(/\s\S*$/, '')
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`
}

/** `alt`: the description of a picture, if this is one itself. */
type MarkdownLink = { kind: 'image' | 'link'; url: string; alt?: string; from: number; until: number }

/** Lists every URL of Markdown with its offsets: images and links, definitions included. */
export function listLinks(md: string): MarkdownLink[] {
  return withStackGuard([], () => {
    const tree = parse(md)
    const images = new Set(
      [...walkNodes(tree)].flatMap((node) => (node.type === 'imageReference' ? [node.identifier] : [])),
    )
    return [...walkNodes(tree)].flatMap((node) => {
      if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return []
      const kind =
        node.type === 'image' || (node.type === 'definition' && images.has(node.identifier))
          ? 'image'
          : 'link'
      return [
        {
          kind,
          url: node.url,
          ...(node.type === 'image' ? { alt: node.alt?.trim() ?? '' } : {}),
          from: node.position?.start.offset ?? 0,
          until: node.position?.end.offset ?? 0,
        } as const,
      ]
    })
  })
}

const parse = (md: string): Root => markdown.parse(md)

/** Separates blocks with a space; HTML, definitions and footnotes have no text in a snippet. */
function toPlain(node: Nodes): string {
  if (
    node.type === 'html' ||
    node.type === 'definition' ||
    node.type === 'footnoteDefinition' ||
    node.type === 'thematicBreak'
  )
    return ''
  const parts =
    'children' in node &&
    node.children.some(({ type }) =>
      [
        'paragraph',
        'heading',
        'list',
        'listItem',
        'blockquote',
        'code',
        'table',
        'tableRow',
        'tableCell',
      ].includes(type),
    )
  return parts ? node.children.map(toPlain).join(' ') : nodeText(node)
}

/** The text of a node, without HTML and the descriptions of images. */
export const nodeText = (node: Nodes): string =>
  [...walkNodes(node)].map((part) => ('value' in part && part.type !== 'html' ? part.value : '')).join('')

/** A node and all below it. */
export function* walkNodes(node: Nodes): Generator<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* walkNodes(child)
}

function withStackGuard<T>(fallback: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    // Stack overflow: thousands of nested quotes.
    if (error instanceof RangeError) return fallback
    throw error
  }
}
