import { MAX_QUANTITY, priceCart } from '#domain/cart/price-cart.ts'
import { ownRateOf, rateOf, type TenantVat } from '#domain/vat.ts'
import type { Cart } from '#contract/shop/cart.ts'
import { resolvePicture } from '../markdown/resolve-picture.ts'
import type { CartRow, GoodsRow } from './queries.ts'

/** The number of pieces in a cart. */
export const countItems = (items: CartRow['items']): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** The most pieces of a variant that one order can have. */
export const computeAvailable = (goods: GoodsRow | undefined): number =>
  Math.min(MAX_QUANTITY, goods ? (goods.stock ?? MAX_QUANTITY) : 0)

/** A cart as guests see it, priced now. A variant that the database does not have any more is left out. */
export function toCart(
  { items, notice }: Pick<CartRow, 'items' | 'notice'>,
  goods: Map<string, GoodsRow>,
  vat: TenantVat,
): Cart {
  const known = items.flatMap(({ variantId, quantity }) => {
    const row = goods.get(variantId)
    return row ? [{ ...row, quantity }] : []
  })
  const priced = priceCart({
    lines: known.map(({ variantId, price, quantity, ...own }) => ({
      variantId,
      price,
      quantity,
      vat: ownRateOf(own, vat),
    })),
    vat,
    shipping: null,
    discounts: [],
  })
  const hasOwn = known.some((row) => ownRateOf(row, vat) !== undefined)
  const prices = new Map(priced.lines.map((line) => [line.variantId, line]))
  return {
    lines: known.flatMap(
      ({ pictures, imageSizes, stock: _stock, price: _price, vat: own, exemptReason, ...row }) => {
        const line = prices.get(row.variantId)
        if (!line) return []
        const [first] = pictures
        return {
          ...row,
          ...line,
          ...(hasOwn ? { vat: rateOf({ vat: own, exemptReason }, vat) } : {}),
          picture: first ? (resolvePicture(first.image, first.alt, imageSizes) ?? null) : null,
          available: computeAvailable(goods.get(row.variantId)),
        }
      },
    ),
    count: countItems(known),
    subtotal: priced.subtotal,
    vat: priced.vat,
    notice: notice && {
      reduced: notice.reduced.flatMap(({ variantId, wanted, got }) => {
        const row = goods.get(variantId)
        return row ? [{ displayName: row.displayName, size: row.size, wanted, got }] : []
      }),
    },
  }
}
