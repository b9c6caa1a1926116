import type { StockLevel } from './stock.ts'

type Product = {
  id: string
  brandName: string | null
  type: string
  variants: readonly { stock: StockLevel }[]
}

/** How near one product is to another, the nearest first; null: not near. */
function nearness(one: Product, other: Product): number | null {
  const isBrand = one.brandName !== null && one.brandName === other.brandName
  const isType = one.type === other.type
  // Of one brand, what does something else is used with it; what does the same is used in its place.
  if (isBrand) return isType ? 1 : 0
  return isType ? 2 : null
}

/**
 * At most `count` of the products that go with one, in the order of `all` among those that are as near:
 * others of its brand first, then of its type. None that are sold out.
 */
export function goesWith<T extends Product>(product: Product, all: readonly T[], count: number): T[] {
  return all
    .filter(({ id, variants }) => id !== product.id && variants.some(({ stock }) => stock !== 'soldOut'))
    .flatMap((one) => {
      const near = nearness(product, one)
      return near === null ? [] : [{ one, near }]
    })
    .toSorted((a, b) => a.near - b.near)
    .slice(0, count)
    .map(({ one }) => one)
}
