import { bookLink, priceListLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import type { Facts } from '#web/content/front.server.ts'
import { Hero, type HeroBrand } from './hero.tsx'

type Props = {
  brand: HeroBrand
  facts: Facts
  popular: { id: string; name: string; about: string }[]
  types: { id: string; label: string }[]
  team: { id: string; name: string; role: string | null; avatar: string | null }[]
  hours: { day: string; hours: string }[]
}

/** The front page of a salon without its own: what is booked most, team, opening hours, treatments. */
export default function Salon({ brand, facts, popular, types, team, hours }: Props) {
  const t = useText()
  return (
    <>
      <Hero brand={brand} bookable facts={facts} />
      <div className="mx-auto grid w-full max-w-[72rem] gap-12 px-4 py-12 sm:px-6">
        {brand.description && (
          <p className="max-w-[68ch] text-lg whitespace-pre-line">
            <TenantText>{brand.description}</TenantText>
          </p>
        )}
        {popular.length > 0 && (
          <section>
            <h2 className="text-2xl">{t('landing.popular')}</h2>
            <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {popular.map(({ id, name, about }) => (
                <li key={id}>
                  <ButtonLink
                    to={bookLink({ services: [id] }, 'person')}
                    tone="secondary"
                    wide
                    className="min-h-16 justify-start! text-left"
                  >
                    <span className="grid">
                      <TenantText>{name}</TenantText>
                      <span className="tabular text-sm font-normal text-muted">{about}</span>
                    </span>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2 className="text-2xl">{t('landing.team')}</h2>
          <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {team.map((member) => (
              <li key={member.id} className="flex items-center gap-4">
                <Avatar src={member.avatar} name={member.name} size={72} />
                <div>
                  <p className="font-display text-lg font-semibold">{member.name}</p>
                  <p className="text-muted">
                    <TenantText>{member.role}</TenantText>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        {hours.length > 0 && (
          <section>
            <h2 className="text-2xl">{t('landing.hours')}</h2>
            <dl className="tabular mt-4 grid max-w-[28rem] gap-2">
              {hours.map(({ day, hours: ofDay }) => (
                <div key={day} className="flex justify-between gap-6 border-b border-line pb-2">
                  <dt className="first-letter:uppercase">{day}</dt>
                  <dd>{ofDay || t('landing.closed')}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <section>
          <h2 className="text-2xl">{t('landing.treatments')}</h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {types.map(({ id, label }) => (
              <li key={id}>
                <ButtonLink
                  to={priceListLink({ type: id })}
                  tone="secondary"
                  wide
                  className="min-h-14 justify-start!"
                >
                  <TenantText>{label}</TenantText>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
