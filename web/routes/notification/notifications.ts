import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { notificationSettingsLink } from '#contract/links.ts'
import type { NotificationsData } from '#web/notification/live-notifications.tsx'
import { getPageContext } from '#web/request/page-context.ts'
import { readForm, requireGuest } from '#web/request/guard.ts'
import type { Route } from './+types/notifications'

/** The guest's notifications, and whether a new one plays a chime. For `LiveNotifications`. */
export async function loader({ context }: Route.LoaderArgs): Promise<NotificationsData> {
  const {
    call,
    brand: { tenantId },
    guest,
  } = getPageContext(context)
  // A session may end while a page is open: do not redirect the guest away from it.
  if (!guest) return { documents: [], sound: false }
  const own = { tenantId, uid: guest.uid }
  const [{ documents }, { notifications }] = await Promise.all([
    call('listNotifications', own),
    call('getUser', own),
  ])
  return { documents, sound: notifications.sound === true }
}

/** Marks one notification as read, or all. Without scripts it redirects to the list. */
export async function action(args: Route.ActionArgs) {
  const {
    call,
    brand: { tenantId },
    guest: { uid },
  } = requireGuest(args)
  const form = await readForm(args.request)
  const ids = form.getAll('id').filter((id) => typeof id === 'string')
  const { read } = await call('markNotificationsRead', {
    tenantId,
    uid,
    ...(ids.length ? { ids } : {}),
  }).catch((error: unknown) => {
    // An id of the wrong format is no notification's: nothing is marked.
    if (error instanceof CallError && error.code === 'request/invalid') return { read: 0 }
    throw error
  })
  return form.has('stay') ? data({ read }) : redirect(notificationSettingsLink({ part: 'notifications' }))
}

/** Null if the server is unreachable: the next change event loads it again. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader().catch(() => null)

/** A notification that could not be marked stays unread in the list. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch((failed: unknown) => {
    if (failed instanceof Response) throw failed
  })

// Loaded again by change events, not after every form of the page.
export const shouldRevalidate = () => false
