import { X } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '#contract/guest/notification.ts'
import { notificationsLink } from '#contract/links.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '../ui/text.tsx'
import { chime } from './chime.ts'
import { edgeOf, Lines, TypeIcon, NotificationLink } from './notification-parts.tsx'

/** The newest notification of those shown, and how many others there are; with `sound`, a new one chimes. */
export default function Cards({
  shown,
  sound,
  dismiss,
}: {
  shown: Notification[]
  sound: boolean
  dismiss: (notification: Notification[]) => void
}) {
  const t = useText()
  useSound(shown, sound)
  const [newest, ...others] = shown
  if (!newest) return null
  return (
    <div className="grid gap-2">
      {others.length > 0 && (
        <div className="flex items-center justify-between gap-3 rounded border border-line bg-surface px-4 text-sm sm:shadow-lg">
          <Link to={notificationsLink()} className={textLinkClasses}>
            {t('shell.more', { count: others.length })}
          </Link>
          <button
            type="button"
            className="min-h-11 text-muted underline underline-offset-4"
            onClick={() => dismiss(shown)}
          >
            {t('notification.dismissAll')}
          </button>
        </div>
      )}
      <Card key={newest.id} notification={newest} dismiss={() => dismiss([newest])} />
    </div>
  )
}

function Card({ notification, dismiss }: { notification: Notification; dismiss: () => void }) {
  const t = useText()
  return (
    <article
      className={
        `flex items-start gap-3 rounded border border-l-4 border-line bg-surface p-3 pr-1 text-text ` +
        `sm:shadow-lg ${edgeOf(notification.type)}`
      }
    >
      <TypeIcon type={notification.type} />
      <div className="max-h-[40dvh] min-w-0 grow overflow-y-auto pt-1.5 break-words">
        <p className="font-semibold">{notification.title}</p>
        <p>
          <Lines body={notification.body} />
        </p>
        <NotificationLink notification={notification} onClick={dismiss} />
      </div>
      <button
        type="button"
        aria-label={t('notification.dismiss', { title: notification.title })}
        className="grid size-11 shrink-0 place-items-center rounded hover:bg-brand-soft"
        onClick={dismiss}
      >
        <Icon of={X} size={20} />
      </button>
    </article>
  )
}

// Ids that have chimed already. Module-level, since cards remount when they move into a dialog.
const chimedIds = new Set<string>()

/** Plays a chime for new notifications, if the guest wants that. */
function useSound(shown: Notification[], wanted: boolean): void {
  const onNewest = useEffectEvent(() => {
    const unheard = shown.filter(({ id }) => !chimedIds.has(id))
    for (const { id } of unheard) chimedIds.add(id)
    if (unheard.length && wanted) chime()
  })
  const newest = shown[0]?.id
  useEffect(() => {
    if (newest) onNewest()
  }, [newest])
}
