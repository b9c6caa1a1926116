import { useRef } from 'react'
import { useLocation } from 'react-router'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import type { Money } from '#domain/money.ts'
import type { PageContext } from '#contract/page.ts'
import { appointmentsLink, bookLink, loginLink } from '#contract/links.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { breadcrumbData } from '#web/request/structured-data.server.ts'
import { useText } from '#web/ui/text.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { minutesText } from '#web/ui/format.ts'
import type { Route } from './+types/services'
import { SelectionBar } from './selection-bar.tsx'
import { loadCatalog, type CatalogService } from './load-catalog.ts'
import { getBookingContext } from './booking-context.ts'
import { baseOf, parseSelection, reconcileSelection } from '#web/visit/selection.ts'
import { Step } from './step.tsx'
import { selectedServices, priceText } from './totals.ts'
import { useSelectedServices } from './use-selected-services.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const catalog = await loadCatalog(ctx)
  const words = await ctx.translate([
    ctx.brand.tagline,
    ...catalog.types.map((one) => one.label),
    ...catalog.services.flatMap((one) => [one.name, one.description]),
  ])
  const description = translateForAttribute(words, ctx.brand.tagline) ?? ctx.brand.title
  if (ctx.base === '/book')
    ctx.setMetadata({
      path: bookLink(),
      title: ctx.t('book.servicesTitle'),
      description,
      kind: 'website',
      picture: null,
      data: [breadcrumbData(ctx, [{ name: ctx.t('book.servicesTitle'), path: bookLink() }])],
    })
  const { selection, notes } = reconcileSelection(parseSelection(ctx.search), catalog.services)
  const types = catalog.types
    .map((type) => ({
      ...type,
      services: catalog.services
        .filter((one) => one.typeId === type.id)
        .map((one) => ({ ...one, ...priceTexts(one, ctx, catalog.money) })),
    }))
    .filter((type) => type.services.length > 0)
  return {
    types,
    words,
    selection,
    notes,
    none: ctx.search.get('none') !== null,
    money: catalog.money,
    membersNote:
      catalog.hiddenForMembers > 0 ? ctx.t('book.members', { count: catalog.hiddenForMembers }) : null,
    canonical: `${ctx.origin}${bookLink()}?lang=${ctx.language}`,
    description,
    text: ctx.messages(['book']),
  }
}

const priceTexts = (service: CatalogService, { language, t }: PageContext, money: Money): PriceTexts => ({
  price: priceText(t, language, service, money),
  duration: minutesText(language, service.minutes),
})

// Selecting a service only rewrites the URL.
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL
  nextUrl: URL
  defaultShouldRevalidate: boolean
}) => currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? [
        { name: 'description', content: loaderData.description },
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
      ]
    : []

export default function Services({
  loaderData: { types, selection, notes, none, money, membersNote },
}: Route.ComponentProps) {
  const t = useText()
  const { pathname } = useLocation()
  const base = baseOf(pathname)
  const form = useRef<HTMLFormElement>(null)
  const choice = useSelectedServices(base, selection, none, form)
  const chosen = selectedServices(
    types.flatMap((type) => type.services),
    choice.chosen,
  )
  return (
    <Step
      step="services"
      title={t('book.servicesTitle')}
      lead={t('book.servicesLead', { most: MAX_SERVICES })}
      selection={selection}
      notes={notes}
    >
      <form
        method="get"
        action={`${base}/person`}
        ref={form}
        onSubmit={choice.submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        {selection.teamMember && selection.teamMember.every((one) => one === selection.teamMember?.[0]) && (
          <input type="hidden" name="teamMember" value={selection.teamMember[0] ?? 'any'} />
        )}
        <div>
          {types.length > 2 && <TypeLinks types={types} />}
          {types.length === 0 && (
            <p className="rounded-xl border border-dashed border-control p-6 text-muted">
              {t('book.noServices')}
            </p>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            {types.map((type) => (
              <section key={type.id} aria-labelledby={`type-${type.id}`}>
                <h2 id={`type-${type.id}`} className="scroll-mt-20 text-xl">
                  <TenantText>{type.label}</TenantText>
                </h2>
                <ul className="mt-3 divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
                  {type.services.map((service) => (
                    <ServiceRow
                      key={service.id}
                      service={service}
                      checked={choice.chosen.includes(service.id)}
                      onToggle={choice.toggle}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          {membersNote && (
            <p className="mt-8 rounded-xl bg-brand-soft p-4 text-on-brand-soft">
              {membersNote}{' '}
              <Link
                to={loginLink({ to: appointmentsLink() })}
                className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
              >
                {t('book.signIn')}
              </Link>
            </p>
          )}
        </div>
        <SelectionBar chosen={chosen} money={money} problem={choice.problem} />
      </form>
    </Step>
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

type PriceTexts = { price: string; duration: string }
type RowProps = {
  service: CatalogService & PriceTexts
  checked: boolean
  onToggle: (id: string, on: boolean) => void
}

function ServiceRow({ service, checked, onToggle }: RowProps) {
  const tenantText = useTenantText()
  const { id, price, duration } = service
  const [name, description] = [tenantText(service.name), tenantText(service.description)]
  return (
    <li className="relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-4 py-4 transition-colors duration-150 hover:bg-bg has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus">
      <input
        id={`service-${id}`}
        type="checkbox"
        name="services"
        value={id}
        checked={checked}
        onChange={(event) => onToggle(id, event.currentTarget.checked)}
        aria-describedby={`price-${id} about-${id}`}
        className="relative z-10 mt-0.5 size-6 accent-brand-line focus-visible:outline-none"
      />
      <div className="grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          {/* The label covers the whole row. */}
          <label
            htmlFor={`service-${id}`}
            lang={name.lang}
            className="font-medium after:absolute after:inset-0"
          >
            {name.text}
          </label>
          <span id={`price-${id}`} className="tabular text-right">
            {price}
          </span>
        </div>
        <div id={`about-${id}`} className="grid gap-1 text-sm text-muted">
          <p className="tabular">{duration}</p>
          {description.text && <p lang={description.lang}>{description.text}</p>}
        </div>
      </div>
    </li>
  )
}
