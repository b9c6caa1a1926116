import type { TextKey } from '#contract/text.ts'
import { useText } from '../text.tsx'
import { Link } from './link.tsx'

/** The way to the terms from a form: in a tab of its own, so that nothing typed is lost. */
export function TermsLink({ text = 'shell.readTerms' }: { text?: TextKey }) {
  const t = useText()
  return (
    <Link
      to="/tc"
      target="_blank"
      className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
    >
      {t(text)}
      <span className="sr-only">&nbsp;{t('shell.newTab')}</span>
    </Link>
  )
}
