import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PICTURE_BYTES } from '#contract/profile.ts'

const SIDE = 256
/** A picture may be as large as a good telephone's, and no larger however small its file is. */
const PIXELS = 50_000_000
const AT_ONCE = 2

// One picture at a time is one thread's work; nothing of it is kept.
sharp.concurrency(1)
sharp.cache(false)

/** By its first bytes: only these kinds reach the decoder, whatever a file calls itself. */
export function isPicture(bytes: Buffer): boolean {
  const starts = (text: string, at = 0) =>
    bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  return (
    starts('\xff\xd8\xff') ||
    starts('\x89PNG\r\n\x1a\n') ||
    starts('GIF87a') ||
    starts('GIF89a') ||
    (starts('RIFF') && starts('WEBP', 8))
  )
}

type PictureFault = 'too-large' | 'not-a-picture' | 'busy'
let running = 0

/**
 * A guest's picture as it is kept: decoded and drawn anew, 256 by 256, upright, without what its camera wrote into it.
 * @param base64 a JPEG, PNG, WebP or GIF of at most 1 MB.
 */
export async function drawnAnew(
  base64: string,
): Promise<{ ok: true; version: string; webp: Uint8Array } | { ok: false; reason: PictureFault }> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_BYTES) return { ok: false, reason: 'too-large' }
  if (!isPicture(bytes)) return { ok: false, reason: 'not-a-picture' }
  if (running >= AT_ONCE) return { ok: false, reason: 'busy' }
  running += 1
  try {
    const webp = await sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error', animated: false })
      .timeout({ seconds: 5 })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
    return {
      ok: true,
      version: createHash('sha256').update(webp).digest('base64url').slice(0, 12),
      webp: new Uint8Array(webp),
    }
  } catch {
    return { ok: false, reason: 'not-a-picture' }
  } finally {
    running -= 1
  }
}
