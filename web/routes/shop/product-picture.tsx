import { ShoppingBag } from 'lucide'
import type { Picture as PictureData } from '#contract/content/block.ts'
import { Picture, type Box } from '#web/content/picture.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  picture: PictureData | null
  /** Square boxes. */ boxes: Omit<Box, 'ratio' | 'height'>[]
  eager?: boolean
  /** The whole picture, and not the part that fills the square. */ whole?: boolean
}

/** A product's picture on a square of the same size for all; without a picture a bag. */
export const ProductPicture = ({ picture, boxes, eager = false, whole = false }: Props) => (
  <div className="relative grid aspect-square w-full place-items-center overflow-hidden rounded-xl bg-brand-soft text-on-brand-soft">
    {picture ? (
      <Picture
        picture={picture}
        boxes={whole ? boxes.map((box) => narrow(box, picture)) : boxes.map((box) => ({ ...box, ratio: 1 }))}
        eager={eager}
        className={`absolute inset-0 size-full ${whole ? 'object-contain' : 'object-cover'}`}
      />
    ) : (
      <Icon of={ShoppingBag} size={48} />
    )}
  </div>
)

/** What a whole picture takes of a square box: a high one is narrower. */
const narrow = ({ from, width }: Props['boxes'][number], picture: PictureData): Box => ({
  ...(from === undefined ? {} : { from }),
  width: `${Math.min(1, Math.ceil((100 * picture.width) / picture.height) / 100)} * (${width})`,
})
