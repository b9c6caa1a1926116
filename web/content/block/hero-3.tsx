import type { RenderedOf } from '#contract/content/block.ts'
import { useBlockContext } from '../block-context.tsx'
import { Picture } from '../picture.tsx'
import { BlockButton, BlockHeading } from '../text.tsx'

const height = 'clamp(26rem, 78vh, 46rem)'
/** As in `layouts.css`. */
const splitBoxes = [
  { from: 64, width: '50vw', height },
  { width: '100vw', ratio: 16 / 9 },
]

/**
 * A full-width picture that zooms while the page scrolls, with heading and button on a card at its bottom.
 */
export function Hero3({
  block: { heading, picture, link, linkText },
  top,
  eager,
}: {
  block: RenderedOf<'hero3'>
  top: boolean
  eager: boolean
}) {
  const { site } = useBlockContext()
  return (
    <section className="hero hero-3 relative isolate flex min-h-[clamp(26rem,78svh,46rem)] items-end overflow-clip">
      {picture && (
        <Picture
          picture={picture}
          boxes={site.layout === 'split' ? splitBoxes : [{ width: '100vw', height }]}
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
}
