import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { countries, findCountry } from './countries.ts'

test('the dial codes equal those in libphonenumber', () => {
  const known = Object.fromEntries(getCountries().map((code) => [code, `+${getCountryCallingCode(code)}`]))
  expect(Object.fromEntries(countries.map((country) => [country.code, country.dial_code]))).toEqual(known)
  expect(countries).toHaveLength(getCountries().length)
})

test('countries are sorted by name, and each has a name', () => {
  const names = countries.map((country) => country.name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^\p{L}/u.test(name))).toBe(true)
})

test('Denmark is found in either case, with its flag', () => {
  const denmark = { code: 'DK', name: 'Denmark', dial_code: '+45', flag: '🇩🇰' }
  expect(findCountry('DK')).toEqual(denmark)
  expect(findCountry('dk')).toEqual(denmark)
  expect(findCountry('XX')).toBeNull()
  expect(findCountry('')).toBeNull()
})
