import { isEmail } from '../email.ts'
import { isPostalCode } from '../postal-code.ts'
import { bareDigits } from '../typed-digits.ts'
import { addressFields, type AddressField } from './steps.ts'

export type AddressError = 'missing' | 'email' | 'phone' | 'postalCode'
/** Of any country: its own rules need more data than a page of the checkout should load. */
const PHONE = /^\+?\d{5,}$/

/** `country`: ISO 3166-1 alpha-2, or '' for a country that is not known. */
type Address = Readonly<Record<AddressField | 'country', string>>

/** All that is wrong in the address step, in the order of its rules: the first one is named. */
export function addressErrors(address: Address): Partial<Record<AddressField, AddressError>> {
  const findError = (field: AddressField): AddressError | null => {
    const value = address[field].trim()
    if (value === '') return 'missing'
    if (field === 'email' && !isEmail(value)) return 'email'
    if (field === 'phone' && !PHONE.test(bareDigits(value))) return 'phone'
    return field === 'postalCode' && !isPostalCode(value, address.country) ? 'postalCode' : null
  }
  return Object.fromEntries(
    addressFields.flatMap((field) => {
      const error = findError(field)
      return error ? [[field, error]] : []
    }),
  )
}
