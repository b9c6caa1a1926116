import type { RenderedOf } from '#contract/block.ts'
import { Picture } from './picture.tsx'
import { BlockButton, BlockHeading } from './text.tsx'

/**
 * A full-width picture that zooms while the page scrolls, with heading and button on a card at its bottom.
 */
export const Hero3 = ({
  block: { heading, picture, link, linkText },
  top,
  eager,
}: {
  block: RenderedOf<'hero3'>
  top: boolean
  eager: boolean
}) => (
  <section className="hero hero-3 relative isolate flex min-h-[clamp(26rem,78svh,46rem)] items-end overflow-clip">
    {picture && (
      <Picture
        picture={picture}
        eager={eager}
        className="zoom-on-scroll absolute inset-0 -z-10 size-full object-cover"
      />
    )}
    <div className="wide py-6 sm:py-10">
      <div className="hero-words grid max-w-[34rem] grid-cols-1 justify-items-start gap-5 rounded-[1.25rem] bg-bg p-6 sm:p-10">
        <BlockHeading top={top} className="text-[clamp(1.875rem,1.5rem+1.8vw,2.75rem)]">
          {heading}
        </BlockHeading>
        <BlockButton link={link} text={linkText} />
      </div>
    </div>
  </section>
)
