import { CircleCheck, TimerOff } from 'lucide'
import { useLocation, useSearchParams } from 'react-router'
import { useText } from '#web/text.tsx'
import type { TextKey } from '#contract/text.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { NoHold } from './load-hold.ts'
import { addressOf, baseOf, type Selection, type Step as StepName } from './selection.ts'
import { Step } from './step.tsx'

const said = {
  expired: { title: 'booking.expiredTitle', about: 'booking.expiredAbout' },
  gone: { title: 'booking.goneTitle', about: 'booking.goneAbout' },
  booked: { title: 'booking.bookedTitle', about: 'booking.bookedAbout' },
} as const satisfies Record<NoHold, { title: TextKey; about: TextKey }>

/** Why nothing is held here, and the way on: to a new time, or to the visit that the hold has become. */
export function HoldOver({
  step,
  without,
  selection,
}: {
  step: StepName
  without: NoHold
  selection: Selection
}) {
  const t = useText()
  const base = baseOf(useLocation().pathname)
  const [search] = useSearchParams()
  const booked = without === 'booked'
  return (
    <Step step={step} title={t(said[without].title)} selection={selection}>
      <div className="flex max-w-[36rem] gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6">
        <Icon of={booked ? CircleCheck : TimerOff} size={28} className="mt-1 shrink-0 text-brand-text" />
        <div className="grid justify-items-start gap-4">
          <p>{t(said[without].about)}</p>
          {booked ? (
            <ButtonLink to={`${base}/done?visit=${encodeURIComponent(search.get('hold') ?? '')}`}>
              {t('booking.seeVisit')}
            </ButtonLink>
          ) : (
            <ButtonLink to={addressOf(base, selection.services.length > 0 ? 'time' : 'services', selection)}>
              {t('booking.findNewTime')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Step>
  )
}
