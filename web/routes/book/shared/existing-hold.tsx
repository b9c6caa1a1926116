import { useLocation } from 'react-router'
import { bookingLink, partyLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { pickBase } from '#web/visit/selection.ts'
import type { Held } from './booking-context.ts'

/** The guest's current hold, wherever they enter the booking: kept, or released by choosing another time. */
export function ExistingHold({ held: { handle, isParty, ...held } }: { held: Held }) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const base = pickBase(useLocation().pathname)
  return (
    <div className="mb-6 flex max-w-[44rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-xl bg-brand-soft px-4 py-2 text-on-brand-soft">
      <p className="py-1 first-letter:uppercase">
        {t('book.heldAlready', { day: format.day(held.start), time: clock(held.start) })}
      </p>
      <Link
        to={
          isParty
            ? partyLink(base, 'confirm', { hold: handle })
            : bookingLink(base, 'details', { hold: handle, ...held })
        }
        className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
      >
        {t('book.keepIt')}
      </Link>
    </div>
  )
}
