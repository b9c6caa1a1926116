import * as v from 'valibot'
import { imageReference, link, mediaLink } from './block-value.ts'
import { slug, text, trimmedText, lacksKey } from '../field/field-schemas.ts'

/**
 * The block types of a page, in two forms: as written (`Block`, in files and in the database) and as
 * rendered (`RenderedBlock`, in the calls' output). A rendered block has the written fields and also
 * - `html` for its Markdown field (`md`, or `subHeading` of hero1): sanitised HTML;
 * - `picture` for its image field (`imageUrl`, `image`, `avatar` or `poster`): the data of `<picture>`, with
 *   sizes;
 * - `embed` (videoBlock) and `posts` (bloglist1, articles1).
 * Blocks of hours, people, services and the address say what to show; the page adds the tenant's own data.
 * Unsafe links are removed from a rendered block; a button is shown only with both link and text.
 */

/** Parsing Markdown takes quadratic time in the number of its marks; real texts have far fewer. */
const MAX_MARKS = 3000
const markdown = v.pipe(
  trimmedText(0, 20_000),
  v.check(
    (value) => (value.match(/[*_~`[\]<>|]/g)?.length ?? 0) <= MAX_MARKS,
    `must have at most ${MAX_MARKS} of the marks * _ ~ \` [ ] < > |: divide it into several blocks`,
  ),
)
const line = text(300)
/** Alternative text; absent or empty for a decorative picture. */
const alt = v.optional(trimmedText(0, 300))

const Hero1 = v.strictObject({
  type: v.literal('hero1'),
  heading: line,
  /** Markdown. */
  subHeading: v.optional(markdown),
  imageUrl: v.optional(imageReference),
  alt,
  /** The primary button; shown only with both link and text. */
  ctaButtonLink: v.optional(link),
  ctaButtonText: v.optional(trimmedText(0, 100)),
  /** The secondary button; shown only with both link and text. */
  otherLink: v.optional(link),
  otherLinkText: v.optional(trimmedText(0, 100)),
})

const Hero2 = v.strictObject({ type: v.literal('hero2'), title: line, image: imageReference, alt })

/** Its background picture zooms slightly while the page scrolls. */
const Hero3 = v.strictObject({
  type: v.literal('hero3'),
  heading: line,
  image: imageReference,
  alt,
  link: v.optional(link),
  linkText: v.optional(trimmedText(0, 100)),
})

const Testimonial1 = v.strictObject({
  type: v.literal('testimonial1'),
  quote: text(2000),
  author: text(200),
  role: v.optional(trimmedText(0, 200)),
  avatar: v.optional(imageReference),
  alt,
})

const ArticleItem = v.union(
  [v.strictObject({ md: markdown }), v.strictObject({ image: imageReference, alt })],
  'must have either md, or image with an optional alt',
)
const Article = v.strictObject({
  type: v.literal('article'),
  content: v.pipe(v.array(ArticleItem), v.minLength(1), v.maxLength(200)),
})

/** Default: left. */
const imagePosition = v.optional(v.picklist(['left', 'right']), 'left')
/** slide-in: from the margin beside it. zoom-in: from 0.8 to 1. */
const imageAnimation = v.optional(v.picklist(['none', 'slide-in', 'zoom-in']), 'none')
const Article2 = v.strictObject({
  type: v.literal('article2'),
  imageUrl: imageReference,
  alt,
  md: markdown,
  imagePosition,
  imageAnimation,
})

const videoOptions = {
  provider: v.picklist(['youtube', 'vimeo']),
  aspectRatio: v.optional(v.picklist(['16:9', '4:3', '1:1', '9:16']), '16:9'),
  /** Position of `md` relative to the video. */
  mdPosition: v.optional(v.picklist(['before', 'after']), 'before'),
  /** Implies mute. */
  autoplay: v.optional(v.boolean(), false),
  mute: v.optional(v.boolean(), false),
  loop: v.optional(v.boolean(), false),
  showControls: v.optional(v.boolean(), true),
}
/** `link` may be any text: if it is no video of the provider, guests see a plain link, or nothing. */
const VideoBlock = v.strictObject({
  type: v.literal('videoBlock'),
  ...videoOptions,
  link: mediaLink,
  /** The title of the video. */
  title: v.optional(trimmedText(0, 300)),
  md: v.optional(markdown),
  /** The tenant's own picture in its place until it is shown. */
  poster: v.optional(imageReference),
  alt,
})

/** Lists the sub-pages of its page. */
const Bloglist1 = v.strictObject({
  type: v.literal('bloglist1'),
  title: v.optional(trimmedText(0, 300)),
  description: v.optional(trimmedText(0, 2000)),
  md: v.optional(markdown),
})

/** A title, or the usual one of its block, and a text in Markdown. */
const heading = { title: v.optional(trimmedText(0, 300)), md: v.optional(markdown) }

/** The opening hours of the week with today marked, and the next days that differ. */
const Openinghours1 = v.strictObject({ type: v.literal('openinghours1'), ...heading })

/** The people of the team in their order, or those of `members` in that order. */
const Team1 = v.strictObject({
  type: v.literal('team1'),
  ...heading,
  members: v.optional(v.pipe(v.array(slug), v.minLength(1), v.maxLength(100))),
})

/** The services with their prices by type; all, or those of `types` in that order. */
const Services1 = v.strictObject({
  type: v.literal('services1'),
  ...heading,
  types: v.optional(v.pipe(v.array(slug), v.minLength(1), v.maxLength(100))),
})

/** The address with a link to the route, and a picture of the way: no map of another site is loaded. */
const Map1 = v.strictObject({
  type: v.literal('map1'),
  ...heading,
  image: v.optional(imageReference),
  alt,
})

/** Pictures side by side, each to be opened large. */
const Gallery1 = v.strictObject({
  type: v.literal('gallery1'),
  ...heading,
  content: v.pipe(v.array(v.strictObject({ image: imageReference, alt })), v.minLength(1), v.maxLength(60)),
})

/** The `count` sub-pages of `page` that were changed last. */
const Articles1 = v.strictObject({
  type: v.literal('articles1'),
  ...heading,
  page: slug,
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)), 3),
})

const social = v.optional(link)
/** `navigation`: whether the footer repeats the menu. A social icon is shown only if its link is set. */
const Footer1 = v.strictObject({
  type: v.literal('footer1'),
  navigation: v.optional(v.boolean(), false),
  facebook: social,
  instagram: social,
  twitter: social,
  youtube: social,
  tiktok: social,
  whatsapp: social,
})

/** A block as written, with defaults filled in. */
export const Block = v.variant(
  'type',
  [
    Hero1,
    Hero2,
    Hero3,
    Testimonial1,
    Article,
    Article2,
    VideoBlock,
    Bloglist1,
    Openinghours1,
    Team1,
    Services1,
    Map1,
    Gallery1,
    Articles1,
    Footer1,
  ],
  lacksKey('type'),
)
export type Block = v.InferOutput<typeof Block>
export type BlockType = Block['type']
export const blockTypes = [
  'hero1',
  'hero2',
  'hero3',
  'testimonial1',
  'article',
  'article2',
  'videoBlock',
  'bloglist1',
  'openinghours1',
  'team1',
  'services1',
  'map1',
  'gallery1',
  'articles1',
  'footer1',
] as const satisfies readonly BlockType[]

/**
 * The data of a `<picture>`: `sources`, best format first (none for an SVG), then
 * `<img src width height alt>`. `width` and `height` are the picture's own, which prevents layout shift;
 * set `sizes` where it is narrower than the window.
 */
export const Picture = v.object({
  src: v.string(),
  width: v.number(),
  height: v.number(),
  sources: v.array(v.object({ type: v.picklist(['image/avif', 'image/webp']), srcset: v.string() })),
  /** '' for a decorative picture. */
  alt: v.string(),
})
export type Picture = v.InferOutput<typeof Picture>

/**
 * A sub-page: of the current page, sorted by title, or of the page of `articles1`. Its path is that of its
 * page plus `/` plus `id`.
 */
export const Post = v.object({
  id: v.string(),
  title: v.string(),
  /** The day of the article, `2027-03-28`. */
  date: v.nullable(v.string()),
  /**
   * The page's first Markdown as plain text, at most 200 characters plus an ellipsis; '' if there is none.
   */
  snippet: v.string(),
  /** The first image in its blocks. */
  imageUrl: v.nullable(v.string()),
  picture: v.nullable(Picture),
})
export type Post = v.InferOutput<typeof Post>

/**
 * `src`: the URL of the iframe, built from the validated video id only. Load it only after the guest agreed.
 * `ok: false`: the link is no video of that provider.
 */
export const Embed = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    src: v.string(),
    provider: v.picklist(['youtube', 'vimeo']),
    /** The video's page at its provider. */
    page: v.string(),
    title: v.nullable(v.string()),
  }),
  v.object({ ok: v.literal(false) }),
])
export type Embed = v.InferOutput<typeof Embed>

/** Sanitised HTML; '' for an empty text. */
const html = v.string()
const href = v.optional(v.string())
const optionalText = v.optional(v.string())
const picture = v.nullable(Picture)
const renderedHeading = { title: optionalText, md: optionalText, html }

/** A block as rendered. */
export const RenderedBlock = v.variant('type', [
  v.object({
    type: v.literal('hero1'),
    heading: v.string(),
    subHeading: optionalText,
    html,
    imageUrl: optionalText,
    picture,
    ctaButtonLink: href,
    ctaButtonText: optionalText,
    otherLink: href,
    otherLinkText: optionalText,
  }),
  v.object({ type: v.literal('hero2'), title: v.string(), image: v.string(), picture }),
  v.object({
    type: v.literal('hero3'),
    heading: v.string(),
    image: v.string(),
    picture,
    link: href,
    linkText: optionalText,
  }),
  v.object({
    type: v.literal('testimonial1'),
    quote: v.string(),
    author: v.string(),
    role: optionalText,
    avatar: optionalText,
    picture,
  }),
  /** An item is either Markdown (`md`, `html`) or an image (`image`, `picture`). */
  v.object({
    type: v.literal('article'),
    content: v.array(v.union([v.object({ md: v.string(), html }), v.object({ image: v.string(), picture })])),
  }),
  v.object({
    type: v.literal('article2'),
    imageUrl: v.string(),
    picture,
    md: v.string(),
    html,
    imagePosition: v.picklist(['left', 'right']),
    imageAnimation: v.picklist(['none', 'slide-in', 'zoom-in']),
  }),
  v.object({
    type: v.literal('videoBlock'),
    provider: v.picklist(['youtube', 'vimeo']),
    link: v.string(),
    title: optionalText,
    md: optionalText,
    html,
    embed: Embed,
    aspectRatio: v.picklist(['16:9', '4:3', '1:1', '9:16']),
    mdPosition: v.picklist(['before', 'after']),
    autoplay: v.boolean(),
    mute: v.boolean(),
    loop: v.boolean(),
    showControls: v.boolean(),
    poster: optionalText,
    picture,
  }),
  v.object({
    type: v.literal('bloglist1'),
    title: optionalText,
    description: optionalText,
    md: optionalText,
    html,
    posts: v.array(Post),
  }),
  v.object({ type: v.literal('openinghours1'), ...renderedHeading }),
  v.object({ type: v.literal('team1'), ...renderedHeading, members: v.optional(v.array(v.string())) }),
  v.object({ type: v.literal('services1'), ...renderedHeading, types: v.optional(v.array(v.string())) }),
  v.object({ type: v.literal('map1'), ...renderedHeading, image: optionalText, picture }),
  v.object({
    type: v.literal('gallery1'),
    ...renderedHeading,
    content: v.array(v.object({ image: v.string(), picture })),
  }),
  v.object({
    type: v.literal('articles1'),
    ...renderedHeading,
    page: v.string(),
    count: v.number(),
    posts: v.array(Post),
  }),
  v.object({
    type: v.literal('footer1'),
    navigation: v.boolean(),
    facebook: href,
    instagram: href,
    twitter: href,
    youtube: href,
    tiktok: href,
    whatsapp: href,
  }),
])
export type RenderedBlock = v.InferOutput<typeof RenderedBlock>
/** The rendered block of one type: `RenderedOf<'hero1'>`. */
export type RenderedOf<T extends BlockType> = Extract<RenderedBlock, { type: T }>
