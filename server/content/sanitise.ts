import type { Element, ElementContent, Properties, Root } from 'hast'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import { isSafeLink } from '#domain/safe-link.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import { showPicture } from './show-picture.ts'

/**
 * All the HTML that a tenant's words may become, whether they were Markdown or a message: text with its structure, links and
 * pictures. Nothing that runs, frames, draws, asks for input or changes how the page looks; no id that could stand for another.
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
  // Their text is not meant for readers either; of all other tags that are not allowed the text stays.
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

const sanitise = rehypeSanitize(allowed)

/**
 * The one way from anything parsed to anything shown. What comes after the sanitiser is made here, from values that were checked:
 * headings below the page's own, links that tell nothing, pictures with their sizes.
 */
export function sanitised(tree: Root, sizes: ImageSizes): Root {
  const clean = sanitise(tree) as Root
  const levels = headingLevels(clean)
  return { type: 'root', children: contentOf(clean.children as ElementContent[], { sizes, levels }) }
}

type Known = { sizes: ImageSizes; levels: Map<Element, string> }

const contentOf = (children: ElementContent[], known: Known): ElementContent[] =>
  children.flatMap((child) =>
    child.type === 'element' ? elementOf(child, known) : child.type === 'text' ? [child] : [],
  )

function elementOf(element: Element, known: Known): ElementContent[] {
  if (element.tagName === 'img') return imageOf(element, known)
  const children = contentOf(element.children, known)
  if (element.tagName === 'a') return linkOf(element, children)
  return [
    {
      type: 'element',
      tagName: known.levels.get(element) ?? element.tagName,
      properties: element.properties,
      children,
    },
  ]
}

/** A link that may not be followed is its words alone. */
function linkOf({ properties: { href, title } }: Element, children: ElementContent[]): ElementContent[] {
  if (typeof href !== 'string' || !isSafeLink(href)) return children
  const properties: Properties = { href }
  if (typeof title === 'string') properties['title'] = title
  if (/^https?:/i.test(href)) properties['rel'] = ['noopener', 'noreferrer', 'nofollow']
  return [{ type: 'element', tagName: 'a', properties, children }]
}

/** A picture that is not this site's own is what it would say: nobody else learns who reads. */
function imageOf({ properties }: Element, { sizes }: Known): ElementContent[] {
  const [src, alt] = [properties['src'], properties['alt']].map((value) =>
    typeof value === 'string' ? value : '',
  )
  const picture = showPicture(src, alt, sizes)
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

/** The page has its own first heading: the highest here becomes h2, and none is more than one below the one before. */
function headingLevels(tree: Root): Map<Element, string> {
  const headings = [...elementsOf(tree)].filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  const highest = Math.min(...headings.map(levelOf))
  let before = 1
  return new Map(
    headings.map((one) => {
      before = Math.min(before + 1, levelOf(one) - highest + 2, 6)
      return [one, `h${before}`]
    }),
  )
}

const levelOf = ({ tagName }: Element) => Number(tagName[1])

function* elementsOf(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    yield child
    yield* elementsOf(child)
  }
}
