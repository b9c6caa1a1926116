import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Element, Root as HtmlRoot } from 'hast'
import type { Heading, Root } from 'mdast'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { walkNodes, nodeText } from '#server/markdown/markdown.ts'
import { pageHtml } from './page-html.ts'

const folder = join(import.meta.dirname, '../../docs')
const markdown = unified().use(remarkParse).use(remarkGfm).freeze()
const toHtml = unified().use(remarkRehype).freeze()
const writer = unified().use(rehypeStringify).freeze()

/** A page of the documentation: `name` in URLs, `index` for README.md. */
type DocPage = { name: string; title: string; tree: Root }

const toPageName = (file: string): string => (file === 'README.md' ? 'index' : file.replace(/\.md$/, ''))

/** The pages in the order in which README.md links to them, itself first. */
function readPages(): DocPage[] {
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const tree = markdown.parse(readFileSync(join(folder, file), 'utf8'))
      const first = tree.children.find((node) => node.type === 'heading')
      return { name: toPageName(file), title: first ? nodeText(first) : file, tree }
    })
  const order = [
    'index',
    ...listLinks(pages.find(({ name }) => name === 'index')).map((url) => toPageName(url)),
  ]
  const rank = ({ name }: DocPage) => (order.includes(name) ? order.indexOf(name) : order.length)
  return pages.toSorted((one, other) => rank(one) - rank(other))
}

const listLinks = (page: DocPage | undefined): string[] =>
  page ? [...walkNodes(page.tree)].flatMap((node) => (node.type === 'link' ? [node.url] : [])) : []

/** The documentation as HTML files and their pictures, by their names; links lead from one to the other. */
export function docFiles(): Map<string, string | Uint8Array<ArrayBuffer>> {
  const pages = readPages()
  const menu = pages.map(({ name, title }) => ({ name, title }))
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'))
  return new Map<string, string | Uint8Array<ArrayBuffer>>([
    ...pages.map((page): [string, string] => {
      const { name, title } = page
      return [
        `${name}.html`,
        pageHtml({ name, title, menu, sections: listSections(page), body: renderBody(page) }),
      ]
    }),
    ...pictures.map((file) => [file, new Uint8Array(readFileSync(join(folder, file)))] as const),
  ])
}

/** Links between pages that lead nowhere, as `page.md: target`. */
export function deadDocLinks(): string[] {
  const pages = new Map(readPages().map((page) => [page.name, page]))
  return [...pages.values()].flatMap((page) =>
    listLinks(page)
      .filter((url) => !/^https?:/.test(url))
      .filter((url) => {
        const [file = '', anchor] = url.split('#')
        const target = file === '' ? page : pages.get(toPageName(file))
        return !target || (anchor !== undefined && !headingIds(target.tree).includes(anchor))
      })
      .map((url) => `${page.name}: ${url}`),
  )
}

const listHeadings = (tree: Root): Heading[] => tree.children.filter((node) => node.type === 'heading')

/** The anchors of the headings, made as GitHub does. */
function headingIds(tree: Root): string[] {
  const seen = new Map<string, number>()
  return listHeadings(tree).map((heading) => {
    const id = nodeText(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(id) ?? 0
    seen.set(id, before + 1)
    return before === 0 ? id : `${id}-${before}`
  })
}

function listSections({ tree }: DocPage): { id: string; title: string }[] {
  const ids = headingIds(tree)
  return listHeadings(tree).flatMap((heading, index) =>
    heading.depth === 2 ? [{ id: ids[index] ?? '', title: nodeText(heading) }] : [],
  )
}

function renderBody({ tree }: DocPage): string {
  const html = toHtml.runSync(tree)
  const ids = headingIds(tree)
  for (const element of walkElements(html)) {
    if (/^h[1-6]$/.test(element.tagName)) element.properties.id = ids.shift()
    const { href } = element.properties
    if (element.tagName === 'a' && typeof href === 'string' && !/^https?:/.test(href))
      element.properties.href = href.replace(/^README\.md/, 'index.md').replace(/\.md(?=$|#)/, '.html')
    // A wide program text scrolls, also by keyboard.
    if (element.tagName === 'pre') element.properties.tabIndex = 0
  }
  return writer.stringify(html)
}

function* walkElements(node: HtmlRoot | Element): Generator<Element> {
  for (const child of node.children)
    if (child.type === 'element') {
      yield child
      yield* walkElements(child)
    }
}
