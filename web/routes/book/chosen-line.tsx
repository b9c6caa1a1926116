import { Fragment } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#web/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantWords } from '#web/ui/tenant-words.tsx'
import { useFormat } from '#web/ui/format.ts'
import type { CatalogService } from './load-catalog.ts'
import { addressOf, baseOf, type Selection } from './selection.ts'
import { sumOf } from './sums.ts'

/** What the guest has chosen so far, in one line, and the way to change it. */
export function ChosenLine({
  services,
  selection,
}: {
  services: Pick<CatalogService, 'name' | 'minutes' | 'low' | 'high' | 'from'>[]
  selection: Selection
}) {
  const t = useText()
  const { minutes } = useFormat()
  const base = baseOf(useLocation().pathname)
  return (
    <p>
      {services.map((one, index) => (
        <Fragment key={one.name}>
          {index > 0 && ' + '}
          <TenantWords>{one.name}</TenantWords>
        </Fragment>
      ))}
      , {minutes(sumOf(services).minutes)}{' '}
      <Link
        to={addressOf(base, 'services', selection)}
        className="inline-flex min-h-11 items-center text-base text-brand-text underline underline-offset-4"
      >
        {t('book.change')}
      </Link>
    </p>
  )
}
