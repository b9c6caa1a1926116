import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFetcher, useLocation } from 'react-router'
import type { Notification } from '#contract/guest/notification.ts'
import { notificationsLink } from '#contract/links.ts'
import { lazyOptional, fetchRoute } from '../ui/loading/lazy.tsx'
import { reserveBottomSpace } from '../ui/reserve-bottom-space.ts'
import { useToastPlace } from '../ui/toast-place.ts'
import { useRootData } from '../site/use-root-data.ts'
import { subscribe } from './live.ts'
import { useText } from '../ui/text.tsx'

// Loaded with the first notification.
const Cards = lazyOptional(() => import('./cards.tsx'))

/** What the loader of /notifications returns; null when the server is unreachable. */
export type NotificationsData = { documents: Notification[]; sound: boolean; timeZone: string | null }

const path = notificationsLink()

/**
 * The notifications that arrive while the page is open, in all tabs until dismissed in one. Those before
 * `since` (epoch ms) are in the list and in the count at the user menu.
 */
export default function LiveNotifications({ since }: { since: number }): ReactNode {
  const { data, load } = useFetcher<NotificationsData | null>({ key: 'notifications' })
  const { submit } = useFetcher({ key: 'read' })
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  useEffect(
    () =>
      subscribe((topic) => {
        if (topic === 'all' || topic === 'notifications')
          void fetchRoute('routes/notification/notifications').then(
            () => load(path),
            () => {},
          )
      }),
    [load],
  )
  const [loaded, setLoaded] = useState(data)
  if (data && data !== loaded) setLoaded(data)
  useTimeZone(loaded)
  const unread =
    loaded?.documents.filter(({ id, readAt }) => readAt === null && !dismissed.includes(id)) ?? []
  const shown = useNews(unread.filter(({ createdAt }) => createdAt >= since))
  const dismiss = (notification: Notification[]) => {
    setDismissed((before) => [...before, ...notification.map(({ id }) => id)])
    const form = new FormData()
    form.set('stay', '1')
    for (const { id } of notification) form.append('id', id)
    void submit(form, { method: 'post', action: path })
  }
  return (
    <>
      <Toasts>
        {shown.length > 0 && <Cards shown={shown} sound={loaded?.sound === true} dismiss={dismiss} />}
      </Toasts>
      <Count unread={unread.length} />
    </>
  )
}

/** What has just come goes along to the next page. */
const NEWS_MS = 5_000

const isOpenOffer = ({ type, usefulUntil }: Notification): boolean =>
  type === 'waitlistOpening' && usefulUntil !== null && usefulUntil > Date.now()

/** Those that are still news on this page: the others were left on the page before, but for open offers. */
function useNews(unread: Notification[]): Notification[] {
  const { pathname } = useLocation()
  const [left, setLeft] = useState<readonly string[]>([])
  // When each came, by the clock of this browser.
  const cameAt = useRef(new Map<string, number>())
  const shown = unread.filter(({ id }) => !left.includes(id))
  const note = useEffectEvent(() => {
    for (const { id } of unread) if (!cameAt.current.has(id)) cameAt.current.set(id, Date.now())
  })
  const leave = useEffectEvent(() => {
    const ageOf = (id: string) => Date.now() - (cameAt.current.get(id) ?? Date.now())
    const old = unread.filter((one) => !isOpenOffer(one) && ageOf(one.id) >= NEWS_MS)
    if (old.length > 0) setLeft(old.map(({ id }) => id))
  })
  const newest = unread[0]?.id
  useEffect(() => note(), [newest])
  // Before the next page is painted.
  useLayoutEffect(() => leave(), [pathname])
  return shown
}

/** The live region of toasts; one place for all of a page, which moves into an open dialog. */
function Toasts({ children }: { children: ReactNode }) {
  const t = useText()
  const place = useToastPlace()
  const region = useRef<HTMLElement>(null)
  useEffect(() => (region.current ? reserveBottomSpace(region.current, '--toasts') : undefined), [place])
  const toasts = (
    <section ref={region} aria-label={t('shell.notifications')} className="toasts no-print">
      <div role="status">
        <Suspense>{children}</Suspense>
      </div>
    </section>
  )
  return place ? createPortal(toasts, place) : toasts
}

/** Saves the zone of this browser, where the server has another one. */
function useTimeZone(loaded: NotificationsData | null | undefined): void {
  const { timeZone: usual } = useRootData().brand
  const { submit } = useFetcher({ key: 'zone' })
  const known = loaded && (loaded.timeZone ?? usual)
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (known && own && own !== known) void submit({ timeZone: own }, { method: 'post', action: path })
  }, [known, submit])
}

/** The unread count on the user menu's button, which the shell renders. */
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
