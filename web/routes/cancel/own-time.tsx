import { useText } from '#web/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useReady } from '#web/ui/ready.ts'

const shape = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The time on the guest's own clock, where that differs from the salon's. `start` in epoch ms. */
export function OwnTime({ start }: { start: number }) {
  const t = useText()
  const ready = useReady()
  const { part } = useFormat()
  if (!ready) return null
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const own = part(start, { ...shape, timeZone })
  return own === part(start, shape) ? null : <p className="text-sm text-muted">{t('cancel.ownTime', { time: own })}</p>
}
