import { expect, test } from 'vitest'
import {
  channelsFor,
  kindOf,
  notificationKinds,
  chosenChannels,
  notificationTypes,
  splitLines,
  type Channels,
} from './kinds.ts'

const none: Channels = { push: false, sms: false, mail: false }

test('each type belongs to a kind, and a success is shown only', () => {
  expect(notificationTypes.map((type) => [type, kindOf(type)])).toEqual([
    ['cancellation', 'booking'],
    ['waitlistOpening', 'waitlist'],
    ['bookingChanged', 'booking'],
    ['new_booking_confirmation', 'booking'],
    ['reminder', 'reminder'],
    ['success', null],
    ['af', 'waitlist'],
  ])
})

test.each([
  ['booking', null, 'push mail'],
  ['reminder', null, 'mail'],
  ['waitlist', null, 'push sms mail'],
  ['booking', { ...none, booking: none }, 'mail'],
  ['booking', { ...none, booking: { ...none, sms: true } }, 'sms mail'],
  ['booking', none, 'push mail'],
  ['reminder', none, ''],
  ['reminder', { push: true, sms: true, mail: false }, 'push sms'],
  ['waitlist', { ...none, waitlist: { ...none, sms: true } }, 'sms'],
  ['waitlist', none, 'push sms mail'],
  // Ending these mails pauses the places; a guest who joins or resumes gets mails again.
  ['waitlist', { ...none, waitlist: none }, 'mail'],
] as const)('%s with %j: %s', (kind, chosen, expected) => {
  expect(chosenChannels(kind, chosen).join(' ')).toBe(expected)
})

test('a change of a visit always has mail', () => {
  for (const kind of notificationKinds)
    expect(channelsFor(kind, { ...none, booking: none, waitlist: none }).mail).toBe(kind === 'booking')
})

test('a body breaks at line ends, at a literal \\n and at every form of br', () => {
  expect(splitLines('one\ntwo\\nthree<br>four<br/>five<BR />six\r\nseven')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
  ])
  expect(splitLines('  one  ')).toEqual(['one'])
  expect(splitLines('a <b>bold</b> <brand> & <br onclick=alert(1)>')).toEqual([
    'a <b>bold</b> <brand> & <br onclick=alert(1)>',
  ])
  expect(splitLines('one<br><br>two')).toEqual(['one', '', 'two'])
})
