import type { Translate } from '#contract/text.ts'
import type { AddressField, AddressValues, Problem } from '../answer.ts'

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
export const fieldLabel = (t: Translate, field: AddressField): string => t(labels[field])

/** What a step lacks, in the guest's words. */
export function problemText(t: Translate, problem: Problem, values: AddressValues | null): string {
  switch (problem.problem) {
    case 'field': {
      const { field } = problem
      if (!values?.[field].trim()) return t('checkout.fillIn', { field: fieldLabel(t, field) })
      return t(field === 'email' ? 'checkout.emailInvalid' : 'checkout.fieldInvalid')
    }
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
