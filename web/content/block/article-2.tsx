import type { RenderedOf } from '#contract/content/block.ts'
import { halfOfPage, Picture } from '../picture.tsx'
import { Prose } from '../text.tsx'

const motions = { none: '', 'slide-in': 'slide-in', 'zoom-in': 'zoom-in' }

/**
 * A picture and a text side by side. On a phone the picture always comes first, so that neighbouring blocks
 * stay apart.
 */
export function Article2({
  block: { picture, html, imagePosition, imageAnimation },
  eager,
}: {
  block: RenderedOf<'article2'>
  eager: boolean
}) {
  const right = imagePosition === 'right'
  return (
    <section data-image={imagePosition} className="overflow-x-clip py-10 sm:py-16">
      <div className="wide grid grid-cols-1 items-center gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
        {picture && (
          <div
            className={
              `${motions[imageAnimation]} ${right ? 'from-right md:order-2' : ''} overflow-clip ` +
              `rounded-[1.25rem]`
            }
          >
            <Picture
              picture={picture}
              eager={eager}
              boxes={halfOfPage}
              className="h-auto max-h-[44rem] w-full object-cover"
            />
          </div>
        )}
        <Prose html={html} className="roomy" />
      </div>
    </section>
  )
}
