import { Hono } from 'hono'
import type { Env } from '../context/context.ts'
import { loadVariant } from './load-variant.ts'
import { parsePicturePath } from '#domain/picture-url.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves imported pictures on their tenant's hosts: `/picture/<id>-<width>x<height>/<width>.<avif|webp>`. The
 * id is a hash of the content, so that a URL always has the same bytes and is cached as immutable.
 */
export function pictureRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/:name/:file', async (c) => {
    const named = parsePicturePath(`/picture/${c.req.param('name')}`)
    const [, width, format] = /^([1-9]\d{0,4})\.(avif|webp)$/.exec(c.req.param('file')) ?? []
    if (!named || !width || (format !== 'avif' && format !== 'webp')) return c.text('Not Found', 404)
    const { deps, tenant } = c.get('ctx')
    const etag = `"${named.id}-${width}-${format}"`
    const requested = { width: Number(width), format } as const
    const bytes =
      (await deps.draft?.variant(named, requested)) ??
      (await loadVariant(deps.db, tenant.id, named, requested))
    if (!bytes) return c.text('Not Found', 404)
    const headers = { 'cache-control': IMMUTABLE, etag }
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
