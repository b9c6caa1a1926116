import { CalendarCheck, ReceiptText } from 'lucide-react'
import { intlLocale } from '#contract/text.ts'
import { scopeOf } from '#web/scope.ts'
import { useText } from '#web/text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TenantWords } from '#web/ui/tenant-words.tsx'
import type { Route } from './+types/landing'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { call, brand, language, messages, origin } = scopeOf(context)
  const asked = url.searchParams.get('salon')
  const common = { brand: { companyname: brand.companyname, title: brand.title, tagline: brand.tagline, description: brand.description, hero: brand.hero }, origin, language, text: messages(['landing']) }
  if (!brand.signIn) {
    const found = asked ? await call('findTenants', { firstpath: asked.trim().toLowerCase().slice(0, 63) || '-' }) : null
    const [salon] = found?.documents ?? []
    return { ...common, kind: 'finder' as const, asked, salon: salon ? { name: salon.companyname, origin: salon.origin } : null }
  }
  const [types, team] = await Promise.all([call('listServiceTypes', { tenantId: brand.tenantId, active: 'true' }), call('listTeam', { tenantId: brand.tenantId })])
  return {
    ...common,
    kind: 'salon' as const,
    types: types.documents.map(({ id, svctype }) => ({ id, label: svctype })),
    team: team.documents.map(({ id, displayname, role, avatar }) => ({ id, name: displayname, role, avatar })),
    hours: hoursInWords(brand.openingHours, intlLocale(language)),
  }
}

/** Monday first; a day without hours is closed (empty). */
function hoursInWords(openingHours: { weekday: number; from: string; to: string }[], tag: string) {
  // 2024-01-01 was a Monday.
  const name = (weekday: number) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
  return openingHours.length === 0 ? [] : [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ day: name(weekday), hours: openingHours.filter((one) => one.weekday === weekday).map(({ from, to }) => `${from}–${to}`).join(', ') }))
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? [
        { title: loaderData.brand.title },
        { name: 'description', content: loaderData.brand.description ?? loaderData.brand.tagline ?? loaderData.brand.title },
        { tagName: 'link', rel: 'canonical', href: `${loaderData.origin}/?lang=${loaderData.language}` },
        // A form may not lead to another site, not by a redirect either; a page may.
        ...('salon' in loaderData && loaderData.salon ? [{ httpEquiv: 'refresh', content: `0; url=${loaderData.salon.origin}/` }] : []),
      ]
    : []

export default function Landing({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero brand={loaderData.brand} bookable={loaderData.kind === 'salon'} />
      {loaderData.kind === 'salon' ? <Salon {...loaderData} /> : <Finder asked={loaderData.asked} salon={loaderData.salon} />}
    </>
  )
}

function Hero({ brand, bookable }: { brand: Route.ComponentProps['loaderData']['brand']; bookable: boolean }) {
  const t = useText()
  return (
    <section className="relative isolate overflow-hidden">
      {brand.hero && <img src={brand.hero.image} alt={brand.hero.alt} width="1600" height="900" fetchPriority="high" className="h-56 w-full object-cover sm:h-80" />}
      <div className="mx-auto grid w-full max-w-[72rem] gap-4 px-4 pt-8 sm:px-6 sm:pt-10">
        <h1 className="text-3xl sm:text-[2.75rem]">{brand.companyname}</h1>
        {brand.tagline && <p className="max-w-[50ch] text-xl text-muted"><TenantWords>{brand.tagline}</TenantWords></p>}
        {bookable && (
          <p className="flex flex-wrap gap-3 pt-2">
            <ButtonLink to="/book"><CalendarCheck aria-hidden="true" size={20} />{t('landing.book')}</ButtonLink>
            <ButtonLink to="/behandlinger" tone="secondary"><ReceiptText aria-hidden="true" size={20} />{t('landing.prices')}</ButtonLink>
          </p>
        )}
      </div>
    </section>
  )
}

type SalonData = Extract<Route.ComponentProps['loaderData'], { kind: 'salon' }>

function Salon({ brand, types, team, hours }: SalonData) {
  const t = useText()
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-12 px-4 py-12 sm:px-6">
      {brand.description && <p className="max-w-[68ch] text-lg whitespace-pre-line"><TenantWords>{brand.description}</TenantWords></p>}
      <section>
        <h2 className="text-2xl">{t('landing.treatments')}</h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {types.map(({ id, label }) => <li key={id}><ButtonLink to={`/behandlinger?type=${id}`} tone="secondary" wide className="min-h-14 justify-start!"><TenantWords>{label}</TenantWords></ButtonLink></li>)}
        </ul>
      </section>
      <section>
        <h2 className="text-2xl">{t('landing.team')}</h2>
        <ul className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {team.map((one) => (
            <li key={one.id} className="flex items-center gap-4">
              <Avatar src={one.avatar} name={one.name} size={72} />
              <div><p className="font-display text-lg font-semibold">{one.name}</p><p className="text-muted"><TenantWords>{one.role}</TenantWords></p></div>
            </li>
          ))}
        </ul>
      </section>
      {hours.length > 0 && (
        <section>
          <h2 className="text-2xl">{t('landing.hours')}</h2>
          <dl className="tabular mt-4 grid max-w-[28rem] gap-2">
            {hours.map(({ day, hours: open }) => <div key={day} className="flex justify-between gap-6 border-b border-line pb-2"><dt className="first-letter:uppercase">{day}</dt><dd>{open || t('landing.closed')}</dd></div>)}
          </dl>
        </section>
      )}
    </div>
  )
}

function Finder({ asked, salon }: { asked: string | null; salon: { name: string; origin: string } | null }) {
  const t = useText()
  return (
    <form method="get" action="/" className="mx-auto grid w-full max-w-[72rem] gap-4 px-4 py-10 sm:px-6">
      <div className="grid max-w-[32rem] gap-4">
        <Field name="salon" label={t('landing.finder')} hint={t('landing.finderHint')} error={asked && !salon ? t('landing.notFound', { name: asked }) : undefined} defaultValue={asked ?? ''} required maxLength={63} autoCapitalize="none" spellCheck={false} />
        <Button type="submit">{t('landing.find')}</Button>
        {salon && <ButtonLink to={salon.origin} tone="secondary">{salon.name}</ButtonLink>}
      </div>
    </form>
  )
}
