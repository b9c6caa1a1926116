import { expect, test } from 'vitest'
import { loadTexts } from '#server/context/load-texts.ts'
import type { TextKey } from '#contract/text.ts'

/*
 * Texts that the client supplied, character by character, each in its own language: they must not be edited.
 */
const english: [TextKey, string][] = [
  ['shell.home', 'Home'],
  ['shell.profile', 'Your Profile'],
  ['shell.signOut', 'Sign out'],
  ['shell.profileUpdated', 'Profile updated'],
  ['shell.booking', 'Booking'],
  ['shell.shop', 'Shop'],
  ['shell.login', 'Login'],
  ['error.notFoundTitle', '404'],
  ['error.notFound', "Sorry, we couldn't find this page."],
  ['error.goHome', 'Go back home'],
  ['price.ok', 'OK'],
  ['mobile.done', 'Mobile number verified successfully'],
  ['mobile.failedTitle', 'Failed to verify mobile number'],
  ['signUp.submit', 'Create Account'],
  ['signUp.inUseTitle', 'Email Already Registered'],
  ['signUp.goToLogin', 'Go to Login'],
  ['account.bookNew', 'Book New Appointment'],
  ['account.book', 'Book Appointment'],
  ['account.completed', 'Completed'],
  ['account.again', 'Book Again'],
  ['account.viewProducts', 'View Products'],
  ['cancel.button', 'Cancel appointment'],
  ['cancel.busy', 'Cancelling...'],
  ['cancel.ok', 'OK'],
  ['cancel.missing', "Booking Error: The booking you're trying to cancel no longer exists."],
]
const danish: [TextKey, string][] = [
  ['shell.treatments', 'Behandlinger'],
  ['shell.booking', 'Booking'],
  ['shell.login', 'Login'],
  ['price.more', 'Mere information'],
  ['price.ok', 'OK'],
]

const { translate } = loadTexts()

test.each(english)('in English %s is %j', (key, text) => {
  expect(translate('en')(key)).toBe(text)
})

test.each(danish)('in Danish %s is %j', (key, text) => {
  expect(translate('da')(key)).toBe(text)
})

test('a price with From has the word before the amount', () => {
  expect(translate('en')('format.from', { price: '£1.00' })).toBe('From £1.00')
})
