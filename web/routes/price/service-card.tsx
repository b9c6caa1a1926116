import { Clock } from 'lucide'
import { bookLink, priceListLink, serviceLink } from '#contract/links.ts'
import type { ListedService } from '#web/service/listed-types.ts'
import { ByPhone } from '#web/service/by-phone.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { Addons } from './addons.tsx'

type Props = {
  service: ListedService
  /** The list that it is in, to which its description returns. */ list: { type: string } | { q: string }
}

/** A service of the price list. */
export function ServiceCard({ service, list }: Props) {
  const t = useText()
  const name = useTenantText()(service.name).text
  return (
    <li className="grid content-start gap-2 border-b border-line py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">
          <Link
            to={serviceLink({ service: service.id })}
            className="underline decoration-1 decoration-control underline-offset-4 hover:decoration-2"
          >
            <TenantText>{service.name}</TenantText>
          </Link>
        </h2>
        <p className="tabular font-medium">{service.price}</p>
      </div>
      <p className="text-muted">
        <TenantText>{service.description}</TenantText>
      </p>
      {service.knownOnly && <p className="text-sm text-muted">{t('price.forKnown')}</p>}
      {service.addons && (
        <div className="grid gap-1">
          <h3 className="text-sm font-medium">{t('price.addons')}</h3>
          <Addons addons={service.addons} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="tabular flex items-center gap-1.5 text-sm text-muted">
          <Icon of={Clock} size={16} />
          <span>{service.duration}</span>
        </p>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
          {service.preVisit && (
            <Link
              to={priceListLink({ ...list, info: service.id })}
              replace
              preventScrollReset
              className="flex min-h-11 items-center px-2 text-brand-text underline underline-offset-4"
            >
              <span>{t('price.more')}</span>
              <span className="sr-only">
                <span>: </span>
                <TenantText>{service.name}</TenantText>
              </span>
            </Link>
          )}
          {service.phoneOnly && <ByPhone label={t('price.byPhone')} className="text-sm" />}
          {service.bookable && (
            <>
              <Link
                to={bookLink({ services: [service.id] }, 'first')}
                className="flex min-h-11 items-center px-2 text-brand-text underline underline-offset-4"
              >
                <span>{t('price.first')}</span>
                <span className="sr-only">
                  <span>: </span>
                  <TenantText>{service.name}</TenantText>
                </span>
              </Link>
              <ButtonLink
                to={bookLink({ services: [service.id] }, 'person')}
                tone="secondary"
                aria-label={t('price.bookName', { name })}
              >
                {t('price.book')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </li>
  )
}
