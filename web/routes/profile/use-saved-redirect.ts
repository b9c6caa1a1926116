import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { homeLink } from '#contract/links.ts'

const REDIRECT_DELAY_MS = 500

/** Navigates to /home after 500 ms, which says that the profile is updated; the button says it until then. */
export function useSavedRedirect(saved: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!saved) return undefined
    const timer = setTimeout(() => void navigate(homeLink({ message: 'profile-updated' })), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [saved, navigate])
}
