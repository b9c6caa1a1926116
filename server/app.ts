import { randomUUID } from 'node:crypto'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { internalErrorResponse, createApi, errorResponse } from './http/api.ts'
import { landingLink, startLink } from '#contract/links.ts'
import { pageAt, siteOf } from '#contract/match-page.ts'
import { bodyLimitOf, rateLimitCost } from './http/limits.ts'
import { refreshCartCount } from './cart/owner.ts'
import { mergeCartAfterPayment } from './receipt/merge-cart.ts'
import { etags, handlers } from './handlers.ts'
import { createInProcessClient } from './http/dispatch.ts'
import type { Dependencies, Env, Pages, Tenant } from './context/context.ts'
import { clientIp } from './http/client-ip.ts'
import { isAllowedStateChange } from './http/csrf.ts'
import { createRequestContext, type RequestGuards } from './http/request-context.ts'
import { createRequestLimit } from './rate-limit/request-limit.ts'
import { forgetPages, isOwnDomain, securityHeaders } from './http/security-headers.ts'
import { hasConflictingHosts, createTenantResolver } from './http/tenant.ts'
import { htmlErrorPages } from './render/error-page.ts'
import { fontRoute } from './render/fonts.ts'
import { mountRoutes } from './routes.ts'
import { DEFAULT_TENANT } from './tenant/queries.ts'
import { createReadinessProbe } from './http/readiness.ts'
import { artRoute, assetRoute, avatarRoute } from './http/static-files.ts'

const MAX_URL = 8_192

/** The tenants by their hosts and the limit of requests, which all ways into the application share. */
export const createRequestGuards = (deps: Dependencies): RequestGuards => ({
  find: createTenantResolver(deps.db, deps.changeEvents, deps.config),
  limit: createRequestLimit(deps.config.rateLimit),
})

/** The whole application: everything a request passes, in order. */
export function createApp(
  deps: Dependencies,
  pages: Pages | null,
  guards = createRequestGuards(deps),
): Hono<Env> {
  const app = new Hono<Env>()
  const ready = createReadinessProbe(() => deps.db.check())
  app.use(requestLog(deps, pageRoutes(pages?.names ?? new Set())))
  app.use(responseHeaders(deps))
  app.use(htmlErrorPages(deps, guards))
  app.use(async (c, next) => (hasConflictingHosts(c.env?.incoming) ? c.text('Bad Request', 400) : next()))
  app.use(async (c, next) => (c.req.url.length > MAX_URL ? c.text('URI Too Long', 414) : next()))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const unready = await ready()
    return unready ? c.text(`database ${unready}`, 503) : c.text('ok')
  })
  app.get('/assets/*', fontRoute, assetRoute)
  for (const path of ['/healthz', '/readyz', '/assets/*', '/art/*', '/dev/*', '/oauth/*'])
    app.use(path, readOnly)
  app.use(withRequestContext(deps, guards))
  app.use(csrfProtection())
  app.use(bodyLimits())
  app.get('/art/*', artRoute(deps.config))
  app.get('/avatar/:guest/:file', avatarRoute)
  app.route('/api', createApi(handlers, etags))
  app.use(ownSiteOnly(deps))
  mountRoutes(app, deps)
  if (pages)
    app.on(['GET', 'POST'], '*', async (c) => {
      if (!isDecodablePath(c.req.path)) return c.text('Bad Request', 400)
      const ctx = c.get('ctx')
      // A path of the salon's own site that is no page there, in another spelling than its route has.
      if (ctx.site === 'staff' && pageAt(c.req.path) === null) return errorResponse('not-found')
      // A payment may have ended before which the carts were not merged.
      if (ctx.tenant.profile.shop && ctx.site === 'guest') await mergeCartAfterPayment(ctx)
      const [response] = await Promise.all([
        pages(c.req.raw, ctx, createInProcessClient(handlers, etags, ctx)),
        // Another device may have changed the account's cart.
        c.req.method !== 'POST' && ctx.site === 'guest' && refreshCartCount(ctx),
      ])
      return response
    })
  app.all('*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? c.notFound()
      : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD, POST' }),
  )
  app.onError((error, c) => internalErrorResponse(error, deps.log, c.get('requestId')))
  return app
}

/**
 * A path exists on one of a tenant's two sites: on the other one it is unknown, whoever asks. Only the front
 * door leads on: `/admin` from the guests' hosts, and `/` on the salon's own.
 */
function ownSiteOnly({ config }: Dependencies): MiddlewareHandler<Env> {
  return (c, next) => {
    const { site, tenant } = c.get('ctx')
    const found = siteOf(c.req.path)
    // Nobody works at the neutral tenant.
    if (found === 'both' || (found === site && (site === 'guest' || tenant.id !== DEFAULT_TENANT)))
      return next()
    const isFrontDoor =
      c.req.path.replace(/(?<=.)\/$/, '') === (site === 'staff' ? landingLink() : startLink())
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (isFrontDoor && isRead && tenant.id !== DEFAULT_TENANT && config.staffHost === 'own') {
      const location = site === 'staff' ? startLink() : tenant.staffOrigin + startLink()
      return Promise.resolve(c.body(null, 302, { location, 'cache-control': 'no-store' }))
    }
    return Promise.resolve(errorResponse('not-found'))
  }
}

/** The router would complain of a path that cannot be decoded in words of its own, with the path in them. */
function isDecodablePath(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * The log's route of a page: its first segment if that is the name of a page. All other segments may be
 * handles.
 */
export const pageRoutes =
  (names: ReadonlySet<string>) =>
  (path: string): string => {
    const [, first = '', ...rest] = path.split('/')
    const name = first.replace(/;.*$/, '').replace(/\.data$/, '')
    return `/${name === '' || names.has(name) ? name : '*'}${rest.length ? '/*' : ''}`
  }

const readOnly: MiddlewareHandler<Env> = async (c, next) =>
  c.req.method === 'GET' || c.req.method === 'HEAD'
    ? next()
    : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' })

/**
 * The pattern that an address fits best: known from the start, so that a request has it which is refused long
 * before its handler.
 */
const findRoute = (c: Context<Env>, pageRoute: (path: string) => string): string =>
  matchedRoutes(c)
    .map(({ path }) => path.replace(/\{.*\}/, ''))
    .filter((path) => path !== '/*')
    .toSorted((one, other) => other.length - one.length)[0] ?? pageRoute(c.req.path)

/** One line a request; who it was and what it carried stay out of it. */
function requestLog(deps: Dependencies, pageRoute: (path: string) => string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    deps.log.info(
      {
        tenant: c.get('tenant')?.id,
        route: findRoute(c, pageRoute),
        method: c.req.method,
        status: c.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        requestId,
      },
      'request',
    )
  }
}

function responseHeaders({ config }: Dependencies): MiddlewareHandler<Env> {
  const secure = config.scheme === 'https'
  return async (c, next) => {
    await next()
    if (c.get('ctx')?.complete) return
    securityHeaders(
      c.res.headers,
      c.req.path,
      secure,
      secure && isOwnDomain(c.req.header('host'), c.get('tenant'), config.domainSuffixes),
    )
    c.res.headers.set('x-request-id', c.get('requestId'))
    const cookies = listCookies(c)
    for (const cookie of cookies) c.res.headers.append('set-cookie', cookie)
    forgetPages(c.res.headers, cookies)
  }
}

/** A choice made by form on this very request comes last, so that it wins. */
function listCookies(c: Context<Env>): string[] {
  const ctx = c.get('ctx')
  return ctx
    ? [...(ctx.languageCookie && !c.req.path.startsWith('/api/') ? [ctx.languageCookie] : []), ...ctx.cookies]
    : []
}

function withRequestContext(deps: Dependencies, { find, limit }: RequestGuards): MiddlewareHandler<Env> {
  return async (c, next) => {
    const address = findAddress(c, deps)
    const onTenant = (tenant: Tenant) => c.set('tenant', tenant)
    const wait = limit(address, deps.now(), rateLimitCost(c.req.path))
    if (wait !== null) {
      const known = find.known(c.req.header('host') ?? '')
      if (known) onTenant(known)
      return errorResponse('request/too-many', undefined, { 'retry-after': String(wait) })
    }
    c.set(
      'ctx',
      await createRequestContext(deps, c.req.raw, { find, address, requestId: c.get('requestId'), onTenant }),
    )
    return next()
  }
}

/** Looking for a body makes the framework build a whole request object, so only where one may come. */
function bodyLimits(): MiddlewareHandler<Env> {
  const upTo = (maxSize: number): MiddlewareHandler<Env> =>
    bodyLimit({
      maxSize,
      onError: (c) => {
        c.header('connection', 'close')
        return errorResponse('request/too-large', undefined, { connection: 'close' })
      },
    })
  return (c, next) =>
    c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : upTo(bodyLimitOf(c.req.path))(c, next)
}

const findAddress = (c: Context<Env>, deps: Dependencies): string =>
  clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), deps.config.trustedProxies)

function csrfProtection(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (isAllowedStateChange(c.req.raw, c.req.header('host') ?? '')) return next()
    return errorResponse('request/cross-site')
  }
}
