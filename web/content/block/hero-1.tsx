import type { RenderedOf } from '#contract/content/block.ts'
import type { Layout } from '#contract/content/tenant.ts'
import { useBlockContext } from '../block-context.tsx'
import { Facts } from '../facts.tsx'
import { column, Picture, upTo, type Box } from '../picture.tsx'
import { BlockButton, BlockHeading, displayHeading, Prose, SaidText } from '../text.tsx'

const narrow = upTo(72, { ratio: 4 / 3 })
/** As in `layouts.css`. */
const boxesByLayout: Record<Layout, Box[]> = {
  plain: [{ from: 64, width: column(2, 4), ratio: 5 / 6 }, ...narrow],
  centred: [{ from: 64, width: column(1, 0), ratio: 21 / 9 }, ...narrow],
  split: [
    { from: 64, width: '50vw', height: 'min(44rem, 100vh)' },
    { width: '100vw', ratio: 5 / 2 },
  ],
}

/** The hero block: heading, short text and up to two buttons, with a picture beside them on wide screens. */
export function Hero1({ block, top, eager }: { block: RenderedOf<'hero1'>; top: boolean; eager: boolean }) {
  const { site } = useBlockContext()
  const { heading, html, picture, ctaButtonLink, ctaButtonText, otherLink, otherLinkText } = block
  return (
    <section className="hero hero-1 wide grid grid-cols-1 items-center gap-6 py-8 sm:gap-10 sm:py-20 lg:grid-cols-12 lg:gap-16">
      <div
        className={
          `hero-words grid grid-cols-1 justify-items-start gap-5 sm:gap-6` +
          ` ${picture ? 'lg:col-span-6' : 'lg:col-span-9'}`
        }
      >
        <BlockHeading top={top} className={displayHeading}>
          {heading}
        </BlockHeading>
        <Prose html={html} className="text-xl text-muted" />
        <div className="hero-buttons flex flex-wrap gap-3 empty:hidden sm:pt-2">
          <BlockButton link={ctaButtonLink} text={ctaButtonText} />
          <BlockButton link={otherLink} text={otherLinkText} tone="secondary" />
        </div>
        {top && site.front && <Facts facts={site.front.facts} Words={SaidText} />}
      </div>
      {picture && (
        <div className="hero-picture overflow-clip rounded-[1.25rem] lg:col-span-6">
          <Picture
            picture={picture}
            eager={eager}
            boxes={boxesByLayout[site.layout]}
            className="aspect-4/3 w-full object-cover lg:aspect-5/6 lg:max-h-[40rem]"
          />
        </div>
      )}
    </section>
  )
}
