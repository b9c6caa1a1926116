import type { RenderedOf } from '#contract/content/block.ts'
import { Picture, upTo } from '../picture.tsx'
import { Prose } from '../text.tsx'

/** Texts and pictures in one column; pictures are a little wider than text. */
export function Article({ block: { content }, eager }: { block: RenderedOf<'article'>; eager: boolean }) {
  const first = content.findIndex((item) => 'picture' in item && item.picture)
  return (
    <section className="wide grid grid-cols-1 justify-items-center gap-8 py-10 sm:gap-10 sm:py-14">
      {content.map((item, index) => {
        if ('html' in item) return <Prose key={index} html={item.html} className="w-full" />
        return (
          item.picture && (
            <Picture
              key={index}
              picture={item.picture}
              eager={eager && index === first}
              boxes={upTo(56)}
              className="h-auto w-full max-w-[56rem] rounded-[1.25rem]"
            />
          )
        )
      })}
    </section>
  )
}
