import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_BYTES } from '#contract/guest/profile.ts'
import { pictureFormat } from '#domain/picture-format.ts'
import { AVATAR_WIDTH, MAX_PIXELS, variantWidths } from '#domain/picture-url.ts'
import { inTurn } from './picture-turns.ts'

// One thread per picture, and no cache, because a picture is re-encoded once.
sharp.concurrency(1)
sharp.cache(false)

/** Whether the file has the signature of a format that the decoder reads; HEIC is none of them. */
export function isPicture(bytes: Buffer): boolean {
  const format = pictureFormat(bytes)
  return format !== null && format !== 'heic'
}

type PictureError = 'too-large' | 'not-a-picture' | 'busy'

/**
 * Decodes a picture and re-encodes it as WebP of 256 by 256 px, upright, without metadata.
 * @param base64 a JPEG, PNG, WebP, AVIF or GIF of at most 1 MB.
 * @returns the picture and a hash of it as its version.
 */
export async function reencodeAvatar(
  base64: string,
): Promise<{ ok: true; version: string; webp: Uint8Array } | { ok: false; reason: PictureError }> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_BYTES) return { ok: false, reason: 'too-large' }
  if (!isPicture(bytes)) return { ok: false, reason: 'not-a-picture' }
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false }).timeout({ seconds: 5 })
  try {
    const { width, height } = await open().metadata()
    const webp = await inTurn({ pixels: width * height, waitingBytes: bytes.length }, () =>
      open().rotate().resize(AVATAR_WIDTH, AVATAR_WIDTH, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
    )
    if (!webp) return { ok: false, reason: 'busy' }
    return {
      ok: true,
      version: createHash('sha256').update(webp).digest('base64url').slice(0, 12),
      webp: new Uint8Array(webp),
    }
  } catch {
    return { ok: false, reason: 'not-a-picture' }
  }
}

/**
 * A stored avatar at a smaller width. It waits for no turn, because it has few pixels.
 * @returns the avatar itself if avatars do not have this width.
 */
export async function shrinkAvatar(webp: Uint8Array, width: number): Promise<Uint8Array> {
  if (width === AVATAR_WIDTH || !variantWidths(AVATAR_WIDTH).includes(width)) return webp
  return sharp(webp)
    .resize(width)
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => webp)
}
