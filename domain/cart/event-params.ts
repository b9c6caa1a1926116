import { toAmount } from '../money.ts'

type Goods = {
  variantId: string
  displayName: string
  brandName: string | null
  size: string
  /** Of one piece, in minor units. */
  priceIncVat: number
  quantity: number
}

/**
 * The parameters of the e-commerce events of GA4, with amounts in whole units of the currency
 * (developers.google.com/analytics).
 */
export const eventParams = (currency: string, goods: readonly Goods[]) => ({
  currency,
  value: toAmount(
    goods.reduce((sum, { priceIncVat, quantity }) => sum + priceIncVat * quantity, 0),
    currency,
  ),
  items: goods.map(({ variantId, displayName, brandName, size, priceIncVat, quantity }) => ({
    item_id: variantId,
    item_name: displayName,
    ...(brandName ? { item_brand: brandName } : {}),
    ...(size ? { item_variant: size } : {}),
    price: toAmount(priceIncVat, currency),
    quantity,
  })),
})
