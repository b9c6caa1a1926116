import { videoEmbed } from '#domain/video-link.ts'
import type { Block } from '../block.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './where.ts'

type Page = NonNullable<TenantFile['pages']>[number]
type Advice = { path: Path; message: string }

/** What may be written in pages and is hardly meant. Their author is told, and they are taken all the same. */
export const pageAdvice = (pages: readonly Page[] = []): Advice[] =>
  pages.flatMap(({ blocks, pages: below }, index) => [
    ...ofBlocks(blocks, ['pages', index, 'blocks'], below.length > 0),
    ...below.flatMap((child, at) => ofBlocks(child.blocks, ['pages', index, 'pages', at, 'blocks'], false)),
  ])

const ofBlocks = (blocks: readonly Block[], path: Path, hasPages: boolean): Advice[] =>
  blocks.flatMap((block, index) =>
    ofBlock(block, hasPages).map(({ step, message }) => ({
      path: [...path, index, ...(step ? [step] : [])],
      message,
    })),
  )

type Told = { step?: string; message: string }

function ofBlock(block: Block, hasPages: boolean): Told[] {
  switch (block.type) {
    case 'hero1':
      return [...half(block, 'ctaButtonLink', 'ctaButtonText'), ...half(block, 'otherLink', 'otherLinkText')]
    case 'hero3':
      return half(block, 'link', 'linkText')
    case 'videoBlock':
      return ofVideo(block)
    case 'bloglist1':
      return hasPages ? [] : [{ message: 'lists the pages below this one, and there are none' }]
    default:
      return []
  }
}

/** A button is shown where both its link and its text are there. */
function half(block: Block, ...names: [string, string]): Told[] {
  const [there, ...more] = names.filter((name) =>
    Object.entries(block).some(([key, value]) => key === name && value !== ''),
  )
  const missing = names.find((name) => name !== there)
  return there && more.length === 0 ? [{ step: there, message: `is not shown without ${missing}` }] : []
}

function ofVideo(block: Extract<Block, { type: 'videoBlock' }>): Told[] {
  const { provider, link, autoplay, showControls } = block
  return [
    ...(videoEmbed(provider, link, block).ok
      ? []
      : [
          {
            step: 'link',
            message: `is no video of ${provider}: guests read “Invalid Video Link!” in its place`,
          },
        ]),
    ...(provider === 'vimeo' && !showControls && !autoplay
      ? [
          {
            step: 'showControls',
            message: 'leaves no way to start the video: at Vimeo it needs autoplay or its controls',
          },
        ]
      : []),
  ]
}
