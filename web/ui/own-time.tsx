import { useText } from '../text.tsx'
import { useOwnClock } from './clock.ts'

/** The time on the guest's own clock, on a line of its own where that differs from the tenant's. `start` in epoch ms. */
export function OwnTime({ start }: { start: number }) {
  const t = useText()
  const time = useOwnClock()(start)
  return time && <p className="tabular text-sm text-muted">{t('format.ownTime', { time })}</p>
}
