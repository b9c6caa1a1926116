import type { Locale } from '#domain/language.ts'
import type { RequestContext } from '#server/context/context.ts'
import { otherPaths, pagePaths } from '#contract/site-map.ts'
import { personLink, productLink, serviceLink } from '#contract/links.ts'
import { listPlaces } from '#server/content/queries.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { listServices } from '#server/service/queries.ts'
import { listProducts } from '#server/product/queries.ts'
import { DEFAULT_TENANT } from '#server/tenant/queries.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { listAlternates } from './head.ts'

/** `changed` in epoch ms, if known. */
type Listed = { path: string; changed?: number }

/** All indexable pages of a tenant's site. The neutral tenant has one page. */
async function publicPaths({ deps, tenant }: RequestContext): Promise<Listed[]> {
  if (tenant.id === DEFAULT_TENANT) return [{ path: '/' }]
  const { profile } = tenant
  const { places, products, services, members } = await deps.db.read(tenant.id, async (tx) => ({
    places: await listPlaces(tx),
    products: profile.shop ? await listProducts(tx) : [],
    services: profile.signIn ? await listServices(tx, { active: true }) : [],
    members: profile.signIn ? await listMembers(tx) : [],
  }))
  const pages = places.map(({ parentId, id, updated }) => ({
    path: toPath(parentId, id),
    changed: updated.getTime(),
  }))
  const offered = { bookable: profile.signIn, shop: profile.shop }
  const listed = pagePaths.filter(
    ({ path, indexable }) => !path.includes(':') && (indexable === true || (indexable && offered[indexable])),
  )
  // The front page exists without content of the tenant too.
  const front = pages.some(({ path }) => path === '/') ? [] : [{ path: '/' }]
  return [
    ...front,
    ...pages,
    ...listed.filter(({ path }) => path !== '/').map(({ path }) => ({ path })),
    // Services for members are no public pages.
    ...services.filter((one) => !one.onlyMember).map(({ id }) => ({ path: serviceLink({ service: id }) })),
    ...members.map(({ id }) => ({ path: personLink({ person: id }) })),
    ...products.map(({ id }) => ({ path: productLink({ product: id }) })),
  ]
}

const toPath = (parentId: string, id: string): string =>
  parentId ? `/${parentId}/${id}` : id === 'index' ? '/' : `/${id}`

/**
 * The map of a tenant's site, each page with its other languages ({@link
 * https://www.sitemaps.org/protocol.html} and the alternates of search engines).
 */
export async function buildSitemap(ctx: RequestContext): Promise<string> {
  const listed = await publicPaths(ctx)
  const entries = listed.flatMap(({ path, changed }) =>
    ctx.deps.locales.map((locale) => entry(ctx, path, locale, changed)),
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ` +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ` +
    `xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
  )
}

function entry(
  { deps, tenant }: RequestContext,
  path: string,
  locale: Locale,
  changed: number | undefined,
): string {
  const links = listAlternates(tenant, path, deps.locales).map(
    ({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}"/>`,
  )
  const loc = `<loc>${escapeHtml(`${tenant.origin}${path}?lang=${locale}`)}</loc>`
  const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : ''
  return `<url>${loc}${lastmod}${links.join('')}</url>`
}

/**
 * The first segment of a path, with its slash where something has to follow: a prefix of all paths below
 * it.
 */
const firstSegment = (path: string): string => /^\/[^/]+(?:\/(?![:\w]+\?|\*))?/.exec(path)?.[0] ?? path

/** Prefixes of the paths that robots must not request; none is a prefix of another. */
const disallowed = [
  ...new Set([
    ...otherPaths.flatMap(({ disallow }) => disallow ?? []),
    ...pagePaths
      .filter(({ indexable }) => indexable === false)
      .map(({ path, disallow }) => disallow ?? firstSegment(path)),
  ]),
].filter((prefix, _, all) => !all.some((other) => other !== prefix && prefix.startsWith(other)))

/** The robots.txt of a tenant's site; on staging, and on the salon's own site, it disallows everything. */
export const buildRobotsTxt = ({ deps, tenant, site }: RequestContext): string =>
  deps.config.staging || site === 'staff'
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}`).join('\n')}\nSitemap: ` +
      `${tenant.origin}/sitemap.xml\n`
