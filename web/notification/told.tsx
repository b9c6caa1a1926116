import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFetcher } from 'react-router'
import type { Notification } from '#contract/notification.ts'
import { orNothing } from '#web/ui/or-nothing.ts'
import { fetchRoute } from '#web/ui/fetched.tsx'
import { useTopDialog } from '#web/ui/top-dialog.ts'
import { listen } from '../live.ts'
import { useText } from '../text.tsx'
import type { clientLoader } from '../routes/notification/notifications.ts'

// Comes with the first that is told.
const Cards = orNothing(() => import('./cards.tsx'))

const path = '/notifications'

/**
 * What the guest is told while the page is open, in every tab of theirs, until they dismiss it in one; what came before `since`
 * (epoch ms) is counted on the button of their menu and stands in the list.
 */
export default function Told({ since }: { since: number }): ReactNode {
  const t = useText()
  const { data, load } = useFetcher<typeof clientLoader>({ key: 'told' })
  const { submit } = useFetcher({ key: 'read' })
  const [gone, setGone] = useState<readonly string[]>([])
  useEffect(
    () =>
      listen((topic) => {
        if (topic === 'all' || topic === 'notifications')
          void fetchRoute('routes/notification/notifications').then(
            () => load(path),
            () => {},
          )
      }),
    [load],
  )
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  const unread = known?.documents.filter(({ id, readAt }) => readAt === null && !gone.includes(id)) ?? []
  const shown = unread.filter(({ createdAt }) => createdAt >= since)
  const dismiss = (told: Notification[]) => {
    setGone((before) => [...before, ...told.map(({ id }) => id)])
    const form = new FormData()
    form.set('stay', '1')
    for (const { id } of told) form.append('id', id)
    void submit(form, { method: 'post', action: path })
  }
  const dialog = useTopDialog()
  const told = (
    <section
      aria-label={t('shell.notifications')}
      className="no-print pointer-events-none fixed inset-x-2 top-[4.5rem] z-20 sm:left-auto sm:right-4 sm:w-96"
    >
      <div
        role="status"
        className="grid max-h-[60dvh] gap-2 sm:max-h-[calc(100dvh-6rem)] overflow-y-auto p-1"
      >
        <Suspense>
          {shown.length > 0 && <Cards shown={shown} sound={known?.sound === true} dismiss={dismiss} />}
        </Suspense>
      </div>
    </section>
  )
  return (
    <>
      {dialog ? createPortal(told, dialog) : told}
      <Count unread={unread.length} />
    </>
  )
}

/** On the button of the guest's menu, which the shell has drawn. */
function Count({ unread }: { unread: number }) {
  const t = useText()
  const place = document.getElementById('unread')
  if (!place || unread === 0) return null
  return createPortal(
    <>
      <span
        aria-hidden="true"
        className="grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs leading-none text-on-danger"
      >
        {unread > 99 ? '99+' : unread}
      </span>
      <span className="sr-only">{t('notification.unread', { count: unread })}</span>
    </>,
    place,
  )
}
