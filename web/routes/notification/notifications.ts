import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { notificationSettingsLink } from '#contract/links.ts'
import type { NotificationsData } from '#web/notification/live-notifications.tsx'
import { getPageContext } from '#web/request/page-context.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm, requireGuest } from '#web/request/guard.ts'
import type { Route } from './+types/notifications'

/** The guest's notifications, and whether a new one plays a chime. For `LiveNotifications`. */
export async function loader({ context }: Route.LoaderArgs): Promise<NotificationsData> {
  const { call, guest } = getPageContext(context)
  // A session may end while a page is open: do not redirect the guest away from it.
  if (!guest) return { documents: [], sound: false, timeZone: null }
  const own = { uid: guest.uid }
  const [{ documents }, { notifications, timeZone }] = await Promise.all([
    call('listNotifications', own),
    call('getUser', own),
  ])
  return { documents, sound: notifications.sound === true, timeZone }
}

/**
 * Marks one notification as read, or all; without scripts it redirects to the list. Or saves the time zone of
 * the guest's browser, in which quiet hours count.
 */
export async function action(args: Route.ActionArgs) {
  const {
    call,
    guest: { uid },
  } = requireGuest(args)
  const form = await readForm(args.request)
  if (form.has('timeZone')) {
    await call('updateUser', { uid, timeZone: readFormText(form, 'timeZone') }).catch(ignoreInvalid)
    return data({ read: 0 })
  }
  const ids = form.getAll('id').filter((id) => typeof id === 'string')
  const { read } = await call('markNotificationsRead', {
    uid,
    ...(ids.length ? { ids } : {}),
  }).catch(ignoreInvalid)
  return form.has('stay') ? data({ read }) : redirect(notificationSettingsLink({ part: 'notifications' }))
}

/** An id of the wrong format is no notification's, and an unknown zone is none: nothing changes. */
function ignoreInvalid(error: unknown): { read: number } {
  if (error instanceof CallError && error.code === 'request/invalid') return { read: 0 }
  throw error
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
