import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillShop, madeProduct } from '#test/shops.ts'
import { beginCheckout } from './checkout.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { button, follow, press } from './page.ts'
import { join, openSalon, textIn, work, type Salon } from './salon.ts'

/* What the salon does about orders of its shop; with and without scripts. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function openShop(): Promise<Salon> {
  const salon = await openSalon(harness.site, { profile: { shop: true } })
  await fillShop(harness.site.testDb, salon.id, {
    products: [madeProduct('comb', [{ stock: 99 }], { displayName: 'Comb' })],
    shipping: [{ type: 'privateDelivery', name: 'To your door', price: 0, countries: ['DK'], active: true }],
    promotions: [
      {
        id: 'all',
        name: 'Everything',
        kind: 'percent',
        percent: 100,
        active: true,
        firstPurchase: false,
        codes: ['ALL'],
      },
    ],
  })
  const { call } = await join(salon)
  const tenantId = salon.id
  await call('addToCart', { tenantId, variantId: 'comb-0' })
  const receiptId = await beginCheckout(salon, { ...salon.caller(), call })
  await call('applyDiscountCode', { tenantId, receiptId, discountCode: 'ALL' })
  await call('setupPaymentIntent', { tenantId, receiptId, amount: 0 })
  return salon
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts'

  test(`an order is dispatched by one press and cancelled by two, ${scripts}`, async () => {
    const salon = await openShop()
    const { copyCookies } = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const number = '1'
    const state = () =>
      salon.sql('select dispatched_at is not null as sent, canceled_at is not null as off from receipt')
    await harness.visit({ javaScriptEnabled, before: copyCookies }, async (page) => {
      const url = salon.url('/admin/day')
      await (javaScriptEnabled ? open(page, url) : page.goto(url))
      await follow(page, t('staffShell.orders'))
      await page.getByText('1 × Comb', { exact: false }).waitFor()
      await press(page, t('staffOrders.dispatchOf', { number }))
      await page.getByText(t('staffOrders.dispatched', { number }), { exact: true }).waitFor()
      await button(page, t('staffOrders.dispatchOf', { number })).waitFor({ state: 'detached' })
      expect(await state()).toEqual([{ sent: true, off: false }])
      await follow(page, t('staffOrders.cancelOf', { number }))
      await page.getByRole('heading', { name: t('staffOrders.cancelTitle', { number }) }).waitFor()
      expect(await state()).toEqual([{ sent: true, off: false }])
      await press(page, t('staffOrders.cancel'))
      await page.getByText(t('staffOrders.cancelled', { number }), { exact: true }).waitFor()
      await page
        .getByRole('heading', { name: t('staffOrders.cancelTitle', { number }) })
        .waitFor({ state: 'detached' })
      expect(await state()).toEqual([{ sent: true, off: true }])
    })
  })
}

test('a practitioner has no orders in the menu, and no page of them', async () => {
  const salon = await openShop()
  const { copyCookies } = await work(salon, { name: 'Bo Berg', role: 'practitioner', memberId: 'bo' })
  await harness.visit({ before: copyCookies }, async (page) => {
    await open(page, salon.url('/admin/day'))
    expect(await page.getByRole('link', { name: t('staffShell.orders'), exact: true }).count()).toBe(0)
    expect((await page.goto(salon.url('/admin/orders')))?.status()).toBe(404)
  })
})
