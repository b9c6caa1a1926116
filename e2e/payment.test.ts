import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveHandle } from '#server/secret/handle.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { beginCheckout, customer } from './checkout.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { follow, heading, press } from './page.ts'
import { openSalon, textIn, type Caller, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const CARD = '4242 4242 4242 4242'

type Begun = { salon: Salon; caller: Caller; receiptId: string }

/** A browser's cart with one comb of 100 kr., sent home for 50 kr., ready to be paid. */
async function begin(method: 'vipps' | 'vippsCard' = 'vipps'): Promise<Begun> {
  const salon = await openSalon(harness.site, { profile: { shop: true } })
  await fillShop(harness.site.testDb, salon.id, {
    products: [madeProduct('comb', [{ stock: 9 }], { displayName: 'Comb' })],
    shipping: [
      { type: 'privateDelivery', name: 'To your door', price: 4000, countries: ['DK'], active: true },
    ],
  })
  const caller = salon.caller()
  const tenantId = salon.id
  await caller.call('addToCart', { tenantId, variantId: 'comb-0' })
  const receiptId = await beginCheckout(salon, caller)
  await caller.call('updateReceiptPaymentMethod', { tenantId, receiptId, paymentMethod: method })
  return { salon, caller, receiptId }
}

/** The same, and the guest has left for the provider. @returns the path of the status view. */
async function beginPayment(): Promise<Begun & { status: string }> {
  const begun = await begin()
  const { salon, caller, receiptId } = begun
  await caller.call('setupPaymentIntent', { tenantId: salon.id, receiptId, amount: 15_000 })
  return { ...begun, status: `/checkout?ri=${receiptId}&c=true` }
}

/** What the provider knows of a salon's payments. */
const paymentsOf = (salon: Salon) =>
  (harness.site.payments?.payments() ?? []).filter(
    ({ returnUrl }) => new URL(returnUrl).origin === new URL(salon.url()).origin,
  )
const referenceOf = (salon: Salon) => paymentsOf(salon).at(-1)?.reference ?? ''
const approve = (salon: Salon) => harness.site.payments?.approve(referenceOf(salon))

const main = (page: Page) => page.locator('main')
const withCart =
  ({ caller }: Begun) =>
  (context: BrowserContext) =>
    caller.copyCookies(context)
const atProvider = (page: Page) => page.waitForURL(/\/pay\/[\w-]+$/)
const says = (page: Page, text: string) => main(page).getByText(text, { exact: true }).waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const pay = 'Order and pay kr. 150.00'

async function payByCard(page: Page): Promise<void> {
  await page.locator('#number').fill(CARD)
  await page.locator('#expiry').fill('12/40')
  await page.locator('#cvc').fill('123')
  await press(page, 'Approve')
}

for (const method of ['vippsCard', 'vipps'] as const)
  for (const javaScriptEnabled of [true, false])
    test(
      `${method} is paid ${javaScriptEnabled ? 'with' : 'without'} scripts, and the order is shown`,
      method === 'vippsCard' ? {} : exhaustive,
      async () => {
        const begun = await begin(method)
        const { salon, receiptId } = begun
        await harness.visit({ javaScriptEnabled, before: withCart(begun) }, async (page, context) => {
          const url = salon.url('/checkout?step=4')
          if (javaScriptEnabled) await open(page, url)
          else await page.goto(url)
          await press(page, pay)
          await atProvider(page)
          if (method === 'vippsCard') await payByCard(page)
          else await press(page, 'Approve')
          await heading(page, t('checkout.statusSuccess'))
          await says(page, 'Payment successful! Thank you for your order.')
          expect(await page.title()).toMatch(/^Payment received · /)
          await page.waitForURL(salon.url(`/payment-success?orderId=${receiptId}`))
          await heading(page, 'Payment successful! Thank you for your order.')
          await says(page, t('checkout.orderNumber', { number: '1' }))
          await page.reload()
          await says(page, t('checkout.orderNumber', { number: '1' }))
          const count = (await context.cookies()).find(({ name }) => name.endsWith('cartcount'))
          expect(count?.value ?? '0').toBe('0')
          await follow(page, t('checkout.toReceipt'))
          await heading(page, t('receipt.title', { number: '1' }))
          await says(page, t(`checkout.${method}`))
          await says(page, t('orders.reserved'))
        })
        expect(paymentsOf(salon)).toMatchObject([{ state: 'AUTHORIZED', amount: 15_000 }])
        expect(await salon.sql('select status, order_number from receipt')).toEqual([
          { status: 'PENDING_COLLECT_INTENTS', order_number: 1 },
        ])
      },
    )

for (const javaScriptEnabled of [true, false])
  test(
    `a refused payment is retried ${javaScriptEnabled ? 'with' : 'without'} scripts with all that was entered`,
    javaScriptEnabled ? {} : exhaustive,
    async () => {
      const begun = await begin()
      const { salon } = begun
      await harness.visit({ javaScriptEnabled, before: withCart(begun) }, async (page) => {
        await page.goto(salon.url('/checkout?step=4'))
        if (javaScriptEnabled) await ready(page)
        await press(page, pay)
        await atProvider(page)
        await press(page, 'Refuse')
        await page.waitForURL(salon.url('/checkout?step=4'))
        await heading(page, t('checkout.complete'))
        await says(page, 'Payment was cancelled or failed. You can try again.')
        await says(page, t('checkout.failureCancelled'))
        await says(page, customer.email)
        expect(await page.title()).toMatch(/^Error: Complete payment · /)
        if (javaScriptEnabled) {
          await ready(page)
          await expect.poll(() => focused(page)).toContain(t('checkout.failureCancelled'))
        }
        // The other way to pay is a button away.
        await press(
          page,
          t('checkout.payOtherWay', { method: t('checkout.vippsCard'), amount: 'kr. 150.00' }),
        )
        await atProvider(page)
        await payByCard(page)
        await says(page, t('checkout.orderNumber', { number: '1' }))
      })
      expect(paymentsOf(salon).map(({ state }) => state)).toEqual(['ABORTED', 'AUTHORIZED'])
    },
  )

test('a pending payment that is refused leads back to the last step automatically', exhaustive, async () => {
  const begun = await beginPayment()
  const { salon, status } = begun
  await harness.visit({ before: withCart(begun) }, async (page) => {
    await open(page, salon.url(status))
    await says(page, 'Payment is still being processed. Please wait...')
    harness.site.payments?.refuse(referenceOf(salon))
    await page.waitForURL(salon.url('/checkout?step=4'))
    await says(page, t('checkout.failureCancelled'))
    // It is over with the next payment.
    await press(page, pay)
    await atProvider(page)
    await open(page, salon.url('/checkout?step=4'))
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

test(
  'a guest who leaves the provider without deciding waits, and the answer arrives automatically',
  exhaustive,
  async () => {
    const begun = await begin()
    const { salon, receiptId } = begun
    await harness.visit({ before: withCart(begun) }, async (page) => {
      await open(page, salon.url('/checkout?step=4'))
      await press(page, pay)
      await atProvider(page)
      await follow(page, 'Leave without deciding')
      await heading(page, t('checkout.statusPending'))
      await ready(page)
      await says(page, 'Payment is still being processed. Please wait...')
      expect(await main(page).getByRole('status').innerText()).toContain('Payment is still being processed')
      await follow(page, 'Continue payment')
      await atProvider(page)
      await page.goBack()
      await ready(page)
      approve(salon)
      await heading(page, t('checkout.statusSuccess'))
      expect(await focused(page)).toBe(t('checkout.statusSuccess'))
      expect(await page.title()).toMatch(/^Payment received · /)
      await page.waitForURL(salon.url(`/payment-success?orderId=${receiptId}`))
    })
  },
)

test('a guest who leaves the provider pays another way, and only that payment remains', async () => {
  const begun = await begin()
  const { salon } = begun
  await harness.visit({ before: withCart(begun) }, async (page) => {
    await open(page, salon.url('/checkout?step=4'))
    await press(page, pay)
    await atProvider(page)
    await follow(page, 'Leave without deciding')
    await says(page, t('checkout.pendingOpen'))
    await ready(page)
    await follow(page, t('checkout.toOrder'))
    await heading(page, t('checkout.complete'))
    expect(await page.getByRole('alert').count()).toBe(0)
    await press(page, t('checkout.payOtherWay', { method: t('checkout.vippsCard'), amount: 'kr. 150.00' }))
    await atProvider(page)
    await payByCard(page)
    await says(page, t('checkout.orderNumber', { number: '1' }))
  })
  expect(paymentsOf(salon).map(({ state }) => state)).toEqual(['TERMINATED', 'AUTHORIZED'])
})

test('the way back to the order of a payment that is approved meanwhile shows it', exhaustive, async () => {
  const begun = await beginPayment()
  const { salon, caller, receiptId, status } = begun
  await harness.visit({ before: withCart(begun) }, async (page) => {
    // The page itself does not ask meanwhile.
    await page.clock.install()
    await open(page, salon.url(status))
    await says(page, t('checkout.pendingOpen'))
    approve(salon)
    const paid = () =>
      caller.call('checkPaymentStatus', { tenantId: salon.id, receiptId }).then((one) => one.paymentStatus)
    await expect.poll(paid, { timeout: 15_000 }).toBe('completed')
    await follow(page, t('checkout.toOrder'))
    await says(page, 'Payment successful! Thank you for your order.')
  })
  expect(paymentsOf(salon).map(({ state }) => state)).toEqual(['AUTHORIZED'])
})

test(
  'without scripts a pending payment is checked again, and the page says that it may be closed',
  exhaustive,
  async () => {
    const begun = await beginPayment()
    const { salon, status } = begun
    await harness.visit({ javaScriptEnabled: false, before: withCart(begun) }, async (page) => {
      await page.goto(salon.url(status))
      await says(page, 'Payment is still being processed. Please wait...')
      await says(page, t('checkout.pendingLong'))
      approve(salon)
      await says(page, 'Payment successful! Thank you for your order.')
    })
  },
)

test(
  'after 20 seconds the page says that it may be closed, and after its time it asks no more',
  exhaustive,
  async () => {
    const begun = await beginPayment()
    const { salon, status } = begun
    await harness.visit({ before: withCart(begun) }, async (page) => {
      await page.clock.install()
      const asked: string[] = []
      page.on('request', (request) => {
        if (/\/checkout\/status/.test(request.url())) asked.push(request.url())
      })
      await open(page, salon.url(status))
      await says(page, 'Payment is still being processed. Please wait...')
      await page.clock.runFor(4_000)
      expect(asked).toEqual([])
      await page.clock.runFor(1_500)
      await expect.poll(() => asked.length).toBe(1)
      expect(await main(page).getByText(t('checkout.pendingLong'), { exact: true }).isVisible()).toBe(false)
      await page.clock.runFor(15_000)
      await expect.poll(() => main(page).getByRole('status').innerText()).toContain(t('checkout.pendingLong'))
      await salon.sql("update payment_attempt set expires_at = now() - interval '3 minutes'")
      await page.clock.runFor(5_000)
      await says(page, t('checkout.pendingOver'))
      await main(page)
        .getByRole('link', { name: t('checkout.toOrder'), exact: true })
        .waitFor()
      expect(await main(page).getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
      const before = asked.length
      await page.clock.runFor(60_000)
      await page.waitForTimeout(300)
      expect(asked.length).toBe(before)
    })
  },
)

test(
  'a check without a connection changes nothing, and the next one shows the outcome',
  exhaustive,
  async () => {
    const begun = await beginPayment()
    const { salon, status } = begun
    await harness.visit(
      { before: withCart(begun), expected: /ERR_FAILED|Failed to fetch/ },
      async (page, context) => {
        await page.clock.install()
        await open(page, salon.url(status))
        let stopped = 0
        await context.route(/\/checkout\/status/, (route) => {
          stopped += 1
          return route.abort()
        })
        approve(salon)
        await page.clock.runFor(6_000)
        await expect.poll(() => stopped).toBeGreaterThan(0)
        await says(page, 'Payment is still being processed. Please wait...')
        await context.unroute(/\/checkout\/status/)
        await page.clock.runFor(6_000)
        await says(page, 'Payment successful! Thank you for your order.')
      },
    )
  },
)

test(
  'another browser sees the number and the state of the payment by its link, and nothing else',
  exhaustive,
  async () => {
    const { salon, receiptId, status } = await beginPayment()
    const [attempt] = await salon.sql<{ id: string }>('select id from payment_attempt')
    const back = `/payment/return/${deriveHandle(salon.site.secret, 'payment', salon.id, attempt?.id ?? '')}`
    const secrets = [customer.email, customer.lastName, customer.address, 'Comb', '150']
    await harness.visit({}, async (page) => {
      const seesNothing = async () => {
        const text = await main(page).innerText()
        for (const secret of secrets) expect(text).not.toContain(secret)
      }
      await open(page, salon.url(back))
      await says(page, 'Payment is still being processed. Please wait...')
      expect(await page.getByRole('link', { name: t('checkout.continuePayment') }).count()).toBe(0)
      await seesNothing()
      approve(salon)
      await says(page, 'Payment successful! Thank you for your order.')
      await says(page, t('checkout.orderNumber', { number: '1' }))
      await page.waitForTimeout(4_000)
      expect(new URL(page.url()).pathname).toBe('/checkout')
      await seesNothing()
      await page.goto(salon.url(status))
      await says(page, 'Failed to check payment status. Please contact support.')
      await page.goto(salon.url(`/payment-success?orderId=${receiptId}`))
      await seesNothing()
    })
  },
)

test('another browser shows that a payment was refused, and where the order is', exhaustive, async () => {
  const { salon } = await beginPayment()
  const [attempt] = await salon.sql<{ id: string }>('select id from payment_attempt')
  harness.site.payments?.refuse(referenceOf(salon))
  const handle = deriveHandle(salon.site.secret, 'payment', salon.id, attempt?.id ?? '')
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url(`/payment/return/${handle}`))
    await says(page, 'Payment was cancelled or failed. You can try again.')
    await says(page, t('checkout.otherBrowser'))
    expect(await page.getByRole('link', { name: t('checkout.retry') }).count()).toBe(0)
  })
})

test(
  'Back from the provider returns to the checkout, whose button pays the same payment, or begins another for another cart',
  exhaustive,
  async () => {
    const begun = await begin()
    const { salon, caller } = begun
    await harness.visit({ before: withCart(begun) }, async (page) => {
      await open(page, salon.url('/checkout?step=3'))
      await press(page, t('checkout.continue'))
      await heading(page, t('checkout.complete'))
      await press(page, pay)
      await atProvider(page)
      const first = page.url()
      await page.goBack()
      await heading(page, t('checkout.paymentMethod'))
      await ready(page)
      await press(page, t('checkout.continue'))
      await heading(page, t('checkout.complete'))
      await press(page, pay)
      await atProvider(page)
      expect(page.url()).toBe(first)
      await caller.call('addToCart', { tenantId: salon.id, variantId: 'comb-0' })
      await open(page, salon.url('/checkout?step=4'))
      await press(page, 'Order and pay kr. 250.00')
      await atProvider(page)
      expect(page.url()).not.toBe(first)
      await press(page, 'Approve')
      await says(page, t('checkout.orderNumber', { number: '1' }))
    })
    expect(paymentsOf(salon).map(({ state, amount }) => [state, amount])).toEqual([
      ['TERMINATED', 15_000],
      ['AUTHORIZED', 25_000],
    ])
  },
)

test(
  'the page that leads to the provider moves on at each reload, and shows the status once it is paid',
  exhaustive,
  async () => {
    const begun = await beginPayment()
    const { salon, caller, receiptId, status } = begun
    const leaving = salon.url(`${status}&go=true`)
    await harness.visit({ javaScriptEnabled: false, before: withCart(begun) }, async (page) => {
      for (let count = 0; count < 2; count += 1) {
        const answer = await page.goto(leaving)
        expect(answer?.headers()['cache-control']).toContain('no-store')
        await atProvider(page)
      }
      approve(salon)
      const paid = () =>
        caller.call('checkPaymentStatus', { tenantId: salon.id, receiptId }).then((one) => one.paymentStatus)
      await expect.poll(paid, { timeout: 15_000 }).toBe('completed')
      await page.goto(leaving)
      await says(page, 'Payment successful! Thank you for your order.')
      await page.waitForURL(/payment-success/)
    })
    await harness.visit({}, async (page) => {
      await page.goto(leaving)
      await says(page, 'Failed to check payment status. Please contact support.')
    })
  },
)

test('a payment is begun and continued by keyboard only', exhaustive, async () => {
  const begun = await begin()
  const { salon } = begun
  await harness.visit({ before: withCart(begun) }, async (page) => {
    await open(page, salon.url('/checkout?step=4'))
    await tabTo(page, page.getByRole('button', { name: pay, exact: true }))
    await page.keyboard.press('Enter')
    await atProvider(page)
    await follow(page, 'Leave without deciding')
    await ready(page)
    await tabTo(page, page.getByRole('link', { name: 'Continue payment', exact: true }))
    await page.keyboard.press('Enter')
    await atProvider(page)
  })
})
