import type { ImageSizes } from '#contract/content/page-document.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import type { product, productType, productVariant } from '#db/schema/product.ts'
import type { discountCode, promotion } from '#db/schema/promotion.ts'
import type { shippingType } from '#db/schema/shipping.ts'
import { withoutNulls } from './rows.ts'

type VariantRow = Omit<typeof productVariant.$inferSelect, 'stock' | 'importedStock' | 'exportedStock'>
/** The rows of the goods, without counters: `stock` is apart, since an import does not always set it. */
type ShopRows = {
  productTypes: (typeof productType.$inferSelect)[]
  products: (typeof product.$inferSelect)[]
  variants: VariantRow[]
  shippingTypes: (typeof shippingType.$inferSelect)[]
  promotions: Omit<typeof promotion.$inferSelect, 'uses'>[]
  codes: (typeof discountCode.$inferSelect)[]
}
type Stock = { stock: number | null }

/** The rows of a file's goods; absent settings are null. */
export function toShopRows(tenantId: string, shop: Shop, sizes: ImageSizes): ShopRows {
  return {
    productTypes: shop.productTypes.map((one, position) => ({ tenantId, position, ...one })),
    products: shop.products.map(
      ({ variants: _, type: typeId, displayName, brandName, vat, exemptReason, ...rest }, position) => ({
        tenantId,
        position,
        ...rest,
        typeId,
        displayName: displayName ?? null,
        brandName: brandName ?? null,
        vat: vat ?? null,
        exemptReason: exemptReason ?? null,
        imageSizes: Object.fromEntries(
          rest.pictures.flatMap(({ image }) => {
            const size = Object.hasOwn(sizes, image) ? sizes[image] : undefined
            return size ? [[image, size] as const] : []
          }),
        ),
      }),
    ),
    variants: shop.products.flatMap(({ id: productId, variants }) =>
      variants.map(({ stock: _, ...one }, position) => ({ tenantId, productId, position, ...one })),
    ),
    shippingTypes: shop.shipping.map((one, position) => ({ tenantId, position, ...one })),
    promotions: shop.promotions.map(({ codes: _, limit, ...rest }, position) => ({
      tenantId,
      position,
      ...rest,
      maxUses: limit ?? null,
      amount: rest.amount ?? null,
      percent: rest.percent ?? null,
      from: rest.from ?? null,
      until: rest.until ?? null,
      minimum: rest.minimum ?? null,
    })),
    codes: shop.promotions.flatMap(({ id: promotionId, codes }) =>
      codes.map((code, position) => ({ tenantId, code, promotionId, position, active: true })),
    ),
  }
}

/** The inverse. Codes that do not work any more are left out. */
export function toShop(rows: Omit<ShopRows, 'variants'> & { variants: (VariantRow & Stock)[] }): Shop {
  const variants = Map.groupBy(rows.variants, ({ productId }) => productId)
  const codes = Map.groupBy(
    rows.codes.filter(({ active }) => active),
    ({ promotionId }) => promotionId,
  )
  return {
    productTypes: rows.productTypes.map(({ id, name, active }) => ({ id, name, active })),
    products: rows.products.map(
      ({ id, typeId, name, displayName, brandName, description, pictures, vat, exemptReason, active }) => ({
        id,
        name,
        ...withoutNulls({ displayName, brandName }),
        type: typeId,
        description,
        ...withoutNulls({ vat, exemptReason }),
        active,
        pictures,
        variants: (variants.get(id) ?? []).map(({ id: own, size, price, stock, active: sold }) => ({
          id: own,
          size,
          price,
          ...withoutNulls({ stock }),
          active: sold,
        })),
      }),
    ),
    shipping: rows.shippingTypes.map(({ type, name, price, countries, active }) => ({
      type,
      name,
      price,
      countries,
      active,
    })),
    promotions: rows.promotions.map(
      ({ id, name, kind, amount, percent, maxUses, from, until, firstPurchase, minimum, active }) => ({
        id,
        name,
        kind,
        ...withoutNulls({ amount, percent, limit: maxUses, from, until, minimum }),
        firstPurchase,
        active,
        codes: (codes.get(id) ?? []).map(({ code }) => code),
      }),
    ),
  }
}
