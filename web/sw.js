// The service worker of one build: bin/build.ts writes the build's name and its files into it.
const kept = 'stamgast-BUILD'
const files = new Set(FILES)
const offline = '/offline'
const DAY_MS = 86_400_000

self.addEventListener('install', (event) => event.waitUntil(keepOffline()))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting())
  else if (event.data?.language) event.waitUntil(renewOffline(event.data.language))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin) return
  if (method === 'POST' && /^\/sign-out(\.data)?$/.test(pathname)) indexedDB.deleteDatabase('next-visit')
  if (method !== 'GET') return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (files.has(pathname)) event.respondWith(file(event))
})

/** Pages come from the server alone; where it is gone, or the proxy before it says so, the one that is kept stands in. */
async function page(event) {
  const answer = await Promise.resolve(event.preloadResponse)
    .then((early) => early ?? fetch(event.request))
    .catch(() => null)
  if (answer && answer.status !== 502 && answer.status !== 504) return answer
  return (await (await caches.open(kept)).match(offline, { ignoreVary: true })) ?? answer ?? Response.error()
}

/** Files of this build never change under their names. */
async function file(event) {
  const cache = await caches.open(kept)
  const known = await cache.match(event.request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()))
  return answer
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name)
  await self.registration.navigationPreload?.enable()
  // The first page too: only then does a later version wait until it is asked for.
  await self.clients.claim()
}

/** The page is the same for everybody who reads its language. */
async function keepOffline() {
  const answer = await fetch(offline, { cache: 'no-cache' })
  if (!answer.ok || answer.redirected) throw new Error(`${offline} answered ${answer.status}`)
  await (await caches.open(kept)).put(offline, answer)
}

async function renewOffline(language) {
  const headers = (await (await caches.open(kept)).match(offline, { ignoreVary: true }))?.headers
  const fresh =
    headers?.get('content-language') === language &&
    Date.now() - Date.parse(headers.get('date') ?? '') < DAY_MS
  if (!fresh) await keepOffline().catch(() => {})
}
