import { useText } from '../text.tsx'
import { useClock, useOwnClock } from './clock.ts'
import { useHydrated } from '../use-hydrated.ts'

/**
 * The time in the guest's zone, on a line of its own, if it differs from the tenant's. `start` in epoch ms.
 * Only the browser knows the zone: until hydration an invisible line reserves the space, in browsers in
 * another zone.
 */
export function OwnTime({ start }: { start: number }) {
  const t = useText()
  const hydrated = useHydrated()
  const clock = useClock()
  const time = useOwnClock()(start)
  if (!hydrated)
    return <p className="own-time invisible tabular text-sm">{t('format.ownTime', { time: clock(start) })}</p>
  return time && <p className="tabular text-sm text-muted">{t('format.ownTime', { time })}</p>
}
