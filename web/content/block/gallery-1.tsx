import { X } from 'lucide'
import { useId } from 'react'
import type { Picture as PictureData, RenderedOf } from '#contract/content/block.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useBlockContext } from '../block-context.tsx'
import { column, Picture } from '../picture.tsx'
import { BlockIntro } from '../text.tsx'

const boxes = [
  { from: 64, width: column(3, 1), ratio: 1 },
  { from: 40, width: column(2, 1), ratio: 1 },
  { width: '(100vw - 2.75rem) / 2', ratio: 1 },
]

/** Pictures side by side. Each opens large in a popover, which needs no scripts. */
export function Gallery1({
  block,
  top,
  eager,
}: {
  block: RenderedOf<'gallery1'>
  top: boolean
  eager: boolean
}) {
  const pictures = block.content.flatMap(({ picture }) => picture ?? [])
  if (pictures.length === 0) return null
  return (
    <section className="wide grid grid-cols-1 gap-8 py-12 sm:py-20">
      <BlockIntro block={block} top={top} />
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {pictures.map((picture, index) => (
          <Item key={index} picture={picture} eager={eager && index === 0} />
        ))}
      </ul>
    </section>
  )
}

function Item({ picture, eager }: { picture: PictureData; eager: boolean }) {
  const { t, lang } = useBlockContext()
  const id = useId()
  return (
    <li>
      <button
        type="button"
        popoverTarget={id}
        className="group block w-full cursor-zoom-in overflow-clip rounded-xl bg-brand-soft"
      >
        <Picture
          picture={picture}
          eager={eager}
          boxes={boxes}
          className="aspect-square w-full object-cover transition-transform duration-200 group-hover:scale-[1.02]"
        />
        <span className="sr-only">{t('content.enlarge')}</span>
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={picture.alt || t('content.enlarge')}
        className="large-picture"
      >
        <Picture
          picture={picture}
          boxes={[{ width: `min(100vw - 2rem, ${picture.width / picture.height} * (100vh - 6rem))` }]}
          className="max-h-[calc(100svh-6rem)] w-auto max-w-full rounded object-contain"
        />
        {picture.alt && <p lang={lang}>{picture.alt}</p>}
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-full border border-control bg-bg text-text"
        >
          <Icon of={X} size={22} />
          <span className="sr-only">{t('price.close')}</span>
        </button>
      </div>
    </li>
  )
}
