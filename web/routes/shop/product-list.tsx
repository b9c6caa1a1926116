import type { ListedProduct } from './load-shop.ts'
import { ProductCard } from './product-card.tsx'

type ListProps = {
  heading: string
  /** Whether the heading is shown, and not only read out. */ visible?: boolean
  products: ListedProduct[]
  /** How many pictures load at once. */ eager: number
}

/** Products with a heading: two beside each other on a phone, four on a wide screen. */
export const ProductList = ({ heading, visible = true, products, eager }: ListProps) => (
  <section className="mt-6">
    <h2 className={visible ? 'mb-4 text-2xl' : 'sr-only'}>{heading}</h2>
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-10">
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} eager={index < eager} />
      ))}
    </ul>
  </section>
)
