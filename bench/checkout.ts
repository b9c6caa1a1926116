import { checkoutLink } from '#contract/links.ts'
import type { Caller } from '../e2e/salon.ts'
import { demoSalon } from './demo-salon.ts'
import type { Harness } from './harness.ts'

/**
 * A guest of the demo without an account, who has a product in the cart and has filled in the checkout up to
 * the payment: all four steps open. @returns the guest's client, and the paths of the steps.
 */
export async function openCheckout(harness: Harness): Promise<{ caller: Caller; paths: string[] }> {
  const salon = demoSalon(harness, 'aurora')
  const caller = salon.caller()
  const { call } = caller
  const tenantId = salon.id
  await call('addToCart', { tenantId, variantId: 'haarolie-50' })
  const { receipt } = await call('createReceipt', {
    tenantId,
    customerDetails: {
      firstName: 'Alma',
      lastName: 'Lund',
      email: 'alma@example.com',
      phone: '20304050',
      address: 'Nørregade 1',
      city: 'Aarhus C',
      postalCode: '8000',
      country: 'DK',
    },
  })
  await call('updateReceiptWithShipping', {
    tenantId,
    receiptId: receipt.id,
    shipping: { type: 'privateDelivery' },
  })
  return { caller, paths: [1, 2, 3, 4].map((step) => checkoutLink({ step })) }
}
