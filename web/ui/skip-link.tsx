import { scrollToAnchor } from './scroll-to-anchor.ts'
import { useText } from './text.tsx'

/** The first tab stop: skips the toolbar. */
export function SkipLink() {
  const t = useText()
  return (
    <a
      href="#main"
      onClick={scrollToAnchor}
      className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-50 focus:rounded focus:bg-surface focus:px-4 focus:py-3"
    >
      {t('shell.skip')}
    </a>
  )
}
