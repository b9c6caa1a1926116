import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from './button.tsx'

/** Redirects after `ms` milliseconds, or at once by its button. Replaces the history entry of the page. */
export function AutoRedirect({ to, ms, label }: { to: string; ms: number; label: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    // Only the server parses matrix parameters, so such a path reloads the document.
    const go = () => {
      if (to.includes(';')) window.location.replace(to)
      else void navigate(to, { replace: true })
    }
    const timer = setTimeout(go, ms)
    return () => clearTimeout(timer)
  }, [to, ms, navigate])
  return (
    <ButtonLink to={to} replace reloadDocument={to.includes(';')}>
      {label}
    </ButtonLink>
  )
}
