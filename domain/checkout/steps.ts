import { isPickup } from './shipping.ts'

/** The steps of the checkout in their order: numbers 1 to 4. */
export const steps = ['address', 'shipping', 'payment', 'complete'] as const
export type Step = (typeof steps)[number]

export const addressFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'postalCode',
] as const
const payingFields = ['firstName', 'lastName', 'email', 'phone'] as const
export type AddressField = (typeof addressFields)[number]

/** What the guest has entered and chosen so far; null: not chosen. */
type CheckoutData = {
  /** Blank fields are empty ones. */
  customer: Readonly<Record<AddressField, string>>
  shippingType: string | null
  /** The id of a pickup location. */
  pickupLocation: string | null
  paymentMethod: string | null
  /** The number of lines or of pieces. */
  cartCount: number
}

/** The first thing that is missing. */
export type StepProblem =
  | { problem: 'field'; field: AddressField }
  | { problem: 'shippingMethod' | 'pickupLocation' | 'paymentMethod' | 'cart' }

/** Why a step does not validate, or null: moving on to the next step needs null. */
export function firstProblem(step: Step, data: CheckoutData): StepProblem | null {
  if (step === 'address') return emptyField(addressFields, data)
  if (step === 'shipping') return shippingProblem(data)
  if (step === 'payment') return data.paymentMethod ? null : { problem: 'paymentMethod' }
  return problemBeforePaying(data)
}

/** Why an order cannot be paid: the contact fields, then the cart. Shipping and payment have their steps. */
export const problemBeforePaying = (data: CheckoutData): StepProblem | null =>
  emptyField(payingFields, data) ?? (data.cartCount > 0 ? null : { problem: 'cart' })

/** Whether the guest may jump to a step: at or below the current one, or if all before it validate. */
export const canGoTo = (current: Step, target: Step, data: CheckoutData): boolean =>
  steps.indexOf(target) <= steps.indexOf(current) || areValidBefore(target, data)

/** The last step before which all validate. */
export const furthestStep = (data: CheckoutData): Step =>
  steps.findLast((step) => areValidBefore(step, data)) ?? 'address'

const areValidBefore = (target: Step, data: CheckoutData): boolean =>
  steps.slice(0, steps.indexOf(target)).every((step) => firstProblem(step, data) === null)

function emptyField(fields: readonly AddressField[], { customer }: CheckoutData): StepProblem | null {
  const field = fields.find((name) => customer[name].trim() === '')
  return field ? { problem: 'field', field } : null
}

function shippingProblem({ shippingType, pickupLocation }: CheckoutData): StepProblem | null {
  if (!shippingType) return { problem: 'shippingMethod' }
  return isPickup(shippingType) && !pickupLocation ? { problem: 'pickupLocation' } : null
}
