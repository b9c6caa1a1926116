import type { CustomerDetails } from '#contract/shop/checkout.ts'
import type { Caller, Salon } from './salon.ts'

/** Who buys, without an account. */
export const customer: CustomerDetails = {
  firstName: 'Alma',
  lastName: 'Lund',
  email: 'alma@example.com',
  phone: '20304050',
  address: 'Nørregade 1',
  city: 'Aarhus C',
  postalCode: '8000',
  country: 'DK',
}

export type BeginCheckout = {
  /** Its type; null: none is chosen. */ shipping?: string | null
  customerDetails?: CustomerDetails
}

/** Begins the checkout of a cart. @returns the id of its receipt. */
export async function beginCheckout(
  { id: tenantId }: Salon,
  { call }: Caller,
  { shipping = 'privateDelivery', customerDetails = customer }: BeginCheckout = {},
): Promise<string> {
  const { receipt } = await call('createReceipt', { tenantId, customerDetails })
  if (shipping)
    await call('updateReceiptWithShipping', { tenantId, receiptId: receipt.id, shipping: { type: shipping } })
  return receipt.id
}
