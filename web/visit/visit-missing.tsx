import { landingLink } from '#contract/links.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useText } from '../ui/text.tsx'

/** The page for an unknown visit; needs the texts `cancel`. */
export function VisitMissing() {
  const t = useText()
  return (
    <Page title={t('cancel.missingTitle')} width="form">
      <div className="grid justify-items-start gap-5">
        <p className="text-muted">{t('cancel.missingHint')}</p>
        <ButtonLink to={landingLink()}>{t('cancel.home')}</ButtonLink>
      </div>
    </Page>
  )
}
