// The service worker of the salon's own site, with that of push messages after it. It keeps today for when
// there is no connection, and nothing else: the day changes too fast for a cache of pages.
/** `web/staff/keep-day.tsx` repeats it. */
const cacheName = 'stamgast-staff-day'
const copy = '/admin/offline'
/** A copy is shown for so long. */
const DAY_MS = 86_400_000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (event.data === 'copy') event.waitUntil(copyDay())
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin) return
  if (method === 'POST' && /^\/admin\/sign-out(\.data)?$/.test(pathname)) event.waitUntil(signOut())
  if (method === 'GET' && mode === 'navigate') event.respondWith(pageResponse(event.request))
})

/**
 * Keeps the day as it is now; where nobody is signed in any more, nothing. Without a connection the last
 * one stays.
 */
async function copyDay() {
  // Nobody has asked for it: the session of who is there does not last longer by it.
  const response = await fetch(copy, {
    cache: 'no-store',
    redirect: 'error',
    headers: { 'x-background': '1' },
  }).catch(() => null)
  if (response?.status === 401) await forget()
  if (response?.ok) await (await caches.open(cacheName)).put(copy, response)
}

const forget = () => caches.delete(cacheName)

/** Nothing of the salon stays, and no message for who was signed in comes to this browser. */
async function signOut() {
  await forget()
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe()
}

/** Pages come from the network. If it fails, or a proxy answers 502 or 504, today's copy is shown. */
async function pageResponse(request) {
  const response = await fetch(request).catch(() => null)
  if (response && response.status !== 502 && response.status !== 504) return response
  return (await keptDay()) ?? response ?? Response.error()
}

/** The copy, as long as it is of use; an older one is removed. */
async function keptDay() {
  const kept = await (await caches.open(cacheName)).match(copy, { ignoreVary: true })
  if (kept && Date.now() - Date.parse(kept.headers.get('date') ?? '') < DAY_MS) return kept
  await forget()
  return null
}
