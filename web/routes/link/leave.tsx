import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** Goes on by itself after so many milliseconds, and at once by its button. The page that is left is not gone back to. */
export function Leave({
  to,
  ms,
  label,
}: {
  to: string
  ms: number
  label: 'link.toAccount' | 'link.toHome'
}) {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    // Matrix parameters are for the server to read, so such an address is loaded whole.
    const go = () => {
      if (to.includes(';')) window.location.replace(to)
      else void navigate(to, { replace: true })
    }
    const timer = setTimeout(go, ms)
    return () => clearTimeout(timer)
  }, [to, ms, navigate])
  return (
    <ButtonLink to={to} replace reloadDocument={to.includes(';')}>
      {t(label)}
    </ButtonLink>
  )
}
