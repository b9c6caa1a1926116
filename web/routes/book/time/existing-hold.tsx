import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { useStoredHold } from '../confirm/booking-store.ts'
import type { Held } from '../shared/load-times.ts'
import { Link } from '#web/ui/link.tsx'

/**
 * The guest's current hold while they choose another time: it can be kept, and is released when another time
 * is held.
 */
export function ExistingHold({ storedHold, base }: { storedHold: Held | null; base: string }) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const remembered = useStoredHold()
  const own = storedHold ?? remembered
  if (!own) return null
  const back = `${base}/details?hold=${own.handle}&start=${own.start}&${own.search}`
  return (
    <div className="mb-6 flex max-w-[44rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-xl bg-brand-soft px-4 py-2 text-on-brand-soft">
      <input type="hidden" name="replaces" value={own.handle} />
      <p className="py-1 first-letter:uppercase">
        {t('book.heldAlready', { day: format.day(own.start), time: clock(own.start) })}
      </p>
      <Link to={back} className="inline-flex min-h-11 items-center font-medium underline underline-offset-4">
        {t('book.keepIt')}
      </Link>
    </div>
  )
}
