import { checkoutLink } from '#contract/links.ts'
import { beginCheckout } from '../e2e/checkout.ts'
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
  await caller.call('addToCart', { tenantId: salon.id, variantId: 'haarolie-50' })
  await beginCheckout(salon, caller)
  return { caller, paths: [1, 2, 3, 4].map((step) => checkoutLink({ step })) }
}
