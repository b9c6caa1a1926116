import { CallError } from '#contract/errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm, requireGuest } from '#web/request/guard.ts'
import type { Route } from './+types/device'

const noStore = { 'cache-control': 'no-store' }

/**
 * The key with which a browser subscribes to push messages; null where there are none. With the mark by which
 * the service worker replaces the subscription of this session; null where it has none.
 */
export async function loader(args: Route.LoaderArgs) {
  const { call, guest, drawnFor } = requireGuest(args)
  const [{ key }, { documents }] = await Promise.all([
    call('getPushKey', {}),
    call('listPushDevices', { uid: guest.uid }),
  ])
  const subscribed = documents.some(({ current }) => current)
  return Response.json({ key, drawnFor: subscribed ? drawnFor() : null }, { headers: noStore })
}

/** Saves or removes the push subscription of this browser. Called by scripts and by the service worker. */
export async function action(args: Route.ActionArgs) {
  const { call, guest } = requireGuest(args)
  const form = await readForm(args.request)
  const self = { uid: guest.uid }
  const [endpoint, p256dh, auth] = [
    readFormText(form, 'endpoint'),
    readFormText(form, 'p256dh'),
    readFormText(form, 'auth'),
  ]
  try {
    if (readFormText(form, 'intent') === 'remove') await call('removePushSubscription', { ...self, endpoint })
    else await call('savePushSubscription', { ...self, endpoint, keys: { p256dh, auth } })
    return Response.json({ ok: true }, { headers: noStore })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return Response.json(
      { ok: false },
      { status: error.code === 'request/invalid' ? 400 : 503, headers: noStore },
    )
  }
}
