import { productLink } from '#contract/links.ts'
import { column } from '#web/content/picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import type { ListedProduct } from './load-shop.ts'
import { ProductPicture } from './product-picture.tsx'
import { StockLabel } from './stock-label.tsx'

const boxes = [
  { from: 64, width: column(4, 1.5) },
  { from: 48, width: column(3, 1) },
  { from: 40, width: column(2, 1) },
  { width: '(100vw - 3rem) / 2' },
]

/** A product in a list; the whole card leads to its page. */
export const ProductCard = ({ product, eager }: { product: ListedProduct; eager: boolean }) => (
  <li className="group relative grid content-start gap-3">
    <ProductPicture picture={product.picture} boxes={boxes} eager={eager} />
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
