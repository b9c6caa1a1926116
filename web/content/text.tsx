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
