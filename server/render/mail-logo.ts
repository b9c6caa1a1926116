import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LruCache } from '../cache/lru-cache.ts'
import type { Config } from '../config/config.ts'
import { findVariant } from '../content/picture-queries.ts'
import type { Tenant } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { artFinder } from '../http/static-files.ts'
import { parsePicturePath, smallestWidthFor } from '../markdown/picture-url.ts'
import { readSmall } from '../tenant/mark.ts'
import { LOGO_SIZE } from '../mail/layout.ts'

/** For screens with two pixels to a CSS pixel. */
const [width, height] = [2 * LOGO_SIZE.width, 2 * LOGO_SIZE.height]
/** A picture that takes longer is not drawn; the time includes the start of the process. */
const MAX_MS = 10_000
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
    ? await db.read(id, (tx) =>
        findVariant(tx, named, { width: smallestWidthFor(named.width, width), format: 'webp' }),
      )
    : file && (await readSmall(file))
  if (!source) return null
  const key = createHash('sha256').update(source).digest('base64')
  const known = drawn.get(key)
  if (known) return known
  const png = drawApart(source)
  drawn.set(key, png)
  if (!(await png)) drawn.set(key, png, { ttl: HOUR_MS })
  return png
}

/** Draws in a process that is killed when it takes too long: an SVG of a few kB can take minutes. */
const drawApart = (source: Uint8Array): Promise<Uint8Array | null> =>
  new Promise((resolve) => {
    const { stdin } = execFile(
      process.execPath,
      [join(import.meta.dirname, 'draw-picture.ts'), String(width), String(height)],
      { encoding: 'buffer', env: {}, timeout: MAX_MS, killSignal: 'SIGKILL' },
      (error, png) => resolve(error ? null : new Uint8Array(png)),
    )
    // The process may have ended before it has read all; its exit tells.
    stdin?.on('error', () => {})
    stdin?.end(source)
  })
