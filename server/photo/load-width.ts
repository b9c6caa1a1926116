import { variantWidths } from '#domain/picture-url.ts'
import { LruCache } from '../cache/lru-cache.ts'
import type { Db, TenantId } from '../database/db.ts'
import { shrinkPhoto } from './picture.ts'
import { findPictures } from './queries.ts'

/** Some hundred photos of a gallery. They are not stored, because browsers keep what they have been sent. */
const CACHE_BYTES = 16 * 1024 * 1024
const kept = new LruCache<Uint8Array>(CACHE_BYTES, ({ length }) => length)

/**
 * Loads a guest's photo at one of the widths that photos of its size have.
 * @returns null for another guest's photo and for any other width. `whole`: the photo is wider than asked
 * for, because it cannot be drawn now.
 */
export async function loadWidth(
  db: Db,
  tenant: TenantId,
  owned: { id: string; guestId: string },
  width: number,
): Promise<{ webp: Uint8Array; whole: boolean } | null> {
  const pictures = await db.read(tenant, (tx) => findPictures(tx, owned.guestId, owned.id))
  if (!pictures || !variantWidths(pictures.width).includes(width)) return null
  if (width === pictures.width) return { webp: pictures.large, whole: false }
  const key = `${tenant} ${owned.id} ${width}`
  const webp = kept.get(key) ?? (await shrinkPhoto(pictures, width).catch(() => null))
  if (!webp) return { webp: pictures.large, whole: true }
  kept.set(key, webp)
  return { webp, whole: false }
}
