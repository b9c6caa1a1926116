import { expect, test } from 'vitest'
import { addressErrors } from './address.ts'

const right = {
  firstName: 'Signe',
  lastName: 'Holm',
  email: 'signe@example.com',
  phone: '+4520123456',
  address: 'Vestergade 1',
  city: 'Aarhus',
  postalCode: '8000',
  country: 'DK',
}

test.each([
  ['a right one', {}, {}],
  ['blanks', { firstName: ' ', city: '\u00a0' }, { firstName: 'missing', city: 'missing' }],
  [
    'several at once',
    { lastName: '', email: 'signe', postalCode: '80' },
    { lastName: 'missing', email: 'email', postalCode: 'postalCode' },
  ],
  ['letters for a telephone number', { phone: 'abc' }, { phone: 'phone' }],
  ['a telephone number that is too short', { phone: '2030' }, { phone: 'phone' }],
  ['a telephone number as people write it', { phone: '+45 (0)20/30-40.50' }, {}],
  ['a postal code of another country', { country: 'DE' }, { postalCode: 'postalCode' }],
  ['a country whose format is not known', { country: 'NZ', postalCode: 'x' }, {}],
  ['a country that is not chosen', { country: '', postalCode: 'x' }, {}],
])('%s', (_name, change, errors) => {
  expect(addressErrors({ ...right, ...change })).toEqual(errors)
})

test('the first one is the first of the rules', () => {
  const errors = addressErrors({ ...right, email: '', city: '', postalCode: '' })
  expect(Object.keys(errors)).toEqual(['email', 'city', 'postalCode'])
})
