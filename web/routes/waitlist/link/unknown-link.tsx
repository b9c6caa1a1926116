import type { ReactNode } from 'react'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'

/** The page of a link that names no entry. `children`: where to go instead. */
export function UnknownLink({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <Page
      title={t('waitlistLink.unknownTitle')}
      lead={<p role="alert">{t('waitlistLink.unknown')}</p>}
      width="form"
    >
      {children}
      <WaysOn />
    </Page>
  )
}
