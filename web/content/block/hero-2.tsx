import type { RenderedOf } from '#contract/content/block.ts'
import { Picture } from '../picture.tsx'
import { BlockHeading, displayHeading } from '../text.tsx'

/** A title at the bottom of a full-width picture, which is darkened there: it has contrast on any picture. */
export const Hero2 = ({
  block: { title, picture },
  top,
  eager,
}: {
  block: RenderedOf<'hero2'>
  top: boolean
  eager: boolean
}) => (
  <section className="hero on-picture relative isolate grid min-h-[clamp(20rem,62svh,38rem)] grid-cols-1 items-end overflow-clip">
    {picture && (
      <Picture
        picture={picture}
        boxes={[{ width: '100vw', height: 'clamp(20rem, 62vh, 38rem)' }]}
        eager={eager}
        className="absolute inset-0 -z-10 size-full object-cover"
      />
    )}
    <div className="scrim">
      <div className="hero-words wide grid grid-cols-1 pb-8 sm:pb-12">
        <BlockHeading top={top} className={`${displayHeading} max-w-[20ch]`}>
          {title}
        </BlockHeading>
      </div>
    </div>
  </section>
)
