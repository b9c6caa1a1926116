import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import type { Variant } from '#db/schema/page.ts'
import type { ProcessedPicture } from './picture-queries.ts'
import { pictureFormat } from '#domain/picture-format.ts'
import { MAX_PIXELS, variantWidths } from '#domain/picture-url.ts'

/** Limits of an imported picture: file size, pixels, and pixels of a side. */
export const MAX_BYTES = 10 * 1024 * 1024
const MAX_SIDE = 20_000
/** An SVG has no pixel size; it is rasterised at this width. */
const SVG_RASTER_WIDTH = 1600
/** Wider variants, which few screens show, are made when one is first requested: see `makeVariant`. */
const MAX_IMPORTED_WIDTH = 1920

export type PictureError = 'too-large' | 'not-a-picture' | 'too-many-pixels'
type ProcessResult = { ok: true; picture: ProcessedPicture } | { ok: false; reason: PictureError }
type Kind = { type: string; vector: boolean }

/**
 * Detects the type by the magic number, ignoring the file's extension. Only these types reach the decoder.
 */
function detectKind(bytes: Uint8Array): Kind | null {
  const format = pictureFormat(bytes)
  if (format && format !== 'heic') return { type: `image/${format}`, vector: false }
  return isSvgFile(bytes) ? { type: 'image/svg+xml', vector: true } : null
}

/**
 * Whether the file is an SVG without DOCTYPE and entities, which could expand without bound. An SVG is only
 * rasterised here and never sent to browsers, so that its scripts never run.
 */
function isSvgFile(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  return (
    /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/.test(text) &&
    !/<!(?:DOCTYPE|ENTITY)/i.test(text)
  )
}

/** The permanent id of a picture: the first 128 bits of the SHA-256 of its file, hexadecimal. */
export const pictureId = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** Returns width and height after applying the EXIF orientation. */
export async function measure(
  bytes: Uint8Array,
): Promise<{ ok: true; width: number; height: number } | { ok: false; reason: PictureError }> {
  const opened = await openImage(bytes)
  return opened.ok ? { ok: true, width: opened.width, height: opened.height } : opened
}

/**
 * Decodes a picture and encodes its variants: AVIF and WebP in several widths, upright, without metadata.
 * @param name the file's name, used by exports.
 */
export async function processPicture(bytes: Uint8Array, name: string): Promise<ProcessResult> {
  const opened = await openImage(bytes)
  if (!opened.ok) return opened
  const { source, kind } = opened
  const { width, height } = kind.vector
    ? {
        width: SVG_RASTER_WIDTH,
        height: Math.max(1, Math.round((opened.height / opened.width) * SVG_RASTER_WIDTH)),
      }
    : opened
  if (width * height > MAX_PIXELS) return { ok: false, reason: 'too-many-pixels' }
  const heightAt = (wide: number) => Math.max(1, Math.round((height * wide) / width))
  try {
    // Decoded once at the widest variant's width; the other variants are scaled from that.
    const widths = variantWidths(width).filter((wide) => wide <= MAX_IMPORTED_WIDTH)
    const top = widths.at(-1) ?? width
    const { data, info } = await source()
      .resize({ width: top, height: heightAt(top), fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const variants: Variant[] = []
    for (const wide of widths) {
      const resize = () =>
        sharp(data, { raw: info }).resize({ width: wide, height: heightAt(wide), fit: 'fill' })
      for (const format of ['avif', 'webp'] as const)
        variants.push({ width: wide, format, bytes: await encode(resize(), format) })
    }
    return {
      ok: true,
      picture: { id: pictureId(bytes), name, type: kind.type, width, height, original: bytes, variants },
    }
  } catch {
    return { ok: false, reason: 'not-a-picture' }
  }
}

const encode = async (picture: Sharp, format: Variant['format']): Promise<Uint8Array> =>
  new Uint8Array(
    await (
      format === 'avif' ? picture.avif({ quality: 55, effort: 2 }) : picture.webp({ quality: 78 })
    ).toBuffer(),
  )

/** Encodes one more variant of an imported picture, as `processPicture` does; null if that fails. */
export async function makeVariant(
  { original, width, height }: Pick<ProcessedPicture, 'original' | 'width' | 'height'>,
  variant: Pick<Variant, 'width' | 'format'>,
): Promise<Uint8Array | null> {
  const opened = await openImage(original)
  if (!opened.ok) return null
  const size = { width: variant.width, height: Math.max(1, Math.round((height * variant.width) / width)) }
  const picture = opened
    .source()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
  return encode(picture, variant.format).catch(() => null)
}

type Opened =
  | { ok: true; source: () => Sharp; kind: Kind; width: number; height: number }
  | { ok: false; reason: PictureError }

async function openImage(bytes: Uint8Array): Promise<Opened> {
  if (bytes.length > MAX_BYTES) return { ok: false, reason: 'too-large' }
  const kind = detectKind(bytes)
  if (!kind) return { ok: false, reason: 'not-a-picture' }
  const reader = (density?: number) =>
    sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      animated: false,
      ...(density ? { density } : {}),
    }).timeout({ seconds: 20 })
  try {
    const {
      autoOrient: { width, height },
    } = await reader().metadata()
    if (!width || !height) return { ok: false, reason: 'not-a-picture' }
    if (width * height > MAX_PIXELS || width > MAX_SIDE || height > MAX_SIDE)
      return { ok: false, reason: 'too-many-pixels' }
    // At 72 dpi an SVG has its nominal size. The density is raised for small ones, up to 2400 dpi.
    const density = kind.vector
      ? Math.min(Math.max(72, Math.ceil((72 * SVG_RASTER_WIDTH) / width)), 2400)
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
