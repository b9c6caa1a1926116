import type { Hono } from 'hono'
import type { Deps, Env } from '../context.ts'
import { previewRoutes } from './preview.ts'
import { robotsOf, sitemapOf } from './sitemap.ts'

/** What search engines and previews of links ask for beside the pages. */
export function seoRoutes(app: Hono<Env>, deps: Deps): void {
  app.get('/robots.txt', (c) =>
    c.text(robotsOf(c.get('scope')), 200, { 'cache-control': 'public, max-age=3600' }),
  )
  app.get('/sitemap.xml', async (c) =>
    c.body(await sitemapOf(c.get('scope')), 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )
  app.route('/preview', previewRoutes(deps))
}
