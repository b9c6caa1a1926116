import { priceCart } from '#domain/cart/price-cart.ts'
import type { Cart } from '#contract/shop/cart.ts'

/** The quantities that the guest has chosen and the server has not answered yet, by variant; 0: removed. */
export type PendingQuantities = ReadonlyMap<string, number>

/**
 * The cart as it will be with the quantities that are on their way. Priced by the function that the server
 * uses, from prices that include VAT: the server's answer says the same.
 */
export function withPending(cart: Cart, pending: PendingQuantities): Cart {
  if (pending.size === 0) return cart
  const lines = cart.lines.map((line) => ({
    ...line,
    quantity: pending.get(line.variantId) ?? line.quantity,
  }))
  const left = lines.filter(({ quantity }) => quantity > 0)
  const priced = priceCart({
    lines: left.map(({ variantId, priceIncVat, quantity, vat }) => ({
      variantId,
      price: priceIncVat,
      quantity,
      vat,
    })),
    vat: { vatPercent: cart.vat[0]?.percent ?? 0, pricesInclude: 'vat' },
    shipping: null,
    discounts: [],
  })
  return {
    ...cart,
    // A line that is being removed stays until the server has answered.
    lines: lines.map((line) => ({ ...line, total: line.priceIncVat * line.quantity })),
    count: left.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: priced.subtotal,
    vat: priced.vat,
  }
}
