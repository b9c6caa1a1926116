import { useRef } from 'react'
import { useLocation } from 'react-router'
import { minutesText } from '#domain/duration.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import type { Money } from '#domain/money.ts'
import type { PageContext } from '#contract/page.ts'
import { appointmentsLink, bookingLink, bookLink, loginLink, partyLink } from '#contract/links.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { publicMeta } from '#web/request/page-meta.ts'
import { breadcrumbData } from '#web/request/structured-data.server.ts'
import { useText } from '#web/ui/text.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import type { Route } from './+types/services'
import { SelectionBar } from './services/selection-bar.tsx'
import { isBookable, loadCatalog, type CatalogService } from '#web/service/load-catalog.ts'
import { withPerson } from './shared/totals.ts'
import { getBookingContext, loadHeld } from './shared/booking-context.ts'
import { pickBase, parseSelection, reconcileSelection, solePerson } from '#web/visit/selection.ts'
import { ServiceList, type PriceTexts } from './services/service-list.tsx'
import { Step } from './shared/step.tsx'
import { priceText } from '#web/service/price-text.ts'
import { namesOfGone } from './shared/gone-addons.ts'
import { selectedServices } from './shared/totals.ts'
import { useSelectedServices } from './services/use-selected-services.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = getBookingContext(args)
  const catalog = await loadCatalog(ctx)
  const words = await ctx.translate([
    ctx.brand.tagline,
    ...catalog.types.map((one) => one.label),
    ...catalog.offered.flatMap((one) => [one.name, one.description, ...one.addons.map(({ name }) => name)]),
    ...catalog.addonNames.values(),
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
  const person = catalog.people.find(({ id }) => id === solePerson(selection))
  const types = catalog.types
    .map((type) => ({
      ...type,
      services: catalog.offered
        .filter((one) => one.typeId === type.id && (one.phoneOnly || isBookable(one)))
        .map(({ picture: _picture, preVisit: _preVisit, ...one }) => one)
        .map((one) => withPerson(one, person?.id))
        .map((one) => ({ ...one, ...priceTexts(one, ctx, catalog.money) })),
    }))
    .filter((type) => type.services.length > 0)
  return {
    types,
    words,
    selection,
    notes,
    gone: namesOfGone(notes, catalog),
    personName: person?.name ?? null,
    held: await loadHeld(ctx),
    none: ctx.search.get('none') !== null,
    money: catalog.money,
    membersNote:
      catalog.hiddenForMembers > 0 ? ctx.t('book.members', { count: catalog.hiddenForMembers }) : null,
    head: { description, canonical: `${ctx.origin}${bookLink()}?lang=${ctx.language}` },
    text: ctx.messages(['book', 'party', 'services']),
  }
}

const priceTexts = (service: CatalogService, { dateLanguage, t }: PageContext, money: Money): PriceTexts => ({
  price: priceText(t, dateLanguage, service, money),
  duration: minutesText(dateLanguage, service.minutes, service.longest),
})

// Selecting a service only rewrites the URL; without a person the prices are others.
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL
  nextUrl: URL
  defaultShouldRevalidate: boolean
}) =>
  (currentUrl.pathname !== nextUrl.pathname || hasPerson(currentUrl) !== hasPerson(nextUrl)) &&
  defaultShouldRevalidate

const hasPerson = ({ searchParams }: URL) => searchParams.has('teamMember')

export const meta = (args: Route.MetaArgs) => publicMeta(args)

export default function Services({
  loaderData: { types, selection, notes, gone, personName, held, none, money, membersNote },
}: Route.ComponentProps) {
  const t = useText()
  const { pathname } = useLocation()
  const base = pickBase(pathname)
  const form = useRef<HTMLFormElement>(null)
  const choice = useSelectedServices(base, selection, none, form)
  const bookable = types.some((type) => type.services.some((one) => !one.phoneOnly))
  const chosen = selectedServices(
    types.flatMap((type) => type.services),
    { services: choice.chosen, addons: choice.addons },
  )
  return (
    <Step
      step="services"
      title={t('book.servicesTitle')}
      lead={
        <>
          {bookable && (
            <>
              <p>{t('book.servicesLead', { most: MAX_SERVICES })}</p>
              <p>
                <Link to={partyLink(base)} className={textLinkClasses}>
                  {t('party.link')}
                </Link>
              </p>
            </>
          )}
          {personName && (
            <p className="flex flex-wrap items-center gap-x-4">
              <strong className="text-text">{t('book.withPerson', { name: personName })}</strong>
              <Link
                to={bookingLink(base, 'services', { services: choice.chosen, addons: choice.addons })}
                replace
                preventScrollReset
                className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
              >
                {t('book.withAnyone')}
              </Link>
            </p>
          )}
        </>
      }
      selection={selection}
      held={held}
      notes={notes}
      gone={gone}
    >
      <form
        method="get"
        action={`${base}/person`}
        ref={form}
        onSubmit={choice.submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        {selection.teamMember && new Set(selection.teamMember).size === 1 && (
          <input type="hidden" name="teamMember" value={selection.teamMember[0] ?? 'any'} />
        )}
        <div>
          <ServiceList
            types={types}
            chosen={choice.chosen}
            addons={choice.addons}
            money={money}
            onToggle={choice.toggle}
            onAddon={choice.choose}
          />
          {membersNote && (
            <p className="mt-8 rounded-xl bg-brand-soft p-4 text-on-brand-soft">
              <span>{membersNote}</span>{' '}
              <Link
                to={loginLink({ to: appointmentsLink() })}
                className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
              >
                {t('book.signIn')}
              </Link>
            </p>
          )}
        </div>
        {bookable && (
          <SelectionBar chosen={chosen} money={money} problem={choice.problem} firstUrl={`${base}/first`} />
        )}
      </form>
    </Step>
  )
}
