import { ShoppingBag } from 'lucide'
import type { Picture as PictureData } from '#contract/content/block.ts'
import { Picture } from '#web/content/picture.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  picture: PictureData | null
  /** Its size, as classes. */ className: string
  /** The same in rem. */ size: number
}

/** The small picture of a line, decorative beside the name; without a picture a bag. */
export const LinePicture = ({ picture, className, size }: Props) => (
  <div
    className={`relative grid shrink-0 place-items-center overflow-hidden rounded bg-brand-soft text-on-brand-soft ${className}`}
  >
    {picture ? (
      <Picture
        picture={{ ...picture, alt: '' }}
        boxes={[{ width: `${size}rem`, ratio: 1 }]}
        className="absolute inset-0 size-full object-cover"
      />
    ) : (
      <Icon of={ShoppingBag} size={24} />
    )}
  </div>
)
