import { useText } from '../text.tsx'
import { useClock, useOwnClock } from './clock.ts'
import { useReady } from './ready.ts'

/**
 * The time on the guest's own clock, on a line of its own where that differs from the tenant's. `start` in epoch ms. Only the browser
 * knows that clock: until then the line has the place that it will take, and that only in a browser with another clock.
 */
export function OwnTime({ start }: { start: number }) {
  const t = useText()
  const ready = useReady()
  const clock = useClock()
  const time = useOwnClock()(start)
  if (!ready)
    return <p className="own-time invisible tabular text-sm">{t('format.ownTime', { time: clock(start) })}</p>
  return time && <p className="tabular text-sm text-muted">{t('format.ownTime', { time })}</p>
}
