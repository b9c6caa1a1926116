import * as v from 'valibot'
import { stockLevels } from '#domain/product/stock.ts'
import { Picture } from '../content/block.ts'
import { amount, id, netPrice } from '../field/field-schemas.ts'
import { VatRate } from '../field/vat-schemas.ts'

/** A picture of a product as stored; without `alt` it is decorative. */
export type ProductPicture = { image: string; alt?: string | undefined }

/** What a discount code does: takes off an amount or a percentage, or makes shipping free. */
export const promotionKinds = ['amount', 'percent', 'freeShipping'] as const
export type PromotionKind = (typeof promotionKinds)[number]

/** The ways to receive an order that the checkout treats apart; a tenant may have others. */
export const shippingTypes = [
  'pickupLocation',
  'privateDelivery',
  'businessDeliver',
  'pickupInStore',
] as const

export const ListProducts = v.object({ tenantId: id })
export const ProductTypes = v.object({ documents: v.array(v.object({ id: v.string(), name: v.string() })) })

/** What is sold: a product in one size; `size` is '' if there is only one. */
const Variant = v.object({
  id: v.string(),
  size: v.string(),
  price: netPrice,
  priceIncVat: amount,
  /** In stock: four or more; few left: one to three. */
  stock: v.picklist(stockLevels),
})
/** A product with its active variants, at least one, in the tenant's order. */
export const Product = v.object({
  id: v.string(),
  name: v.string(),
  /** The name that guests see. */
  displayName: v.string(),
  brandName: v.nullable(v.string()),
  type: v.string(),
  description: v.string(),
  pictures: v.array(Picture),
  /** Where it is not the tenant's. */
  vatRate: v.optional(VatRate),
  variants: v.array(Variant),
})
export type Product = v.InferOutput<typeof Product>
export const Products = v.object({ documents: v.array(Product) })
export const ProductInput = v.object({ tenantId: id, productId: id })
