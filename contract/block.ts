import * as v from 'valibot'
import { imageReference, link, mediaLink } from './block-value.ts'
import { text } from './tenant-file/pieces.ts'
import { words } from './shape.ts'

/**
 * The nine blocks that a page is made of, twice: as they are written (`Block`, in files and in the database) and as they are shown
 * (`ShownBlock`, what the calls answer). A shown block has the written fields and besides
 * - `html` for its one Markdown field (`md`, or `subHeading` of hero1): sanitised, ready to be put into the page;
 * - `picture` for its one image field (`imageUrl`, `image` or `avatar`): what `<picture>` needs, sizes included;
 * - `embed` (videoBlock) and `posts` (bloglist1).
 * Links that could lead into a script are gone from a shown block, so a button is shown where link and text are both there.
 */

/** Reading Markdown takes time by the square of its marks: a text for readers has far fewer. */
const MOST_MARKS = 3000
const markdown = v.pipe(
  words(0, 20_000),
  v.check(
    (value) => (value.match(/[*_~`[\]<>|]/g)?.length ?? 0) <= MOST_MARKS,
    `must have at most ${MOST_MARKS} of the marks * _ ~ \` [ ] < > |: divide it into several blocks`,
  ),
)
const line = text(300)
/** Stands for the picture where it is not seen; absent or empty: the picture only decorates. */
const alt = v.optional(words(0, 300))

const Hero1 = v.strictObject({
  type: v.literal('hero1'),
  heading: line,
  /** Markdown. */
  subHeading: v.optional(markdown),
  imageUrl: v.optional(imageReference),
  alt,
  /** The button that matters; shown only with both. */
  ctaButtonLink: v.optional(link),
  ctaButtonText: v.optional(words(0, 100)),
  /** The second, quieter button; shown only with both. */
  otherLink: v.optional(link),
  otherLinkText: v.optional(words(0, 100)),
})

const Hero2 = v.strictObject({ type: v.literal('hero2'), title: line, image: imageReference, alt })

/** Its background picture zooms slightly while the page scrolls. */
const Hero3 = v.strictObject({
  type: v.literal('hero3'),
  heading: line,
  image: imageReference,
  alt,
  link: v.optional(link),
  linkText: v.optional(words(0, 100)),
})

const Testimonial1 = v.strictObject({
  type: v.literal('testimonial1'),
  quote: text(2000),
  author: text(200),
  role: v.optional(words(0, 200)),
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

/** left or right; left unless said. */
const imagePosition = v.optional(v.picklist(['left', 'right']), 'left')
/** slide-in: from 50 % aside. zoom-in: from 0.8 to 1. */
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
  /** Where `md` stands. */
  mdPosition: v.optional(v.picklist(['before', 'after']), 'before'),
  /** Implies mute. */
  autoplay: v.optional(v.boolean(), false),
  mute: v.optional(v.boolean(), false),
  loop: v.optional(v.boolean(), false),
  showControls: v.optional(v.boolean(), true),
}
/** `link` may be anything: one that is no video of the provider is shown as 'Invalid Video Link!' with provider and link. */
const VideoBlock = v.strictObject({
  type: v.literal('videoBlock'),
  ...videoOptions,
  link: mediaLink,
  /** What the video is called. */ title: v.optional(words(0, 300)),
  md: v.optional(markdown),
})

/** Lists the child pages of the page it stands on. */
const Bloglist1 = v.strictObject({
  type: v.literal('bloglist1'),
  title: v.optional(words(0, 300)),
  description: v.optional(words(0, 2000)),
  md: v.optional(markdown),
})

const social = v.optional(link)
/** `navigation`: whether the footer repeats the menu. A site's icon is shown only where its link is set. */
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

/** A block as it is written; standard options are filled in. */
export const Block = v.variant('type', [
  Hero1,
  Hero2,
  Hero3,
  Testimonial1,
  Article,
  Article2,
  VideoBlock,
  Bloglist1,
  Footer1,
])
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
  'footer1',
] as const satisfies readonly BlockType[]

/**
 * What a `<picture>` needs: its `sources` best first (none for an SVG), then `<img src width height alt>`. `width` and `height` are
 * those of the picture itself, so that its place is kept; say `sizes` where it is shown narrower than the window.
 */
export const Picture = v.object({
  src: v.string(),
  width: v.number(),
  height: v.number(),
  sources: v.array(v.object({ type: v.picklist(['image/avif', 'image/webp']), srcset: v.string() })),
  /** '' where the picture only decorates. */
  alt: v.string(),
})
export type Picture = v.InferOutput<typeof Picture>

/** A page below the current one, in the order of their titles. It is linked to the current path plus `/` plus `id`. */
export const Post = v.object({
  id: v.string(),
  title: v.string(),
  /** The first Markdown of the page without its marks, at most 200 characters and then an ellipsis; '' where there is none. */
  snippet: v.string(),
  /** The first image in its blocks. */
  imageUrl: v.nullable(v.string()),
  picture: v.nullable(Picture),
})
export type Post = v.InferOutput<typeof Post>

/**
 * `src`: the address of the frame, made anew from the checked id; nothing else of the link is kept. Load it only after the guest
 * agreed. Not ok: no video of that provider.
 */
export const Embed = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    src: v.string(),
    provider: v.picklist(['youtube', 'vimeo']),
    /** Where the video is at home: for guests who would rather go there. */ page: v.string(),
    title: v.nullable(v.string()),
  }),
  v.object({ ok: v.literal(false) }),
])
export type Embed = v.InferOutput<typeof Embed>

/** Sanitised HTML; '' where nothing was written. */
const html = v.string()
const href = v.optional(v.string())
const said = v.optional(v.string())
const picture = v.nullable(Picture)

/** A block as it is shown. */
export const ShownBlock = v.variant('type', [
  v.object({
    type: v.literal('hero1'),
    heading: v.string(),
    subHeading: said,
    html,
    imageUrl: said,
    picture,
    ctaButtonLink: href,
    ctaButtonText: said,
    otherLink: href,
    otherLinkText: said,
  }),
  v.object({ type: v.literal('hero2'), title: v.string(), image: v.string(), picture }),
  v.object({
    type: v.literal('hero3'),
    heading: v.string(),
    image: v.string(),
    picture,
    link: href,
    linkText: said,
  }),
  v.object({
    type: v.literal('testimonial1'),
    quote: v.string(),
    author: v.string(),
    role: said,
    avatar: said,
    picture,
  }),
  /** An item is either Markdown (`html`) or an image (`picture`). */
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
    title: said,
    md: said,
    html,
    embed: Embed,
    aspectRatio: v.picklist(['16:9', '4:3', '1:1', '9:16']),
    mdPosition: v.picklist(['before', 'after']),
    autoplay: v.boolean(),
    mute: v.boolean(),
    loop: v.boolean(),
    showControls: v.boolean(),
  }),
  v.object({
    type: v.literal('bloglist1'),
    title: said,
    description: said,
    md: said,
    html,
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
export type ShownBlock = v.InferOutput<typeof ShownBlock>
/** One type of shown block, for the component that shows it: `Shown<'hero1'>`. */
export type Shown<T extends BlockType> = Extract<ShownBlock, { type: T }>
