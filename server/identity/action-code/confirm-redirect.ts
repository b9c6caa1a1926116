import type { MiddlewareHandler } from 'hono'
import type { Env, RequestContext } from '#server/context/context.ts'
import { confirmLink, startLink, welcomeLink } from '#contract/links.ts'
import { DEFAULT_TENANT } from '#server/tenant/queries.ts'
import { findTenantOfCode } from './read.ts'

/**
 * @returns where to redirect a link from a mail, or null when this host's own page handles it. On a host
 * without a tenant (a `go.` host) the target is the site of the tenant named by the code; for a sign-in whose
 * `continueUrl` is on the tenant's admin origin it is the welcome page there. That is the salon's own site
 * unless the tenant's file names another. All origins come from the database, never from the request.
 */
async function redirectTarget(ctx: RequestContext, { search, searchParams }: URL): Promise<string | null> {
  const tenant = await findTenantOfCode(
    ctx,
    searchParams.get('oobCode') ?? searchParams.get('actionCode') ?? '',
  )
  if (tenant && tenant.id !== ctx.tenant.id) return tenant.origin + confirmLink() + search
  if (ctx.tenant.id === DEFAULT_TENANT || searchParams.get('mode') !== 'signIn') return null
  const { adminOrigin = ctx.tenant.staffOrigin } = ctx.tenant.profile
  return isOnAdminSite(ctx, adminOrigin, searchParams.get('continueUrl') ?? '')
    ? adminOrigin + welcomeLink() + search
    : null
}

/** On the guests' own host, where STAFF_HOST=same puts the salon's site, only its paths belong to it. */
function isOnAdminSite({ tenant }: RequestContext, adminOrigin: string, url: string): boolean {
  if (!isOnOrigin(adminOrigin, url)) return false
  const { pathname } = new URL(url)
  return adminOrigin !== tenant.origin || pathname === startLink() || pathname.startsWith(`${startLink()}/`)
}

/**
 * Whether every browser resolves `url` to this origin. Rejects backslashes, spaces and user names before the
 * host, which URL parsers treat differently.
 */
function isOnOrigin(origin: string, url: string): boolean {
  const parsed = /^[!-[\]-~]+$/.test(url) ? URL.parse(url) : null
  return parsed !== null && parsed.origin === origin && parsed.username === '' && parsed.password === ''
}

/** Redirects the landing page of mailed links to its own host. Consumes no code, so it may run repeatedly. */
export const confirmRedirect: MiddlewareHandler<Env> = async (c, next) => {
  const to = await redirectTarget(c.get('ctx'), new URL(c.req.url))
  if (!to) return next()
  return c.body(null, 302, { location: to, 'cache-control': 'no-store' })
}
