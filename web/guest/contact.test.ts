import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ContactDetails } from '#contract/visit/visit.ts'
import { checkContact } from './contact.server.ts'
import { readContact, type ContactForm } from './contact.ts'

const right = {
  firstname: 'Anna',
  lastname: 'Holm',
  email: 'anna@example.com',
  mobile: '20 12 34 56',
  countryCode: 'DK',
}

test.each([
  ['all details are given', {}, {}],
  ['a number has its dial code already', { mobile: '+45 20123456' }, {}],
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
  ['a name is one letter', { firstname: 'A' }, {}],
  ['an e-mail has no domain', { email: 'anna@example' }, { email: 'booking.emailInvalid' }],
  ['an e-mail has an apostrophe', { email: "ida.o'brien+salon@example.co.uk" }, {}],
  ['an e-mail has a punycode top-level domain', { email: 'anna@example.xn--p1ai' }, {}],
  ['an e-mail has a domain in Unicode instead of punycode', { email: 'hej@smørrebrød.dk' }, {}],
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
  ['a mobile is short for its country', { mobile: '1234567' }, { mobile: 'booking.mobileShort' }],
  ['a mobile is invalid in its country', { mobile: '123456789' }, { mobile: 'booking.mobileInvalid' }],
])('a booking says which details are wrong when %s', (_, reported, errors) => {
  expect(checkContact('booking', { ...right, ...reported })).toEqual(errors)
})

const link = 'Anna evil.dk/win'
test.each<[ContactForm, Partial<typeof right>, object]>([
  ['waitlist', { email: '', mobile: '' }, { email: 'joinWaitlist.contactMissing' }],
  ['waitlist', { email: '' }, {}],
  ['waitlist', { mobile: '', countryCode: '' }, {}],
  ['waitlist', { email: '', mobile: '12345' }, { mobile: 'booking.mobileShort' }],
  ['waitlist', { email: 'anna', mobile: '' }, { email: 'booking.emailInvalid' }],
  ['account', { email: '' }, {}],
  [
    'account',
    { firstname: '', mobile: '' },
    { firstname: 'onboarding.firstnameWrong', mobile: 'onboarding.mobileMissing' },
  ],
  [
    'account',
    { lastname: link, mobile: '0123' },
    { lastname: 'onboarding.notPlain', mobile: 'onboarding.mobileWrong' },
  ],
  [
    'invite',
    { firstname: 'A', lastname: link },
    { firstname: 'invite.firstnameWrong', lastname: 'onboarding.notPlain' },
  ],
  [
    'invite',
    { email: `${'x'.repeat(39)}@example.com`, mobile: '' },
    { email: 'invite.emailWrong', mobile: 'invite.mobileWrong' },
  ],
])('the form %s with %o', (form, reported, errors) => {
  expect(checkContact(form, { ...right, ...reported })).toEqual(errors)
})

test('readContact trims values', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...right, firstname: ' Anna ' })) form.set(name, value)
  expect(readContact(form)).toEqual(right)
})

test.each(["o'brien@example.com", 'a@b.dk', 'x{y}~z@mail.example.photography'])(
  'the call accepts %s too',
  (email) => {
    expect(v.safeParse(ContactDetails, { ...right, email }).success).toBe(true)
  },
)
