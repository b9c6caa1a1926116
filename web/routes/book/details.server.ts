import * as v from 'valibot'
import { normalizeMobile } from '#domain/phone.ts'
import type { TextKey } from '#contract/text.ts'
import { ContactDetails } from '#contract/visit.ts'
import { faultsOf, type DetailFaults, type Details } from './guest-details.ts'

const mobileFaults: Record<string, TextKey> = {
  required: 'booking.mobileMissing',
  digits: 'booking.mobileDigits',
  leading_zero: 'booking.mobileLeadingZero',
  too_short: 'booking.mobileShort',
  invalid: 'booking.mobileInvalid',
}
/** What is said of a field that the call would refuse for anything else, a character that cannot be kept for instance. */
const otherFaults: Record<keyof Details, DetailFaults> = {
  firstname: { firstname: 'booking.firstnameLength' },
  lastname: { lastname: 'booking.lastnameLength' },
  email: { email: 'booking.emailInvalid' },
  mobile: { mobile: 'booking.mobileInvalid' },
  countryCode: { mobile: 'booking.mobileInvalid' },
}

/** What is wrong with the details, or null: with the number as its own country has it, and whatever the call that books would refuse. */
export function checkDetails(details: Details): DetailFaults | null {
  const number = normalizeMobile(details.mobile, details.countryCode)
  const { issues = [] } = v.safeParse(ContactDetails, details)
  const refused = issues.map((issue) => otherFaults[v.getDotPath(issue) as keyof Details])
  const all: DetailFaults = Object.assign(
    {},
    ...refused,
    number.ok ? {} : { mobile: mobileFaults[number.reason] ?? 'booking.mobileInvalid' },
    faultsOf(details),
  )
  return Object.keys(all).length > 0 ? all : null
}
