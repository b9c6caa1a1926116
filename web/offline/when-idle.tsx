import { useEffect, useState, type ComponentType } from 'react'

const QUIET_MS = 3_000
const LATEST_MS = 30_000

/**
 * Loads the service worker registration and the update prompt once the network has been idle for 3 s, after
 * 30 s at the latest. Never in development.
 */
export function WhenIdle() {
  const [ServiceWorkerRegistration, setComponent] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () => {
      stop()
      // If it fails, the next page load tries again.
      if (import.meta.env.PROD)
        import('./service-worker.tsx').then(
          ({ ServiceWorkerRegistration: found }) => setComponent(() => found),
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
  return ServiceWorkerRegistration && <ServiceWorkerRegistration />
}
