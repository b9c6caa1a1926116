import { useState } from 'react'
import type { WantedAddon } from '#domain/visit/addons.ts'
import type { Money } from '#domain/money.ts'
import { serviceLink } from '#contract/links.ts'
import { Link } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import type { CatalogService } from '#web/service/load-catalog.ts'
import { ByPhone } from '#web/service/by-phone.tsx'
import { addonsByService } from '#web/visit/selection.ts'
import { AddonFields } from '#web/visit/addon-fields.tsx'
import { matching, SEARCH_FROM } from '#web/service/matching.ts'
import { ServiceSearch } from './service-search.tsx'

type ListedType = { id: string; label: string; services: (CatalogService & PriceTexts)[] }
type ServiceListProps = {
  types: ListedType[]
  chosen: string[]
  addons: string[]
  money: Money
  onToggle: (id: string, on: boolean) => void
  onAddon: (service: string, id: string, count: number) => void
}

/** The services by type; each heading stays in view while its services are. */
export function ServiceList({ types, chosen, addons, onToggle, ...row }: ServiceListProps) {
  const t = useText()
  const [typed, search] = useState('')
  const tenantText = useTenantText()
  const wanted = addonsByService(addons)
  const total = types.reduce((sum, type) => sum + type.services.length, 0)
  const shown = types.map((type) => matching(type, typed, (text) => tenantText(text).text))
  if (types.length === 0)
    return (
      <p className="rounded-xl border border-dashed border-control p-6 text-muted">{t('book.noServices')}</p>
    )
  return (
    <>
      {total >= SEARCH_FROM && <ServiceSearch typed={typed} found={shown.flat().length} onType={search} />}
      {types.length > 2 && <TypeLinks types={types.filter((_, index) => shown[index]?.length)} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {types.map((type, index) => (
          <section
            key={type.id}
            id={`type-${type.id}`}
            aria-labelledby={`heading-${type.id}`}
            hidden={shown[index]?.length === 0}
            className="-scroll-mt-10"
          >
            <h2 id={`heading-${type.id}`} className="group-heading -mx-4 px-4 py-2 text-xl sm:mx-0 sm:px-0">
              <TenantText>{type.label}</TenantText>
            </h2>
            <ul className="mt-1 divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
              {shown[index]?.map((service) => (
                <ServiceRow
                  key={service.id}
                  service={service}
                  checked={chosen.includes(service.id)}
                  addons={wanted.get(service.id) ?? []}
                  onToggle={onToggle}
                  {...row}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

const TypeLinks = ({ types }: { types: { id: string; label: string }[] }) => {
  const t = useText()
  return (
    <nav aria-label={t('book.types')} className="-mx-4 mb-6 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-2 sm:flex-wrap">
        {types.map((type) => (
          <li key={type.id} className="shrink-0">
            <a
              href={`#type-${type.id}`}
              className="flex min-h-11 items-center rounded-full border border-control bg-surface px-4 no-underline hover:bg-brand-soft"
            >
              <TenantText>{type.label}</TenantText>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export type PriceTexts = { price: string; duration: string }
type RowProps = Pick<ServiceListProps, 'money' | 'onToggle' | 'onAddon'> & {
  service: CatalogService & PriceTexts
  checked: boolean
  addons: WantedAddon[]
}

function ServiceRow({ service, checked, addons, money, onToggle, onAddon }: RowProps) {
  const t = useText()
  const tenantText = useTenantText()
  const { id, price, duration } = service
  const [name, description] = [tenantText(service.name), tenantText(service.description)]
  return (
    <li className="group relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-4 py-4 transition-colors duration-150 hover:bg-bg has-[[name=services]:checked]:bg-brand-soft has-[[name=services]:focus-visible]:outline-3 has-[[name=services]:focus-visible]:-outline-offset-3 has-[[name=services]:focus-visible]:outline-focus">
      {service.phoneOnly ? (
        <span aria-hidden="true" className="size-6" />
      ) : (
        <input
          id={`service-${id}`}
          type="checkbox"
          name="services"
          value={id}
          checked={checked}
          onChange={(event) => onToggle(id, event.currentTarget.checked)}
          aria-describedby={[
            'price',
            'minutes',
            ...(service.knownOnly ? ['known'] : []),
            ...(description.text ? ['about'] : []),
          ]
            .map((part) => `${part}-${id}`)
            .join(' ')}
          className="relative z-10 mt-0.5 size-6 accent-brand-line focus-visible:outline-none"
        />
      )}
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          {/* The label covers the whole row. */}
          {service.phoneOnly ? (
            <span lang={name.lang} className="font-medium">
              {name.text}
            </span>
          ) : (
            <label
              htmlFor={`service-${id}`}
              lang={name.lang}
              className="font-medium after:absolute after:inset-0"
            >
              {name.text}
            </label>
          )}
          <span id={`price-${id}`} className="tabular text-right">
            {price}
          </span>
        </div>
        <div className="flex items-center justify-between gap-x-4 text-sm text-muted">
          <p id={`minutes-${id}`} className="tabular">
            {duration}
          </p>
          {/* Above the label, so that it does not choose the service. */}
          <Link
            to={serviceLink({ service: id })}
            className="relative z-10 -my-2.5 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            <span>{t('book.details')}</span>
            <span className="sr-only">
              <span>: </span>
              <span lang={name.lang}>{name.text}</span>
            </span>
          </Link>
        </div>
        {service.knownOnly && (
          <p id={`known-${id}`} className="text-sm text-muted">
            {t('book.forKnown')}
          </p>
        )}
        {service.phoneOnly && <ByPhone label={t('book.byPhone')} className="text-sm" />}
        {description.text && (
          <p id={`about-${id}`} lang={description.lang} className="text-sm text-muted">
            {description.text}
          </p>
        )}
      </div>
      {/* Seen once the service is ticked, also without scripts; above its label. */}
      <AddonFields
        legend={t('book.addonsFor', { service: name.text })}
        service={service}
        chosen={addons}
        money={money}
        onChange={(addon, count) => onAddon(id, addon, count)}
        className="relative z-10 col-start-2 mt-3 hidden group-has-[[name=services]:checked]:block"
      />
    </li>
  )
}
