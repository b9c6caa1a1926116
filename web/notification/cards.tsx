import { X } from 'lucide'
import { useEffect, useEffectEvent } from 'react'
import type { Notification } from '#contract/notification.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '../text.tsx'
import { chime } from './chime.ts'
import { edgeOf, Lines, TypeIcon, Way } from './words.tsx'

/** What the guest has been told and not yet dismissed; with `sound` it is heard as well. */
export default function Cards({
  shown,
  sound,
  dismiss,
}: {
  shown: Notification[]
  sound: boolean
  dismiss: (told: Notification[]) => void
}) {
  const t = useText()
  useSound(shown, sound)
  return (
    <>
      {shown.length > 1 && (
        <button
          type="button"
          className="pointer-events-auto min-h-11 justify-self-end rounded border border-control bg-surface px-4 text-sm shadow-lg"
          onClick={() => dismiss(shown)}
        >
          {t('notification.dismissAll')}
        </button>
      )}
      {shown.map((told) => (
        <Card key={told.id} told={told} dismiss={() => dismiss([told])} />
      ))}
    </>
  )
}

function Card({ told, dismiss }: { told: Notification; dismiss: () => void }) {
  const t = useText()
  return (
    <article
      className={`pointer-events-auto flex items-start gap-3 rounded border border-l-4 border-line bg-surface p-3 pr-1 text-text shadow-lg ${edgeOf(told.type)}`}
    >
      <TypeIcon type={told.type} />
      <div className="min-w-0 grow pt-1.5 break-words">
        <p className="font-semibold">{told.title}</p>
        <p>
          <Lines body={told.body} />
        </p>
        <Way told={told} onClick={dismiss} />
      </div>
      <button
        type="button"
        aria-label={t('notification.dismiss', { title: told.title })}
        className="grid size-11 shrink-0 place-items-center rounded hover:bg-brand-soft"
        onClick={dismiss}
      >
        <Icon of={X} size={20} />
      </button>
    </article>
  )
}

// They move with the dialog that opens, and are news only once.
const heard = new Set<string>()

/** Sounds when there is one more than before, where the guest wants that. */
function useSound(shown: Notification[], wanted: boolean): void {
  const arrived = useEffectEvent(() => {
    const fresh = shown.filter(({ id }) => !heard.has(id))
    for (const { id } of fresh) heard.add(id)
    if (fresh.length && wanted) chime()
  })
  const newest = shown[0]?.id
  useEffect(() => {
    if (newest) arrived()
  }, [newest])
}
