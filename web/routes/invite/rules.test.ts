import { expect, test } from 'vitest'
import { validate } from './rules.ts'

const denmark = { code: 'DK', name: 'Denmark', dial_code: '+45', zero: false }
const sweden = { code: 'SE', name: 'Sweden', dial_code: '+46', zero: true }
const right = {
  firstname: 'Freja',
  lastname: 'Holm',
  email: 'freja@example.com',
  countryCode: 'DK',
  mobile: '20123456',
  preferredLanguage: 'da',
  password: 'secret',
  confirmPassword: 'secret',
}
const errors = (change: Partial<typeof right>) =>
  Object.keys(validate({ ...right, ...change }, [denmark, sweden]))

test('names and e-mail addresses have 2 to 50 characters, and an address is well-formed', () => {
  expect(errors({})).toEqual([])
  expect(errors({ firstname: 'F', lastname: 'H' })).toEqual(['firstname', 'lastname'])
  expect(errors({ firstname: 'x'.repeat(50), lastname: 'x'.repeat(51) })).toEqual(['lastname'])
  for (const email of [
    '',
    'freja',
    'freja@',
    'freja@example',
    'a b@example.com',
    `${'x'.repeat(39)}@example.com`,
  ])
    expect([email, errors({ email })]).toEqual([email, ['email']])
})

test('a mobile number without dial code and trunk prefix has 6 digits or more and no leading 0', () => {
  for (const mobile of [
    '20 12 34 56',
    '(20) 12-34-56',
    '20.12.34/56',
    '２０１２３４５６',
    '+45 20123456',
    '0045 20123456',
    '\u202A+45\u202F20\u00A0123456\u202C',
    '201234',
    '+46 701234567',
    '0046 70 123 45 67',
    '+46 (0)70 123 45 67',
  ])
    expect([mobile, errors({ mobile })]).toEqual([mobile, []])
  for (const mobile of ['', '20123', '2012x456', '020123456', '+46 70123', '+999 20123456', '+45 020123456'])
    expect([mobile, errors({ mobile })]).toEqual([mobile, ['mobile']])
  for (const mobile of ['070 123 45 67', '+46 070 1234567', '701234567', '+45 20123456'])
    expect([mobile, errors({ mobile, countryCode: 'SE' })]).toEqual([mobile, []])
  expect(errors({ mobile: '00701234567', countryCode: 'SE' })).toEqual(['mobile'])
})

test('a password has at least six characters and is repeated', () => {
  expect(errors({ password: 'secre', confirmPassword: 'secre' })).toEqual(['password', 'confirmPassword'])
  expect(errors({ confirmPassword: 'secres' })).toEqual(['confirmPassword'])
})
