import { productLink } from '#contract/links.ts'
import { Link } from '#web/ui/link.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import type { ListedProduct } from './load-shop.ts'
import { ProductPicture } from './product-picture.tsx'
import { StockLabel } from './stock-label.tsx'

/** A product in a list; the whole card leads to its page. */
export const ProductCard = ({ product, eager }: { product: ListedProduct; eager: boolean }) => (
  <li className="group relative grid content-start gap-3">
    <ProductPicture
      picture={product.picture}
      sizes="(min-width: 64rem) 17rem, (min-width: 48rem) 33vw, 50vw"
      eager={eager}
    />
    <div className="grid gap-1">
      {product.brand && <p className="text-sm text-muted">{product.brand}</p>}
      <h3 className="text-[0.9375rem] wrap-anywhere hyphens-auto sm:text-lg">
        <Link
          to={productLink({ product: product.id })}
          className="no-underline after:absolute after:inset-0 after:rounded-xl group-hover:underline group-hover:underline-offset-4"
        >
          <TenantText>{product.name}</TenantText>
        </Link>
      </h3>
      <p className="tabular font-medium">{product.price}</p>
      <StockLabel stock={product.stock} />
    </div>
  </li>
)
