import type { PickupLocation } from '#contract/shop/checkout.ts'
import type { DiscountRefusal } from '#domain/checkout/discount.ts'
import type { AddressError } from '#domain/checkout/address.ts'
import { addressFields, type StepProblem } from '#domain/checkout/steps.ts'

/** The fields of the address step, in the order in which a wrong one is named. */
export const addressInputs = [...addressFields, 'country'] as const
export type AddressInput = (typeof addressInputs)[number]
export type AddressValues = Record<AddressInput, string>
/** `refused`: with something in it that no order may have. */
export type AddressErrors = Partial<Record<AddressInput, AddressError | 'refused'>>

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
  | { about: 'step'; problem: StepProblem }
  | { about: 'address'; values: AddressValues; errors: AddressErrors }
  | { about: 'chosen' }
  | { about: 'pickup'; result: PickupResult }
  | { about: 'city'; city: string | null }
  | { about: 'discount'; code: string; result: DiscountOutcome }
  | { about: 'pay'; result: PayFailure }
  | { about: 'unreached'; intent: string }
