import type { Translate } from '#contract/text.ts'
import type { AddressField, AddressValues, Problem } from '../answer.ts'

/** The label of a field of the address step. */
export const fieldLabel = (t: Translate, field: AddressField): string => t(`checkout.${field}Label`)

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
