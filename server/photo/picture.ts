import exifReader from 'exif-reader'
import sharp from 'sharp'
import { instantOf } from '#domain/zone.ts'
import { PHOTO_BYTES } from '#contract/photo.ts'
import { isPicture } from '../guest/picture.ts'

const MAX_PIXELS = 25_000_000
const SIDES = { large: 2048, small: 480 }
const MAX_CONCURRENT = 2
/** Further pictures that may wait for their turn: each is up to 10 MB of memory. */
const MAX_WAITING = 20

export type Pictures = { width: number; height: number; large: Uint8Array; small: Uint8Array }
export type PhotoError = 'too-large' | 'too-many-pixels' | 'not-a-picture' | 'busy'
type DrawResult = { ok: true; pictures: Pictures; takenAt: number | null } | { ok: false; reason: PhotoError }

let running = 0
const waiting: (() => void)[] = []

/**
 * Decodes a picture and redraws it as WebP in two sizes, upright, without metadata.
 * @param zone of the tenant, in which a camera without an offset counts its time.
 * @returns the pictures, and when the photo was taken (epoch ms) as far as the file says.
 */
export async function drawPhoto(bytes: Buffer, zone: string): Promise<DrawResult> {
  if (bytes.length > PHOTO_BYTES) return { ok: false, reason: 'too-large' }
  if (!isPicture(bytes)) return { ok: false, reason: 'not-a-picture' }
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) return { ok: false, reason: 'busy' }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await draw(bytes, zone)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function draw(bytes: Buffer, zone: string): Promise<DrawResult> {
  const open = (from: Buffer) =>
    sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false }).timeout({ seconds: 20 })
  try {
    const { width, height, exif } = await open(bytes).metadata()
    if (width * height > MAX_PIXELS) return { ok: false, reason: 'too-many-pixels' }
    const inside = (side: number) =>
      ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
    const large = await open(bytes)
      .autoOrient()
      .resize(inside(SIDES.large))
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const small = await open(large.data).resize(inside(SIDES.small)).webp({ quality: 78 }).toBuffer()
    const pictures = {
      width: large.info.width,
      height: large.info.height,
      large: new Uint8Array(large.data),
      small: new Uint8Array(small),
    }
    return { ok: true, pictures, takenAt: exif ? timeIn(exif, zone) : null }
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    return { ok: false, reason: tooMany ? 'too-many-pixels' : 'not-a-picture' }
  }
}

/** The time of the exposure in EXIF metadata, epoch ms; null without a valid one. */
function timeIn(exif: Buffer, zone: string): number | null {
  try {
    const { DateTimeOriginal: wall, OffsetTimeOriginal: offset } = exifReader(exif).Photo ?? {}
    if (!(wall instanceof Date) || Number.isNaN(wall.getTime())) return null
    const time = wall.toISOString().slice(0, 19)
    if (offset && /^[+-]\d\d:\d\d$/.test(offset)) return Date.parse(time + offset)
    return instantOf(zone, time.slice(0, 10), wall.getUTCHours() * 60 + wall.getUTCMinutes()) * 60_000
  } catch {
    return null
  }
}
