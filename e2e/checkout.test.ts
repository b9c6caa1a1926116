import type { BrowserContext, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failingZipCodes } from '#simulators/pickup/shops.ts'
import { getPage } from '#test/process.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { beginCheckout, customer, type BeginCheckout } from './checkout.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { heading, press } from './page.ts'
import { openSalon, textIn, type Caller, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const promotion = {
  active: true,
  firstPurchase: false,
  kind: 'percent' as const,
  percent: 10,
}
/** Prices without VAT; the tenant's VAT is 25 %. */
const shop = {
  products: [
    madeProduct('comb', [{ stock: 9 }], { displayName: 'Comb', brandName: 'Ravn' }),
    madeProduct('wax', [{ size: '75 ml', price: 12_000, stock: 9 }], { displayName: 'Wax' }),
  ],
  shipping: [
    { type: 'pickupLocation', name: 'To a parcel shop', price: 0, countries: ['DK'], active: true },
    { type: 'privateDelivery', name: 'To your door', price: 4000, countries: ['DK', 'SE'], active: true },
  ],
  promotions: [
    { ...promotion, id: 'all', name: 'Everything', percent: 100, codes: ['ALL'] },
    { ...promotion, id: 'ten', name: 'Ten percent', codes: ['TEN', 'TEN-AGAIN'] },
    { ...promotion, id: 'old', name: 'Old', until: '2020-01-01', codes: ['OLD'] },
    { ...promotion, id: 'soon', name: 'Soon', from: '2090-01-01', codes: ['SOON'] },
    { ...promotion, id: 'large', name: 'Large', minimum: 1_000_000, codes: ['LARGE'] },
  ],
}

async function openShop(): Promise<Salon> {
  const salon = await openSalon(harness.site, { profile: { shop: true } })
  await fillShop(harness.site.testDb, salon.id, shop)
  return salon
}

/** A browser's cart with one comb of 100 kr. */
async function fillCart(salon: Salon): Promise<Caller> {
  const caller = salon.caller()
  await caller.call('addToCart', { tenantId: salon.id, variantId: 'comb-0' })
  return caller
}

const { country: _country, ...typed } = customer
const labels = Object.entries(typed).map(([name, value]) => ({
  name,
  value,
  label: t(`checkout.${name as keyof typeof typed}Label`),
}))

type Begun = { salon: Salon; caller: Caller; receiptId: string }

/** A receipt with an address and home delivery: 100 kr and 50 kr. */
async function begin(options: BeginCheckout = {}): Promise<Begun> {
  const salon = await openShop()
  const caller = await fillCart(salon)
  return { salon, caller, receiptId: await beginCheckout(salon, caller, options) }
}

const placeOrder = async ({ salon, caller, receiptId }: Begun) => {
  const of = { tenantId: salon.id, receiptId }
  await caller.call('updateReceiptWithShipping', { ...of, shipping: { type: 'privateDelivery' } })
  await salon.sql(`update shipping_type set price = 0`)
  await caller.call('applyDiscountCode', { ...of, discountCode: 'ALL' })
  await caller.call('createReceipt', { tenantId: salon.id })
  await caller.call('setupPaymentIntent', { ...of, amount: 0 })
}

const withCart = (caller: Caller) => (context: BrowserContext) => caller.copyCookies(context)
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const get = (salon: Salon, path: string, caller?: Caller) =>
  getPage(harness.site.port, `${salon.id}.localhost`, path, {
    'accept-language': 'en',
    ...(caller ? { cookie: caller.cookieHeader() } : {}),
  })
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

async function fillAddress(page: Page): Promise<void> {
  for (const { label, value } of labels) await page.getByLabel(label, { exact: true }).fill(value)
}

for (const javaScriptEnabled of [true, false])
  test(`an order that costs nothing is placed ${javaScriptEnabled ? 'with' : 'without'} scripts, and its receipt opens from the mail in another browser`, async () => {
    const salon = await openShop()
    await harness.visit({ javaScriptEnabled }, async (page) => {
      const url = salon.url('/shop/product/comb')
      if (javaScriptEnabled) await open(page, url)
      else await page.goto(url)
      await press(page, t('addToCart.button'))
      if (javaScriptEnabled) {
        await page.getByRole('button', { name: t('addToCart.done'), exact: true }).waitFor()
        await open(page, salon.url('/shop/cart'))
      }
      await page.getByRole('link', { name: t('cart.checkout'), exact: true }).click()
      await heading(page, t('checkout.address'))
      await fillAddress(page)
      await press(page, t('checkout.continue'))
      await heading(page, t('checkout.shippingMethod'))
      const type = page.getByRole('radio', { name: `To a parcel shop ${t('format.free')}` })
      await type.check()
      if (!javaScriptEnabled) await press(page, t('checkout.continue'))
      await page.getByText(/^Found \d+ GLS pickup locations?\.$/).waitFor()
      const places = page.getByRole('group', { name: t('checkout.pickupTitle') }).getByRole('radio')
      expect(await places.first().isChecked()).toBe(true)
      await press(page, t('checkout.continue'))
      await heading(page, t('checkout.paymentMethod'))
      const card = page.getByRole('radio', { name: t('checkout.vippsCard') })
      expect(await card.isChecked()).toBe(true)
      await page.getByLabel(t('checkout.discountCode')).fill('all')
      await press(page, t('checkout.apply'))
      await page.getByText('Discount applied successfully', { exact: true }).waitFor()
      await page.getByText('Nothing to pay', { exact: true }).waitFor()
      await press(page, t('checkout.continue'))
      await heading(page, t('checkout.complete'))
      await press(page, 'Order and pay kr. 0.00')
      await heading(page, 'Payment successful! Thank you for your order.')
      await page.getByText(t('checkout.orderNumber', { number: '1' }), { exact: true }).waitFor()
      // Where and when it is collected; without an account the receipt in place of the orders.
      const pickup = page.getByRole('region', { name: 'To a parcel shop' })
      await pickup.getByText(t('checkout.readyThere'), { exact: true }).waitFor()
      await pickup.getByText(t('checkout.allHours'), { exact: true }).waitFor()
      const route = pickup.getByRole('link', { name: new RegExp(`^${t('checkout.route')}`) })
      expect(await route.getAttribute('href')).toContain('/maps/dir/')
      expect(await page.getByRole('link', { name: t('checkout.toOrders') }).count()).toBe(0)
      await page.getByRole('link', { name: t('checkout.toReceipt'), exact: true }).click()
      await heading(page, t('receipt.title', { number: '1' }))
      await page.getByText(customer.email, { exact: true }).waitFor()
    })
    await expect.poll(async () => (await salon.mail()).map(({ to }) => to)).toContain(customer.email)
    const mail = (await salon.mail()).find(({ to }) => to === customer.email)
    const link = /http\S+\/receipt\?receipt=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const { pathname, search } = new URL(link)
    await harness.visit({ javaScriptEnabled }, async (page) => {
      await page.goto(salon.url(pathname + search))
      await heading(page, t('receipt.title', { number: '1' }))
      const text = await page.locator('main').innerText()
      expect(text).toContain('Comb')
      for (const secret of [customer.email, customer.firstName, customer.address])
        expect(text).not.toContain(secret)
    })
  })

test('a payment that cannot begin is reported, and everything that was entered is still there', async () => {
  const begun = await begin()
  // The provider takes kroner of Denmark and Norway, and euros.
  await begun.salon.sql(`update finance set currency = 'SEK'`)
  await harness.visit({ before: withCart(begun.caller) }, async (page) => {
    await open(page, begun.salon.url('/checkout?step=3'))
    await page.getByRole('radio', { name: t('checkout.vipps'), exact: false }).check()
    await press(page, t('checkout.continue'))
    await heading(page, t('checkout.complete'))
    await press(page, 'Order and pay kr. 150.00')
    const alert = page.getByRole('alert')
    await expect.poll(async () => plain(await alert.innerText())).toBe('Payment failed. Please try again.')
    await expect.poll(() => alert.evaluate((one) => one === document.activeElement)).toBe(true)
    const main = page.locator('main')
    for (const kept of ['Alma Lund', customer.email, 'To your door', t('checkout.vipps')])
      expect(await main.innerText()).toContain(kept)
    await page
      .getByRole('link', { name: new RegExp(`^${t('checkout.change')} ?: ${t('checkout.customer')}$`) })
      .click()
    await heading(page, t('checkout.address'))
    for (const { label, value } of labels)
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value)
  })
})

test(
  'a salon without an account for payments says so from the first step, and whom to write to',
  exhaustive,
  async () => {
    const { salon, caller } = await begin()
    await harness.visit({ before: withCart(caller), javaScriptEnabled: false }, async (page) => {
      const main = page.getByRole('main')
      const says = async (within: Locator) => {
        await within.getByText(t('checkout.paymentNotConnected'), { exact: true }).waitFor()
        const link = within.getByRole('link', { name: `salon@${salon.id}.example`, exact: true })
        expect(await link.getAttribute('href')).toBe(`mailto:salon@${salon.id}.example`)
      }
      await page.goto(salon.url('/checkout?step=4'))
      // Sealed with the APP_SECRET of another installation.
      await salon.sql(
        `insert into payment_account (tenant_id, provider, sealed, updated_at) values ($1, 'vipps', 'v1.x', now())`,
        [salon.id],
      )
      await press(page, 'Order and pay kr. 150.00')
      await says(page.getByRole('alert'))
      await page.goto(salon.url('/checkout'))
      await says(main)
      await press(page, t('checkout.continue'))
      await press(page, t('checkout.continue'))
      await heading(page, t('checkout.paymentMethod'))
      await says(main)
      expect(await page.getByRole('radio').count()).toBe(0)
      await page.goto(salon.url('/checkout?step=4'))
      await heading(page, t('checkout.paymentMethod'))
      await page.getByLabel(t('checkout.discountCode')).fill('all')
      await press(page, t('checkout.apply'))
      // The code leaves the price of shipping.
      await says(main)
      await salon.sql(`update shipping_type set price = 0`)
      await page.goto(salon.url('/checkout?step=4'))
      await heading(page, t('checkout.complete'))
      await press(page, 'Order and pay kr. 0.00')
      await heading(page, 'Payment successful! Thank you for your order.')
    })
  },
)

test('all that is wrong in the address is said at once, until it is right, and the first field takes the focus', async () => {
  const salon = await openShop()
  const caller = await fillCart(salon)
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ javaScriptEnabled, before: withCart(caller) }, async (page) => {
      await page.goto(salon.url('/checkout'))
      if (javaScriptEnabled) await ready(page)
      const input = (name: string) => page.locator(`#${name}`)
      const error = (name: string) => page.locator(`#${name}-error`)
      await input('email').fill('no address')
      await input('postalCode').fill('123 45')
      await press(page, t('checkout.continue'))
      await error('firstName').waitFor()
      const says = async (name: string, text: string) => expect(await error(name).innerText()).toBe(text)
      for (const { name, label } of labels)
        if (name !== 'email' && name !== 'postalCode') await says(name, `Please fill in ${label}`)
      await says('email', t('checkout.emailInvalid'))
      await says('postalCode', t('checkout.postalCodeInvalid', { example: '2100' }))
      expect(await page.title()).toMatch(/^Error: /)
      if (!javaScriptEnabled) {
        await page.getByRole('link', { name: `Please fill in ${t('checkout.firstNameLabel')}` }).waitFor()
        return
      }
      await expect.poll(() => input('firstName').evaluate((one) => one === document.activeElement)).toBe(true)
      // What is said goes with its cause, which may be in another field.
      await input('firstName').fill('Alma')
      await error('firstName').waitFor({ state: 'detached' })
      await page.getByLabel(t('checkout.countryLabel'), { exact: true }).selectOption('DE')
      await error('postalCode').waitFor({ state: 'detached' })
      await page.getByLabel(t('checkout.countryLabel'), { exact: true }).selectOption('NL')
      await says('postalCode', t('checkout.postalCodeInvalid', { example: '1011 AB' }))
      expect(await input('postalCode').getAttribute('inputmode')).toBe('text')
      expect(await error('lastName').count()).toBe(1)
    })
})

test('the first empty field is named and takes the focus, and what was typed stays', async () => {
  const salon = await openShop()
  const caller = await fillCart(salon)
  await harness.visit({ before: withCart(caller) }, async (page) => {
    await open(page, salon.url('/checkout'))
    for (const { name, label, value } of labels) {
      const input = page.getByLabel(label, { exact: true })
      if (name === 'firstName') await input.fill('')
      await press(page, t('checkout.continue'))
      const error = page.locator(`#${name}-error`)
      await expect.poll(() => error.innerText()).toBe(`Please fill in ${label}`)
      await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true)
      if (name === 'email') {
        await input.fill('no address')
        await press(page, t('checkout.continue'))
        await expect.poll(() => error.innerText()).toBe(t('checkout.emailInvalid'))
      }
      await input.fill(value)
    }
    await page.reload()
    await ready(page)
    expect(await page.getByLabel(t('checkout.firstNameLabel'), { exact: true }).inputValue()).toBe('Alma')
  })
})

test(
  'the city of a Danish postal code is filled in while it is typed; one that is there stays',
  exhaustive,
  async () => {
    const salon = await openShop()
    const caller = await fillCart(salon)
    await harness.visit({ before: withCart(caller) }, async (page) => {
      await open(page, salon.url('/checkout'))
      const [code, city] = [t('checkout.postalCodeLabel'), t('checkout.cityLabel')].map((label) =>
        page.getByLabel(label, { exact: true }),
      )
      await code?.pressSequentially('2100')
      await expect.poll(() => city?.inputValue()).toBe('København Ø')
      const answered = page.waitForResponse(/\/checkout\.data/)
      await code?.fill('8000')
      await answered
      expect(await city?.inputValue()).toBe('København Ø')
    })
  },
)

test(
  'the pickup locations are searched while the postal code is typed, once a pause, and a failure is not seen',
  exhaustive,
  async () => {
    const salon = await openShop()
    const caller = await fillCart(salon)
    await harness.visit(
      { before: withCart(caller), expected: /ERR_FAILED|Failed to fetch/ },
      async (page) => {
        const asked: string[] = []
        let reachable = true
        await page.route(/\/checkout\.data/, async (route) => {
          const sent = new URLSearchParams(route.request().postData() ?? '')
          if (sent.get('intent') !== 'city') return route.continue()
          asked.push(`${sent.get('postalCode')} ${sent.get('address')}`)
          return reachable ? route.continue() : route.abort()
        })
        await open(page, salon.url('/checkout'))
        const [address, code, country] = [
          t('checkout.addressLabel'),
          t('checkout.postalCodeLabel'),
          t('checkout.countryLabel'),
        ].map((label) => page.getByLabel(label, { exact: true }))
        const paused = () => page.waitForTimeout(900)
        await address?.pressSequentially('Nørregade 1')
        await code?.pressSequentially('800')
        await paused()
        expect(asked).toEqual([])
        await code?.press('End')
        await code?.pressSequentially('0')
        await expect.poll(() => asked).toEqual(['8000 Nørregade 1'])
        // What was asked already, and what changes nothing of it, is not asked again.
        await code?.fill('900')
        await code?.fill('8000')
        await page.getByLabel(t('checkout.firstNameLabel'), { exact: true }).fill('Alma')
        await paused()
        expect(asked).toHaveLength(1)
        await country?.selectOption('SE')
        await code?.fill('2100')
        await paused()
        expect(asked).toHaveLength(1)
        reachable = false
        await country?.selectOption('DK')
        await expect.poll(() => asked).toEqual(['8000 Nørregade 1', '2100 Nørregade 1'])
        await paused()
        expect(await page.getByRole('alert').count()).toBe(0)
        await page.getByRole('heading', { level: 1, name: t('checkout.address'), exact: true }).waitFor()
      },
    )
  },
)

test(
  'the pickup locations are listed with their distances, and the button stays in view',
  exhaustive,
  async () => {
    const viewport = { width: 390, height: 844 }
    const { salon, caller } = await begin({ shipping: null })
    for (const javaScriptEnabled of [true, false])
      await harness.visit({ javaScriptEnabled, viewport, before: withCart(caller) }, async (page) => {
        await page.goto(salon.url('/checkout?step=2'))
        if (javaScriptEnabled) await ready(page)
        await page.getByRole('radio', { name: /^To a parcel shop/ }).check()
        if (!javaScriptEnabled) await press(page, t('checkout.continue'))
        const list = page.getByRole('group', { name: t('checkout.pickupTitle') }).locator('label')
        await list.first().waitFor()
        expect(await page.locator('head title').allTextContents()).toEqual([
          expect.stringMatching(`^${t('checkout.shippingMethod')} · ${t('checkout.title')} · `),
        ])
        const goOn = await page
          .getByRole('button', { name: t('checkout.continue') })
          .last()
          .boundingBox()
        expect((goOn?.y ?? 0) + (goOn?.height ?? 0)).toBeLessThan(viewport.height)
        const texts = await list.allInnerTexts()
        expect(texts).toHaveLength(6)
        for (const text of texts) expect(text).toMatch(/\b\d+(\.\d)? k?m\b/)
      })
  },
)

test('the total stays in view in every step, and the page has no menu but help', async () => {
  const begun = await begin()
  const { salon, caller } = begun
  const phone = { width: 360, height: 740 }
  for (const viewport of [phone, { width: 1440, height: 900 }])
    await harness.visit({ viewport, javaScriptEnabled: false, before: withCart(caller) }, async (page) => {
      for (const step of [1, 2, 3, 4]) {
        await page.goto(salon.url(`/checkout?step=${step}`))
        const summary =
          viewport === phone
            ? page.locator('main summary').first()
            : page.getByRole('complementary', { name: t('checkout.summary'), exact: true })
        const total = summary.getByText('kr. 150.00').first()
        for (const y of [0, 200, 1e6]) {
          await page.evaluate((to) => scrollTo(0, to), y)
          await expect
            .poll(async () => {
              const box = await total.boundingBox()
              return box !== null && box.y >= 0 && box.y + box.height <= viewport.height
            })
            .toBe(true)
        }
      }
      await page.evaluate(() => scrollTo(0, 0))
      expect(await page.getByRole('navigation', { name: t('shell.menu') }).count()).toBe(0)
      expect(await page.getByRole('button', { name: t('shell.menu'), exact: true }).count()).toBe(0)
      await page.getByRole('button', { name: t('shell.help'), exact: true }).click()
      await page
        .locator('#help')
        .getByRole('link', { name: `salon@${salon.id}.example` })
        .waitFor()
    })
})

test('the address shows a step only if every one before it is complete', exhaustive, async () => {
  const salon = await openShop()
  const caller = await fillCart(salon)
  const tenantId = salon.id
  const title = async (step: number) =>
    /<h1[^>]*>([^<]*)</.exec((await get(salon, `/checkout?step=${step}`, caller)).text)?.[1]
  const shown = () => Promise.all([1, 2, 3, 4].map(title))
  const [address, shipping, payment, complete] = [
    t('checkout.address'),
    t('checkout.shippingMethod'),
    t('checkout.paymentMethod'),
    t('checkout.complete'),
  ]
  await get(salon, '/checkout', caller)
  expect(await shown()).toEqual([address, address, address, address])
  expect((await get(salon, '/checkout?step=3', caller)).text).toContain('Please fill in First name')
  const { receipt } = await caller.call('createReceipt', { tenantId, customerDetails: customer })
  expect(await shown()).toEqual([address, shipping, shipping, shipping])
  expect((await get(salon, '/checkout?step=4', caller)).text).toContain('Please select a shipping method')
  const choose = (type: string) =>
    caller.call('updateReceiptWithShipping', { tenantId, receiptId: receipt.id, shipping: { type } })
  await choose('pickupLocation')
  expect(await shown()).toEqual([address, shipping, shipping, shipping])
  expect((await get(salon, '/checkout?step=4', caller)).text).toContain('Please select a pickup location')
  await choose('privateDelivery')
  expect(await shown()).toEqual([address, shipping, payment, complete])
  for (const odd of ['0', '5', '-1', '1.5', 'x', '%00'])
    expect((await get(salon, `/checkout?step=${odd}`, caller)).status).toBe(200)
})

test(
  'a step change moves the focus to the heading and names the step in the title, also by Back',
  exhaustive,
  async () => {
    const begun = await begin()
    await harness.visit(
      { viewport: { width: 1280, height: 900 }, before: withCart(begun.caller) },
      async (page) => {
        await open(page, begun.salon.url('/checkout?step=1'))
        const isAt = async (name: string) => {
          await heading(page, name)
          await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
          expect(await page.title()).toMatch(new RegExp(`^${name} · ${t('checkout.title')}`))
        }
        await press(page, t('checkout.continue'))
        await isAt(t('checkout.shippingMethod'))
        await press(page, t('checkout.continue'))
        await isAt(t('checkout.paymentMethod'))
        await page.goBack()
        await isAt(t('checkout.shippingMethod'))
        await page.getByRole('link', { name: t('checkout.complete'), exact: true }).click()
        await isAt(t('checkout.complete'))
        await page.getByRole('link', { name: t('checkout.back'), exact: true }).click()
        await isAt(t('checkout.shippingMethod'))
      },
    )
  },
)

test('every step is passed by keyboard only', exhaustive, async () => {
  const begun = await begin({ shipping: null })
  await harness.visit({ before: withCart(begun.caller) }, async (page) => {
    await open(page, begun.salon.url('/checkout?step=1'))
    await tabTo(page, page.getByLabel(t('checkout.cityLabel'), { exact: true }))
    await page.keyboard.press('Enter')
    await heading(page, t('checkout.shippingMethod'))
    await tabTo(page, page.getByRole('radio', { name: /^To a parcel shop/ }))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('radio', { name: /^To your door/ }).isChecked()).toBe(true)
    await page.getByText('kr. 150.00').first().waitFor()
    await tabTo(page, page.getByRole('button', { name: t('checkout.continue'), exact: true }))
    await page.keyboard.press('Enter')
    await heading(page, t('checkout.paymentMethod'))
    await tabTo(page, page.getByRole('button', { name: t('checkout.continue'), exact: true }))
    await page.keyboard.press('Enter')
    await heading(page, t('checkout.complete'))
    await tabTo(page, page.getByRole('button', { name: 'Order and pay kr. 150.00', exact: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/pay\/[\w-]+$/)
  })
})

test('the next step is shown, though the answer of a search arrives while it loads', exhaustive, async () => {
  const salon = await openShop()
  const caller = await fillCart(salon)
  await harness.visit({ before: withCart(caller) }, async (page) => {
    await open(page, salon.url('/checkout'))
    await fillAddress(page)
    let searched = false
    await page.route(/\/checkout\.data/, async (route) => {
      searched ||= route.request().postData()?.includes('intent=city') === true
      // The step's own answer comes after that of the search.
      const isStep = route.request().url().endsWith('step=2')
      if (isStep && route.request().method() === 'GET') await page.waitForTimeout(2_000)
      await route.continue()
    })
    // The search begins half a second later.
    await page.getByLabel(t('checkout.postalCodeLabel'), { exact: true }).fill('2100')
    await press(page, t('checkout.continue'))
    await expect.poll(() => searched).toBe(true)
    await heading(page, t('checkout.shippingMethod'))
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('shipping that is not chosen yet is not free, though one way may be', async () => {
  const { salon, caller } = await begin({ shipping: null })
  const sums = async (step: number) =>
    plain((await get(salon, `/checkout?step=${step}`, caller)).text.replaceAll(/<[^>]*>/g, ' '))
  expect(await sums(1)).toContain(`${t('checkout.shipping')} ${t('checkout.shippingNext')}`)
  expect(await sums(2)).toContain(`${t('checkout.shipping')} ${t('checkout.shippingOpen')}`)
})

test('a cart that changes in another tab stops the payment with the new total', exhaustive, async () => {
  const begun = await begin()
  const { salon, caller } = begun
  await harness.visit({ before: withCart(caller) }, async (page) => {
    await open(page, salon.url('/checkout?step=4'))
    await caller.call('setCartQuantity', { tenantId: salon.id, variantId: 'comb-0', quantity: 2 })
    await press(page, 'Order and pay kr. 150.00')
    const text = t('checkout.totalChanged', { before: 'kr. 150.00', now: 'kr. 250.00' })
    await expect.poll(async () => plain(await page.getByRole('alert').innerText())).toBe(plain(text))
    await page.getByRole('button', { name: 'Order and pay kr. 250.00', exact: true }).waitFor()
    await caller.call('setCartQuantity', { tenantId: salon.id, variantId: 'comb-0', quantity: 0 })
    await press(page, 'Order and pay kr. 250.00')
    await page.getByText('Your cart is empty', { exact: true }).waitFor()
  })
})

test('discount codes say why they do not count, and are removed again', async () => {
  const { salon, caller } = await begin()
  await harness.visit({ before: withCart(caller) }, async (page) => {
    await open(page, salon.url('/checkout?step=3&code=soon'))
    const field = page.getByLabel(t('checkout.discountCode'))
    expect(await field.inputValue()).toBe('soon')
    const rows = [
      ['', 'Please enter a discount code'],
      ['nothing', 'Invalid discount code'],
      ['OLD', t('checkout.codeExpired')],
      ['SOON', t('checkout.codeNotYet')],
      ['LARGE', t('checkout.codeNotForThisCart')],
      ['ten', 'Discount applied successfully'],
      ['TEN-AGAIN', t('checkout.codeTooMany')],
    ]
    for (const [code = '', text = ''] of rows) {
      await field.fill(code)
      await press(page, t('checkout.apply'))
      await page.getByText(text, { exact: true }).waitFor()
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, t('checkout.copyCode', { code: 'TEN' }))
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('TEN')
    await page.getByRole('button', { name: t('checkout.removeCode', { code: 'TEN' }) }).click()
    await page.getByText('Discount removed', { exact: true }).waitFor()
    await field.fill('ten')
    await press(page, t('checkout.apply'))
    await page.getByText('Discount applied successfully', { exact: true }).waitFor()
    await salon.sql(`update promotion set active = false where id = 'ten'`)
    await page.reload()
    await ready(page)
    const dropped = t('checkout.dropped', { code: 'TEN', reason: t('checkout.codeUnknown') })
    await page.getByText(dropped, { exact: true }).waitFor()
  })
})

test(
  'a search without pickup locations, or without an answer, offers home delivery instead',
  exhaustive,
  async () => {
    for (const [postalCode, text] of [
      [failingZipCodes.none, 'No GLS pickup locations found for this postal code.'],
      [failingZipCodes.slow, 'Failed to find GLS locations. Please try again.'],
    ] as const) {
      const { salon, caller } = await begin({ shipping: null, customerDetails: { ...customer, postalCode } })
      await harness.visit({ before: withCart(caller) }, async (page) => {
        await open(page, salon.url('/checkout?step=2'))
        await page.getByRole('radio', { name: /^To a parcel shop/ }).check()
        await page.getByText(text, { exact: true }).waitFor()
        await press(page, t('checkout.continue'))
        await page.getByText('Please select a pickup location', { exact: true }).waitFor()
        await press(page, t('checkout.deliverInstead', { name: 'To your door' }))
        await heading(page, t('checkout.paymentMethod'))
        await page.getByText('kr. 150.00').first().waitFor()
      })
    }
  },
)

test('the next step does not wait for a search of pickup locations', exhaustive, async () => {
  const { salon, caller } = await begin()
  await harness.visit({ before: withCart(caller) }, async (page) => {
    const searches: Route[] = []
    await page.route(/\/checkout\.data/, async (route) => {
      if (route.request().postData()?.includes('find')) searches.push(route)
      else await route.continue()
    })
    await open(page, salon.url('/checkout?step=2'))
    await expect.poll(() => searches.length).toBe(1)
    await press(page, t('checkout.continue'))
    await heading(page, t('checkout.paymentMethod'))
    for (const route of searches) await route.continue().catch(() => undefined)
  })
})

test('the payment status is shown in the words of the specification, and leads on', exhaustive, async () => {
  const begun = await begin()
  const { salon, caller, receiptId } = begun
  const status = `/checkout?ri=${receiptId}&c=true`
  await caller.call('setupPaymentIntent', { tenantId: salon.id, receiptId, amount: 15_000 })
  await harness.visit({ before: withCart(caller) }, async (page) => {
    await open(page, salon.url(status))
    const shown = (text: string) => page.getByText(text, { exact: true }).waitFor()
    await shown('Payment is still being processed. Please wait...')
    await salon.sql(`update receipt set status = 'canceled', payment_status = 'failed'`)
    await shown('Payment was cancelled or failed. You can try again.')
    await page.getByRole('link', { name: t('checkout.retry'), exact: true }).click()
    await heading(page, t('checkout.address'))
    expect(pathOf(page)).toBe('/checkout')
    await salon.sql(`update receipt set status = 'PENDING', payment_status = 'pending' where id = $1`, [
      receiptId,
    ])
    await page.goto(salon.url('/checkout?ri=unknown&c=true'))
    await shown('Failed to check payment status. Please contact support.')
  })
  const other = await begin()
  await placeOrder(other)
  await harness.visit({ before: withCart(other.caller) }, async (page) => {
    await open(page, other.salon.url(`/checkout?ri=${other.receiptId}&c=true`))
    await page.waitForURL((url) => url.pathname === '/payment-success')
    expect(pathOf(page)).toBe(`/payment-success?orderId=${other.receiptId}`)
  })
})

test('an order is shown to its owner only, and a foreign one as an unknown one', async () => {
  const begun = await begin()
  const { salon, caller, receiptId } = begun
  await placeOrder(begun)
  const otherGuest = await fillCart(salon)
  const unknown = '00000000-0000-4000-8000-000000000000'
  const same = (text: string, id: string) =>
    text
      .replaceAll(id, 'id')
      .replaceAll(/nonce="[^"]*"/g, '')
      .replaceAll(/name="formKey" value="[^"]*"/g, '')
      .replaceAll(/formKey\W{1,8}[\w-]+/g, '')
      .replaceAll(/1[789]\d{11}/g, 'now')
  for (const path of ['/payment-success', '/receipt']) {
    const own = await get(salon, `${path}?orderId=${receiptId}`, caller)
    expect([own.status, own.text.includes('Comb')]).toEqual([200, true])
    const pages = await Promise.all([
      get(salon, `${path}?orderId=${receiptId}`, otherGuest),
      get(salon, `${path}?orderId=${unknown}`, otherGuest),
    ])
    const [foreign, none] = pages
    expect(foreign?.status).toBe(path === '/receipt' ? 404 : 200)
    expect(none?.status).toBe(foreign?.status)
    expect(foreign?.text).not.toContain('Comb')
    expect(same(foreign?.text ?? '', receiptId)).toBe(same(none?.text ?? '', unknown))
  }
  for (const path of ['/receipt', '/receipt?receipt=AAAAAAAAAAAAAAAAAAAAAA']) {
    const { status, text } = await get(salon, path)
    expect(status).toBe(404)
    expect(text).toContain(`${salon.url('/receipt?receipt=')}…`)
    expect(text).toContain('href="/home/orders"')
  }
  const { status, headers } = await get(salon, `/order-confirmation?orderId=${receiptId}`, caller)
  expect([status, headers.location]).toEqual([302, `/payment-success?orderId=${receiptId}`])
})

test('without a cart the checkout is empty, and without a shop it is not found', exhaustive, async () => {
  const salon = await openShop()
  const { text } = await get(salon, '/checkout')
  expect(text).toContain('Your cart is empty')
  const closed = await openSalon(harness.site)
  for (const path of ['/checkout', '/payment-success', '/order-confirmation', '/receipt'])
    expect((await get(closed, path)).status).toBe(404)
})

test('the order number is copied, and the button says so for 3 seconds', exhaustive, async () => {
  const begun = await begin()
  await placeOrder(begun)
  await harness.visit({ before: withCart(begun.caller) }, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, begun.salon.url(`/payment-success?orderId=${begun.receiptId}`))
    await press(page, t('checkout.copyNumber'))
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1')
    await page.getByRole('button', { name: t('checkout.copyNumber'), exact: true }).waitFor()
  })
})
