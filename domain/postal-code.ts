import { normalizePostalCode } from './typed-digits.ts'

/** A code as people write it, and its form without blanks and hyphens. */
type Format = { example: string; pattern: RegExp }

const digits = (example: string): Format => ({
  example,
  pattern: new RegExp(`^\\d{${example.replaceAll(/\D/g, '').length}}$`),
})

/** By ISO 3166-1 alpha-2, of the countries of our languages and those near them (Universal Postal Union). */
const formats: ReadonlyMap<string, Format> = new Map([
  ['AT', digits('1010')],
  ['BE', digits('1000')],
  ['CH', digits('8001')],
  ['DE', digits('10115')],
  ['DK', digits('2100')],
  ['ES', digits('28001')],
  ['FI', digits('00100')],
  ['FO', digits('100')],
  ['FR', digits('75001')],
  ['GB', { example: 'SW1A 1AA', pattern: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/i }],
  ['GL', digits('3900')],
  ['IS', digits('101')],
  ['IT', digits('00118')],
  ['LI', digits('9490')],
  ['LU', digits('1111')],
  ['NL', { example: '1011 AB', pattern: /^\d{4}[A-Z]{2}$/i }],
  ['NO', digits('0150')],
  ['PL', digits('00-001')],
  ['PT', digits('1000-001')],
  ['SE', digits('111 22')],
])

/**
 * Whether a typed postal code is one of a country, with or without its blanks and hyphens; any of a country
 * whose format is not known.
 */
export const isPostalCode = (typed: string, country: string): boolean =>
  formats.get(country)?.pattern.test(normalizePostalCode(typed).replaceAll(/[ -]/g, '')) ?? true

/** A postal code of a country as people write it; null where its format is not known. */
export const postalCodeExample = (country: string): string | null => formats.get(country)?.example ?? null

/** Whether the postal codes of a country have no letters. */
export const isNumericPostalCode = (country: string): boolean =>
  /^[\d -]+$/.test(postalCodeExample(country) ?? 'unknown')
