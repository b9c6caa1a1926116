import { CircleCheck, TimerOff } from 'lucide'
import { useLocation, useSearchParams } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import type { TextKey } from '#contract/text.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Held } from '../shared/booking-context.ts'
import type { NoHold } from '../shared/load-hold.ts'
import { pickBase, type Selection, type Step as StepName } from '#web/visit/selection.ts'
import { Step } from '../shared/step.tsx'

const texts = {
  expired: { title: 'booking.expiredTitle', about: 'booking.expiredAbout' },
  gone: { title: 'booking.goneTitle', about: 'booking.goneAbout' },
  booked: { title: 'booking.bookedTitle', about: 'booking.bookedAbout' },
} as const satisfies Record<NoHold, { title: TextKey; about: TextKey }>

/** Why there is no hold, and a link to choose another time, or to the visit that the hold has become. */
export function HoldExpired({
  step,
  without,
  held,
  selection,
}: {
  step: StepName
  without: NoHold
  held: Held | null
  selection: Selection
}) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const [search] = useSearchParams()
  const booked = without === 'booked'
  return (
    <Step step={step} title={t(texts[without].title)} selection={selection} held={held}>
      <div className="flex max-w-[36rem] gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6">
        <Icon of={booked ? CircleCheck : TimerOff} size={28} className="mt-1 shrink-0 text-brand-text" />
        <div className="grid justify-items-start gap-4">
          <p>{t(texts[without].about)}</p>
          {booked ? (
            <ButtonLink to={`${base}/done?visit=${encodeURIComponent(search.get('hold') ?? '')}`}>
              {t('booking.seeVisit')}
            </ButtonLink>
          ) : (
            <ButtonLink
              to={bookingLink(base, selection.services.length > 0 ? 'time' : 'services', selection)}
            >
              {t('booking.findNewTime')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Step>
  )
}
