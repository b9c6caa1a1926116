import type { RenderedOf } from '#contract/block.ts'
import { Picture } from './picture.tsx'
import { BlockHeading, displayHeading } from './text.tsx'

/** A title on a full-width picture, which is darkened so that the title has contrast on any picture. */
export const Hero2 = ({
  block: { title, picture },
  top,
  eager,
}: {
  block: RenderedOf<'hero2'>
  top: boolean
  eager: boolean
}) => (
  <section className="on-picture relative isolate grid grid-cols-1 min-h-[clamp(20rem,62svh,38rem)] place-items-center overflow-clip px-4 py-16 text-center sm:px-6">
    {picture && (
      <Picture picture={picture} eager={eager} className="absolute inset-0 -z-10 size-full object-cover" />
    )}
    <BlockHeading top={top} className={`${displayHeading} max-w-[20ch]`}>
      {title}
    </BlockHeading>
  </section>
)
