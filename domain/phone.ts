import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import { memoize } from './memoize.ts'
import { bareDigits } from './typed-digits.ts'

type MobileNumber =
  | {
      ok: true
      e164: string
      /** ISO 3166: the chosen country, or that of the dial code which the number was typed with. */
      countryCode: string
      /** With the plus sign. */
      dialCode: string
    }
  | { ok: false; reason: 'required' | 'digits' | 'leading_zero' | 'too_short' | 'invalid' }

/**
 * Normalises a typed or pasted number to E.164 ('+4520123456'). `countryCode`: ISO 3166 ('DK'); `dialCode`
 * ('+45'): the picker's, which wins if the two differ. A dial code in the number itself (`+46…`, `0046…`)
 * wins over both. Checks that the length is possible in the country; verification finds out whether the
 * number exists.
 */
export function normalizeMobile(typed: string, countryCode: string, dialCode?: string): MobileNumber {
  const country = countryCode.trim().toUpperCase()
  const known = isSupportedCountry(country) ? country : null
  const chosen = dialCode?.replaceAll(/\D/g, '') || (known && getCountryCallingCode(known))
  if (!chosen || !dialCodes.has(chosen)) return { ok: false, reason: 'invalid' }
  const { dial, local } = splitDialCode(bareDigits(typed), chosen)
  if (local === '') return { ok: false, reason: 'required' }
  if (!/^\d+$/.test(local)) return { ok: false, reason: 'digits' }
  return parseNumber(local, dial, known)
}

const dialCodes: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
)

/**
 * The dial code which a number begins with (after + or 00), else `chosen`, and the digits after it. No dial
 * code is the beginning of another (ITU E.164).
 */
function splitDialCode(bare: string, chosen: string): { dial: string; local: string } {
  const international = /^(?:\+|00)(\d+)$/.exec(bare)?.[1] ?? ''
  const dial = [1, 2, 3].map((length) => international.slice(0, length)).find((code) => dialCodes.has(code))
  return dial ? { dial, local: international.slice(dial.length) } : { dial: chosen, local: bare }
}

function parseNumber(local: string, dial: string, known: CountryCode | null): MobileNumber {
  const country = known && getCountryCallingCode(known) === dial ? known : null
  const where = country ? { defaultCountry: country } : { defaultCallingCode: dial }
  const parsed = parsePhoneNumberFromString(local, where)
  // Digits that begin with another country's dial code are not a number of this country.
  const own = parsed?.countryCallingCode === dial && parsed.isPossible() ? parsed : null
  // In Italy and a few other countries a leading 0 is part of the number.
  const number = own?.nationalNumber.startsWith('0') && !own.isValid() ? null : own
  const significant = number?.nationalNumber ?? withoutTrunk(local, where)
  if (!number && significant.startsWith('0')) return { ok: false, reason: 'leading_zero' }
  if (significant.length < 6) return { ok: false, reason: 'too_short' }
  if (!number) {
    const isShort = validatePhoneNumberLength(local, where) === 'TOO_SHORT'
    return { ok: false, reason: isShort ? 'too_short' : 'invalid' }
  }
  // Some dial codes are of several countries, the largest first: unassigned numbers count as its own.
  const countryCode = country ?? number.country ?? number.getPossibleCountries()[0] ?? ''
  return { ok: true, e164: number.number, countryCode, dialCode: `+${dial}` }
}

/** The digits of an incomplete number without the country's trunk prefix. */
function withoutTrunk(
  local: string,
  where: { defaultCountry: CountryCode } | { defaultCallingCode: string },
): string {
  const typing = new AsYouType(where)
  typing.input(local)
  return typing.isInternational() ? local : (typing.getNumber()?.nationalNumber ?? '')
}

/**
 * A guest's number, stored (E.164) or as typed, as the people of a country (ISO 3166) write it: national
 * there, else with the dial code. Text that is no number stays as it is.
 */
export const phoneText = (phone: string, country: string): string => guestPhone(phone, country).text

/** The same, with `tel` for links. */
export function guestPhone(phone: string, country: string): ContactPhone {
  const number = readNumber(phone, country)
  if (!number) return { text: phone, tel: toTel(phone) }
  const text = number.country === country ? number.formatNational() : number.formatInternational()
  return { text, tel: number.number }
}

/**
 * The number of a business: `text` in the form of its country, with the dial code if it was typed with one;
 * `tel` for links. Text that is no number in use stays as it is.
 */
export const contactPhone = (typed: string, country: string): ContactPhone =>
  // Every page shows it.
  contactPhones(`${country} ${typed}`, () => readContactPhone(typed, country))

export type ContactPhone = { text: string; tel: string }
const contactPhones = memoize<ContactPhone>(500)

function readContactPhone(typed: string, country: string): ContactPhone {
  const number = readNumber(typed, country)
  if (!number?.isValid()) return { text: typed, tel: toTel(typed) }
  const text = /^\s*(\+|00)/.test(typed) ? number.formatInternational() : number.formatNational()
  return { text, tel: number.number }
}

const toTel = (typed: string): string => typed.replaceAll(/[^+\d]/g, '')

function readNumber(text: string, country: string) {
  const where = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const number = parsePhoneNumberFromString(text, { ...where, extract: false })
  return number?.isPossible() ? number : null
}

/** The country (ISO 3166) of an E.164 number; null if unknown. */
export const parseCountry = (e164: string): string | null => parsePhoneNumberFromString(e164)?.country ?? null

/** `•••• 56`: its owner recognises it, others do not learn it. */
export const maskMobile = (e164: string): string => `•••• ${e164.slice(-2)}`
