import { useLocation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useText } from '#web/ui/text.tsx'
import { pickBase, type Selection } from '#web/visit/selection.ts'

type HintProps = {
  selection: Selection
  /** The month, or the day, without free times. */ month?: string
  date?: string
}

/** Leads from a month or day without free times to the waitlist, with the same selection. */
export function WaitlistHint({ selection, month, date }: HintProps) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const people = (selection.teamMember ?? []).filter((one) => one !== null)
  const asked = { services: selection.services, teamMember: [...new Set(people)], month, date }
  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-brand-soft p-4 text-on-brand-soft">
      <p>{t(date ? 'book.waitlistDay' : 'book.waitlistMonth')}</p>
      <ButtonLink to={bookingLink(base, 'waitlist', asked)}>{t('book.joinWaitlist')}</ButtonLink>
    </div>
  )
}
