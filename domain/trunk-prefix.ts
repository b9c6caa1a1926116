import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { normalizeMobile } from './phone.ts'

/** Whether mobile numbers of a country (ISO 3166) are written with a trunk prefix 0 (ITU E.164). */
export function hasTrunkPrefix(countryCode: string): boolean {
  const number = isSupportedCountry(countryCode) ? getExampleNumber(countryCode, examples) : undefined
  const dialled = number && normalizeMobile(`0${number.nationalNumber}`, countryCode)
  return dialled?.ok === true && dialled.e164 === number?.number
}
