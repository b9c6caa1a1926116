import type { Element, ElementContent, Properties, Root } from 'hast'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import { isSafeLink } from '#domain/safe-link.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import { resolvePicture } from './resolve-picture.ts'

/**
 * The allow-list for HTML from tenants' Markdown and messages: structured text, links and pictures. Excluded
 * are scripts, frames, graphics, form controls, styles, and ids, which could clobber the page's own.
 */
const allowed: Options = {
  tagNames: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
    'sub',
    'sup',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'div',
    'span',
    'figure',
    'figcaption',
    'a',
    'img',
  ],
  attributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    th: ['align', 'colSpan', 'rowSpan'],
    td: ['align', 'colSpan', 'rowSpan'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  // The content of these is removed as well; of all other tags only the tag is removed and the text stays.
  strip: [
    'script',
    'style',
    'template',
    'noscript',
    'iframe',
    'frameset',
    'object',
    'applet',
    'svg',
    'math',
    'form',
    'select',
    'textarea',
    'button',
    'title',
    'head',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
    'audio',
    'video',
    'canvas',
  ],
  allowComments: false,
  allowDoctypes: false,
}

const applySchema = rehypeSanitize(allowed)

/**
 * Sanitises parsed HTML. All rendered text passes through here. What it adds after the allow-list is built
 * from checked values: heading levels below the page's own, `rel` of links, pictures with their sizes.
 */
export function sanitiseTree(tree: Root, sizes: ImageSizes): Root {
  const clean = applySchema(tree)
  const levels = headingLevels(clean)
  return { type: 'root', children: sanitiseContent(clean.children as ElementContent[], { sizes, levels }) }
}

type ElementContext = { sizes: ImageSizes; levels: Map<Element, string> }

const sanitiseContent = (children: ElementContent[], context: ElementContext): ElementContent[] =>
  children.flatMap((child) =>
    child.type === 'element' ? sanitiseElement(child, context) : child.type === 'text' ? [child] : [],
  )

function sanitiseElement(element: Element, context: ElementContext): ElementContent[] {
  if (element.tagName === 'img') return sanitiseImage(element, context)
  const children = sanitiseContent(element.children, context)
  if (element.tagName === 'a') return sanitiseLink(element, children)
  return [
    {
      type: 'element',
      tagName: context.levels.get(element) ?? element.tagName,
      properties: element.properties,
      children,
    },
  ]
}

/** Replaces an unsafe link by its text. */
function sanitiseLink(
  { properties: { href, title } }: Element,
  children: ElementContent[],
): ElementContent[] {
  if (typeof href !== 'string' || !isSafeLink(href)) return children
  const properties: Properties = { href }
  if (typeof title === 'string') properties['title'] = title
  if (/^https?:/i.test(href)) properties['rel'] = ['noopener', 'noreferrer', 'nofollow']
  return [{ type: 'element', tagName: 'a', properties, children }]
}

/**
 * Replaces a picture of another site by its alternative text, so that no third party learns of the reader.
 */
function sanitiseImage({ properties }: Element, { sizes }: ElementContext): ElementContent[] {
  const [src, alt] = [properties['src'], properties['alt']].map((value) =>
    typeof value === 'string' ? value : '',
  )
  const picture = resolvePicture(src, alt, sizes)
  if (!picture) return alt ? [{ type: 'text', value: alt }] : []
  const image: Element = {
    type: 'element',
    tagName: 'img',
    properties: {
      src: picture.src,
      alt: picture.alt,
      width: picture.width,
      height: picture.height,
      loading: 'lazy',
      decoding: 'async',
    },
    children: [],
  }
  if (picture.sources.length === 0) return [image]
  const sources = picture.sources.map(({ type, srcset }): Element => ({
    type: 'element',
    tagName: 'source',
    properties: { type, srcSet: srcset, sizes: 'auto, (min-width: 45rem) 43rem, 100vw' },
    children: [],
  }))
  return [{ type: 'element', tagName: 'picture', properties: {}, children: [...sources, image] }]
}

/** The page has its own h1: the highest level here becomes h2, and no level is skipped. */
function headingLevels(tree: Root): Map<Element, string> {
  const headings = [...walkElements(tree)].filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  const highest = Math.min(...headings.map(levelOf))
  let before = 1
  return new Map(
    headings.map((heading) => {
      before = Math.min(before + 1, levelOf(heading) - highest + 2, 6)
      return [heading, `h${before}`]
    }),
  )
}

const levelOf = ({ tagName }: Element) => Number(tagName[1])

function* walkElements(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    yield child
    yield* walkElements(child)
  }
}
