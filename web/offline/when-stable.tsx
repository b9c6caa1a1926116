import { useEffect, useState, type ComponentType } from 'react'

const QUIET_MS = 3_000
const LATEST_MS = 30_000

/**
 * Brings what a page does without until it is stable, which is when nothing has been fetched for three seconds, or half a minute
 * has gone: the service worker, and the question whether to change to a new version. Never while the front end is being developed.
 */
export function WhenStable() {
  const [Late, bring] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () => {
      stop()
      // What cannot be loaded now is loaded with the next page.
      if (import.meta.env.PROD)
        import('./late.tsx').then(
          ({ Late: found }) => bring(() => found),
          () => {},
        )
    }
    const latest = setTimeout(load, LATEST_MS)
    let quiet = setTimeout(load, QUIET_MS)
    const watch = new PerformanceObserver(() => {
      clearTimeout(quiet)
      quiet = setTimeout(load, QUIET_MS)
    })
    const stop = () => {
      watch.disconnect()
      clearTimeout(latest)
      clearTimeout(quiet)
    }
    watch.observe({ type: 'resource' })
    return stop
  }, [])
  return Late && <Late />
}
