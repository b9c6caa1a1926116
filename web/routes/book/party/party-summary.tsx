import { useText } from '#web/ui/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { AddonNames } from '#web/visit/addon-list.tsx'
import type { SelectedService } from '../shared/totals.ts'

type PartySummaryProps = {
  /** The services with their add-ons, and the name of the person who is asked for. */
  persons: { services: Pick<SelectedService, 'name' | 'chosen'>[]; member: string | null }[]
  /** Where it can be changed. */ change: string
}

/** What each person has chosen. */
export function PartySummary({ persons, change }: PartySummaryProps) {
  const t = useText()
  return (
    <div>
      <ol className="grid gap-0.5">
        {persons.map(({ services, member }, index) => (
          <li key={index}>
            <span>{`${t('party.person', { person: index + 1 })}: `}</span>
            {services.map(({ name, chosen }, place) => (
              <span key={name}>
                {place > 0 && <span>{' + '}</span>}
                <TenantText>{name}</TenantText>
                <AddonNames addons={chosen} />
              </span>
            ))}
            {member && <span>{`, ${member}`}</span>}
          </li>
        ))}
      </ol>
      <Link
        to={change}
        className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
      >
        {t('party.change')}
      </Link>
    </div>
  )
}
