import { useText } from '../text.tsx'
import { useOwnClock } from './clock.ts'
import { useReady } from './ready.ts'

/**
 * The time on the guest's own clock, on a line of its own where that differs from the tenant's. `start` in epoch ms. Only the browser
 * knows that clock: until then the line is empty, and only in a browser with another clock has it a place.
 */
export function OwnTime({ start }: { start: number }) {
  const t = useText()
  const ready = useReady()
  const time = useOwnClock()(start)
  if (ready && !time) return null
  return <p className="own-time tabular text-sm text-muted">{time && t('format.ownTime', { time })}</p>
}
