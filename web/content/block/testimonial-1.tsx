import type { RenderedOf } from '#contract/content/block.ts'
import { useBlockContext } from '../block-context.tsx'
import { Picture } from '../picture.tsx'

/** A large quote of a guest, with its author. */
export function Testimonial1({
  block: { quote, author, role, picture },
}: {
  block: RenderedOf<'testimonial1'>
}) {
  const { lang } = useBlockContext()
  return (
    <section lang={lang} className="bg-brand-soft py-14 text-on-brand-soft sm:py-24">
      <figure className="wide grid grid-cols-1 justify-items-center gap-8 text-center">
        <blockquote className="quote max-w-[34ch] font-display text-[clamp(1.375rem,1.1rem+1.4vw,2.125rem)] leading-snug text-balance whitespace-pre-line">
          {quote}
        </blockquote>
        <figcaption className="flex items-center gap-4 text-left">
          {picture && (
            <Picture
              picture={picture}
              boxes={[{ width: '3.5rem', ratio: 1 }]}
              className="size-14 shrink-0 rounded-full object-cover"
            />
          )}
          <span className="grid">
            <span className="font-semibold">{author}</span>
            {role && <span className="text-sm">{role}</span>}
          </span>
        </figcaption>
      </figure>
    </section>
  )
}
