import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { uuid } from '#contract/field/field-schemas.ts'
import type { Env } from '../context/context.ts'
import { loadWidth } from './load-width.ts'
import { findPicture, type PhotoSize } from './queries.ts'
import { seal, unseal } from '../secret/seal.ts'
import type { TenantId } from '../database/db.ts'

const IMMUTABLE = 'private, max-age=31536000, immutable'

/**
 * Serves photos: `/photo/<id>/<large|small|width in pixels>.webp` in the guest's session, `/photo/<sealed>`
 * for ten minutes to any client that has the link. Everything else has one and the same answer.
 */
export function photoRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/:id/:file', async (c) => {
    const { deps, tenant, guest } = c.get('ctx')
    const [, size] = /^(large|small|[1-9]\d{0,3})\.webp$/.exec(c.req.param('file')) ?? []
    const id = c.req.param('id')
    if (!guest || !v.is(uuid, id) || !size) return notFound(c)
    const owned = { id, guestId: guest.uid }
    if (size === 'large' || size === 'small') {
      const webp = await deps.db.read(tenant.id, (tx) => findPicture(tx, owned, size))
      return webp ? send(c, webp, IMMUTABLE) : notFound(c)
    }
    const loaded = await loadWidth(deps.db, tenant.id, owned, Number(size))
    return loaded ? send(c, loaded.webp, loaded.whole ? 'no-store' : IMMUTABLE) : notFound(c)
  })
  routes.get('/:sealed', async (c) => {
    const { deps, tenant } = c.get('ctx')
    const linked = readPhotoLink(deps.secret, tenant.id, c.req.param('sealed'), deps.now())
    const webp =
      linked &&
      (await deps.db.read(tenant.id, (tx) => findPicture(tx, { id: linked.id, guestId: null }, linked.size)))
    return webp ? send(c, webp, 'no-store') : notFound(c)
  })
  routes.all('*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? notFound(c)
      : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }),
  )
  return routes
}

const notFound = (c: Context<Env>): Response => c.text('Not Found', 404)

const send = (c: Context<Env>, webp: Uint8Array, caching: string): Response =>
  c.body(new Uint8Array(webp), 200, {
    'content-type': 'image/webp',
    'cache-control': caching,
    vary: 'cookie',
    'content-disposition': `${c.req.query('download') === undefined ? 'inline' : 'attachment'}; filename="photo.webp"`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })

const VALID_MS = 10 * 60_000
const PURPOSE = 'photo'
type Linked = { id: string; size: PhotoSize }

/** The path of a photo for any client that has it, for ten minutes. */
export const photoLink = (secret: string, tenant: TenantId, { id, size }: Linked, now: number): string =>
  `/photo/${seal(secret, PURPOSE, [tenant, id, size, now + VALID_MS].join(' '))}`

/** The photo that a link of this tenant names; null for an expired or altered one. */
function readPhotoLink(secret: string, tenant: TenantId, sealed: string, now: number): Linked | null {
  const [owner, id = '', size, expires] = unseal(secret, PURPOSE, sealed)?.split(' ') ?? []
  if (owner !== tenant || (size !== 'large' && size !== 'small') || now > Number(expires)) return null
  return { id, size }
}
