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
  ['magic.sent', 'Check your email or mobile for a magic link'],
  ['error.linkUsed', 'This link has already been used. Please request a new email'],
  ['signUp.submit', 'Create Account'],
  ['signUp.refusedTitle', 'Login'],
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
  ['checkout.chooseShipping', 'Please select a shipping method'],
  ['checkout.choosePickup', 'Please select a pickup location'],
  ['checkout.choosePayment', 'Please select a payment method'],
  ['checkout.empty', 'Your cart is empty'],
  ['checkout.codeMissing', 'Please enter a discount code'],
  ['checkout.codeUnknown', 'Invalid discount code'],
  ['checkout.applyFailed', 'Failed to apply discount. Please try again.'],
  ['checkout.removeFailed', 'Failed to remove discount. Please try again.'],
  ['checkout.discountApplied', 'Discount applied successfully'],
  ['checkout.discountRemoved', 'Discount removed'],
  ['checkout.pickupNeedsPostalCode', 'Please fill in postal code to find GLS locations.'],
  ['checkout.pickupNeedsAddress', 'Please fill in address, city, and postal code to find GLS locations.'],
  ['checkout.pickupFailed', 'Failed to find GLS locations. Please try again.'],
  ['checkout.pickupNoneHere', 'No GLS pickup locations found for this postal code.'],
  ['checkout.pickupNoneNear', 'No GLS pickup locations found for this address.'],
  ['checkout.paymentFailed', 'Payment failed. Please try again.'],
  ['checkout.thanks', 'Payment successful! Thank you for your order.'],
  ['checkout.cancelledOrFailed', 'Payment was cancelled or failed. You can try again.'],
  ['checkout.pending', 'Payment is still being processed. Please wait...'],
  ['checkout.unknownStatus', 'Unknown payment status. Please contact support.'],
  ['checkout.checkFailed', 'Failed to check payment status. Please contact support.'],
  ['order.withdraw', 'Withdraw from contract here'],
  ['checkout.goTitle', 'You are being taken to Vipps MobilePay'],
  ['format.free', 'Free'],
  ['checkout.copied', 'Copied'],
  ['content.videoInvalid', 'Invalid Video Link!'],
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

test('an invalid video names its provider and link', () => {
  expect(translate('en')('content.videoInvalidHint', { provider: 'vimeo', link: 'a film' })).toBe(
    'Please check the provider and link: vimeo - a film',
  )
})

test('an empty field and the number of pickup locations are named in the English words of the client', () => {
  const t = translate('en')
  expect(t('checkout.fillIn', { field: 'City' })).toBe('Please fill in City')
  expect(t('checkout.pickupFound', { n: 10 })).toBe('Found 10 GLS pickup locations.')
})
