import { createHash } from 'node:crypto'
import { LruCache } from '../cache/lru-cache.ts'
import type { Config } from '../config/config.ts'
import { loadVariant } from '../content/load-variant.ts'
import type { Tenant } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { artFinder } from '../http/static-files.ts'
import { parsePicturePath, smallestWidthFor } from '#domain/picture-url.ts'
import { readSmall } from '../tenant/mark.ts'
import { LOGO_SIZE } from '../mail/layout.ts'
import { drawApart } from './draw-apart.ts'

/** For screens with two pixels to a CSS pixel. */
const drawing = {
  width: 2 * LOGO_SIZE.width,
  height: 2 * LOGO_SIZE.height,
  position: 'left',
  opaque: true,
} as const
/** How long a failure is remembered. */
const HOUR_MS = 3_600_000
const PNG_BYTES = 40_000
/** By the hash of the file, also of what cannot be drawn. */
const drawn = new LruCache<Promise<Uint8Array | null>>(100 * PNG_BYTES, () => PNG_BYTES)

/**
 * The tenant's logo as a PNG, which every mail program shows, on white: some programs darken the mail around
 * it. Null without a logo that can be drawn. Draws each file once.
 */
export async function drawLogo(
  { db, config }: { db: Db; config: Pick<Config, 'dataDir' | 'demo'> },
  { id, profile: { logo } }: Pick<Tenant, 'id' | 'profile'>,
): Promise<Uint8Array | null> {
  const named = parsePicturePath(logo?.replace(/\/[^/]*\.webp$/, '') ?? '')
  const file = logo && !named ? await artFinder(config)(id, logo) : null
  const source = named
    ? await loadVariant(db, id, named, {
        width: smallestWidthFor(named.width, drawing.width),
        format: 'webp',
      })
    : file && (await readSmall(file))
  if (!source) return null
  const key = createHash('sha256').update(source).digest('base64')
  const known = drawn.get(key)
  if (known) return known
  const png = drawApart(source, drawing)
  drawn.set(key, png)
  if (!(await png)) drawn.set(key, png, { ttl: HOUR_MS })
  return png
}
