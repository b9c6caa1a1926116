import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { myAccountLink } from '#contract/links.ts'
import { Button } from './button.tsx'

const REDIRECT_DELAY_MS = 4_000

/**
 * Leads to /my-account after 4 s, unless the guest chooses to stay; a signed-out guest would see a login.
 * `stay`: the text of that button.
 */
export function AccountRedirect({ text, stay }: { text: string; stay: string }) {
  const navigate = useNavigate()
  const [dismissed, setDismissed] = useState(false)
  useEffect(() => {
    if (dismissed) return undefined
    const timer = setTimeout(() => void navigate(myAccountLink()), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [dismissed, navigate])
  if (dismissed) return null
  return (
    <p className="scripted flex flex-wrap items-center gap-x-3 text-muted">
      <span>{text}</span>
      <Button type="button" tone="quiet" className="px-1!" onClick={() => setDismissed(true)}>
        {stay}
      </Button>
    </p>
  )
}
