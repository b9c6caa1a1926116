import { ArrowLeft, CalendarCheck, Clock } from 'lucide'
import { bookLink, personLink, priceListLink } from '#contract/links.ts'
import { column, Picture, upTo } from '#web/content/picture.tsx'
import { getPageContext } from '#web/request/page-context.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { ByPhone } from '#web/service/by-phone.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { Addons } from './addons.tsx'
import type { Route } from './+types/service'
import { loadService, type ShownPerson, type ShownService } from './load-service.ts'

/** `/behandlinger/:serviceId`: one service, who does it, and booking it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const found = ctx.brand.signIn ? await loadService(ctx, params.serviceId) : null
  if (!found) throw new Response(null, { status: 404 })
  const { service, people, page, words } = found
  ctx.setMetadata(page)
  return {
    service,
    people,
    booking: service.bookable
      ? {
          person: bookLink({ services: [service.id] }, 'person'),
          first: bookLink({ services: [service.id] }, 'first'),
        }
      : null,
    words,
    head: publicHead(ctx, page),
    text: ctx.messages(['price']),
  }
}

export const meta = (args: Route.MetaArgs) => publicMeta(args)

export default function ServicePage({ loaderData: { service, people, booking } }: Route.ComponentProps) {
  const t = useText()
  const { picture } = service
  return (
    <div
      className={`mx-auto w-full px-4 pb-16 pt-4 sm:px-6 sm:pt-6 ${picture ? 'max-w-[72rem]' : 'max-w-[56rem]'}`}
    >
      <Link to={priceListLink({ type: service.typeId })} className={`${textLinkClasses} gap-2`}>
        <Icon of={ArrowLeft} size={18} />
        <span>{t('price.back')}</span>
      </Link>
      <div
        className={`mt-4 grid grid-cols-[minmax(0,1fr)] gap-8 ${picture ? 'lg:grid-cols-2 lg:gap-16' : ''}`}
      >
        {picture && <ServicePicture picture={picture} />}
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Facts service={service} booking={booking} />
          {people.length > 0 && <People people={people} />}
        </div>
      </div>
    </div>
  )
}

function ServicePicture({ picture }: { picture: NonNullable<ShownService['picture']> }) {
  const { text } = useTenantText()(picture.alt)
  return (
    <div>
      <Picture
        picture={{ ...picture, alt: text }}
        eager
        boxes={[{ from: 64, width: column(2, 4), ratio: 4 / 3 }, ...upTo(72, { ratio: 4 / 3 })]}
        className="aspect-4/3 w-full rounded-[1.25rem] object-cover"
      />
    </div>
  )
}

type FactsProps = { service: ShownService; booking: { person: string; first: string } | null }

function Facts({ service, booking }: FactsProps) {
  const t = useText()
  const tenantText = useTenantText()
  const [about, before] = [tenantText(service.description), tenantText(service.preVisit ?? '')]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <p className="text-muted">
          <TenantText>{service.typeName}</TenantText>
        </p>
        <Heading>
          <TenantText>{service.name}</TenantText>
        </Heading>
      </div>
      <p className="tabular flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className="text-2xl font-medium">{service.price}</span>
        <span className="flex items-center gap-1.5 text-muted">
          <Icon of={Clock} size={18} />
          <span>{service.duration}</span>
        </span>
      </p>
      {about.text && (
        <p lang={about.lang} className="max-w-[60ch] whitespace-pre-line text-lg leading-relaxed">
          {about.text}
        </p>
      )}
      {service.knownOnly && <p className="text-muted">{t('price.forKnown')}</p>}
      {service.phoneOnly && <ByPhone label={t('price.byPhone')} className="text-lg" />}
      {booking && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to={booking.person} className="in-book-bar min-h-13 px-7 text-lg">
            <Icon of={CalendarCheck} size={20} />
            <span>{t('price.book')}</span>
            <span className="sr-only">
              <span>: </span>
              <TenantText>{service.name}</TenantText>
            </span>
          </ButtonLink>
          <Link to={booking.first} className={textLinkClasses}>
            {t('price.first')}
          </Link>
        </div>
      )}
      {service.addons && (
        <section className="grid w-full gap-2">
          <h2 className="text-lg">{t('price.addons')}</h2>
          <Addons addons={service.addons} />
        </section>
      )}
      <p className="text-sm text-muted">
        {service.exempt === null ? (
          service.vatNote
        ) : (
          <>
            <span>{`${t('price.exempt')}: `}</span>
            <TenantText>{service.exempt}</TenantText>
          </>
        )}
      </p>
      {before.text && (
        <section className="grid w-full gap-2 rounded-xl bg-brand-soft p-5 text-on-brand-soft">
          <h2 className="text-lg">{t('price.before')}</h2>
          <p lang={before.lang} className="max-w-[60ch] whitespace-pre-line">
            {before.text}
          </p>
        </section>
      )}
    </div>
  )
}

function People({ people }: { people: ShownPerson[] }) {
  const t = useText()
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{t('price.by')}</h2>
      <ul className="divide-y divide-line">
        {people.map(({ id, name, role, avatar, own }) => (
          <li key={id} className="relative flex items-center gap-4 py-3">
            <Avatar src={avatar} name={name} size={56} />
            <div className="grid grow">
              <Link to={personLink({ person: id })} className={`${textLinkClasses} font-medium`}>
                {name}
              </Link>
              {role && (
                <p className="text-sm text-muted">
                  <TenantText>{role}</TenantText>
                </p>
              )}
            </div>
            {own && <p className="tabular text-right">{own}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
