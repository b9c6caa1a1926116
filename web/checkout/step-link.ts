import { checkoutLink } from '#contract/links.ts'
import { steps, type Step } from '#domain/checkout/steps.ts'
import type { TextKey } from '#contract/text.ts'

/** The path of a step. `code`: a discount code that is not applied yet. */
export const stepLink = (step: Step, code = ''): string =>
  checkoutLink({ step: steps.indexOf(step) + 1, ...(code ? { code } : {}) })

/** The name of each step. */
export const stepNames = {
  address: 'checkout.address',
  shipping: 'checkout.shippingMethod',
  payment: 'checkout.paymentMethod',
  complete: 'checkout.complete',
} as const satisfies Record<Step, TextKey>

/** For a narrow screen, on which four names are beside each other. */
export const shortStepNames = {
  address: 'checkout.address',
  shipping: 'checkout.delivery',
  payment: 'checkout.payment',
  complete: 'checkout.confirm',
} as const satisfies Record<Step, TextKey>
