import { Fragment } from 'react'
import type { BlockType, RenderedBlock } from '#contract/content/block.ts'
import { Article } from './article.tsx'
import { Article2 } from './article-2.tsx'
import { Articles1 } from './articles-1.tsx'
import { chosen, useBlockContext, type BlockContextValue } from '../block-context.tsx'
import { Bloglist1 } from './bloglist-1.tsx'
import { Facts } from '../facts.tsx'
import { Popular } from '../popular.tsx'
import { SaidText } from '../text.tsx'
import { Footer1 } from './footer-1.tsx'
import { Gallery1 } from './gallery-1.tsx'
import { Hero1 } from './hero-1.tsx'
import { Hero2 } from './hero-2.tsx'
import { Hero3 } from './hero-3.tsx'
import { Map1 } from './map-1.tsx'
import { Openinghours1 } from './opening-hours-1.tsx'
import { Services1 } from './services-1.tsx'
import { Team1 } from './team-1.tsx'
import { Testimonial1 } from './testimonial-1.tsx'
import { VideoBlock } from './video-block.tsx'

const headingTypes = new Set<BlockType>([
  'hero1',
  'hero2',
  'hero3',
  'openinghours1',
  'team1',
  'services1',
  'map1',
  'articles1',
])

/** Whether a block is left out, as the tenant has nothing that it could show. */
export function isEmpty(block: RenderedBlock, site: BlockContextValue['site']): boolean {
  if (block.type === 'openinghours1') return site.opening === null
  if (block.type === 'team1') return chosen(site.team, block.members).length === 0
  if (block.type === 'services1') return !site.bookable || chosen(site.types, block.types).length === 0
  return block.type === 'articles1' && block.posts.length === 0
}

/** Whether a block has a heading that serves as the page's h1 when the block comes first. */
export const hasHeading = (block: RenderedBlock | undefined): boolean =>
  block !== undefined &&
  (headingTypes.has(block.type) ||
    ((block.type === 'bloglist1' || block.type === 'gallery1') && Boolean(block.title)))

/** The blocks of a page. The first one provides the h1 if it has a heading. */
export function Blocks({ blocks }: { blocks: readonly RenderedBlock[] }) {
  const eagerIndex = eagerPictureIndex(blocks)
  const firstHasHeading = hasHeading(blocks[0])
  return blocks.map((block, index) => (
    <Fragment key={index}>
      <Block block={block} top={firstHasHeading && index === 0} eager={index === eagerIndex} />
      {index === 0 && <AfterFirst block={block} />}
    </Fragment>
  ))
}

/** After the first block of a front page: the facts, which `Hero1` has among its words, and services. */
function AfterFirst({ block }: { block: RenderedBlock }) {
  const { front } = useBlockContext().site
  return (
    front && (
      <>
        {block.type !== 'hero1' && (
          <div className="wide pt-6">
            <Facts facts={front.facts} Words={SaidText} />
          </div>
        )}
        <Popular />
      </>
    )
  )
}

/**
 * The index of the first block with a picture, which loads eagerly as the LCP candidate, if it is among the
 * first two blocks; else -1.
 */
function eagerPictureIndex(blocks: readonly RenderedBlock[]): number {
  const at = blocks.findIndex(hasPicture)
  return at <= 1 ? at : -1
}

function hasPicture(block: RenderedBlock): boolean {
  if (block.type === 'article' || block.type === 'gallery1')
    return block.content.some((item) => 'picture' in item && item.picture !== null)
  if (block.type === 'bloglist1' || block.type === 'articles1')
    return block.posts.some((post) => post.picture !== null)
  return block.type !== 'testimonial1' && 'picture' in block && block.picture !== null
}

function Block({ block, top, eager }: { block: RenderedBlock; top: boolean; eager: boolean }) {
  switch (block.type) {
    case 'hero1':
      return <Hero1 block={block} top={top} eager={eager} />
    case 'hero2':
      return <Hero2 block={block} top={top} eager={eager} />
    case 'hero3':
      return <Hero3 block={block} top={top} eager={eager} />
    case 'testimonial1':
      return <Testimonial1 block={block} />
    case 'article':
      return <Article block={block} eager={eager} />
    case 'article2':
      return <Article2 block={block} eager={eager} />
    case 'videoBlock':
      return <VideoBlock block={block} eager={eager} />
    case 'bloglist1':
      return <Bloglist1 block={block} top={top} eager={eager} />
    case 'openinghours1':
      return <Openinghours1 block={block} top={top} />
    case 'team1':
      return <Team1 block={block} top={top} />
    case 'services1':
      return <Services1 block={block} top={top} />
    case 'map1':
      return <Map1 block={block} top={top} eager={eager} />
    case 'gallery1':
      return <Gallery1 block={block} top={top} eager={eager} />
    case 'articles1':
      return <Articles1 block={block} top={top} eager={eager} />
    case 'footer1':
      return <Footer1 block={block} />
  }
}
