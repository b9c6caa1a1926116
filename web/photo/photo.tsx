import { Picture, type Box } from '../content/picture.tsx'
import { useFormat } from '../ui/format.ts'
import { useText } from '../ui/text.tsx'
import type { Picture as PictureData } from '#contract/content/block.ts'
import type { Output } from '#contract/calls.ts'
import { variantWidths } from '#domain/picture-url.ts'

/** A photo of the guest. */
export type Photo = Output<'listPhotos'>['documents'][number]

/** When it was taken, in epoch ms. */
export const takenAt = (photo: Photo): number => photo.gps_date * 1000

/** The guest's own photo in all its widths; `size` is for browsers without support for `srcset`. */
export const photoPicture = (photo: Photo, size: 'large' | 'small', alt: string): PictureData => {
  const { id, width, height } = photo
  const srcset = variantWidths(width)
    .map((one) => `/photo/${id}/${one}.webp ${one}w`)
    .join(', ')
  return { src: photoFile(photo, size), width, height, alt, sources: [{ type: 'image/webp', srcset }] }
}

/** A picture of the guest's own photo, for their session. */
export const photoFile = ({ id }: Photo, size: 'large' | 'small'): string => `/photo/${id}/${size}.webp`

type Props = { photo: Photo; /** Square boxes. */ boxes: Omit<Box, 'ratio' | 'height'>[] }

/** A photo as a square; its text is the date. */
export function Thumbnail({ photo, boxes }: Props) {
  const t = useText()
  const { day } = useFormat()
  return (
    <Picture
      picture={photoPicture(photo, 'small', t('photos.taken', { date: day(takenAt(photo)) }))}
      boxes={boxes.map((box) => ({ ...box, ratio: 1 }))}
      className="aspect-square w-full rounded bg-bg object-cover"
    />
  )
}
