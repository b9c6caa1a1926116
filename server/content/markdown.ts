import type { Root as HtmlRoot } from 'hast'
import type { Nodes, Root } from 'mdast'
import { toString } from 'mdast-util-to-string'
import rehypeParse from 'rehype-parse'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { ImageSizes } from '#contract/page-document.ts'
import { sanitised } from './sanitise.ts'

const SNIPPET = 200

const markdown = unified().use(remarkParse).use(remarkGfm).freeze()
// Raw HTML within Markdown is dropped, not passed on. Notes come at the end alone: their heading, an element that the sanitiser takes out, and
// the way back would be in English.
const toHtml = unified()
  .use(remarkRehype, { footnoteLabelTagName: 'title', footnoteBackContent: () => [] })
  .freeze()
const html = unified().use(rehypeParse, { fragment: true }).freeze()
const written = unified().use(rehypeStringify).freeze()

/** Markdown as sanitised HTML; '' for none, and for one that is nested deeper than anybody reads. */
export const renderMarkdown = (md: string | undefined, sizes: ImageSizes): string =>
  shallow('', () => (md ? written.stringify(sanitised(toHtml.runSync(parse(md)) as HtmlRoot, sizes)) : ''))

/** HTML that somebody wrote, by the same rules. */
export const renderHtml = (text: string): string =>
  shallow('', () => written.stringify(sanitised(html.parse(text), {})))

/** What Markdown says without its marks, in one line, at most 200 characters and then an ellipsis. */
export function snippetOf(md: string): string {
  const text = shallow('', () => parse(md).children.map(plain).join(' ').replace(/\s+/g, ' ').trim())
  const letters = [...text]
  return letters.length > SNIPPET ? `${letters.slice(0, SNIPPET).join('').trimEnd()}…` : text
}

type MarkdownLink = { kind: 'image' | 'link'; url: string; from: number; until: number }

/** Every address that Markdown holds with its place in the text: images and links, those of definitions too. */
export function linksOf(md: string): MarkdownLink[] {
  return shallow([], () => {
    const tree = parse(md)
    const images = new Set(
      [...nodesOf(tree)].flatMap((node) => (node.type === 'imageReference' ? [node.identifier] : [])),
    )
    return [...nodesOf(tree)].flatMap((node) => {
      if (node.type !== 'image' && node.type !== 'link' && node.type !== 'definition') return []
      const kind =
        node.type === 'image' || (node.type === 'definition' && images.has(node.identifier))
          ? 'image'
          : 'link'
      return [
        {
          kind,
          url: node.url,
          from: node.position?.start.offset ?? 0,
          until: node.position?.end.offset ?? 0,
        } as const,
      ]
    })
  })
}

const parse = (md: string): Root => markdown.parse(md)

/** Words of one block stand apart from the next one's; a picture and a table of marks say nothing in one line. */
function plain(node: Nodes): string {
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
  return parts
    ? node.children.map(plain).join(' ')
    : toString(node, { includeImageAlt: false, includeHtml: false })
}

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesOf(child)
}

function shallow<T>(otherwise: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    // The stack is full: a text of thousands of quotes within quotes.
    if (error instanceof RangeError) return otherwise
    throw error
  }
}
