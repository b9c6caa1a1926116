import { useLocation } from 'react-router'
import type { Money } from '#domain/money.ts'
import { bookingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { pickBase, type Selection } from '#web/visit/selection.ts'
import { priceText } from '#web/service/price-text.ts'
import { AddonNames } from '#web/visit/addon-list.tsx'
import { computeTotal, withPerson, type SelectedService } from './totals.ts'

type AsideProps = {
  services: SelectedService[]
  selection: Selection
  /** By id. */ names: Record<string, string>
  money: Money
}

/**
 * The selection so far, beside a step on wide screens: services, people, prices and their total, which is
 * open until it is clear who performs them, or where a service has an open price.
 */
export function VisitAside({ services, selection, names, money }: AsideProps) {
  const t = useText()
  const { dateLanguage, duration } = useFormat()
  const base = pickBase(useLocation().pathname)
  const priced = services.map((service, index) => {
    const member = selection.teamMember?.[index] ?? null
    return { ...withPerson(service, member), member }
  })
  const { low, high, from, ...sum } = computeTotal(priced)
  return (
    <div className="rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg">{t('book.yourVisit')}</h2>
      <ol className="mt-2 grid divide-y divide-line border-b border-line">
        {priced.map((service) => (
          <li key={service.id} className="grid gap-0.5 py-3">
            <span className="wrap-anywhere">
              <TenantText>{service.name}</TenantText>
              <AddonNames addons={service.chosen} />
            </span>
            {service.member && names[service.member] && (
              <span className="text-sm text-muted">{names[service.member]}</span>
            )}
            <span className="tabular flex flex-wrap justify-between gap-x-4 text-sm text-muted">
              <span>{duration(service.minutes, service.longest)}</span>
              <span>{priceText(t, dateLanguage, service, money)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="tabular mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-muted">{duration(sum.minutes, sum.longest)}</span>
        <span className="text-lg font-semibold">
          {priceText(t, dateLanguage, { low, high: low, from: from || high > low }, money)}
        </span>
      </p>
      <Link
        to={bookingLink(base, 'services', selection)}
        className="mt-1 inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
      >
        {t('book.change')}
      </Link>
    </div>
  )
}
