import type { Hono, MiddlewareHandler } from 'hono'
import { startLink } from '#contract/links.ts'
import { visitPlace } from '#contract/visit/next-visit.ts'
import { languageTag } from '#domain/language.ts'
import type { Dependencies, Env } from '#server/context/context.ts'
import { loadVariant } from '#server/content/load-variant.ts'
import { artFinder, serviceWorkerRoute, staffWorkerRoute } from '#server/http/static-files.ts'
import { loadOfflineDay } from '#server/schedule/offline-day.ts'
import { isIconFile, openIcons } from './icon.ts'
import { isApp } from '#server/tenant/tenant.ts'
import { buildManifest } from './manifest.ts'
import { offlineDayPage } from './offline-day-page.ts'
import { offlinePage } from './offline-page.ts'

const DAY = 86_400

/**
 * The service worker of a host without a tenant: it deletes what the former tenant's worker stored in
 * browsers.
 */
const unregisteringWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  indexedDB.deleteDatabase('${visitPlace.database}')
  await self.registration.unregister()
})()))
`

const ofApps =
  (handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
  (c, next) =>
    isApp(c.get('ctx').tenant) ? handler(c, next) : next()

/** Manifest, icons, service workers and offline pages of a tenant's sites; the neutral site has none. */
export function webAppRoutes(
  app: Hono<Env>,
  { config, db, text }: Pick<Dependencies, 'config' | 'db' | 'text'>,
): void {
  const icons = openIcons({
    find: artFinder(config),
    imported: (id, picture, width) => loadVariant(db, id, picture, { width, format: 'webp' }),
  })
  app.get('/sw.js', ofApps(serviceWorkerRoute), (c) =>
    c.body(unregisteringWorker, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  )
  app.get(
    '/manifest.webmanifest',
    ofApps(async (c) => {
      const ctx = c.get('ctx')
      // A response that shared caches keep sets no cookie.
      ctx.languageCookie = null
      return c.body(JSON.stringify(buildManifest(ctx.tenant, ctx.language)), 200, {
        'content-type': 'application/manifest+json',
        'cache-control': `public, max-age=${DAY / 24}`,
        vary: 'accept-language, cookie',
      })
    }),
  )
  app.get('/icon/:version/:file', async (c) => {
    const file = c.req.param('file') ?? ''
    const { tenant } = c.get('ctx')
    if (!isIconFile(file) || !(isApp(tenant) || !tenant.profile.icon)) return c.text('Not Found', 404)
    return c.body(await icons(tenant, file), 200, {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${7 * DAY}`,
    })
  })
  app.get(
    '/offline',
    ofApps(async (c) => {
      const { tenant, language } = c.get('ctx')
      const { html, policy } = offlinePage({
        tenant,
        language,
        t: text(language),
        icon: await icons(tenant, '96.png'),
      })
      return c.html(html, 200, {
        'content-security-policy': policy,
        'content-language': languageTag(language),
        'cache-control': 'private, no-cache',
        vary: 'accept-language, cookie',
      })
    }),
  )
  app.get(`${startLink()}/sw.js`, staffWorkerRoute)
  app.get(`${startLink()}/offline`, async (c) => {
    const ctx = c.get('ctx')
    // A browser in which nobody is signed in forgets what it has.
    if (!ctx.staff?.rights.day) return c.text('Unauthorized', 401, { 'cache-control': 'no-store' })
    const { html, policy } = offlineDayPage({
      tenant: ctx.tenant,
      language: ctx.language,
      t: text(ctx.language),
      day: await loadOfflineDay(ctx),
      now: ctx.deps.now(),
    })
    return c.html(html, 200, {
      'content-security-policy': policy,
      'content-language': languageTag(ctx.language),
      'cache-control': 'no-store',
    })
  })
}
