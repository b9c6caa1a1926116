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
  ['all is told', {}, null],
  ['a number has its dial code already', { mobile: '+45 20123456' }, null],
  [
    'nothing is told',
    { firstname: '', lastname: '', email: '', mobile: '' },
    {
      firstname: 'booking.firstnameMissing',
      lastname: 'booking.lastnameMissing',
      email: 'booking.emailMissing',
      mobile: 'booking.mobileMissing',
    },
  ],
  ['a name is one letter', { firstname: 'A' }, { firstname: 'booking.firstnameLength' }],
  ['an e-mail has no domain', { email: 'anna@example' }, { email: 'booking.emailInvalid' }],
  ['an e-mail has an apostrophe', { email: "ida.o'brien+salon@example.co.uk" }, null],
  ['an e-mail ends in a domain of its country’s letters', { email: 'anna@example.xn--p1ai' }, null],
  [
    'an e-mail ends in a domain that the browser has not written as the internet does',
    { email: 'hej@smørrebrød.dk' },
    { email: 'booking.emailInvalid' },
  ],
  [
    'an e-mail has letters that no mail server of ours sends to',
    { email: 'søren@example.com' },
    { email: 'booking.emailInvalid' },
  ],
  [
    'an e-mail has two dots beside each other',
    { email: 'anna..holm@example.com' },
    { email: 'booking.emailInvalid' },
  ],
  [
    'an e-mail names a computer and no domain',
    { email: 'anna@127.0.0.1' },
    { email: 'booking.emailInvalid' },
  ],
  [
    'a name has a character that cannot be kept',
    { firstname: 'An\u0000na' },
    { firstname: 'booking.firstnameLength' },
  ],
  ['no country was sent', { mobile: '+45 20123456', countryCode: '' }, { mobile: 'booking.mobileInvalid' }],
  ['a mobile has letters', { mobile: '20 12 34 x6' }, { mobile: 'booking.mobileDigits' }],
  ['a mobile begins with 0', { mobile: '0123' }, { mobile: 'booking.mobileLeadingZero' }],
  ['a mobile is short', { mobile: '12345' }, { mobile: 'booking.mobileShort' }],
  ['a mobile is none of its country', { mobile: '1234567' }, { mobile: 'booking.mobileInvalid' }],
])('when %s', (_, told, faults) => {
  expect(checkDetails({ ...right, ...told })).toEqual(faults)
})

test('what was typed comes without the space around it, and a form without it has none', () => {
  const form = new FormData()
  expect(readDetails(form)).toBeNull()
  for (const [name, value] of Object.entries({ ...right, firstname: ' Anna ' })) form.set(name, value)
  expect(readDetails(form)).toEqual(right)
})

test.each(["o'brien@example.com", 'a@b.dk', 'x{y}~z@mail.example.photography'])(
  '%s is taken by the call as well',
  (email) => {
    expect(v.safeParse(ContactDetails, { ...right, email }).success).toBe(true)
  },
)
