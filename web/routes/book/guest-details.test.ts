import { expect, test } from 'vitest'
import { checkDetails } from './details.server.ts'
import { readDetails } from './guest-details.ts'

const right = { firstname: 'Anna', lastname: 'Holm', email: 'anna@example.com', mobile: '20 12 34 56', countryCode: 'DK' }

test.each([
  ['all is told', {}, null],
  ['a number has its dial code already', { mobile: '+45 20123456' }, null],
  ['nothing is told', { firstname: '', lastname: '', email: '', mobile: '' }, { firstname: 'booking.firstnameMissing', lastname: 'booking.lastnameMissing', email: 'booking.emailMissing', mobile: 'booking.mobileMissing' }],
  ['a name is one letter', { firstname: 'A' }, { firstname: 'booking.firstnameLength' }],
  ['an e-mail has no domain', { email: 'anna@example' }, { email: 'booking.emailInvalid' }],
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
