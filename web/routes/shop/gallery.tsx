import { column, upTo } from '#web/content/picture.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { ShownProduct } from './load-product.ts'
import { ProductPicture } from './product-picture.tsx'

const boxes = [{ from: 64, width: column(2, 3) }, ...upTo(72)]

/** A product's pictures: one beside the other, to be swiped or scrolled by keyboard; no script moves them. */
export function Gallery({ product: { displayName, pictures } }: { product: ShownProduct }) {
  const t = useText()
  const tenantText = useTenantText()
  const name = tenantText(displayName).text
  if (pictures.length < 2)
    return (
      <ProductPicture
        picture={pictures[0] ? { ...pictures[0], alt: tenantText(pictures[0].alt).text || name } : null}
        boxes={boxes}
        eager
        whole
      />
    )
  return (
    <div
      role="region"
      aria-label={t('shop.pictures', { name })}
      // Scrolled with the arrow keys.
      tabIndex={0}
      className="flex snap-x snap-mandatory gap-3 overflow-x-auto rounded-xl"
    >
      {pictures.map((picture, index) => (
        <div key={picture.src} className="w-[88%] shrink-0 snap-start">
          <ProductPicture
            picture={{ ...picture, alt: tenantText(picture.alt).text || name }}
            boxes={boxes.map(({ width, ...box }) => ({ ...box, width: `0.88 * (${width})` }))}
            eager={index === 0}
            whole
          />
        </div>
      ))}
    </div>
  )
}
