import { useEffect, useState } from 'react'

/**
 * Whether the guest has begun to fill in the form. The next step's script is loaded then, and not on submit:
 * without a connection on submit, that step must show the error.
 */
export function useFormStarted(): boolean {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) setStarted(true)
    }
    document.addEventListener('focusin', entered)
    return () => document.removeEventListener('focusin', entered)
  }, [])
  // If this fails, it is loaded again when it is shown.
  useEffect(() => {
    if (started) import('./review.tsx').catch(() => undefined)
  }, [started])
  return started
}
