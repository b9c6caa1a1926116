import { useFormat } from '../ui/format.ts'
import { useText } from '../ui/text.tsx'
import { photoFile, takenAt, type Photo } from './photo.ts'

/** A photo as a square; its text is the date. */
export function Thumbnail({ photo }: { photo: Photo }) {
  const t = useText()
  const { day } = useFormat()
  return (
    <img
      src={photoFile(photo, 'small')}
      alt={t('photos.taken', { date: day(takenAt(photo)) })}
      width={480}
      height={480}
      loading="lazy"
      decoding="async"
      className="aspect-square w-full rounded bg-bg object-cover"
    />
  )
}
