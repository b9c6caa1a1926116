import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { pageSchema, tenantSchema } from '#contract/json-schema/json-schema.ts'
import type { Env } from '../context/context.ts'

/**
 * The schemas that editors complete tenant files and pages with: the same on every host, and until the next
 * version.
 */
export function schemaRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  for (const [name, schema] of [
    ['tenant.json', tenantSchema],
    ['page.json', pageSchema],
  ] as const) {
    let made: { json: string; etag: string } | null = null
    routes.get(`/${name}`, (c) => {
      made ??= withEtag(JSON.stringify(schema()))
      const headers = { 'cache-control': 'public, max-age=3600', etag: made.etag }
      return c.req.header('if-none-match') === made.etag
        ? c.body(null, 304, headers)
        : c.body(made.json, 200, { 'content-type': 'application/schema+json', ...headers })
    })
  }
  routes.all('*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? c.text('Not Found', 404)
      : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }),
  )
  return routes
}

const withEtag = (json: string) => ({
  json,
  etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`,
})
