import type { Locale } from '#domain/language.ts'
import type { Deps, Scope, Tenant } from '../context.ts'
import { listPlaces } from '../data/page.ts'
import { DEFAULT_TENANT } from '../data/tenant.ts'
import { escapeHtml } from '../escape-html.ts'
import { alternatesOf } from './head.ts'

/** `changed` in epoch ms, where that is known. */
type Listed = { path: string; changed?: number }

/** Everything on a tenant's site that anybody may find. The neutral tenant has its one page. */
async function publicPaths({ deps, tenant }: Scope): Promise<Listed[]> {
  if (tenant.id === DEFAULT_TENANT) return [{ path: '/' }]
  const pages = (await deps.db.read(tenant.id, listPlaces)).map(({ parentId, id, updated }) => ({
    path: pathOf(parentId, id),
    changed: updated.getTime(),
  }))
  // The front page is there whether or not the tenant has written one.
  const front = pages.some(({ path }) => path === '/') ? [] : [{ path: '/' }]
  return [
    ...front,
    ...pages,
    ...(tenant.profile.signIn ? [{ path: '/behandlinger' }, { path: '/book' }] : []),
    { path: '/tc' },
  ]
}

const pathOf = (parentId: string, id: string): string =>
  parentId ? `/${parentId}/${id}` : id === 'index' ? '/' : `/${id}`

/** The map of a tenant's site, each page with its other languages ({@link https://www.sitemaps.org/protocol.html} and the alternates of search engines). */
export async function sitemapOf(scope: Scope): Promise<string> {
  const listed = await publicPaths(scope)
  const { locales } = scope.deps
  const entries = listed.flatMap(({ path, changed }) =>
    locales.map((locale) => entry(scope.tenant, path, locale, locales, changed)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

function entry(
  tenant: Tenant,
  path: string,
  locale: Locale,
  locales: Deps['locales'],
  changed: number | undefined,
): string {
  const links = alternatesOf(tenant, path, locales).map(
    ({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}"/>`,
  )
  return `<url><loc>${escapeHtml(`${tenant.origin}${path}?lang=${locale}`)}</loc>${changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : ''}${links.join('')}</url>`
}

/** Addresses that lead nowhere for anybody but one guest, or that act. */
const PRIVATE = [
  '/api/',
  '/dev/',
  '/oauth/',
  '/my-account',
  '/profile',
  '/home',
  '/appointments',
  '/book/',
  '/visit/',
  '/cancelBooking/',
  '/message/',
  '/confirm',
  '/custom-login',
  '/cl/',
  '/userInvite/',
  '/onboarding',
  '/changeEmail',
  '/sign-in/',
  '/gong',
]

/** What robots may read of a tenant's site; nothing while it is staged. */
export const robotsOf = ({ deps, tenant }: Scope): string =>
  deps.config.staging
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\n${PRIVATE.map((path) => `Disallow: ${path}`).join('\n')}\nSitemap: ${tenant.origin}/sitemap.xml\n`
