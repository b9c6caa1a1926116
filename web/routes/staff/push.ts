import { CallError } from '#contract/errors.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { requirePerson } from '#web/staff/guard.ts'
import type { Route } from './+types/push'

const noStore = { 'cache-control': 'no-store' }

/**
 * The key with which a browser subscribes to push messages; null where there are none. With the mark by
 * which the service worker replaces the subscription; null at a desk device, which has none.
 */
export async function loader(args: Route.LoaderArgs) {
  const { call, staff, drawnFor } = requirePerson(args)
  const { pushKey } = await call('getNoticeSettings', {})
  return Response.json({ key: pushKey, drawnFor: staff.device ? null : drawnFor() }, { headers: noStore })
}

/** Saves or removes the push subscription of this browser. Called by scripts and by the service worker. */
export async function action(args: Route.ActionArgs) {
  const { call } = requirePerson(args)
  const form = await readForm(args.request)
  const [endpoint, p256dh, auth] = ['endpoint', 'p256dh', 'auth'].map((name) => readFormText(form, name)) as [
    string,
    string,
    string,
  ]
  try {
    if (readFormText(form, 'intent') === 'remove') await call('removeStaffPush', { endpoint })
    else await call('saveStaffPush', { endpoint, keys: { p256dh, auth } })
    return Response.json({ ok: true }, { headers: noStore })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const status = isServerFailure(error) ? 503 : 400
    return Response.json({ ok: false }, { status, headers: noStore })
  }
}
