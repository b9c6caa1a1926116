import { scrollToAnchor } from '#web/ui/scroll-to-anchor.ts'
import { textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'

/** In place of what needs a recent sign-in: the way to where it is confirmed. */
export function ConfirmFirst() {
  const t = useText()
  return (
    <p>
      <a href="#confirm" className={textLinkClasses} onClick={scrollToAnchor}>
        {t('staffMe.confirmFirst')}
      </a>
    </p>
  )
}
