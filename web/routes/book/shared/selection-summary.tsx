import { useLocation } from 'react-router'
import { bookingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { pickBase, type Selection } from '#web/visit/selection.ts'
import { computeTotal, withPerson, wordsOfServices, type SelectedService } from './totals.ts'

/** The selected services in one line, as long as the chosen people take, with a link to change them. */
export function SelectionSummary({
  services,
  selection,
}: {
  services: SelectedService[]
  selection: Selection
}) {
  const t = useText()
  const { duration } = useFormat()
  const base = pickBase(useLocation().pathname)
  const { minutes, longest } = computeTotal(
    services.map((one, index) => withPerson(one, selection.teamMember?.[index])),
  )
  return (
    <p>
      <TenantList words={wordsOfServices(services)} />
      <span>{`, ${duration(minutes, longest)}`}</span>{' '}
      <Link
        to={bookingLink(base, 'services', selection)}
        className="inline-flex min-h-11 items-center text-base text-brand-text underline underline-offset-4"
      >
        {t('book.change')}
      </Link>
    </p>
  )
}
