import { TimerOff } from 'lucide'
import { useLocation } from 'react-router'
import { useText } from '#web/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { addressOf, baseOf, type Selection, type Step as StepName } from './selection.ts'
import { Step } from './step.tsx'

/** A hold that has run out, or that this browser never made: nothing was booked, and the way to a new time. */
export function HoldOver({ step, expired, selection }: { step: StepName; expired: boolean; selection: Selection }) {
  const t = useText()
  const base = baseOf(useLocation().pathname)
  return (
    <Step step={step} title={expired ? t('booking.expiredTitle') : t('booking.goneTitle')} selection={selection}>
      <div className="flex max-w-[36rem] gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6">
        <Icon of={TimerOff} size={28} className="mt-1 shrink-0 text-brand-text" />
        <div className="grid justify-items-start gap-4">
          <p>{expired ? t('booking.expiredAbout') : t('booking.goneAbout')}</p>
          <ButtonLink to={addressOf(base, selection.services.length > 0 ? 'time' : 'services', selection)}>{t('booking.findNewTime')}</ButtonLink>
        </div>
      </div>
    </Step>
  )
}
