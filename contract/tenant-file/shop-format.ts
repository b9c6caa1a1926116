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
    shipping.map((shippingType) =>
      inOrder(ShippingType, {
        ...shippingType,
        price: money(shippingType.price),
        countries: listed(shippingType.countries),
        active: omitDefault(shippingType.active, true),
      }),
    ),
  ),
  promotions: listed(promotions.map((one) => promotionSettings(one, money))),
})

const productSettings = (product: Shop['products'][number], money: FormatMoney): Settings =>
  inOrder(Product, {
    ...product,
    description: omitDefault(product.description, ''),
    active: omitDefault(product.active, true),
    pictures: listed(product.pictures.map((picture) => inOrder(ProductImage, picture))),
    variants: product.variants.map((variant) =>
      inOrder(Variant, {
        ...variant,
        size: omitDefault(variant.size, ''),
        price: money(variant.price),
        active: omitDefault(variant.active, true),
      }),
    ),
  })

const promotionSettings = (promotion: Shop['promotions'][number], money: FormatMoney): Settings =>
  inOrder(Promotion, {
    ...promotion,
    amount: promotion.amount === undefined ? undefined : money(promotion.amount),
    minimum: promotion.minimum === undefined ? undefined : money(promotion.minimum),
    firstPurchase: omitDefault(promotion.firstPurchase, false),
    active: omitDefault(promotion.active, true),
    codes: listed(promotion.codes),
  })
