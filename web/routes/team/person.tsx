import { CalendarCheck } from 'lucide'
import { bookLink, serviceLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/person'
import { loadPerson, type OwnService, type ShownPerson } from './load-person.ts'

/** `/person/:memberId`: one person of the team, and what guests can book with them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const found = ctx.brand.signIn ? await loadPerson(ctx, params.memberId) : null
  if (!found) throw new Response(null, { status: 404 })
  const { person, services, vatNote, page, words } = found
  ctx.setMetadata(page)
  return {
    person,
    services,
    vatNote,
    booking: services.length > 0 ? bookLink({ teamMember: [person.id] }) : null,
    words,
    head: publicHead(ctx, page),
    text: ctx.messages(['price']),
  }
}

export const meta = (args: Route.MetaArgs) => publicMeta(args)

export default function PersonPage({
  loaderData: { person, services, vatNote, booking },
}: Route.ComponentProps) {
  const t = useText()
  const { id, name } = person
  return (
    <div className="mx-auto grid w-full max-w-[56rem] gap-10 px-4 pb-16 pt-8 sm:px-6 sm:pt-12">
      <About person={person} booking={booking} />
      {services.length > 0 && (
        <section className="grid gap-2">
          <h2 className="text-xl">{t('price.with', { name })}</h2>
          <ul className="divide-y divide-line">
            {services.map((service) => (
              <Row key={service.id} service={service} person={id} />
            ))}
          </ul>
          <p className="text-sm text-muted">{vatNote}</p>
        </section>
      )}
    </div>
  )
}

function About({
  person: { name, role, bio, avatar },
  booking,
}: {
  person: ShownPerson
  booking: string | null
}) {
  const t = useText()
  const about = useTenantText()(bio ?? '')
  return (
    <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-10">
      <Avatar src={avatar} name={name} size={176} />
      <div className="grid justify-items-start gap-4">
        <div className="grid gap-1">
          <Heading>{name}</Heading>
          {role && (
            <p className="text-lg text-muted">
              <TenantText>{role}</TenantText>
            </p>
          )}
        </div>
        {about.text && (
          <p lang={about.lang} className="max-w-[60ch] whitespace-pre-line text-lg leading-relaxed">
            {about.text}
          </p>
        )}
        {booking && (
          <ButtonLink to={booking} className="in-book-bar min-h-13 px-7 text-lg">
            <Icon of={CalendarCheck} size={20} />
            <span>{t('price.bookWith', { name })}</span>
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function Row({ service: { id, name, duration, price }, person }: { service: OwnService; person: string }) {
  const t = useText()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="grid">
        <Link to={serviceLink({ service: id })} className={`${textLinkClasses} font-medium`}>
          <TenantText>{name}</TenantText>
        </Link>
        <p className="tabular text-sm text-muted">{`${duration} · ${price}`}</p>
      </div>
      <ButtonLink
        to={bookLink({ services: [id], teamMember: [person] }, 'time')}
        tone="secondary"
        aria-label={t('price.bookName', { name: useTenantText()(name).text })}
      >
        {t('price.book')}
      </ButtonLink>
    </li>
  )
}
