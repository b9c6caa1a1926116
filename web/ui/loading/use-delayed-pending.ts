import { useEffect, useState } from 'react'

const PENDING_DELAY_MS = 300

/** Whether `going` has been true for 300 ms or longer. */
export function useDelayedPending(pending: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => setSlow(true), PENDING_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [pending])
  return slow
}
