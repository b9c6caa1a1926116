import { productLink } from '#contract/links.ts'
import { Link } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import type { ShownProduct, ShownVariant } from './load-product.ts'

/** The sizes of a product, each a link, so that choosing one works without scripts and can be shared. */
export function VariantPicker({
  product: { id, variants },
  chosen,
}: {
  product: ShownProduct
  chosen: ShownVariant
}) {
  const t = useText()
  if (variants.length === 1)
    return chosen.size ? (
      <p>
        <span className="text-muted">{`${t('shop.size')}:`}</span> <span>{chosen.size}</span>
      </p>
    ) : null
  return (
    <nav aria-labelledby="sizes" className="grid gap-2">
      <h2 id="sizes" className="text-base">
        {t('shop.size')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <li key={variant.id}>
            <Link
              to={productLink({ product: id, variant: variant.id })}
              replace
              preventScrollReset
              aria-current={variant.id === chosen.id ? 'true' : undefined}
              className="grid min-h-14 content-center rounded border border-control bg-surface px-4 py-2 no-underline hover:bg-brand-soft aria-[current=true]:border-brand-line aria-[current=true]:bg-brand-soft aria-[current=true]:text-on-brand-soft"
            >
              <span className="font-medium">{variant.size || variant.price}</span>
              <span className="tabular text-sm">
                {variant.stock === 'soldOut' ? t('shop.soldOut') : variant.price}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
