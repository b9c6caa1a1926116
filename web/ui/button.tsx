import type { ComponentProps, ReactNode } from 'react'
import { Link } from './link.tsx'

export type Tone = 'primary' | 'secondary' | 'danger' | 'quiet'

const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded px-5 py-2 text-center font-medium ' +
  'no-underline transition-colors duration-150 disabled:cursor-default disabled:opacity-60 ' +
  'aria-disabled:opacity-60'
const tones: Record<Tone, string> = {
  primary: 'border border-brand-line bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border border-control bg-surface text-text hover:bg-bg',
  danger: 'border border-danger bg-danger text-on-danger',
  quiet: 'text-brand-text underline underline-offset-4 decoration-1 hover:decoration-2',
}

/** The classes of a button, for elements that are none of the components here. */
export const buttonClasses = (tone: Tone, wide: boolean | undefined, extra: string | undefined) =>
  `${shape} ${tones[tone]} ${wide ? 'w-full' : ''} ${extra ?? ''}`

type ButtonStyle = { tone?: Tone; wide?: boolean | undefined }

export const Button = ({
  tone = 'primary',
  wide,
  className,
  ...rest
}: ComponentProps<'button'> & ButtonStyle) => (
  <button className={buttonClasses(tone, wide, className)} {...rest} />
)

/** A link styled as a button, for navigation. */
export const ButtonLink = ({
  tone = 'primary',
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonStyle) => (
  <Link className={buttonClasses(tone, wide, className)} {...rest} />
)

/** A submit button with a pending text; disabled while `busy`, so that it cannot be pressed twice. */
export function SubmitButton({
  busy,
  busyText,
  children,
  ...rest
}: ComponentProps<typeof Button> & { busy: boolean; busyText: string; children: ReactNode }) {
  return (
    <Button type="submit" disabled={busy} aria-busy={busy} {...rest}>
      {busy && <Spinner />}
      <span className="contents">{busy ? busyText : children}</span>
    </Button>
  )
}

/** A spinner. Decorative: the text beside it names the pending action. */
export const Spinner = () => (
  <span
    aria-hidden="true"
    className="inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
  />
)
