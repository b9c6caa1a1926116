import { useEffect } from 'react'

const POLL_MS = 5_000
/** The lifetime of a sign-in link. */
const WAIT_MS = 10 * 60_000

/**
 * For a page that waits for a sign-in link: asks while it is visible whether its URL redirects, as it does
 * once the link has been used in another tab or window of this browser, which shares the session cookie. A
 * link used in another browser signs in there only: this page learns nothing of it.
 */
export function useSignedInElsewhere(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return undefined
    const end = Date.now() + WAIT_MS
    const left = new AbortController()
    const check = async () => {
      if (document.visibilityState !== 'visible' || Date.now() > end) return
      // Loaders that cannot be reached would replace the page by an error.
      const answer = await fetch(location.href, {
        method: 'HEAD',
        redirect: 'manual',
        signal: left.signal,
      }).catch(() => null)
      // The whole page: its shell was loaded signed out. A page that came after it is left alone.
      if (answer?.type === 'opaqueredirect' && !left.signal.aborted) location.reload()
    }
    const run = () => void check()
    const timer = setInterval(run, POLL_MS)
    document.addEventListener('visibilitychange', run)
    return () => {
      left.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [waiting])
}
