import type { PickupLocation } from '#contract/shop/checkout.ts'
import type { DiscountRefusal } from '#domain/checkout/discount.ts'
import type { StepProblem } from '#domain/checkout/steps.ts'

/** The fields of the address step, in their order on the page. */
export const addressFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'postalCode',
  'city',
  'country',
] as const
export type AddressField = (typeof addressFields)[number]
export type AddressValues = Record<AddressField, string>

/** What a step lacks; a field that is not empty has an invalid value. */
export type Problem = StepProblem | { problem: 'field'; field: AddressField }

/** `incomplete`: the address is not enough for a search. */
export type PickupResult =
  { state: 'found'; locations: PickupLocation[] } | { state: 'none' | 'failed' | 'incomplete' }

/** A code that no longer counts, and why. */
export type DroppedCode = { code: string; reason: DiscountRefusal }

/** `seconds`: how long to wait before the next code. */
export type DiscountOutcome =
  | { outcome: 'applied' | 'removed' | 'missing' | 'applyFailed' | 'removeFailed' | DiscountRefusal }
  | { outcome: 'wait'; seconds: number }

/** Why an order was not placed. `before`: the total that the guest saw, in minor units. */
export type PayFailure =
  | { failure: 'failed' | 'tooMany' | 'shippingMethod' | 'pickupLocation' }
  | { failure: 'changed'; before: number; dropped: DroppedCode[] }
  | { failure: 'notEnough'; variantId: string }

/** The response of the checkout to a form that does not lead to another page. */
export type CheckoutAnswer =
  | { about: 'step'; problem: Problem; values?: AddressValues }
  | { about: 'chosen' }
  | { about: 'pickup'; result: PickupResult }
  | { about: 'city'; city: string | null }
  | { about: 'discount'; code: string; result: DiscountOutcome }
  | { about: 'pay'; result: PayFailure }
  | { about: 'unreached'; intent: string }
