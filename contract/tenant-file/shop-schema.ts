import * as v from 'valibot'
import { imageReference } from '../content/block-value.ts'
import { slug, text, trimmedText } from '../field/field-schemas.ts'
import { promotionKinds } from '../shop/product.ts'
import { countryCode, date, flag, integer, money, percent, vatSettings } from './file-fields.ts'

/*
 * The goods of a tenant file: their order in the file is their order in the shop. What a file no longer
 * contains is set inactive by the import, never deleted.
 */

const MAX_PIECES = 1_000_000

export const ProductType = v.strictObject({ id: slug, name: text(100), active: flag(true) })

/** Prices as `pricesInclude` says; without `stock` any number can be sold. */
export const Variant = v.strictObject({
  id: slug,
  size: v.optional(trimmedText(0, 60), ''),
  price: money,
  stock: v.optional(integer(0, MAX_PIECES)),
  active: flag(true),
})
export const ProductImage = v.strictObject({ image: imageReference, alt: v.optional(text(300)) })
export const Product = v.strictObject({
  id: slug,
  name: text(120),
  /** Default: the name. */
  displayName: v.optional(text(120)),
  brandName: v.optional(text(80)),
  type: slug,
  description: v.optional(trimmedText(0, 4000), ''),
  ...vatSettings,
  active: flag(true),
  pictures: v.optional(v.pipe(v.array(ProductImage), v.maxLength(8)), []),
  variants: v.pipe(v.array(Variant), v.minLength(1), v.maxLength(50)),
})

/** A way to receive an order. `countries`: where to; none: everywhere, or at the salon itself. */
export const ShippingType = v.strictObject({
  type: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'must be made of letters, digits and _, such as pickupLocation'),
  ),
  name: text(100),
  price: money,
  countries: v.optional(v.array(countryCode), []),
  active: flag(true),
})

/** As guests type it; upper and lower case are the same. */
const code = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, 'must be made of A-Z, 0-9 and -, from 3 to 40 characters'),
)
/** Amounts include VAT. Days are those of the tenant's zone, both included. */
export const Promotion = v.strictObject({
  id: slug,
  name: text(120),
  kind: v.picklist(promotionKinds),
  amount: v.optional(money),
  percent: v.optional(percent),
  limit: v.optional(integer(1, MAX_PIECES)),
  from: v.optional(date),
  until: v.optional(date),
  firstPurchase: flag(false),
  minimum: v.optional(money),
  active: flag(true),
  codes: v.optional(v.pipe(v.array(code), v.maxLength(1000)), []),
})

/** The sections of a tenant file about its shop. */
export const shopSections = {
  productTypes: v.optional(v.pipe(v.array(ProductType), v.maxLength(200)), []),
  products: v.optional(v.pipe(v.array(Product), v.maxLength(2000)), []),
  shipping: v.optional(v.pipe(v.array(ShippingType), v.maxLength(50)), []),
  promotions: v.optional(v.pipe(v.array(Promotion), v.maxLength(1000)), []),
}
export type Shop = v.InferOutput<v.StrictObjectSchema<typeof shopSections, undefined>>
