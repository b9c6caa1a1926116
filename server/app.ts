import { randomUUID } from 'node:crypto'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { bodyLimitOf, crashed, createApi, failed } from './api.ts'
import type { Deps, Env, Pages, Tenant } from './context.ts'
import { readableFailures } from './failure-page.ts'
import { clientAddress } from './middleware/client-address.ts'
import { mayChangeState } from './middleware/cross-site.ts'
import { openScope, type Door } from './middleware/scope.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { forgetPages, isOwnDomain, securityHeaders } from './middleware/security-headers.ts'
import { isAmbiguous, tenantFinder } from './middleware/tenant.ts'
import { addRoutes } from './more-routes.ts'
import { createReadinessProbe } from './readiness.ts'
import { artRoute, assetRoute, avatarRoute } from './static.ts'

const MAX_URL = 8_192

/** The tenants by their hosts and the limit of requests, which all ways into the application share. */
export const openDoor = (deps: Deps): Door => ({
  find: tenantFinder(deps.db, deps.news, deps.config),
  limit: rateLimit(deps.config.rateLimit),
})

/** The whole application: everything a request passes, in order. */
export function createApp(deps: Deps, pages: Pages | null, door = openDoor(deps)): Hono<Env> {
  const app = new Hono<Env>()
  const ready = createReadinessProbe(() => deps.db.check())
  app.use(logged(deps, pageRoutes(pages?.names ?? new Set())))
  app.use(headed(deps))
  app.use(readableFailures(deps, door))
  app.use(async (c, next) => (isAmbiguous(c.env?.incoming) ? c.text('Bad Request', 400) : next()))
  app.use(async (c, next) => (c.req.url.length > MAX_URL ? c.text('URI Too Long', 414) : next()))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const unready = await ready()
    return unready ? c.text(`database ${unready}`, 503) : c.text('ok')
  })
  app.get('/assets/*', assetRoute)
  for (const path of ['/healthz', '/readyz', '/assets/*', '/art/*', '/dev/*', '/oauth/*'])
    app.use(path, readOnly)
  app.use(scoped(deps, door))
  app.use(guarded())
  app.use(limited())
  app.get('/art/*', artRoute(deps.config))
  app.get('/avatar/:guest/:file', avatarRoute)
  app.route('/api', createApi())
  addRoutes(app, deps)
  if (pages)
    app.on(['GET', 'POST'], '*', async (c) =>
      isSpelt(c.req.path) ? pages(c.req.raw, c.get('scope')) : c.text('Bad Request', 400),
    )
  app.all('*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? c.notFound()
      : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD, POST' }),
  )
  app.onError((error, c) => crashed(error, deps.log, c.get('requestId')))
  return app
}

/** The router would complain of a path that cannot be decoded in words of its own, with the path in them. */
function isSpelt(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Only the first segment, and only where it is a page's name: whatever else stands in an address may be a handle. */
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

/** The pattern that an address fits best: known from the start, so that a request has it which is refused long before its handler. */
const routeOf = (c: Context<Env>, pageRoute: (path: string) => string): string =>
  matchedRoutes(c)
    .map(({ path }) => path.replace(/\{.*\}/, ''))
    .filter((path) => path !== '/*')
    .toSorted((one, other) => other.length - one.length)[0] ?? pageRoute(c.req.path)

/** One line a request; who it was and what it carried stay out of it. */
function logged(deps: Deps, pageRoute: (path: string) => string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    deps.log.info(
      {
        tenant: c.get('tenant')?.id,
        route: routeOf(c, pageRoute),
        method: c.req.method,
        status: c.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        requestId,
      },
      'request',
    )
  }
}

function headed({ config }: Deps): MiddlewareHandler<Env> {
  const secure = config.scheme === 'https'
  return async (c, next) => {
    await next()
    if (c.get('scope')?.complete) return
    securityHeaders(
      c.res.headers,
      c.req.path,
      secure,
      secure && isOwnDomain(c.req.header('host'), c.get('tenant'), config.domainSuffixes),
    )
    c.res.headers.set('x-request-id', c.get('requestId'))
    const cookies = cookiesOf(c)
    for (const cookie of cookies) c.res.headers.append('set-cookie', cookie)
    forgetPages(c.res.headers, cookies)
  }
}

/** A choice made by form on this very request comes last, so that it wins. */
function cookiesOf(c: Context<Env>): string[] {
  const scope = c.get('scope')
  return scope
    ? [
        ...(scope.chosenLanguage && !c.req.path.startsWith('/api/') ? [scope.chosenLanguage] : []),
        ...scope.cookies,
      ]
    : []
}

function scoped(deps: Deps, { find, limit }: Door): MiddlewareHandler<Env> {
  return async (c, next) => {
    const address = addressOf(c, deps)
    const onTenant = (tenant: Tenant) => c.set('tenant', tenant)
    const wait = limit(address, deps.now(), weightOf(c.req.path))
    if (wait !== null) {
      const known = find.known(c.req.header('host') ?? '')
      if (known) onTenant(known)
      return failed('request/too-many', undefined, { 'retry-after': String(wait) })
    }
    c.set(
      'scope',
      await openScope(deps, c.req.raw, { find, address, requestId: c.get('requestId'), onTenant }),
    )
    return next()
  }
}

/** A month of free times costs as much as several ordinary requests. */
const weightOf = (path: string): number => (/\/availability$|^\/(book|appointments)\/time/.test(path) ? 5 : 1)

/** Looking for a body makes the framework build a whole request object, so only where one may come. */
function limited(): MiddlewareHandler<Env> {
  const upTo = (maxSize: number): MiddlewareHandler<Env> =>
    bodyLimit({
      maxSize,
      onError: (c) => {
        c.header('connection', 'close')
        return failed('request/too-large', undefined, { connection: 'close' })
      },
    })
  return (c, next) =>
    c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : upTo(bodyLimitOf(c.req.path))(c, next)
}

const addressOf = (c: Context<Env>, deps: Deps): string =>
  clientAddress(
    c.env?.incoming?.socket.remoteAddress,
    c.req.header('x-forwarded-for'),
    deps.config.trustedProxies,
  )

function guarded(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (mayChangeState(c.req.raw, c.req.header('host') ?? '')) return next()
    return failed('request/cross-site')
  }
}
