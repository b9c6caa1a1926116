// The service worker of one build, with that of push messages after it. operator/launch/build.ts replaces
// the two placeholders in capitals.
const cacheName = 'stamgast-BUILD'
const files = new Set(FILES)
const offline = '/offline'
const DAY_MS = 86_400_000

self.addEventListener('install', (event) => event.waitUntil(precacheOfflinePage()))

self.addEventListener('activate', (event) => event.waitUntil(claimClients()))

self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting())
  else if (event.data?.language) event.waitUntil(refreshOfflinePage(event.data.language))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin) return
  if (method === 'POST' && /^\/sign-out(\.data)?$/.test(pathname)) event.waitUntil(forgetGuest())
  if (method !== 'GET') return
  if (mode === 'navigate') event.respondWith(pageResponse(event))
  else if (files.has(pathname)) event.respondWith(fileResponse(event))
})

/** The guest signs out: nothing of theirs stays, and no message for them comes to this browser. */
async function forgetGuest() {
  indexedDB.deleteDatabase('next-visit')
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe()
}

/**
 * Pages come from the network. If it fails, or a proxy answers 502 or 504, the cached offline page is shown.
 */
async function pageResponse(event) {
  const response = await Promise.resolve(event.preloadResponse)
    .then((preloaded) => preloaded ?? fetch(event.request))
    .catch(() => null)
  if (response && response.status !== 502 && response.status !== 504) return response
  return (
    (await (await caches.open(cacheName)).match(offline, { ignoreVary: true })) ??
    response ??
    Response.error()
  )
}

/** Cache first: the files of this build never change under their names. */
async function fileResponse(event) {
  const cache = await caches.open(cacheName)
  const cached = await cache.match(event.request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()))
  return response
}

async function claimClients() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
  await self.registration.navigationPreload?.enable()
  // Claims the first page too: otherwise a later version would activate without the update prompt.
  await self.clients.claim()
}

/**
 * Caches the offline page, which is the same for all guests of one language. @throws if it cannot be fetched.
 */
async function precacheOfflinePage() {
  const response = await fetch(offline, { cache: 'no-cache' })
  if (!response.ok || response.redirected) throw new Error(`${offline} answered ${response.status}`)
  await (await caches.open(cacheName)).put(offline, response)
}

/** Fetches the offline page again if the cached one is in another language or older than a day. */
async function refreshOfflinePage(language) {
  const headers = (await (await caches.open(cacheName)).match(offline, { ignoreVary: true }))?.headers
  const fresh =
    headers?.get('content-language') === language &&
    Date.now() - Date.parse(headers.get('date') ?? '') < DAY_MS
  if (!fresh) await precacheOfflinePage().catch(() => {})
}
