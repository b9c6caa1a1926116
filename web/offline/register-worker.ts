import { useEffect, useState } from 'react'

const HOUR_MS = 3_600_000

/**
 * Registers the service worker.
 * @returns the installed version that waits to replace the running one, or null.
 */
export function useWaitingVersion(): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    const end = new AbortController()
    // Registration may be refused: the site works without it.
    register(setWaiting, end.signal).catch(() => {})
    return () => end.abort()
  }, [])
  return waiting
}

async function register(
  setWaiting: (waiting: ServiceWorker | null) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  // The first version replaces nothing.
  const update = () => {
    if (!signal.aborted) setWaiting(registration.active && registration.waiting)
  }
  const follow = (version: ServiceWorker | null) =>
    version?.addEventListener('statechange', update, { signal })
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal })
  follow(registration.installing)
  follow(registration.waiting)
  update()
  checkForUpdate(registration, signal)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ language: document.documentElement.lang })
}

/** Checks for a new version when the tab becomes visible again, at most once an hour. */
function checkForUpdate(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = Date.now()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden || Date.now() - checkedAt < HOUR_MS) return
      checkedAt = Date.now()
      registration.update().catch(() => {})
    },
    { signal },
  )
}

/** Activates the waiting version, then reloads this tab only. */
export function activate(waiting: ServiceWorker): void {
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') location.reload()
  })
  waiting.postMessage('activate')
}
