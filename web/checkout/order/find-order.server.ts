import type { Receipt } from '#contract/shop/checkout.ts'
import type { PageContext } from '#contract/page.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import type { ShippingType } from '../checkout-page.ts'

/** A receipt of the guest's own, paid or not; null for an unknown or foreign one. */
export async function findOwnReceipt({ call }: PageContext, receiptId: string): Promise<Receipt | null> {
  const found = await call('getReceipt', { receiptId }).catch(nullIfNotFound)
  return found?.receipt ?? null
}

/** The order of the link in a mail; null for an unknown one. */
export async function findLinkedReceipt({ call }: PageContext, handle: string): Promise<Receipt | null> {
  const found = await call('getReceiptLink', { receipt: handle }).catch(nullIfNotFound)
  return found?.receipt ?? null
}

/** The tenant's texts in an order. */
export const listOrderTexts = (
  receipt: Receipt,
  types: readonly ShippingType[] = [],
): (string | undefined)[] => [
  ...receipt.cart.products.map(({ displayName }) => displayName),
  ...receipt.discountLines.map(({ description }) => description),
  receipt.shipping?.name,
  ...receipt.vat.map(({ reason }) => reason),
  ...types.map(({ name }) => name),
]
