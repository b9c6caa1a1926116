import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'

/** Why a link does nothing: its text here, and its message on the page that follows. */
const reasons = {
  failed: { text: 'error.linkUsed', message: 'link-used' },
  taken: { text: 'error.linkTaken', message: 'link-taken' },
  unavailable: { text: 'confirm.unavailable', message: 'unavailable' },
} as const

/** The page that follows says it too: it is read for ten seconds. */
const REDIRECT_DELAY_MS = 8_000

/** A link that no longer works. `exit`: the page that follows. */
export function ExpiredLink({ exit, why }: { exit: string; why: keyof typeof reasons }) {
  const t = useText()
  const navigate = useNavigate()
  const { text, message } = reasons[why]
  useEffect(() => {
    const timer = setTimeout(() => void navigate(`${exit}?message=${message}`), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [exit, message, navigate])
  return (
    <Page title={t('confirm.failedTitle')} lead={<p role="alert">{t(text)}</p>} width="form">
      <ButtonLink to={exit}>{t(exit === '/' ? 'confirm.toHome' : 'confirm.toLogin')}</ButtonLink>
      <WaysOn />
    </Page>
  )
}
