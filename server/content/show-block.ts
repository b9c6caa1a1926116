import type { Block, Embed, Post, ShownBlock } from '#contract/block.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import { safeLink } from '#domain/safe-link.ts'
import { videoEmbed } from '#domain/video-link.ts'
import { fieldsOf, imagesOf } from './block-field.ts'
import { renderMarkdown, snippetOf } from './markdown.ts'
import { showPicture } from './show-picture.ts'

/** What of a page its blocks are shown with. */
type Around = { sizes: ImageSizes; posts: Post[] }

/** A block as it is shown: its Markdown as HTML, its image with sizes, its links checked once more. */
export function showBlock(block: Block, { sizes, posts }: Around): ShownBlock {
  const html = (md: string | undefined) => renderMarkdown(md, sizes)
  const picture = (path: string | undefined, alt: string | undefined) => showPicture(path, alt, sizes)
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
      return { ...block, html: html(block.md), embed: embedOf(block) }
    case 'bloglist1':
      return { ...block, html: html(block.md), posts }
    case 'footer1':
      return { ...block, ...Object.fromEntries(sites.map((site) => [site, linkOf(block[site])])) }
  }
}

const sites = ['facebook', 'instagram', 'twitter', 'youtube', 'tiktok', 'whatsapp'] as const

const linkOf = (link: string | undefined): string | undefined => safeLink(link)

function embedOf(block: Extract<Block, { type: 'videoBlock' }>): Embed {
  const embed = videoEmbed(block.provider, block.link, block)
  return embed.ok ? { ...embed, title: block.title || null } : embed
}

/** The page as a blog lists it. */
export function showPost({
  id,
  title,
  blocks,
  imageSizes,
}: {
  id: string
  title: string
  blocks: Block[]
  imageSizes: ImageSizes
}): Post {
  return { id, title, snippet: firstSnippet(blocks), ...firstImage(blocks, imageSizes) }
}

/** The first image of a page; nobody reads its text where it stands for the page. */
export function firstImage(blocks: Block[], sizes: ImageSizes): Pick<Post, 'imageUrl' | 'picture'> {
  for (const block of blocks) {
    for (const path of imagesOf(block)) {
      const picture = showPicture(path, '', sizes)
      if (picture) return { imageUrl: picture.src, picture }
    }
  }
  return { imageUrl: null, picture: null }
}

function firstSnippet(blocks: Block[]): string {
  for (const block of blocks) {
    for (const { kind, value } of fieldsOf(block)) {
      const snippet = kind === 'markdown' ? snippetOf(value) : ''
      if (snippet) return snippet
    }
  }
  return ''
}
