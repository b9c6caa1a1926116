import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/text.tsx'
import { useToast } from '#web/ui/toast.tsx'

const LEAVE_MS = 500

/** Says 'Profile updated' in the shell, where it can still be read afterwards, and goes home half a second later. */
export function useSaved(saved: boolean): void {
  const t = useText()
  const tell = useToast()
  const navigate = useNavigate()
  // The texts change with the language that the form may have chosen: that alone says nothing again.
  const leave = useEffectEvent(() => {
    tell(t('shell.profileUpdated'))
    return setTimeout(() => void navigate('/home'), LEAVE_MS)
  })
  useEffect(() => {
    if (!saved) return undefined
    const timer = leave()
    return () => clearTimeout(timer)
  }, [saved])
}
