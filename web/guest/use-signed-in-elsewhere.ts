import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const POLL_MS = 5_000
/** The lifetime of a sign-in link. */
const WAIT_MS = 10 * 60_000

/**
 * For a page that waits for a sign-in link: asks while it is visible whether its URL redirects, as it does once
 * the link has been used in another tab or window of this browser, which shares the session cookie. A link
 * used in another browser signs in there only: this page learns nothing of it.
 */
export function useSignedInElsewhere(waiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return undefined
    const end = Date.now() + WAIT_MS
    const check = async () => {
      if (document.visibilityState !== 'visible' || Date.now() > end) return
      // Loaders that cannot be reached would replace the page by an error.
      const answer = await fetch(location.href, { method: 'HEAD', redirect: 'manual' }).catch(() => null)
      if (answer?.type === 'opaqueredirect') await revalidate()
    }
    const run = () => void check()
    const timer = setInterval(run, POLL_MS)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [waiting, revalidate])
}
