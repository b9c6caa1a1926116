import { createDateText } from '#domain/date-text.ts'
import { intlLocale, languageTag } from '#domain/language.ts'
import { buttonClasses, type Tone } from '../ui/button.tsx'
import { useBlockContext } from './block-context.tsx'

/**
 * Markdown of the tenant as HTML, which the server has sanitised to a fixed list of elements and attributes.
 */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  const { lang } = useBlockContext()
  return html ? (
    <div lang={lang} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  ) : null
}

/** The day of an article, in the guest's language. */
export function Day({ date, className = '' }: { date: string; className?: string }) {
  const { lang, dateLanguage } = useBlockContext()
  const day = createDateText(intlLocale(dateLanguage), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <time
      dateTime={date}
      lang={lang || dateLanguage === 'fi' ? languageTag(dateLanguage) : undefined}
      className={`text-muted ${className}`}
    >
      {day(Date.parse(date))}
    </time>
  )
}

/** The largest heading style, for the first heading of a page. */
export const displayHeading = 'text-[clamp(2.25rem,1.5rem+3.6vw,4rem)] tracking-[-0.015em]'

/** A block's heading: the page's h1 if the block is first (`top`). */
export function BlockHeading({
  top,
  className,
  children,
}: {
  top: boolean
  className: string
  children: string
}) {
  const { lang } = useBlockContext()
  return top ? (
    <h1 tabIndex={-1} lang={lang} className={`${className} outline-none`}>
      {children}
    </h1>
  ) : (
    <h2 lang={lang} className={className}>
      {children}
    </h2>
  )
}

/** A large link styled as a button; renders nothing unless both link and text are set. */
export function BlockButton({
  link,
  text,
  tone = 'primary',
}: {
  link: string | undefined
  text: string | undefined
  tone?: Tone
}) {
  const { lang } = useBlockContext()
  return link && text ? (
    <a href={link} lang={lang} className={buttonClasses(tone, false, 'min-h-13 px-7 text-lg')}>
      {text}
    </a>
  ) : null
}

/** A link of the product itself, in the page's language, styled as a button. */
export const OwnButton = ({
  to,
  label,
  tone = 'primary',
  size = 'min-h-13 px-7 text-lg',
  children,
}: {
  to: string
  /** Its name, where the text does not say enough. */ label?: string
  tone?: Tone
  size?: string
  children: string
}) => (
  <a href={to} aria-label={label} className={buttonClasses(tone, false, size)}>
    {children}
  </a>
)

/** A text of the tenant that is no part of the page's own. */
export function SaidText({ children }: { children: string }) {
  const { text, lang } = useBlockContext().site.said(children)
  return <span lang={lang}>{text}</span>
}

/** The heading of a block, its `usual` one where it has no title, and its text. */
export function BlockIntro({
  block: { title, html },
  top,
  usual,
}: {
  block: { title?: string | undefined; html: string }
  top: boolean
  usual?: string
}) {
  const size = top ? displayHeading : 'text-3xl'
  return title || usual || html ? (
    <div className="grid grid-cols-1 content-start gap-4">
      {title ? (
        <BlockHeading top={top} className={size}>
          {title}
        </BlockHeading>
      ) : (
        usual && <UsualHeading top={top} className={size} text={usual} />
      )}
      <Prose html={html} />
    </div>
  ) : null
}

/** A heading in the page's language. */
const UsualHeading = ({ top, className, text }: { top: boolean; className: string; text: string }) =>
  top ? (
    <h1 tabIndex={-1} className={`${className} outline-none`}>
      {text}
    </h1>
  ) : (
    <h2 className={className}>{text}</h2>
  )
