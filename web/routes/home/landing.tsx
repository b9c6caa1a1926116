import { data } from 'react-router'
import type { PageContext } from '#contract/page.ts'
import { hoursText, weekdayName } from '#domain/wall-clock.ts'
import { Content } from '#web/content/page/content.tsx'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { noindex, publicHead, publicMeta } from '#web/request/page-meta.ts'
import { lazyWithRetry } from '#web/ui/loading/lazy.tsx'
import { businessData } from '#web/request/structured-data.server.ts'
import { loadFront } from '#web/content/front.server.ts'
import { loadPage } from '#web/content/page/load-page.ts'
import type { Route } from './+types/landing'

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const { call, brand, dateLanguage, messages, unknownSalon, translate } = ctx
  const asked = url.searchParams.get('salon')
  const common = {
    brand: {
      companyname: brand.companyname,
      title: brand.title,
      tagline: brand.tagline,
      description: brand.description,
      hero: brand.hero,
    },
    text: messages(['landing']),
  }
  const about = brand.description ?? brand.tagline ?? brand.title
  const own = {
    path: '/',
    title: brand.title,
    kind: 'website' as const,
    picture: null,
  }
  const buildHead = (description: string) => ({
    ...publicHead(ctx, { ...own, description }),
    title: brand.title,
  })
  if (!brand.signIn) {
    const known = await translate([brand.tagline, brand.description, brand.hero?.alt])
    const description = translateForAttribute(known, about)
    if (!unknownSalon) ctx.setMetadata({ ...own, description, data: [] })
    const salons = asked?.trim() ? await findSalons(call, asked.trim().replace(/\s+/g, ' ')) : []
    const shown = {
      ...common,
      kind: 'finder' as const,
      words: known,
      head: buildHead(description),
      asked,
      unknown: unknownSalon,
      salons: salons.map((salon) => ({ name: salon.companyname, origin: salon.origin })),
    }
    return unknownSalon ? data(shown, { status: 404 }) : shown
  }
  const { page, status } = await loadPage(ctx, 'index')
  if (status === 500) throw data(null, { status })
  if (page)
    return { ...common, kind: 'page' as const, page, head: buildHead(page.description), text: messages([]) }
  const [types, team, { facts, popular }] = await Promise.all([
    call('listServiceTypes', { active: 'true' }),
    call('listTeam', {}),
    loadFront(ctx),
  ])
  const known = await translate([
    brand.tagline,
    brand.description,
    brand.hero?.alt,
    ...types.documents.map((one) => one.svctype),
    ...team.documents.map((one) => one.role),
    ...popular.map((one) => one.name),
  ])
  const description = translateForAttribute(known, about)
  ctx.setMetadata({ ...own, description, data: [businessData(ctx, known)] })
  return {
    ...common,
    kind: 'salon' as const,
    words: known,
    head: buildHead(description),
    facts,
    popular: popular.map(({ id, name, duration, price }) => ({ id, name, about: `${duration} · ${price}` })),
    types: types.documents.map(({ id, svctype }) => ({ id, label: svctype })),
    team: team.documents.map(({ id, displayname, role, avatar }) => ({
      id,
      name: displayname,
      role,
      avatar,
    })),
    hours: formatHours(brand.openingHours, dateLanguage),
  }
}

/** Finds salons by the name in their URL, or else by their display name. */
async function findSalons(call: PageContext['call'], asked: string) {
  const { documents } = await call('findTenants', { firstpath: asked.toLowerCase().slice(0, 63) })
  return documents.length > 0
    ? documents
    : (await call('findTenants', { name: asked.slice(0, 200) })).documents
}

/** Monday first; a day without hours is closed (''). */
function formatHours(openingHours: { weekday: number; from: string; to: string }[], language: string) {
  return openingHours.length === 0
    ? []
    : [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        day: weekdayName(language, weekday),
        hours: hoursText(
          language,
          openingHours.filter((one) => one.weekday === weekday),
        ),
      }))
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...publicMeta({ loaderData }),
  // The content security policy (`form-action`) forbids forms to leave the site, redirects included; a page
  // may.
  ...(loaderData?.kind === 'finder' && loaderData.salons.length === 1
    ? [{ httpEquiv: 'refresh', content: `0; url=${loaderData.salons[0]?.origin}/` }]
    : []),
  ...(loaderData?.kind === 'finder' && loaderData.unknown ? noindex : []),
]

// Loaded on demand: a salon with its own front page needs neither.
const Salon = lazyWithRetry(() => import('./salon.tsx').then((module) => module.default))
const Finder = lazyWithRetry(() => import('./finder.tsx').then((module) => module.default))

export default function Landing({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'page') return <Content html={loaderData.page.html} />
  return loaderData.kind === 'salon' ? <Salon {...loaderData} /> : <Finder {...loaderData} />
}
