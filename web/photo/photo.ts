import type { Picture } from '#contract/content/block.ts'
import type { Output } from '#contract/calls.ts'
import { variantWidths } from '#domain/picture-url.ts'

/** A photo of the guest. */
export type Photo = Output<'listPhotos'>['documents'][number]

/** When it was taken, in epoch ms. */
export const takenAt = (photo: Photo): number => photo.gps_date * 1000

/** The guest's own photo in all its widths; `size` is for browsers without support for `srcset`. */
export const photoPicture = (photo: Photo, size: 'large' | 'small', alt: string): Picture => {
  const { id, width, height } = photo
  const srcset = variantWidths(width)
    .map((one) => `/photo/${id}/${one}.webp ${one}w`)
    .join(', ')
  return { src: photoFile(photo, size), width, height, alt, sources: [{ type: 'image/webp', srcset }] }
}

/** A picture of the guest's own photo, for their session. */
export const photoFile = ({ id }: Photo, size: 'large' | 'small'): string => `/photo/${id}/${size}.webp`
