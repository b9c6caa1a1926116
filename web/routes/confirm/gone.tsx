import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** The page leaves before its message does: the rest of those seconds is told where it leads. */
const LEAVE_MS = 8_000
const SHOWN_MS = 10_000

/** A link that does nothing any more. */
export function Gone({ exit, text }: { exit: string; text: string }) {
  const t = useText()
  const tell = useToast()
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    tell(text, SHOWN_MS - LEAVE_MS)
    void navigate(exit)
  })
  useEffect(() => {
    const timer = setTimeout(leave, LEAVE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Page title={t('confirm.failedTitle')} lead={<p role="alert">{text}</p>} width="form">
      <ButtonLink to={exit}>{t(exit === '/' ? 'confirm.toHome' : 'confirm.toLogin')}</ButtonLink>
    </Page>
  )
}
