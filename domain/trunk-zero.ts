import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { normalizeMobile } from './phone.ts'

/** Whether guests of a country (ISO 3166) write their mobile numbers with a 0 in front that is not part of them. */
export function hasTrunkZero(countryCode: string): boolean {
  const number = isSupportedCountry(countryCode) ? getExampleNumber(countryCode, examples) : undefined
  const dialled = number && normalizeMobile(`0${number.nationalNumber}`, countryCode)
  return dialled?.ok === true && dialled.e164 === number?.number
}
