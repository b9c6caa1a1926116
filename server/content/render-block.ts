import type { Block, Embed, Post, RenderedBlock } from '#contract/content/block.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import { safeLink } from '#domain/safe-link.ts'
import { videoEmbed } from '#domain/video-link.ts'
import { listFields, listImages } from '../markdown/block-field.ts'
import { renderMarkdown, toSnippet } from '../markdown/markdown.ts'
import { resolvePicture } from '../markdown/resolve-picture.ts'

/** The parts of a page that its blocks need. */
type BlockRenderOptions = {
  sizes: ImageSizes
  posts: Post[]
  /** The posts of an `articles1` block. */ latest: (block: Extract<Block, { type: 'articles1' }>) => Post[]
}

/** Renders a block: Markdown to HTML, images with their sizes, and links checked again. */
export function renderBlock(block: Block, { sizes, posts, latest }: BlockRenderOptions): RenderedBlock {
  const html = (md: string | undefined) => renderMarkdown(md, sizes)
  const picture = (path: string | undefined, alt: string | undefined) => resolvePicture(path, alt, sizes)
  switch (block.type) {
    case 'hero1':
      return {
        ...block,
        html: html(block.subHeading),
        picture: picture(block.imageUrl, block.alt),
        ctaButtonLink: linkOf(block.ctaButtonLink),
        otherLink: linkOf(block.otherLink),
      }
    case 'hero2':
      return { ...block, picture: picture(block.image, block.alt) }
    case 'hero3':
      return { ...block, picture: picture(block.image, block.alt), link: linkOf(block.link) }
    case 'testimonial1':
      return { ...block, picture: picture(block.avatar, block.alt) }
    case 'article':
      return {
        ...block,
        content: block.content.map((item) =>
          'md' in item
            ? { ...item, html: html(item.md) }
            : { ...item, picture: picture(item.image, item.alt) },
        ),
      }
    case 'article2':
      return { ...block, html: html(block.md), picture: picture(block.imageUrl, block.alt) }
    case 'videoBlock':
      return {
        ...block,
        html: html(block.md),
        embed: toEmbed(block),
        picture: picture(block.poster, block.alt),
      }
    case 'bloglist1':
      return { ...block, html: html(block.md), posts }
    case 'openinghours1':
    case 'team1':
    case 'services1':
      return { ...block, html: html(block.md) }
    case 'map1':
      return { ...block, html: html(block.md), picture: picture(block.image, block.alt) }
    case 'gallery1':
      return {
        ...block,
        html: html(block.md),
        content: block.content.map((item) => ({ ...item, picture: picture(item.image, item.alt) })),
      }
    case 'articles1':
      return { ...block, html: html(block.md), posts: latest(block) }
    case 'footer1':
      return { ...block, ...Object.fromEntries(sites.map((site) => [site, linkOf(block[site])])) }
  }
}

const sites = ['facebook', 'instagram', 'twitter', 'youtube', 'tiktok', 'whatsapp'] as const

const linkOf = (link: string | undefined): string | undefined => safeLink(link)

function toEmbed(block: Extract<Block, { type: 'videoBlock' }>): Embed {
  const embed = videoEmbed(block.provider, block.link, block)
  return embed.ok ? { ...embed, title: block.title || null } : embed
}

/** A page as an entry of a blog list. */
export function toPost({
  id,
  title,
  date,
  blocks,
  imageSizes,
}: {
  id: string
  title: string
  date: string | null
  blocks: Block[]
  imageSizes: ImageSizes
}): Post {
  return { id, title, date, snippet: firstSnippet(blocks), ...firstImage(blocks, imageSizes) }
}

/**
 * Returns the first image of a page. It has no alternative text, because the entry's title names the page.
 */
export function firstImage(blocks: Block[], sizes: ImageSizes): Pick<Post, 'imageUrl' | 'picture'> {
  for (const block of blocks) {
    for (const path of listImages(block)) {
      const picture = resolvePicture(path, '', sizes)
      if (picture) return { imageUrl: picture.src, picture }
    }
  }
  return { imageUrl: null, picture: null }
}

/** The beginning of the first text of these blocks; '' if there is none. */
export function firstSnippet(blocks: Block[]): string {
  for (const block of blocks) {
    for (const { kind, value } of listFields(block)) {
      const snippet = kind === 'markdown' ? toSnippet(value) : ''
      if (snippet) return snippet
    }
  }
  return ''
}
