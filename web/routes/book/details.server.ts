import * as v from 'valibot'
import { normalizeMobile } from '#domain/phone.ts'
import type { TextKey } from '#contract/text.ts'
import { ContactDetails } from '#contract/visit.ts'
import { validate, type GuestDetailErrors, type Details } from './guest-details.ts'

const mobileErrors: Record<string, TextKey> = {
  required: 'booking.mobileMissing',
  digits: 'booking.mobileDigits',
  leading_zero: 'booking.mobileLeadingZero',
  too_short: 'booking.mobileShort',
  invalid: 'booking.mobileInvalid',
}
/** Errors of fields that the call would reject for another reason than `validate` finds: a link in a name. */
const schemaErrors: Record<keyof Details, GuestDetailErrors> = {
  firstname: { firstname: 'booking.notPlain' },
  lastname: { lastname: 'booking.notPlain' },
  email: { email: 'booking.emailInvalid' },
  mobile: { mobile: 'booking.mobileInvalid' },
  countryCode: { mobile: 'booking.mobileInvalid' },
}

/**
 * Validates the details with the rules of the call and the number formats of the country.
 * @returns the errors, or null.
 */
export function checkDetails(details: Details): GuestDetailErrors | null {
  const number = normalizeMobile(details.mobile, details.countryCode)
  const { issues = [] } = v.safeParse(ContactDetails, details)
  const refused = issues.map((issue) => schemaErrors[v.getDotPath(issue) as keyof Details])
  const all: GuestDetailErrors = Object.assign(
    {},
    ...refused,
    number.ok ? {} : { mobile: mobileErrors[number.reason] ?? 'booking.mobileInvalid' },
    validate(details),
  )
  return Object.keys(all).length > 0 ? all : null
}
