import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { ShownProduct } from './load-product.ts'
import { ProductPicture } from './product-picture.tsx'

/** A product's pictures: one beside the other, to be swiped or scrolled by keyboard; no script moves them. */
export function Gallery({ product: { displayName, pictures } }: { product: ShownProduct }) {
  const t = useText()
  const tenantText = useTenantText()
  const name = tenantText(displayName).text
  const sizes = '(min-width: 64rem) 34rem, 100vw'
  if (pictures.length < 2)
    return (
      <ProductPicture
        picture={pictures[0] ? { ...pictures[0], alt: tenantText(pictures[0].alt).text || name } : null}
        sizes={sizes}
        eager
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
            sizes={sizes}
            eager={index === 0}
          />
        </div>
      ))}
    </div>
  )
}
