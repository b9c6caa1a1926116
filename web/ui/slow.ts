import { useEffect, useState } from 'react'

const SOON_MS = 300

/** Whether something has been going on for noticeably long. */
export function useSlow(going: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!going) return undefined
    const timer = setTimeout(() => setSlow(true), SOON_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [going])
  return slow
}
