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

test('what others do with an order, and what the payment provider answers, is shown at once', async () => {
  const salon = await openShop()
  const ida = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const owner = await work(salon, { name: 'Ea Lund' })
  const number = '1'
  const tellAll = () =>
    salon.sql(`select pg_notify('stamgast', $1)`, [
      JSON.stringify({ tenant: salon.id, topic: 'orders', id: '' }),
    ])
  await harness.visit({ before: ida.copyCookies }, async (page) => {
    const watched = page.waitForResponse(/\/api\/staff\/live/)
    await open(page, salon.url('/admin/orders'))
    await watched
    await button(page, t('staffOrders.dispatchOf', { number })).waitFor()
    // As a capture that is begun leaves it.
    await salon.sql(
      `insert into payment_operation (tenant_id, id, attempt_id, kind, amount, state, created_at)
      select tenant_id, gen_random_uuid(), id, 'capture', 1, 'pending', now() from payment_attempt`,
    )
    await tellAll()
    await page.getByText(t('staffOrders.waitsCapture'), { exact: true }).waitFor()
    // Nothing is to be done about it meanwhile.
    expect(await button(page, t('staffOrders.dispatchOf', { number })).count()).toBe(0)
    await salon.sql("update payment_operation set state = 'failed', code = '400', done_at = now()")
    await tellAll()
    await page.getByText(t('staffOrders.captureRefused'), { exact: true }).waitFor()
    await button(page, t('staffOrders.dispatchOf', { number })).waitFor()

    await owner.call('cancelOrder', { number: 1, refund: 0 })
    await page.getByText(t('order.canceled'), { exact: true }).waitFor()
  })
})

test('cancelling an order whose money was drawn is offered only to who may refund', async () => {
  const salon = await openShop()
  const [ida, owner] = [
    await work(salon, { name: 'Ida Krogh', role: 'reception' }),
    await work(salon, { name: 'Ea Lund' }),
  ]
  await owner.call('dispatchOrder', { number: 1 })
  // As that of an order that is not free leaves it.
  await salon.sql('update payment_attempt set amount = 100, captured_amount = 100')
  await salon.sql('update receipt set withdrawn_at = now()')
  const offered = async (before: typeof ida.copyCookies) => {
    let links = 0
    await harness.visit({ before }, async (page) => {
      await open(page, salon.url('/admin/orders'))
      await page.getByText(t('staffOrders.withdrawnNote'), { exact: true }).waitFor()
      links = await page.getByRole('link', { name: t('staffOrders.cancelOf', { number: '1' }) }).count()
      expect(await page.getByText(t('staffOrders.noRefund'), { exact: true }).count()).toBe(1 - links)
    })
    return links
  }
  expect(await offered(owner.copyCookies)).toBe(1)
  expect(await offered(ida.copyCookies)).toBe(0)
})

test('an answer stays while the page loads itself again', async () => {
  const salon = await openShop()
  const ida = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const number = '1'
  await harness.visit({ before: ida.copyCookies }, async (page) => {
    await open(page, salon.url('/admin/orders'))
    const phone = page.getByRole('link', { name: '20 30 40 50', exact: true })
    expect(await phone.getAttribute('href')).toBe('tel:+4520304050')
    await press(page, t('staffOrders.dispatchOf', { number }))
    const answer = page.getByText(t('staffOrders.dispatched', { number }), { exact: true })
    await answer.waitFor()
    const reloaded = page.waitForResponse(/orders\.data/)
    await salon.sql(`select pg_notify('stamgast', $1)`, [
      JSON.stringify({ tenant: salon.id, topic: 'orders', id: '' }),
    ])
    await reloaded
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(await answer.count()).toBe(1)
  })
})

test('a practitioner has no orders in the menu, and no page of them', async () => {
  const salon = await openShop()
  const { copyCookies } = await work(salon, { name: 'Bo Berg', role: 'practitioner', memberId: 'bo' })
  await harness.visit({ before: copyCookies }, async (page) => {
    await open(page, salon.url('/admin/day'))
    expect(await page.getByRole('link', { name: t('staffShell.orders'), exact: true }).count()).toBe(0)
    expect((await page.goto(salon.url('/admin/orders')))?.status()).toBe(404)
  })
})
