import { inOrder, listed, omitDefault, type FormatMoney, type Settings } from './format-values.ts'
import {
  Product,
  ProductImage,
  ProductType,
  Promotion,
  ShippingType,
  Variant,
  type Shop,
} from './shop-schema.ts'

/** The sections of the shop as a file writes them, without defaults. */
export const shopSettings = (
  { productTypes, products, shipping, promotions }: Shop,
  money: FormatMoney,
): Settings => ({
  productTypes: listed(
    productTypes.map((one) => inOrder(ProductType, { ...one, active: omitDefault(one.active, true) })),
  ),
  products: listed(products.map((one) => productSettings(one, money))),
  shipping: listed(
    shipping.map((one) =>
      inOrder(ShippingType, {
        ...one,
        price: money(one.price),
        countries: listed(one.countries),
        active: omitDefault(one.active, true),
      }),
    ),
  ),
  promotions: listed(promotions.map((one) => promotionSettings(one, money))),
})

const productSettings = (one: Shop['products'][number], money: FormatMoney): Settings =>
  inOrder(Product, {
    ...one,
    description: omitDefault(one.description, ''),
    active: omitDefault(one.active, true),
    pictures: listed(one.pictures.map((picture) => inOrder(ProductImage, picture))),
    variants: one.variants.map((variant) =>
      inOrder(Variant, {
        ...variant,
        size: omitDefault(variant.size, ''),
        price: money(variant.price),
        active: omitDefault(variant.active, true),
      }),
    ),
  })

const promotionSettings = (one: Shop['promotions'][number], money: FormatMoney): Settings =>
  inOrder(Promotion, {
    ...one,
    amount: one.amount === undefined ? undefined : money(one.amount),
    minimum: one.minimum === undefined ? undefined : money(one.minimum),
    firstPurchase: omitDefault(one.firstPurchase, false),
    active: omitDefault(one.active, true),
    codes: listed(one.codes),
  })
