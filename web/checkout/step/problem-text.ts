import type { Translate } from '#contract/text.ts'
import type { StepProblem } from '#domain/checkout/steps.ts'
import { postalCodeExample } from '#domain/postal-code.ts'
import type { AddressErrors, AddressInput } from '../answer.ts'

const labels = {
  firstName: 'checkout.firstNameLabel',
  lastName: 'checkout.lastNameLabel',
  email: 'checkout.emailLabel',
  phone: 'checkout.phoneLabel',
  address: 'checkout.addressLabel',
  postalCode: 'checkout.postalCodeLabel',
  city: 'checkout.cityLabel',
  country: 'checkout.countryLabel',
} as const

/** The label of a field of the address step. */
export const fieldLabel = (t: Translate, field: AddressInput): string => t(labels[field])

/** What is wrong with a field of the address step, in the guest's words; undefined for nothing. */
export function addressErrorText(
  t: Translate,
  field: AddressInput,
  error: AddressErrors[AddressInput],
  country: string,
): string | undefined {
  switch (error) {
    case 'missing':
      return t('checkout.fillIn', { field: fieldLabel(t, field) })
    case 'email':
      return t('checkout.emailInvalid')
    case 'phone':
      return t('checkout.phoneInvalid')
    case 'postalCode':
      return t('checkout.postalCodeInvalid', { example: postalCodeExample(country) ?? '' })
    case 'refused':
      return t('checkout.fieldInvalid')
    case undefined:
      return undefined
  }
}

/** What a step lacks, in the guest's words. */
export function problemText(t: Translate, problem: StepProblem): string {
  switch (problem.problem) {
    case 'field':
      return t('checkout.fillIn', { field: fieldLabel(t, problem.field) })
    case 'shippingMethod':
      return t('checkout.chooseShipping')
    case 'pickupLocation':
      return t('checkout.choosePickup')
    case 'paymentMethod':
      return t('checkout.choosePayment')
    case 'cart':
      return t('checkout.empty')
  }
}
