// Push messages in the service worker of either site. operator/launch/build.ts replaces the placeholders in
// capitals.
/** Where a message leads that names no page, and where this browser is subscribed. */
const [start, device] = ['START', 'DEVICE']

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(saveSubscription(event)))

/** Every push shows something: browsers withdraw the permission of a site that shows nothing. */
async function showMessage(data) {
  let message = {}
  try {
    message = data.json()
  } catch {
    // Shown without words.
  }
  const { id, title, body, link, icon } = message
  await self.registration.showNotification(String(title || location.hostname), {
    body: String(body || ''),
    // A message that is sent again replaces the first one.
    ...(id ? { tag: String(id) } : {}),
    ...(icon ? { icon: ownPath(icon) } : {}),
    data: ownPath(link),
  })
}

/** Only paths of this site: everything else is where it starts. */
function ownPath(link) {
  try {
    const { origin, pathname, search, hash } = new URL(String(link), location.origin)
    return origin === location.origin && String(link).startsWith('/') ? pathname + search + hash : start
  } catch {
    return start
  }
}

/** Shows a page of the site in a tab that has it open, else in a new one. */
async function openPage(path) {
  const { href } = new URL(ownPath(path), location.origin)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url === href)
  await (tab ? tab.focus() : self.clients.openWindow(href))
}

/**
 * The browser has replaced its subscription. Nothing is saved without a session (the answer is a redirect),
 * nor for somebody who has signed in since and is not subscribed in this browser.
 */
async function saveSubscription({ newSubscription, oldSubscription }) {
  const { key, drawnFor } = await (await fetch(device, { redirect: 'error' })).json()
  if (!drawnFor) return
  const { pushManager } = self.registration
  const subscription =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe(
      // For browsers that do not say how they had subscribed.
      oldSubscription?.options ?? { userVisibleOnly: true, applicationServerKey: key },
    ))
  const { endpoint, keys } = subscription.toJSON()
  const body = new URLSearchParams({
    drawnFor,
    intent: 'save',
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
  })
  await fetch(device, { method: 'POST', body, redirect: 'manual' })
}
