import { Form } from 'react-router'
import { priceListLink } from '#contract/links.ts'
import type { ListedType } from '#web/service/listed-types.ts'
import { matching } from '#web/service/matching.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { ServiceCard } from './service-card.tsx'

/** The search, and what it finds in all types. */
export function PriceSearch({ types, typed }: { types: ListedType[]; typed: string }) {
  const t = useText()
  const tenantText = useTenantText()
  const found = typed ? types.flatMap((type) => matching(type, typed, (text) => tenantText(text).text)) : []
  return (
    <>
      <Form method="get" role="search" action={priceListLink()} preventScrollReset>
        <SearchField label={t('shell.searchServices')} typed={typed} />
      </Form>
      <p role="status" className="mb-6 pt-2 text-muted">
        {typed && (found.length > 0 ? t('services.found', { count: found.length }) : t('services.noMatch'))}
      </p>
      {typed && (
        <>
          <ul className="mb-6 grid md:grid-cols-2 md:gap-x-12">
            {found.map((service) => (
              <ServiceCard key={service.id} service={service} list={{ q: typed }} />
            ))}
          </ul>
          <ButtonLink to={priceListLink()} tone="secondary" preventScrollReset>
            {t('services.showAll')}
          </ButtonLink>
        </>
      )}
    </>
  )
}
