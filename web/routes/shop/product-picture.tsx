import { ShoppingBag } from 'lucide'
import type { Picture as PictureData } from '#contract/block.ts'
import { Picture } from '#web/content/picture.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  picture: PictureData | null
  /** The displayed width, as in the `sizes` attribute. */ sizes: string
  eager?: boolean
}

/** A product's picture on a square of the same size for all; without a picture a bag. */
export const ProductPicture = ({ picture, sizes, eager = false }: Props) => (
  <div className="grid aspect-square w-full place-items-center overflow-hidden rounded-xl bg-brand-soft text-on-brand-soft">
    {picture ? (
      <Picture picture={picture} sizes={sizes} eager={eager} className="size-full object-cover" />
    ) : (
      <Icon of={ShoppingBag} size={48} />
    )}
  </div>
)
