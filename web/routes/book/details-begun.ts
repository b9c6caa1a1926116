import { useEffect, useState } from 'react'

/**
 * Whether the guest has begun to fill the form in. What comes after it is fetched by then, and not only once the form is sent: a
 * guest whose connection is gone at that moment must be told so, by the next step.
 */
export function useBegun(): boolean {
  const [begun, begin] = useState(false)
  useEffect(() => {
    const entered = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) begin(true)
    }
    document.addEventListener('focusin', entered)
    return () => document.removeEventListener('focusin', entered)
  }, [])
  // Where it cannot be fetched now, it is asked for again when it is to be shown.
  useEffect(() => {
    if (begun) import('./review.tsx').catch(() => undefined)
  }, [begun])
  return begun
}
