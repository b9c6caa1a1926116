import * as v from 'valibot'
import { MAX_QUANTITY } from '#domain/cart/price-cart.ts'
import { Picture } from '../content/block.ts'
import { amount, id, netPrice } from '../field/field-schemas.ts'
import { VatLines, VatRate } from '../field/vat-schemas.ts'

export const CartInput = v.object({ tenantId: id })
const quantity = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(MAX_QUANTITY))
export const AddToCart = v.object({ tenantId: id, variantId: id, quantity: v.optional(quantity(1), 1) })
/** `quantity` 0 removes the line. */
export const SetCartQuantity = v.object({ tenantId: id, variantId: id, quantity: quantity(0) })

/** The name of what is sold, as receipts and orders keep it. */
export const goods = {
  variantId: v.string(),
  productId: v.string(),
  name: v.string(),
  /** The name that guests see. */
  displayName: v.string(),
  brandName: v.nullable(v.string()),
  /** '' if there is only one. */
  size: v.string(),
}
const CartLine = v.object({
  ...goods,
  quantity: v.number(),
  /** Of one piece. */
  price: netPrice,
  priceIncVat: amount,
  /** `priceIncVat` times `quantity`. */
  total: amount,
  /** Where the cart has several rates. */
  vat: v.optional(VatRate),
  picture: v.nullable(Picture),
  /** The most pieces that the guest can have; 0: sold out, or no longer sold. */
  available: v.number(),
})
/** A line that signing in made smaller than the two carts had together. */
const Reduced = v.object({ displayName: v.string(), size: v.string(), wanted: v.number(), got: v.number() })
export const Cart = v.object({
  lines: v.array(CartLine),
  /** The number of pieces. */
  count: v.number(),
  subtotal: amount,
  vat: VatLines,
  /** After a sign-in: this browser's cart joined the account's. Null once the guest has dismissed it. */
  notice: v.nullable(v.object({ reduced: v.array(Reduced) })),
})
export type Cart = v.InferOutput<typeof Cart>
