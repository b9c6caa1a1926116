import { expect, test } from 'vitest'
import { loadTexts } from '#server/context/load-texts.ts'
import type { PageContext } from '#contract/page.ts'
import type { Receipt } from '#contract/shop/checkout.ts'
import { pickupPlace } from './pickup-place.server.ts'

const address = { street: 'Torvet 1', postalcode: '8000', city: 'Aarhus C', country: 'DK' }
// Mondays, 9 to 17; not on the 7th.
const brand = {
  address,
  timeZone: 'Europe/Copenhagen',
  openingHours: [{ weekday: 1, from: '09:00', to: '17:00' }],
  exceptions: [{ date: '2026-12-07', hours: [] }],
}
const contextAt = (now: string, more: object = {}) =>
  ({
    brand: { ...brand, ...more },
    dateLanguage: 'en',
    now: Date.parse(now),
    t: loadTexts().translate('en'),
  }) as unknown as PageContext
const receiptWith = (shipping: object | null) => ({ shipping }) as unknown as Receipt
const collected = receiptWith({ type: 'pickupInStore', pickupLocation: null })

test('an order that is delivered has no place', () => {
  const ctx = contextAt('2026-11-30T12:00:00Z')
  expect(pickupPlace(ctx, receiptWith(null))).toBeNull()
  expect(pickupPlace(ctx, receiptWith({ type: 'privateDelivery', pickupLocation: null }))).toBeNull()
})

test.each([
  ['2026-11-30T07:00:00Z', 'Opens today at\u00a009:00'],
  ['2026-11-30T12:00:00Z', 'Open today until 17:00'],
  // The next Monday is an exception.
  ['2026-12-01T18:00:00Z', 'Opens on Monday 14 December at\u00a009:00'],
])('at %s the tenant says: %s', (now, opening) => {
  const place = pickupPlace(contextAt(now), collected)
  expect(place).toMatchObject({ own: true, address, opening })
  expect(place?.hours).toContainEqual({ day: 'Monday', hours: '09:00–17:00' })
  expect(place?.hours).toContainEqual({ day: 'Monday 7 December', hours: '' })
})

test('a tenant without opening hours says so', () => {
  const ctx = contextAt('2026-11-30T12:00:00Z', { openingHours: [], exceptions: [] })
  expect(pickupPlace(ctx, collected)).toMatchObject({ opening: 'Opening hours not known', hours: [] })
})

test('a pickup location has its own address and hours', () => {
  const pickupLocation = {
    parcelShopId: '1',
    name: 'Kiosk',
    address: { street: 'Gade', houseNumber: '2', zipCode: '8200', city: 'Aarhus N' },
    countryCode: 'DK',
    openingHours: [{ day: 0, openAt: { From: '08:00', To: '20:00' } }],
    distance: null,
  }
  const place = pickupPlace(
    contextAt('2026-11-30T12:00:00Z'),
    receiptWith({ type: 'pickupLocation', pickupLocation }),
  )
  expect(place).toMatchObject({
    own: false,
    address: { street: 'Gade 2', postalcode: '8200', city: 'Aarhus N', country: 'DK' },
    opening: 'Open today until 20:00',
  })
  expect(place?.hours).toHaveLength(7)
})
