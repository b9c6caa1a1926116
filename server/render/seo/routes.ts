import type { Hono } from 'hono'
import type { Dependencies, Env } from '#server/context/context.ts'
import { ogImageRoutes } from './og-image.ts'
import { buildRobotsTxt, buildSitemap } from './sitemap.ts'

/** robots.txt, the sitemap and the preview pictures of links. */
export function seoRoutes(app: Hono<Env>, deps: Dependencies): void {
  app.get('/robots.txt', (c) =>
    c.text(buildRobotsTxt(c.get('ctx')), 200, { 'cache-control': 'public, max-age=3600' }),
  )
  app.get('/sitemap.xml', async (c) =>
    c.body(await buildSitemap(c.get('ctx')), 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )
  app.route('/preview', ogImageRoutes(deps))
}
