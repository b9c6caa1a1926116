import { useEffect, useState } from 'react'

const HOUR_MS = 3_600_000

/** Registers the service worker. @returns the version that is ready to take the place of the running one, if there is one. */
export function useWaitingVersion(): ServiceWorker | null {
  const [waiting, found] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    const end = new AbortController()
    // A browser may refuse: the site works without it.
    register(found, end.signal).catch(() => {})
    return () => end.abort()
  }, [])
  return waiting
}

async function register(found: (waiting: ServiceWorker | null) => void, signal: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  // The very first version replaces nothing.
  const look = () => {
    if (!signal.aborted) found(registration.active && registration.waiting)
  }
  const follow = (version: ServiceWorker | null) => version?.addEventListener('statechange', look, { signal })
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal })
  follow(registration.installing)
  follow(registration.waiting)
  look()
  lookAgain(registration, signal)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ language: document.documentElement.lang })
}

/** A tab that stays open for days asks for a new version when it is looked at again, once an hour at most. */
function lookAgain(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let asked = Date.now()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden || Date.now() - asked < HOUR_MS) return
      asked = Date.now()
      registration.update().catch(() => {})
    },
    { signal },
  )
}

/** Lets the waiting version take over, and then loads this tab anew; no other one. */
export function activate(waiting: ServiceWorker): void {
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') location.reload()
  })
  waiting.postMessage('activate')
}
