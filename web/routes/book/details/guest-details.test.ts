import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ContactDetails } from '#contract/visit.ts'
import { checkDetails } from './details.server.ts'
import { readDetails } from './guest-details.ts'

const right = {
  firstname: 'Anna',
  lastname: 'Holm',
  email: 'anna@example.com',
  mobile: '20 12 34 56',
  countryCode: 'DK',
}

test.each([
  ['all details are given', {}, null],
  ['a number has its dial code already', { mobile: '+45 20123456' }, null],
  [
    'all details are empty',
    { firstname: '', lastname: '', email: '', mobile: '' },
    {
      firstname: 'booking.firstnameMissing',
      lastname: 'booking.lastnameMissing',
      email: 'booking.emailMissing',
      mobile: 'booking.mobileMissing',
    },
  ],
  ['a name is one letter', { firstname: 'A' }, null],
  ['an e-mail has no domain', { email: 'anna@example' }, { email: 'booking.emailInvalid' }],
  ['an e-mail has an apostrophe', { email: "ida.o'brien+salon@example.co.uk" }, null],
  ['an e-mail has a punycode top-level domain', { email: 'anna@example.xn--p1ai' }, null],
  ['an e-mail has a domain in Unicode instead of punycode', { email: 'hej@smørrebrød.dk' }, null],
  [
    'an e-mail has a local part in Unicode',
    { email: 'søren@example.com' },
    { email: 'booking.emailInvalid' },
  ],
  [
    'an e-mail has two consecutive dots',
    { email: 'anna..holm@example.com' },
    { email: 'booking.emailInvalid' },
  ],
  [
    'an e-mail has an IP address as its domain',
    { email: 'anna@127.0.0.1' },
    { email: 'booking.emailInvalid' },
  ],
  ['a name has a NUL character', { firstname: 'An\u0000na' }, { firstname: 'booking.notPlain' }],
  [
    'a name has a link, the other one a link that is too long',
    { firstname: 'Anna evil.dk/win', lastname: `www.evil.dk ${'x'.repeat(50)}` },
    { firstname: 'booking.notPlain', lastname: 'booking.lastnameLength' },
  ],
  ['no country was sent', { mobile: '+45 20123456', countryCode: '' }, { mobile: 'booking.mobileInvalid' }],
  ['a mobile has letters', { mobile: '20 12 34 x6' }, { mobile: 'booking.mobileDigits' }],
  ['a mobile begins with 0', { mobile: '0123' }, { mobile: 'booking.mobileLeadingZero' }],
  ['a mobile is short', { mobile: '12345' }, { mobile: 'booking.mobileShort' }],
  ['a mobile is invalid in its country', { mobile: '1234567' }, { mobile: 'booking.mobileInvalid' }],
])('checkDetails returns its errors when %s', (_, reported, errors) => {
  expect(checkDetails({ ...right, ...reported })).toEqual(errors)
})

test('readDetails trims values, and returns null for a form without details', () => {
  const form = new FormData()
  expect(readDetails(form)).toBeNull()
  for (const [name, value] of Object.entries({ ...right, firstname: ' Anna ' })) form.set(name, value)
  expect(readDetails(form)).toEqual(right)
})

test.each(["o'brien@example.com", 'a@b.dk', 'x{y}~z@mail.example.photography'])(
  'the call accepts %s too',
  (email) => {
    expect(v.safeParse(ContactDetails, { ...right, email }).success).toBe(true)
  },
)
