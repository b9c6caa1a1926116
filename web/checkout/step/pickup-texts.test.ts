import { expect, test } from 'vitest'
import type { PickupLocation } from '#contract/shop/checkout.ts'
import { locales } from '#domain/language.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { openingText, weekTexts } from './pickup-texts.ts'

const texts = loadTexts()
const always: PickupLocation = {
  parcelShopId: '1',
  name: 'Shop',
  address: { street: 'Street', houseNumber: '1', zipCode: '8000', city: 'Aarhus C' },
  countryCode: 'DK',
  openingHours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, openAt: { From: '00:00', To: '24:00' } })),
  distance: null,
}
/** These languages write a full stop between hours and minutes. */
const stopped = ['da']

test.each(locales)('the end of a day is 24 and its beginning 0 in %s', (language) => {
  const t = texts.translate(language)
  const [midnight, morning] = stopped.includes(language) ? ['24.00', '00.00'] : ['24:00', '00:00']
  const open = openingText(t, language, always, { weekday: 2, time: '13:30' })
  expect(open).toBe(t('checkout.openUntil', { time: midnight }))
  expect(open).toContain(midnight)
  const range = `${morning}–${midnight}`
  expect(weekTexts(language, always).map(({ hours }) => hours)).toEqual(Array(7).fill(range))
})

test('another time is written as before', () => {
  const evening = { ...always, openingHours: [{ day: 2, openAt: { From: '08:30', To: '21:05' } }] }
  const text = (language: string) =>
    openingText(texts.translate(language), language, evening, { weekday: 2, time: '13:30' })
  expect(text('en')).toBe('Open today until 21:05')
  expect(text('da')).toBe('Åbent i dag til kl.\u00a021.05')
})
