import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/dialog/toast.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'

/** The redirect comes before the message disappears: the target page shows it for the remaining seconds. */
const REDIRECT_DELAY_MS = 8_000
const SHOWN_MS = 10_000

/** A link that no longer works. */
export function ExpiredLink({ exit, text }: { exit: string; text: string }) {
  const t = useText()
  const showToast = useToast()
  const navigate = useNavigate()
  const redirectToExit = useEffectEvent(() => {
    showToast(text, SHOWN_MS - REDIRECT_DELAY_MS)
    void navigate(exit)
  })
  useEffect(() => {
    const timer = setTimeout(redirectToExit, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title={t('confirm.failedTitle')} lead={<p role="alert">{text}</p>} width="form">
      <ButtonLink to={exit}>{t(exit === '/' ? 'confirm.toHome' : 'confirm.toLogin')}</ButtonLink>
      <WaysOn />
    </Page>
  )
}
