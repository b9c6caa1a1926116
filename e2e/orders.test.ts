import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishChange } from '#server/database/change-events.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { beginCheckout, customer } from './checkout.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { follow, heading, press } from './page.ts'
import { join, openSalon, textIn, textPattern, type Caller, type Member, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function openShop(): Promise<Salon> {
  const salon = await openSalon(harness.site, { profile: { shop: true } })
  await fillShop(harness.site.testDb, salon.id, {
    products: [
      madeProduct('comb', [{ stock: 99 }], { displayName: 'Comb', brandName: 'Ravn' }),
      madeProduct('wax', [{ price: 12_000, stock: 99 }], { displayName: 'Wax' }),
    ],
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
  return salon
}

/** An order that costs nothing. @returns its id. */
async function placeOrder(salon: Salon, caller: Caller, variantId = 'comb-0'): Promise<string> {
  const { call } = caller
  const tenantId = salon.id
  await call('addToCart', { tenantId, variantId })
  const receiptId = await beginCheckout(salon, caller)
  await call('applyDiscountCode', { tenantId, receiptId, discountCode: 'ALL' })
  await call('setupPaymentIntent', { tenantId, receiptId, amount: 0 })
  return receiptId
}

async function openShopOf(): Promise<{ salon: Salon; member: Member }> {
  const salon = await openShop()
  return { salon, member: await join(salon) }
}

const main = (page: Page) => page.locator('main')
const mailsAbout = async (salon: Salon, subject: RegExp) =>
  (await salon.mail()).filter((one) => one.to === customer.email && subject.test(one.subject))
const linkHandle = (salon: Salon, order: string) =>
  deriveHandle(salon.site.secret, 'receipt', salon.id, order)

test('the orders of a guest are listed, the newest first, and each has its page', async () => {
  const { salon, member } = await openShopOf()
  const first = await placeOrder(salon, member)
  const second = await placeOrder(salon, member, 'wax-0')
  await salon.sql(`update receipt set settled_at = '2026-01-02T10:00:00Z' where id = $1`, [first])
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/home/orders'))
    await heading(page, 'Your orders')
    const rows = main(page).getByRole('listitem')
    expect(await main(page).getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Order 2',
      'Order 1',
    ])
    for (const part of ['Comb', 'kr. 0.00', 'Order received', '2 January 2026'])
      await rows.filter({ hasText: 'Order 1' }).getByText(part).first().waitFor()
    await follow(page, 'Order 1')
    await heading(page, 'Order 1')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Order 1')
    expect(await page.title()).toMatch(/^Order 1 · /)
    const text = await main(page).innerText()
    for (const part of ['Comb', 'To your door', customer.address, '2 January 2026', 'Order received'])
      expect(text).toContain(part)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, t('checkout.copyNumber'))
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1')
    await follow(page, t('checkout.toReceipt'))
    await heading(page, t('receipt.title', { number: '1' }))
    await page.goto(salon.url(`/payment-success?orderId=${second}`))
    await follow(page, t('checkout.toOrders'))
    await heading(page, 'Your orders')
  })
})

test(
  'a guest without orders is led to the shop, and one who is not signed in to the sign-in',
  exhaustive,
  async () => {
    const { salon, member } = await openShopOf()
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await page.goto(salon.url('/home/orders'))
      await main(page).getByText(t('order.empty'), { exact: true }).waitFor()
      await page.goto(salon.url('/my-account'))
      const summary = page.getByRole('region', { name: 'Your orders', exact: true })
      await summary.getByText(t('order.empty'), { exact: true }).waitFor()
      await summary.getByRole('link', { name: t('order.toShop'), exact: true }).click()
      await page.waitForURL(salon.url('/shop'))
      // Without a shop there is nothing to order.
      const closed = await openSalon(harness.site)
      await (await join(closed)).copyCookies(page.context())
      await page.goto(closed.url('/my-account'))
      expect(await page.getByRole('region', { name: 'Your orders', exact: true }).count()).toBe(0)
      expect(await page.getByRole('heading', { name: t('account.past') }).count()).toBe(1)
    })
    await harness.visit({}, async (page) => {
      for (const path of ['/home/orders', '/home/orders/x']) {
        await page.goto(salon.url(path))
        await page.waitForURL(salon.url(`/login?to=${encodeURIComponent(path)}`))
      }
    })
  },
)

test('another guest sees neither the order nor its withdrawal', exhaustive, async () => {
  const { salon, member } = await openShopOf()
  const order = await placeOrder(salon, member)
  const other = await join(salon)
  await harness.visit({ before: other.copyCookies }, async (page) => {
    for (const path of [`/home/orders/${order}`, `/withdrawal?orderId=${order}`, '/withdrawal']) {
      expect([path, (await page.goto(salon.url(path)))?.status()]).toEqual([path, 404])
      expect(await main(page).innerText()).not.toContain('Comb')
    }
  })
})

test('the dashboard shows the last three orders, and what becomes of them, live', exhaustive, async () => {
  const { salon, member } = await openShopOf()
  const orders: string[] = []
  for (let count = 0; count < 4; count += 1) orders.push(await placeOrder(salon, member))
  await harness.visit({ before: member.copyCookies }, async (page) => {
    const streams = page.waitForResponse(/\/api\/live/)
    await open(page, salon.url('/my-account'))
    const summary = page.getByRole('region', { name: 'Your orders', exact: true })
    const titles = () => summary.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(await titles()).toEqual(['Order 4', 'Order 3', 'Order 2'])
    await streams
    const fourth = summary.getByRole('listitem').filter({ hasText: 'Order 4' })
    await fourth.getByText('Order received', { exact: true }).waitFor()
    await salon.sql('update receipt set dispatched_at = now() where id = $1', [orders[3]])
    await harness.site.testDb.db.write(salon.id, async (tx) => {
      await publishChange(tx, 'orders', member.uid)
    })
    await fourth.getByText('Dispatched', { exact: true }).waitFor()
    await placeOrder(salon, member)
    await expect.poll(titles).toEqual(['Order 5', 'Order 4', 'Order 3'])
    await follow(page, t('order.all'))
    await heading(page, 'Your orders')
    expect(await main(page).getByRole('heading', { level: 2 }).count()).toBe(5)
  })
})

for (const javaScriptEnabled of [true, false])
  test(`a guest withdraws from an order ${javaScriptEnabled ? 'with' : 'without'} scripts, and again, which shows the first time`, async () => {
    const { salon, member } = await openShopOf()
    const order = await placeOrder(salon, member)
    await harness.visit({ javaScriptEnabled, before: member.copyCookies }, async (page, context) => {
      const url = salon.url(`/home/orders/${order}`)
      if (javaScriptEnabled) await open(page, url)
      else await page.goto(url)
      await follow(page, 'Withdraw from contract here')
      await heading(page, 'Withdraw from contract here')
      for (const part of ['You withdraw from the whole of order 1.', 'Comb', t('withdrawal.cancels')])
        await main(page).getByText(part).first().waitFor()
      const second = await context.newPage()
      await second.goto(page.url())
      await press(page, 'Confirm withdrawal')
      await heading(page, t('withdrawal.doneTitle'))
      if (javaScriptEnabled)
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent))
          .toBe(t('withdrawal.doneTitle'))
      await main(page).getByText(t('withdrawal.canceled'), { exact: true }).waitFor()
      await salon.sql(`update receipt set withdrawn_at = '2026-01-02T10:00:00Z' where id = $1`, [order])
      // The form that was open before.
      await press(second, 'Confirm withdrawal')
      await heading(second, t('withdrawal.doneTitle'))
      await main(second)
        .getByText('Received on 2 January 2026 at 11:00, for order 1.', { exact: true })
        .waitFor()
      await follow(second, t('checkout.toConfirmation'))
      await heading(second, 'Order 1')
      await page.goto(url)
      await main(page).getByText('Withdrawn', { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: 'Withdraw from contract here' }).count()).toBe(0)
    })
    expect(await salon.sql('select status from receipt')).toEqual([{ status: 'canceled' }])
    await expect.poll(async () => (await mailsAbout(salon, /withdraw/i)).length).toBe(1)
  })

test('the link of the mail withdraws in a browser without cookies, and shows nothing of the guest', async () => {
  const salon = await openShop()
  const order = await placeOrder(salon, salon.caller())
  await salon.sql('update receipt set dispatched_at = now() where id = $1', [order])
  await harness.visit({}, async (page) => {
    await open(page, salon.url(`/receipt?receipt=${linkHandle(salon, order)}`))
    await follow(page, 'Withdraw from contract here')
    await heading(page, 'Withdraw from contract here')
    await main(page)
      .getByText(textPattern(t('withdrawal.sendBack')))
      .waitFor()
    await main(page)
      .getByText(/^You can withdraw online until \d+ \w+ 20\d\d\.$/)
      .waitFor()
    await follow(page, t('withdrawal.keep'))
    await heading(page, t('receipt.title', { number: '1' }))
    await page.goBack()
    await ready(page)
    await tabTo(page, page.getByRole('button', { name: 'Confirm withdrawal', exact: true }))
    await page.keyboard.press('Enter')
    await heading(page, t('withdrawal.doneTitle'))
    const text = await main(page).innerText()
    expect(text).toContain(t('withdrawal.sendBack'))
    expect(text).not.toContain(t('withdrawal.canceled'))
    for (const secret of [customer.email, customer.lastName, customer.address])
      expect(text).not.toContain(secret)
  })
  expect(await salon.sql('select status, withdrawn_at is not null as withdrawn from receipt')).toEqual([
    { status: 'PAID', withdrawn: true },
  ])
})

test(
  'after the period, and for a cancelled order, the page says why nobody can withdraw',
  exhaustive,
  async () => {
    const { salon, member } = await openShopOf()
    const late = await placeOrder(salon, member)
    const gone = await placeOrder(salon, member)
    await salon.sql(`update receipt set dispatched_at = '2026-01-02T10:00:00Z' where id = $1`, [late])
    await salon.sql(`update receipt set canceled_at = now(), status = 'canceled' where id = $1`, [gone])
    await harness.visit({ before: member.copyCookies }, async (page) => {
      for (const [order, said] of [
        [late, 'online until 16 January 2026.'],
        [gone, 'Order 2 has already been cancelled.'],
      ] as const) {
        await page.goto(salon.url(`/withdrawal?orderId=${order}`))
        await main(page).getByText(said).waitFor()
        expect(await page.getByRole('button', { name: 'Confirm withdrawal' }).count()).toBe(0)
        await page.goto(salon.url(`/home/orders/${order}`))
        expect(await page.getByRole('link', { name: 'Withdraw from contract here' }).count()).toBe(0)
      }
    })
  },
)

test(
  'a withdrawal whose period ends while its page is open is not received, and the page says so',
  exhaustive,
  async () => {
    const { salon, member } = await openShopOf()
    const order = await placeOrder(salon, member)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await open(page, salon.url(`/withdrawal?orderId=${order}`))
      await salon.sql(`update receipt set dispatched_at = '2026-01-02T10:00:00Z' where id = $1`, [order])
      await press(page, 'Confirm withdrawal')
      await main(page).getByText('online until 16 January 2026.').waitFor()
    })
    expect(await salon.sql('select withdrawn_at from receipt')).toEqual([{ withdrawn_at: null }])
  },
)

test(
  'a withdrawal without a connection shows an error, and succeeds when it is back',
  exhaustive,
  async () => {
    const { salon, member } = await openShopOf()
    const order = await placeOrder(salon, member)
    await harness.visit(
      { before: member.copyCookies, expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ },
      async (page, context) => {
        await open(page, salon.url(`/withdrawal?orderId=${order}`))
        await context.setOffline(true)
        await press(page, 'Confirm withdrawal')
        const alert = page.getByRole('alert').filter({ hasText: t('withdrawal.failed') })
        await alert.waitFor()
        await expect.poll(() => alert.evaluate((one) => one === document.activeElement)).toBe(true)
        await context.setOffline(false)
        await press(page, 'Confirm withdrawal')
        await heading(page, t('withdrawal.doneTitle'))
      },
    )
  },
)
