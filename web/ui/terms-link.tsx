import type { TextKey } from '#contract/text.ts'
import { termsLink } from '#contract/links.ts'
import { useText } from './text.tsx'
import { Link } from './link.tsx'

/** A link from a form to the terms, in a new tab so that typed values are not lost. */
export function TermsLink({ text = 'shell.readTerms' }: { text?: TextKey }) {
  const t = useText()
  return (
    <Link
      to={termsLink()}
      target="_blank"
      className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
    >
      <span>{t(text)}</span>
      <span className="sr-only">{`\u00a0${t('shell.newTab')}`}</span>
    </Link>
  )
}
