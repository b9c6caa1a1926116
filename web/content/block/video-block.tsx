import { CircleAlert, Play } from 'lucide'
import { useId, type ReactNode } from 'react'
import type { RenderedOf } from '#contract/content/block.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useBlockContext } from '../block-context.tsx'
import { Picture, upTo } from '../picture.tsx'
import { Prose } from '../text.tsx'

type Block = RenderedOf<'videoBlock'>
const names = { youtube: 'YouTube', vimeo: 'Vimeo' }
const shapes = {
  '16:9': { box: 'aspect-video', width: '', narrow: false, most: 60, ratio: 16 / 9 },
  '4:3': { box: 'aspect-4/3', width: 'max-w-[52rem]', narrow: false, most: 52, ratio: 4 / 3 },
  '1:1': { box: 'aspect-square', width: 'max-w-[36rem]', narrow: true, most: 36, ratio: 1 },
  '9:16': { box: 'aspect-9/16', width: 'max-w-[22rem]', narrow: true, most: 22, ratio: 9 / 16 },
}

/** A video with its text before, after or, for a narrow video on a wide screen, beside it. */
export function VideoBlock({ block, eager }: { block: Block; eager: boolean }) {
  const { html, mdPosition, embed, aspectRatio } = block
  const text = html && <Prose html={html} className="roomy w-full" />
  const beside = html && shapes[aspectRatio].narrow ? 'md:grid-cols-2 md:items-center md:gap-16' : ''
  return (
    <section className="wide py-10 sm:py-16">
      <div className={`mx-auto grid max-w-[60rem] grid-cols-1 gap-8 ${beside}`}>
        {mdPosition === 'before' && text}
        {embed.ok ? (
          <Video block={block} embed={embed} eager={eager} beside={beside !== ''} />
        ) : (
          <InvalidVideo block={block} />
        )}
        {mdPosition === 'after' && text}
      </div>
    </section>
  )
}

const coverClasses =
  'group absolute inset-0 grid size-full place-content-center justify-items-center gap-4 ' +
  'rounded-[1.25rem] p-4 text-center text-on-brand-soft no-underline'

/**
 * Nothing is requested from the provider before the guest consents: its iframe would reveal who reads which
 * page. With scripts a button replaces the link, see `showVideos`.
 */
function Video({
  block: { aspectRatio, title, picture },
  embed,
  eager,
  beside,
}: {
  block: Block
  eager: boolean
  /** The text is beside it on a wide screen. */ beside: boolean
  embed: Extract<Block['embed'], { ok: true }>
}) {
  const { t, lang } = useBlockContext()
  const consent = useId()
  const name = names[embed.provider]
  const { box, width, most, ratio } = shapes[aspectRatio]
  const elsewhere = t('content.videoPage', { provider: name })
  return (
    <figure data-video className={`mx-auto w-full ${width}`}>
      <div className={`relative ${box} rounded-[1.25rem] bg-brand-soft`}>
        {picture && (
          <Picture
            picture={picture}
            eager={eager}
            boxes={
              beside
                ? [
                    { from: 48, width: `min((min(100vw - 3rem, 60rem) - 4rem) / 2, ${most}rem)`, ratio },
                    ...upTo(most, { ratio }),
                  ]
                : upTo(most, { ratio })
            }
            className="absolute inset-0 size-full rounded-[1.25rem] object-cover"
          />
        )}
        <a href={embed.page} rel="noreferrer" className={coverClasses}>
          <CoverLabel onPicture={picture !== null}>{elsewhere}</CoverLabel>
        </a>
        <button
          type="button"
          hidden
          data-src={embed.src}
          data-title={title || t('content.videoFrom', { provider: name })}
          aria-describedby={consent}
          className={coverClasses}
        >
          <CoverLabel onPicture={picture !== null}>
            {t('content.videoShow')}
            {title && (
              <span lang={lang} className="sr-only">
                : {title}
              </span>
            )}
          </CoverLabel>
        </button>
      </div>
      <figcaption className="mt-3 grid gap-1 text-sm text-muted">
        {title && (
          <span lang={lang} className="text-base font-semibold text-text">
            {title}
          </span>
        )}
        <span id={consent}>{t('content.videoConsent', { provider: name })}</span>
        <a
          href={embed.page}
          rel="noreferrer"
          className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
        >
          {elsewhere}
        </a>
      </figcaption>
    </figure>
  )
}

/** On a picture the text has a ground of its own. */
const CoverLabel = ({ onPicture, children }: { onPicture: boolean; children: ReactNode }) => (
  <>
    <span className="grid size-18 place-items-center rounded-full border border-brand-line bg-brand text-on-brand transition-transform duration-200 group-hover:scale-105">
      <Icon of={Play} size={30} className="ml-1" />
    </span>
    <span
      className={
        'text-lg font-semibold underline-offset-4 group-hover:underline ' +
        (onPicture ? 'rounded-full bg-bg px-4 py-1.5 text-text' : '')
      }
    >
      {children}
    </span>
  </>
)

/** In the place of what is no video of its provider. The import and the preview warn of it too. */
const InvalidVideo = ({ block: { provider, link, aspectRatio } }: { block: Block }) => {
  const { t } = useBlockContext()
  const { box, width } = shapes[aspectRatio]
  return (
    <div
      className={`mx-auto grid w-full ${box} ${width} place-content-center justify-items-center gap-2 rounded-[1.25rem] border border-dashed border-control p-4 text-center`}
    >
      <Icon of={CircleAlert} size={30} className="text-danger" />
      <p className="text-lg font-semibold">{t('content.videoInvalid')}</p>
      <p className="text-muted wrap-anywhere">{t('content.videoInvalidHint', { provider, link })}</p>
    </div>
  )
}
