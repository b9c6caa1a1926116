import { pushDeviceLink } from '#contract/links.ts'
import { readPushChoice } from './choice.ts'

/** Where a browser of a site is subscribed: its page for that, and its service worker with its scope. */
export type PushSite = { path: string; worker: string; scope: string }
export const guestPush: PushSite = { path: pushDeviceLink(), worker: '/sw.js', scope: '/' }

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** An iPhone or iPad, whose browsers have push only in apps of the Home Screen. An iPad says it is a Mac. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)

/**
 * Subscribes this browser, which has the guest's permission, and saves its subscription for the session. One
 * made with another key is replaced. @returns false where there is no push.
 * @throws where the browser or the server cannot.
 */
export async function subscribeToPush(site = guestPush): Promise<boolean> {
  const { path } = site
  const answer = await fetch(path, { redirect: 'error' })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  const { key } = (await answer.json()) as { key: string | null }
  if (key === null) return false
  const { pushManager } = await worker(site)
  const earlier = await pushManager.getSubscription()
  const isCurrent = earlier !== null && encode(earlier.options.applicationServerKey) === key
  if (earlier && !isCurrent) await earlier.unsubscribe()
  const subscription =
    earlier && isCurrent
      ? earlier
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) })
  const { endpoint, keys } = subscription.toJSON()
  await post(path, {
    intent: 'save',
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
  return true
}

/** Ends the subscription of this browser, here and on the server. @throws where the server cannot. */
export async function unsubscribeFromPush(site = guestPush): Promise<void> {
  const subscription = await (await worker(site)).pushManager.getSubscription()
  if (!subscription) return
  await post(site.path, { intent: 'remove', endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** Saves the subscription again at a start: a browser may have changed it, or a session ended. */
export async function renewPush(uid: string): Promise<void> {
  if (!isPushSupported() || readPushChoice(uid) !== 'yes' || Notification.permission !== 'granted') return
  await subscribeToPush()
}

/** The page may be younger than the registration of its service worker. */
async function worker({ worker: url, scope }: PushSite): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(url, { scope, updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

async function post(path: string, fields: Record<string, string>): Promise<void> {
  const { ok, status } = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
  })
  if (!ok) throw new Error(`${path} answered ${status}`)
}

const encode = (bytes: ArrayBuffer | null): string =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')

const decode = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
