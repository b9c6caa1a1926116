import { Picture, type Box } from '../content/picture.tsx'
import { useFormat } from '../ui/format.ts'
import { useText } from '../ui/text.tsx'
import { photoPicture, takenAt, type Photo } from './photo.ts'

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
