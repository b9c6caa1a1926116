import { expect, test } from 'vitest'
import { isPickup, sentNameOf, servesCountry } from './shipping.ts'

test.each([
  ['businessDeliver', 'gls_business_delivery', false],
  ['privateDelivery', 'gls_home_delivery', false],
  ['pickupLocation', 'gls_parcelshop', true],
  ['pickupInStore', 'pickup_in_store', false],
  ['bikeCourier', 'bikeCourier', false],
  ['gls_parcelshop', 'gls_parcelshop', false],
  ['pickuplocation', 'pickuplocation', false],
  ['constructor', 'constructor', false],
  ['', '', false],
])('%j is sent as %j and needs a pickup location: %s', (type, sent, needsLocation) => {
  expect(sentNameOf(type)).toBe(sent)
  expect(isPickup(type)).toBe(needsLocation)
})

test.each([
  [[], 'DK', true],
  [[], '', true],
  [['DK'], 'DK', true],
  [['DK'], 'dk', true],
  [['DK', 'SE'], 'SE', true],
  [['DK', 'SE'], 'NO', false],
  [['DK'], '', false],
  [['DK'], 'D', false],
])('a type for %j goes to %j: %s', (countries, country, serves) => {
  expect(servesCountry(countries, country)).toBe(serves)
})
