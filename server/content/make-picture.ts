import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import type { MadePicture, Variant } from '../data/picture.ts'
import { variantWidths } from './picture-address.ts'

/** What an imported picture may weigh and measure. */
export const MOST_BYTES = 10 * 1024 * 1024
const MOST_PIXELS = 50_000_000
const MOST_SIDE = 20_000
/** A drawing has no size of its own: it is drawn this wide. */
const DRAWN_WIDTH = 1600

export type PictureFault = 'too-large' | 'not-a-picture' | 'too-many-pixels'
type Made = { ok: true; picture: MadePicture } | { ok: false; reason: PictureFault }
type Kind = { type: string; vector: boolean }

/** By its first bytes, whatever a file calls itself: only these kinds reach the decoder. */
function kindOf(bytes: Uint8Array): Kind | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', vector: false }
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { type: 'image/png', vector: false }
  if (/^GIF8[79]a/.test(start)) return { type: 'image/gif', vector: false }
  if (/^RIFF[^]{4}WEBP/.test(start)) return { type: 'image/webp', vector: false }
  if (/^[^]{4}ftypavi[fs]/.test(start)) return { type: 'image/avif', vector: false }
  return isDrawing(bytes) ? { type: 'image/svg+xml', vector: true } : null
}

/** An SVG without entities, which could unfold into any size. It is drawn once, here, and never sent: nothing in it can run. */
function isDrawing(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return (
    /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/.test(text) &&
    !/<!(?:DOCTYPE|ENTITY)/i.test(text)
  )
}

/** The picture's name for ever: the content of its file, 128 bits of its SHA-256. */
export const pictureId = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Width and height as the picture is seen, upright. */
export async function measure(
  bytes: Uint8Array,
): Promise<{ ok: true; width: number; height: number } | { ok: false; reason: PictureFault }> {
  const opened = await open(bytes)
  return opened.ok ? { ok: true, width: opened.width, height: opened.height } : opened
}

/**
 * Decodes a file and makes what browsers are sent: AVIF and WebP in several widths, upright, without what a camera wrote into it.
 * @param name the file's name, for whoever exports it.
 */
export async function makePicture(bytes: Uint8Array, name: string): Promise<Made> {
  const opened = await open(bytes)
  if (!opened.ok) return opened
  const { source, kind } = opened
  const { width, height } = kind.vector
    ? { width: DRAWN_WIDTH, height: Math.max(1, Math.round((opened.height / opened.width) * DRAWN_WIDTH)) }
    : opened
  if (width * height > MOST_PIXELS) return { ok: false, reason: 'too-many-pixels' }
  const heightAt = (wide: number) => Math.max(1, Math.round((height * wide) / width))
  try {
    // Decoded once, as wide as the widest variant; the others are made of that.
    const widths = variantWidths(width)
    const top = widths.at(-1) ?? width
    const { data, info } = await source()
      .resize({ width: top, height: heightAt(top), fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const variants: Variant[] = []
    for (const wide of widths) {
      const drawn = () =>
        sharp(data, { raw: info }).resize({ width: wide, height: heightAt(wide), fit: 'fill' })
      variants.push(
        {
          width: wide,
          format: 'avif',
          bytes: new Uint8Array(await drawn().avif({ quality: 55, effort: 2 }).toBuffer()),
        },
        {
          width: wide,
          format: 'webp',
          bytes: new Uint8Array(await drawn().webp({ quality: 78 }).toBuffer()),
        },
      )
    }
    return {
      ok: true,
      picture: { id: pictureId(bytes), name, type: kind.type, width, height, original: bytes, variants },
    }
  } catch {
    return { ok: false, reason: 'not-a-picture' }
  }
}

type Opened =
  | { ok: true; source: () => Sharp; kind: Kind; width: number; height: number }
  | { ok: false; reason: PictureFault }

async function open(bytes: Uint8Array): Promise<Opened> {
  if (bytes.length > MOST_BYTES) return { ok: false, reason: 'too-large' }
  const kind = kindOf(bytes)
  if (!kind) return { ok: false, reason: 'not-a-picture' }
  const reader = (density?: number) =>
    sharp(bytes, {
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      animated: false,
      ...(density ? { density } : {}),
    }).timeout({ seconds: 20 })
  try {
    const {
      autoOrient: { width, height },
    } = await reader().metadata()
    if (!width || !height) return { ok: false, reason: 'not-a-picture' }
    if (width * height > MOST_PIXELS || width > MOST_SIDE || height > MOST_SIDE)
      return { ok: false, reason: 'too-many-pixels' }
    // 72 dots an inch draw an SVG in the size that it says; four times as fine is enough for the smallest icon.
    const density = kind.vector
      ? Math.min(Math.max(72, Math.ceil((72 * DRAWN_WIDTH) / width)), 2400)
      : undefined
    return { ok: true, source: () => reader(density).autoOrient(), kind, width, height }
  } catch (error) {
    return {
      ok: false,
      reason:
        error instanceof Error && /pixel limit/i.test(error.message) ? 'too-many-pixels' : 'not-a-picture',
    }
  }
}
