import exifReader from 'exif-reader'
import sharp, { type Sharp } from 'sharp'
import { pictureFormat } from '#domain/picture-format.ts'
import { toInstant } from '#domain/zone.ts'
import { PHOTO_BYTES } from '#contract/guest/photo.ts'
import { inTurn } from '../guest/picture-turns.ts'

/** Cameras of 64 megapixels have some more. */
const MAX_PIXELS = 64 * 1024 * 1024
const SIDES = { large: 2048, small: 480 }

export type Pictures = { width: number; height: number; large: Uint8Array; small: Uint8Array }
export type PhotoError = 'too-large' | 'too-many-pixels' | 'heic' | 'not-a-picture' | 'busy'
type DrawResult = { ok: true; pictures: Pictures; takenAt: number | null } | { ok: false; reason: PhotoError }

/**
 * Decodes a picture and redraws it as WebP in two sizes, upright, without metadata.
 * @param zone of the tenant, in which a camera without an offset counts its time.
 * @returns the pictures, and when the photo was taken (epoch ms) as far as the file says.
 */
export async function drawPhoto(bytes: Buffer, zone: string): Promise<DrawResult> {
  if (bytes.length > PHOTO_BYTES) return { ok: false, reason: 'too-large' }
  const format = pictureFormat(bytes)
  if (!format || format === 'heic') return { ok: false, reason: format ?? 'not-a-picture' }
  const open = (from: Buffer) =>
    sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false }).timeout({ seconds: 20 })
  try {
    const { width, height, exif } = await open(bytes).metadata()
    if (width * height > MAX_PIXELS) return { ok: false, reason: 'too-many-pixels' }
    const turn = { pixels: width * height, waitingBytes: bytes.length }
    const pictures = await inTurn(turn, () => draw(open, bytes))
    if (!pictures) return { ok: false, reason: 'busy' }
    return { ok: true, pictures, takenAt: exif ? timeIn(exif, zone) : null }
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    return { ok: false, reason: tooMany ? 'too-many-pixels' : 'not-a-picture' }
  }
}

async function draw(open: (from: Buffer) => Sharp, bytes: Buffer): Promise<Pictures> {
  const inside = (side: number) =>
    ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  const large = await open(bytes)
    .autoOrient()
    .resize(inside(SIDES.large))
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const small = await open(large.data).resize(inside(SIDES.small)).webp({ quality: 78 }).toBuffer()
  return {
    width: large.info.width,
    height: large.info.height,
    large: new Uint8Array(large.data),
    small: new Uint8Array(small),
  }
}

/**
 * Redraws a stored photo at a smaller width, from the smaller of its pictures if that is wide enough.
 * @returns null if too many pictures wait already.
 */
export async function shrinkPhoto(
  { width, height, large, small }: Pictures,
  wanted: number,
): Promise<Uint8Array | null> {
  const smallWidth = Math.min(width, Math.round((width * SIDES.small) / Math.max(width, height)))
  if (wanted === smallWidth) return small
  const turn = { pixels: width * height, waitingBytes: large.length + small.length }
  return inTurn(turn, async () => {
    const source = sharp(wanted < smallWidth ? small : large).timeout({ seconds: 20 })
    return new Uint8Array(await source.resize(wanted).webp({ quality: 82 }).toBuffer())
  })
}

/** The time of the exposure in EXIF metadata, epoch ms; null without a valid one. */
function timeIn(exif: Buffer, zone: string): number | null {
  try {
    const { DateTimeOriginal: wall, OffsetTimeOriginal: offset } = exifReader(exif).Photo ?? {}
    if (!(wall instanceof Date) || Number.isNaN(wall.getTime())) return null
    const time = wall.toISOString().slice(0, 19)
    if (offset && /^[+-]\d\d:\d\d$/.test(offset)) return Date.parse(time + offset)
    return toInstant(zone, time.slice(0, 10), wall.getUTCHours() * 60 + wall.getUTCMinutes()) * 60_000
  } catch {
    return null
  }
}
