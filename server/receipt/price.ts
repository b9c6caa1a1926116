import { priceCart, type CartTotals } from '#domain/cart/price-cart.ts'
import type { ReceiptRow } from './queries.ts'

/** What the receipt costs: its own frozen prices, with its shipping and its discounts. */
export const priceReceipt = ({
  items,
  vat,
  shipping,
  discounts,
}: Pick<ReceiptRow, 'items' | 'vat' | 'shipping' | 'discounts'>): CartTotals =>
  priceCart({
    lines: items.map(({ variantId, storedPrice, quantity, vat: own }) => ({
      variantId,
      price: storedPrice,
      quantity,
      vat: own,
    })),
    vat,
    shipping: shipping?.price ?? null,
    discounts,
  })
