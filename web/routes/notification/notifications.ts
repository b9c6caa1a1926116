import { data, redirect } from 'react-router'
import { scopeOf } from '#web/scope.ts'
import { formOf, requireGuest } from '../account/guard.ts'
import type { Route } from './+types/notifications'

/** What the guest was told and whether that may make a sound: for the part of the shell that shows it as it comes. */
export async function loader({ context }: Route.LoaderArgs) {
  const {
    call,
    brand: { tenantId },
    guest,
  } = scopeOf(context)
  // A session may end while a page is open; whoever reads it is not sent away from it for that.
  if (!guest) return { documents: [], sound: false }
  const own = { tenantId, uid: guest.uid }
  const [{ documents }, { notifications }] = await Promise.all([
    call('listNotifications', own),
    call('getUser', own),
  ])
  return { documents, sound: notifications.sound === true }
}

/** Marks one as read, or all. Without a script the guest comes back to the list. */
export async function action(args: Route.ActionArgs) {
  const {
    call,
    brand: { tenantId },
    guest: { uid },
  } = requireGuest(args)
  const form = await formOf(args.request)
  const ids = form.getAll('id').filter((id) => typeof id === 'string')
  const { read } = await call('markNotificationsRead', { tenantId, uid, ...(ids.length ? { ids } : {}) })
  return form.has('stay') ? data({ read }) : redirect('/profile/notifications#told')
}

/** Null when the server cannot be reached: it is asked again with the next news. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader().catch(() => null)

/** What could not be marked as read stays in the list as new. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch((failed: unknown) => {
    if (failed instanceof Response) throw failed
  })

// It asks again when there is news, not after every form of the page.
export const shouldRevalidate = () => false
