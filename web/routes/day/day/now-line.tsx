import { useMinute } from '#web/staff/day/use-minute.ts'
import type { Column } from './grid.server.ts'

const ROW_MS = 5 * 60_000

/** The present moment in a column of today. */
export function NowLine({ column: { from, until }, loaded }: { column: Column; loaded: number }) {
  const now = useMinute(loaded)
  if (now < from || now >= until) return null
  return (
    <div aria-hidden="true" className="day-rows pointer-events-none">
      <span className={`now-line row-start-${Math.floor((now - from) / ROW_MS) + 1}`} />
    </div>
  )
}
