import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageClient } from '#contract/client.ts'
import type { PageContext } from '#contract/page.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, summer } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import { answerOffer, withNumericPrices } from './offer.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** An open offer, answered from the pages of its link. */
async function open() {
  app.clock.now = summer('2026-06-10T10:00')
  const tenantId = await makeTenant(app)
  await makeEntry(app, tenantId)
  const holder = app.guest(tenantId)
  const { cancelHandle } = await book(holder, { tenantId, start: summer('2026-06-12T09:00') })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle })
  await matchAll(app, tenantId)
  const [offer] = await openOffers(app, tenantId)
  if (!offer) throw new Error('no open offer')
  const guest = app.guest(tenantId)
  const call: PageClient = (name, input) => guest(name, { tenantId, ...input } as never)
  const ctx = { call, brand: { tenantId } } as unknown as PageContext
  const link = { message: offer.messageId, waitlist: offer.waitlistHandle }
  return { offer, answer: (intent: string) => answerOffer(ctx, link, intent) }
}

test('a guest who declines an offer that they have accepted is shown the booked visit', async () => {
  const { answer } = await open()
  const booked = await answer('accept')
  expect(booked).toEqual({
    result: 'booked',
    visit: expect.any(String),
    email: expect.stringContaining('@example.com'),
  })
  expect(await answer('decline')).toEqual(booked)
})

test('an offer is declined once, and also once its time is over', async () => {
  const declined = { result: 'declined' }
  const one = await open()
  expect([await one.answer('decline'), await one.answer('decline')]).toEqual([declined, declined])
  const { offer, answer } = await open()
  app.clock.now = offer.expiresAt.getTime()
  expect(await answer('decline')).toEqual(declined)
})

test('entries of individualPricing without a number are removed, all else stays', () => {
  const services = [
    {
      name: 'Klip',
      individualPricing: {
        a: { active: true, price: 45_000 },
        b: { active: true, price: '450' },
        c: { active: false, price: null },
        d: { active: true, price: Number.NaN },
        e: { active: true },
        f: 300,
        g: 'free',
        h: null,
      },
    },
    { name: 'Vask' },
  ] as unknown as { name: string; individualPricing?: Record<string, { active: boolean; price: number }> }[]
  const message = { id: 'm', services }
  expect(withNumericPrices(message)).toEqual({
    id: 'm',
    services: [
      { name: 'Klip', individualPricing: { a: { active: true, price: 45_000 }, f: 300 } },
      { name: 'Vask' },
    ],
  })
  expect(Object.keys(services[0]?.individualPricing ?? {})).toHaveLength(8)
})
