import { normalizeMobile } from '#domain/phone.ts'
import type { TextKey } from '#contract/text.ts'
import { faultsOf, type DetailFaults, type Details } from './guest-details.ts'

const mobileFaults: Record<string, TextKey> = { required: 'booking.mobileMissing', digits: 'booking.mobileDigits', leading_zero: 'booking.mobileLeadingZero', too_short: 'booking.mobileShort', invalid: 'booking.mobileInvalid' }

/** What is wrong with the details, or null: with the number as its own country has it. */
export function checkDetails(details: Details): DetailFaults | null {
  const faults = faultsOf(details)
  const number = normalizeMobile(details.mobile, details.countryCode)
  const all = number.ok ? faults : { ...faults, mobile: mobileFaults[number.reason] ?? 'booking.mobileInvalid' as const }
  return Object.keys(all).length > 0 ? all : null
}
