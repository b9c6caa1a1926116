import * as v from 'valibot'
import { base64, id } from '../field/field-schemas.ts'

const self = { tenantId: id, uid: id }

/** Maximum bytes of a photo's file, and of a request with one in base64. */
export const PHOTO_BYTES = 20 * 1024 * 1024
export const PHOTO_BODY = Math.ceil(PHOTO_BYTES / 3) * 4 + 64 * 1024
/** The photos that a guest may have. */
export const MAX_PHOTOS = 200
/** The photos on a page of the gallery. */
export const PHOTOS_PER_PAGE = 24

const count = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.transform(Number),
    v.minValue(1),
    v.transform((number) => Math.min(number, max)),
  )

/** The latest photos first: `limit` of them (at most 50), on the given page of that size. */
export const ListPhotos = v.object({
  ...self,
  limit: v.optional(count(50), '50'),
  page: v.optional(count(MAX_PHOTOS), '1'),
})
/** `downloadURL` is valid for ten minutes; `gps_date` is when the photo was taken, in epoch seconds. */
export const Photo = v.object({
  id: v.string(),
  downloadURL: v.string(),
  gps_date: v.number(),
  /** Pixels of the larger of its two pictures. */
  width: v.number(),
  height: v.number(),
  /** The salon may show it in its marketing. */
  consent: v.boolean(),
  /** The visit that it belongs to; `start` in epoch ms. */
  visit: v.nullable(v.object({ id: v.string(), start: v.number(), services: v.array(v.string()) })),
})
export const Photos = v.object({ documents: v.array(Photo), total: v.number() })

/**
 * `image` is a JPEG, PNG, WebP, AVIF or GIF of at most 20 MB, in base64; `visit` the id of the guest's visit.
 */
export const AddPhoto = v.object({
  ...self,
  visit: v.optional(id),
  image: base64(PHOTO_BODY),
})
export const PhotoInput = v.object({ ...self, id })
export const UpdatePhoto = v.object({ ...self, id, consent: v.boolean() })
export const PhotoDeleted = v.object({ deleted: v.literal(true) })
