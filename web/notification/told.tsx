import { X } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFetcher } from 'react-router'
import type { Notification } from '#contract/notification.ts'
import { Icon } from '#web/ui/icon.tsx'
import { listen } from '../live.ts'
import { useText } from '../text.tsx'
import type { clientLoader } from '../routes/notification/notifications.ts'
import { chime } from './chime.ts'
import { edgeOf, Lines, TypeIcon, Way } from './words.tsx'

const path = '/notifications'

/**
 * What the guest is told while the page is open, in every tab of theirs, until they dismiss it in one; what came before `since`
 * (epoch ms) is counted on the button of their menu and stands in the list.
 */
export function Told({ since }: { since: number }): ReactNode {
  const t = useText()
  const { data, load } = useFetcher<typeof clientLoader>({ key: 'told' })
  const { submit } = useFetcher({ key: 'read' })
  const [gone, setGone] = useState<readonly string[]>([])
  useEffect(() => listen((topic) => { if (topic === 'all' || topic === 'notifications') void load(path) }), [load])
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  const unread = known?.documents.filter(({ id, readAt }) => readAt === null && !gone.includes(id)) ?? []
  const shown = unread.filter(({ createdAt }) => createdAt >= since)
  useSound(shown, known?.sound === true)
  const dismiss = (told: Notification[]) => {
    setGone((before) => [...before, ...told.map(({ id }) => id)])
    const form = new FormData()
    form.set('stay', '1')
    for (const { id } of told) form.append('id', id)
    void submit(form, { method: 'post', action: path })
  }
  return (
    <>
      <section aria-label={t('shell.notifications')} className="no-print pointer-events-none fixed inset-x-2 top-[4.5rem] z-20 sm:left-auto sm:right-4 sm:w-96">
        <div role="status" className="grid max-h-[60dvh] gap-2 sm:max-h-[calc(100dvh-6rem)] overflow-y-auto p-1">
          {shown.length > 1 && <button type="button" className="pointer-events-auto min-h-11 justify-self-end rounded border border-control bg-surface px-4 text-sm shadow-lg" onClick={() => dismiss(shown)}>{t('notification.dismissAll')}</button>}
          {shown.map((told) => <Card key={told.id} told={told} dismiss={() => dismiss([told])} />)}
        </div>
      </section>
      <Count unread={unread.length} />
    </>
  )
}

function Card({ told, dismiss }: { told: Notification; dismiss: () => void }) {
  const t = useText()
  return (
    <article className={`pointer-events-auto flex items-start gap-3 rounded border border-l-4 border-line bg-surface p-3 pr-1 text-text shadow-lg ${edgeOf(told.type)}`}>
      <TypeIcon type={told.type} />
      <div className="min-w-0 grow pt-1.5 break-words">
        <p className="font-semibold">{told.title}</p>
        <p><Lines body={told.body} /></p>
        <Way told={told} onClick={dismiss} />
      </div>
      <button type="button" aria-label={t('notification.dismiss', { title: told.title })} className="grid size-11 shrink-0 place-items-center rounded hover:bg-brand-soft" onClick={dismiss}><Icon of={X} size={20} /></button>
    </article>
  )
}

/** On the button of the guest's menu, which the shell has drawn. */
function Count({ unread }: { unread: number }) {
  const t = useText()
  const place = document.getElementById('unread')
  if (!place || unread === 0) return null
  return createPortal(<><span aria-hidden="true" className="grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs leading-none text-on-danger">{unread > 99 ? '99+' : unread}</span><span className="sr-only">{t('notification.unread', { count: unread })}</span></>, place)
}

/** Sounds when there is one more than before, where the guest wants that. */
function useSound(shown: Notification[], wanted: boolean): void {
  const heard = useRef(new Set<string>())
  const arrived = useEffectEvent(() => {
    const fresh = shown.filter(({ id }) => !heard.current.has(id))
    for (const { id } of fresh) heard.current.add(id)
    if (fresh.length && wanted) chime()
  })
  const newest = shown[0]?.id
  useEffect(() => { if (newest) arrived() }, [newest])
}
