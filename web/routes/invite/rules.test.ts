import { expect, test } from 'vitest'
import { faultsOf } from './rules.ts'

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
const faults = (change: Partial<typeof right>, dial = denmark) =>
  Object.keys(faultsOf({ ...right, ...change }, dial))

test('names have 2 to 50 letters, addresses 2 to 50 and the form of one', () => {
  expect(faults({})).toEqual([])
  expect(faults({ firstname: 'F', lastname: ' H ' })).toEqual(['firstname', 'lastname'])
  expect(faults({ firstname: 'x'.repeat(50), lastname: 'x'.repeat(51) })).toEqual(['lastname'])
  for (const email of [
    '',
    'freja',
    'freja@',
    'freja@example',
    'a b@example.com',
    `${'x'.repeat(39)}@example.com`,
  ])
    expect([email, faults({ email })]).toEqual([email, ['email']])
})

test('a mobile number has digits only, six at least, and no 0 in front once the dial code and the trunk 0 are gone', () => {
  for (const mobile of ['20 12 34 56', '(20) 12-34-56', '+45 20123456', '0045 20123456', '201234'])
    expect([mobile, faults({ mobile })]).toEqual([mobile, []])
  for (const mobile of ['', '20123', '2012x456', '020123456', '+46 701234567'])
    expect([mobile, faults({ mobile })]).toEqual([mobile, ['mobile']])
  for (const mobile of ['070 123 45 67', '+46 070 1234567', '701234567'])
    expect([mobile, faults({ mobile }, sweden)]).toEqual([mobile, []])
  expect(faults({ mobile: '00701234567' }, sweden)).toEqual(['mobile'])
})

test('a password has six characters, and the second is the same', () => {
  expect(faults({ password: 'secre', confirmPassword: 'secre' })).toEqual(['password', 'confirmPassword'])
  expect(faults({ confirmPassword: 'secres' })).toEqual(['confirmPassword'])
})
