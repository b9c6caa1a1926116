import { buttonClasses, type Tone } from '../ui/button.tsx'
import { useAround } from './around.tsx'

/** What the tenant wrote in Markdown. The server has made it HTML and left nothing in it but a fixed list of elements and attributes. */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  const { lang } = useAround()
  return html ? (
    <div lang={lang} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  ) : null
}

/** The largest type of the site, for the first thing that is said on a page. */
export const grand = 'text-[clamp(2.25rem,1.5rem+3.6vw,4rem)] tracking-[-0.015em]'

/** A block's heading: the page's own (`top`) where the block stands first. */
export function BlockHeading({
  top,
  className,
  children,
}: {
  top: boolean
  className: string
  children: string
}) {
  const { lang } = useAround()
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

/** A large button that leads somewhere; nothing unless both link and text are there. */
export function BlockButton({
  link,
  text,
  tone = 'primary',
}: {
  link: string | undefined
  text: string | undefined
  tone?: Tone
}) {
  const { lang } = useAround()
  return link && text ? (
    <a href={link} lang={lang} className={buttonClasses(tone, false, 'min-h-13 px-7 text-lg')}>
      {text}
    </a>
  ) : null
}
