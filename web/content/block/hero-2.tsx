import type { RenderedOf } from '#contract/content/block.ts'
import { Picture } from '../picture.tsx'
import { BlockHeading, displayHeading } from '../text.tsx'

/**
 * A full-width picture with the title at its bottom, on a surface that continues the page: it has contrast on
 * any picture, and the picture keeps its colours.
 */
export const Hero2 = ({
  block: { title, picture },
  top,
  eager,
}: {
  block: RenderedOf<'hero2'>
  top: boolean
  eager: boolean
}) => (
  <section
    className={
      `hero relative isolate grid grid-cols-1 items-end overflow-clip ` +
      (picture ? 'min-h-[clamp(20rem,62svh,38rem)]' : '')
    }
  >
    {picture && (
      <Picture
        picture={picture}
        boxes={[{ width: '100vw', height: 'clamp(20rem, 62vh, 38rem)' }]}
        eager={eager}
        className="absolute inset-0 -z-10 size-full object-cover"
      />
    )}
    <div className="wide">
      <div className="hero-words grid w-fit max-w-full grid-cols-1 rounded-t-[1.25rem] bg-bg p-6 pb-2 sm:px-10 sm:pt-10">
        <BlockHeading top={top} className={`${displayHeading} max-w-[20ch]`}>
          {title}
        </BlockHeading>
      </div>
    </div>
  </section>
)
