import { Hono } from 'hono'
import type { Env } from './context.ts'
import { findVariant } from './data/picture.ts'
import { pictureOf } from './content/picture-address.ts'

const LASTING = 'public, max-age=31536000, immutable'

/**
 * The pictures that were imported, on their tenant's host alone: `/picture/<id>-<width>x<height>/<width>.<avif|webp>`. The id is made
 * of the content, so an address always means the same bytes and may be kept for ever.
 */
export function pictureRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/:name/:file', async (c) => {
    const named = pictureOf(`/picture/${c.req.param('name')}`)
    const [, width, format] = /^([1-9]\d{0,4})\.(avif|webp)$/.exec(c.req.param('file')) ?? []
    if (!named || !width || (format !== 'avif' && format !== 'webp')) return c.text('Not Found', 404)
    const { deps, tenant } = c.get('scope')
    const etag = `"${named.id}-${width}-${format}"`
    const bytes =
      deps.draft?.variant(named, { width: Number(width), format }) ??
      (await deps.db.read(tenant.id, (tx) => findVariant(tx, named, { width: Number(width), format })))
    if (!bytes) return c.text('Not Found', 404)
    const headers = { 'cache-control': LASTING, etag }
    if (
      (c.req.header('if-none-match') ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
    )
      return c.body(null, 304, headers)
    return c.body(new Uint8Array(bytes), 200, { 'content-type': `image/${format}`, ...headers })
  })
  routes.all('*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? c.text('Not Found', 404)
      : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }),
  )
  return routes
}
