import sharp from 'sharp'
import type { Config } from '../config/config.ts'
import { findVariant } from '../content/picture-queries.ts'
import type { Tenant } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { artFinder } from '../http/static-files.ts'
import { MAX_PIXELS, parsePicturePath, smallestWidthFor } from '../markdown/picture-url.ts'
import { readSmall } from '../tenant/mark.ts'
import { LOGO_SIZE } from '../mail/layout.ts'

/** For screens with two pixels to a CSS pixel. */
const [width, height] = [2 * LOGO_SIZE.width, 2 * LOGO_SIZE.height]
const WHITE = '#ffffff'

/**
 * The tenant's logo as a PNG, which every mail program shows, on white: some programs darken the mail around
 * it. Null without a logo that can be drawn.
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
  return sharp(source, { limitInputPixels: MAX_PIXELS, density: 300 })
    .timeout({ seconds: 5 })
    .resize({ width, height, fit: 'contain', position: 'left', background: WHITE })
    .flatten({ background: WHITE })
    .png({ palette: true })
    .toBuffer()
    .catch(() => null)
}
