import { useLocation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useText } from '#web/ui/text.tsx'
import { pickBase, type Selection } from '#web/visit/selection.ts'

type HintProps = {
  selection: Selection
  /** The day without free times, the first of several. */ date: string
  until?: string
}

/** Leads from days without free times to the waitlist, with the same selection. */
export function WaitlistHint({ selection, date, until }: HintProps) {
  const t = useText()
  const base = pickBase(useLocation().pathname)
  const people = (selection.teamMember ?? []).filter((one) => one !== null)
  const { services, addons } = selection
  const asked = { services, addons, teamMember: [...new Set(people)], date, until }
  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-brand-soft p-4 text-on-brand-soft">
      <p>{t(until ? 'book.waitlistDays' : 'book.waitlistDay')}</p>
      <ButtonLink to={bookingLink(base, 'waitlist', asked)}>{t('book.joinWaitlist')}</ButtonLink>
    </div>
  )
}
