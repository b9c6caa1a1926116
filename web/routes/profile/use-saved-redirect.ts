import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { homeLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { useToast } from '#web/ui/dialog/toast.tsx'

const REDIRECT_DELAY_MS = 500

/** Shows the toast 'Profile updated' and navigates to /home after 500 ms; the toast stays visible there. */
export function useSavedRedirect(saved: boolean): void {
  const t = useText()
  const showToast = useToast()
  const navigate = useNavigate()
  // An effect event: a change of language changes `t`, which must not show the toast again.
  const showToastAndRedirect = useEffectEvent(() => {
    showToast(t('shell.profileUpdated'))
    return setTimeout(() => void navigate(homeLink()), REDIRECT_DELAY_MS)
  })
  useEffect(() => {
    if (!saved) return undefined
    const timer = showToastAndRedirect()
    return () => clearTimeout(timer)
  }, [saved])
}
