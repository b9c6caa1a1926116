import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { delayRequests } from './devtools.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { join, openSalon, salonOf, textIn, type Caller, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

async function openShop(): Promise<Salon> {
  const salon = await openSalon(harness.site, { profile: { shop: true } })
  await fillShop(harness.site.testDb, salon.id, {
    products: [
      madeProduct(
        'wax',
        [
          { size: '75 ml', stock: 3 },
          { size: '150 ml', price: 16_000, stock: 50 },
        ],
        { displayName: 'Wax', brandName: 'Ravn' },
      ),
      madeProduct('comb', [{}], { displayName: 'Comb' }),
      madeProduct('oil', [{ stock: 0 }], { displayName: 'Oil' }),
    ],
  })
  return salon
}

/** A caller with pieces in its cart, by variant. */
async function withCart(
  salon: Salon,
  items: Record<string, number>,
  caller = salon.caller(),
): Promise<Caller> {
  for (const [variantId, quantity] of Object.entries(items))
    await caller.call('addToCart', { tenantId: salon.id, variantId, quantity })
  return caller
}

const add = (page: Page) => page.getByRole('button', { name: t('addToCart.button'), exact: true })
const quantity = (page: Page, name: string) =>
  page.getByLabel(t('cart.quantityOf', { name }), { exact: true })
const remove = (page: Page, name: string) =>
  page.getByRole('button', { name: t('cart.removeOf', { name }), exact: true })
const cartButton = (page: Page, count: number) =>
  page.getByRole('button', { name: t('cartButton.label', { count }), exact: true })
const panel = (page: Page) => page.locator('#cart')
const toCart = (page: Page) => panel(page).getByRole('link', { name: t('cartButton.open'), exact: true })
const subtotal = (page: Page) => page.locator('main dl dd').first()
const openPage = (page: Page, url: string, scripts: boolean) => (scripts ? open(page, url) : page.goto(url))

test('products are added, changed and removed, with and without scripts', async () => {
  const salon = await openShop()
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ javaScriptEnabled, viewport: wide }, async (page) => {
      await openPage(page, salon.url('/shop/product/wax'), javaScriptEnabled)
      const pieces = page.getByLabel(t('addToCart.quantity'), { exact: true })
      expect(await pieces.locator('option').allInnerTexts()).toEqual(['1', '2', '3'])
      await pieces.selectOption('2')
      await add(page).click()
      if (javaScriptEnabled) {
        await page.getByRole('button', { name: t('addToCart.done'), exact: true }).waitFor()
        await page.getByText(t('addToCart.added', { name: 'Wax' }), { exact: true }).waitFor()
        const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
        await expect.poll(focused).toContain(t('addToCart.added', { name: 'Wax' }))
        expect(new URL(page.url()).pathname).toBe('/shop/product/wax')
        await add(page).waitFor()
        await cartButton(page, 2).click()
        await toCart(page).click()
      }
      await page.waitForURL(/\/shop\/cart$/)
      await page.getByRole('heading', { level: 1, name: t('cartButton.title'), exact: true }).waitFor()
      const line = page.locator('main li').filter({ has: page.getByRole('heading', { level: 3 }) })
      expect(plain(await line.locator('h3').innerText())).toBe('Wax')
      for (const text of ['Ravn', `75 ml ${t('cart.each', { price: 'kr. 100.00' })}`])
        expect(plain(await line.innerText())).toContain(text)
      await expect.poll(async () => plain(await subtotal(page).innerText())).toBe('kr. 200.00')
      expect(plain(await page.locator('main dl').innerText())).toContain('kr. 40.00')
      const options = await quantity(page, 'Wax').locator('option').allInnerTexts()
      expect(options).toEqual(['1', '2', '3'])
      await quantity(page, 'Wax').selectOption('3')
      const update = page.getByRole('button', { name: t('cart.update'), exact: true })
      if (!javaScriptEnabled) await update.click()
      else expect(await update.isVisible()).toBe(false)
      await expect.poll(async () => plain(await subtotal(page).innerText())).toBe('kr. 300.00')
      await expect
        .poll(async () =>
          (await salon.sql<{ items: unknown }>('select items from cart')).map((row) => row.items),
        )
        .toContainEqual([{ variantId: 'wax-0', quantity: 3 }])
      await page.reload()
      expect(await quantity(page, 'Wax').inputValue()).toBe('3')
      if (javaScriptEnabled) await ready(page)
      await remove(page, 'Wax').click()
      await page.getByText(t('cart.empty'), { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: t('cartButton.title') }).count()).toBe(0)
    })
})

test(
  'two quick clicks without scripts add one piece, and a click in each of five tabs adds five',
  exhaustive,
  async () => {
    const salon = await openShop()
    const pieces = async () =>
      (await salon.sql<{ items: { quantity: number }[] }>('select items from cart')).map(({ items }) =>
        items.map(({ quantity }) => quantity),
      )
    for (const reducedMotion of ['no-preference', 'reduce'] as const)
      await harness.visit({ javaScriptEnabled: false, viewport: wide, reducedMotion }, async (page) => {
        await salon.sql('delete from cart')
        let posted = 0
        page.on('request', (request) => {
          if (request.method() === 'POST') posted += 1
        })
        await page.goto(salon.url('/shop/product/comb'))
        const { x = 0, y = 0, width = 0, height = 0 } = (await add(page).boundingBox()) ?? {}
        // The page is still there when the second click comes.
        await delayRequests(page, 900)
        await page.mouse.click(x + width / 2, y + height / 2)
        await page.waitForTimeout(250)
        await page.mouse.click(x + width / 2, y + height / 2)
        await page.waitForURL(/\/shop\/cart$/)
        expect(posted).toBe(1)
        expect(await pieces()).toEqual([[1]])
      })
    await harness.visit({ javaScriptEnabled: false, viewport: wide }, async (first, context) => {
      await salon.sql('delete from cart')
      await first.goto(salon.url('/shop/cart'))
      const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
      await Promise.all(tabs.map((tab) => tab.goto(salon.url('/shop/product/comb'))))
      const [begin, ...rest] = tabs
      // The first one gets the cookie of the cart.
      for (const group of [[begin], rest])
        await Promise.all(
          group.map(async (tab) => {
            if (tab) await add(tab).click()
            await tab?.waitForURL(/\/shop\/cart$/)
          }),
        )
      expect(await pieces()).toEqual([[5]])
    })
  },
)

test('without scripts the shop and its products lead to the cart', exhaustive, async () => {
  const salon = await openShop()
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    for (const path of ['/shop', '/shop/product/wax', '/shop/product/oil']) {
      await page.goto(salon.url(path))
      await page
        .locator('main')
        .getByRole('link', { name: t('cartButton.open'), exact: true })
        .click()
      await page.getByText(t('cart.empty'), { exact: true }).waitFor()
    }
  })
})

test(
  'a refusal says how many there are, with and without scripts, and what is sold out cannot be added',
  exhaustive,
  async () => {
    const salon = await openShop()
    const refused = t('cartProblem.notEnough', { available: 3 })
    for (const javaScriptEnabled of [true, false])
      await harness.visit({ javaScriptEnabled }, async (page) => {
        await openPage(page, salon.url('/shop/product/wax'), javaScriptEnabled)
        await page.getByLabel(t('addToCart.quantity'), { exact: true }).selectOption('4')
        await add(page).click()
        await page.getByRole('alert').filter({ hasText: refused }).waitFor()
        if (javaScriptEnabled)
          expect(await page.getByLabel(t('addToCart.quantity'), { exact: true }).inputValue()).toBe('4')
        else {
          await page.getByRole('link', { name: t('cart.backToProduct'), exact: true }).click()
          await page.waitForURL(/\/shop\/product\/wax\?variant=wax-0$/)
        }
        await page.goto(salon.url('/shop/product/oil'))
        await expect
          .poll(() => page.getByRole('button', { name: t('shop.soldOut'), exact: true }).isDisabled())
          .toBe(true)
      })
    expect(await salon.sql("select id from cart where items::text <> '[]'")).toEqual([])
  },
)

test(
  'what has sold out meanwhile is marked, and keeps the guest from the checkout until it is changed',
  exhaustive,
  async () => {
    const salon = await openShop()
    const caller = await withCart(salon, { 'wax-0': 3, 'comb-0': 1 })
    await salon.sql("update product_variant set stock = 2 where id = 'wax-0'")
    await salon.sql("update product_variant set stock = 0 where id = 'comb-0'")
    await harness.visit({ before: (context) => caller.copyCookies(context) }, async (page) => {
      await open(page, salon.url('/shop/cart'))
      await page.getByText(t('cart.fewer', { available: 2 }), { exact: true }).waitFor()
      await page.getByText(t('cart.soldOut'), { exact: true }).waitFor()
      const button = page.getByRole('button', { name: t('cart.checkout'), exact: true })
      expect(await button.isDisabled()).toBe(true)
      await quantity(page, 'Wax').selectOption('2')
      await page.getByText(t('cart.fewer', { available: 2 }), { exact: true }).waitFor({ state: 'detached' })
      expect(await button.isDisabled()).toBe(true)
      await remove(page, 'Comb').click()
      await page.getByRole('link', { name: t('cart.checkout'), exact: true }).click()
      await page.waitForURL(/\/checkout/)
    })
  },
)

test('two tabs show the same cart', exhaustive, async () => {
  const salon = await openShop()
  await harness.visit({ viewport: wide }, async (page, context) => {
    await open(page, salon.url('/shop/product/wax?variant=wax-1'))
    const other = await context.newPage()
    await open(other, salon.url('/shop/cart'))
    await other.getByText(t('cart.empty'), { exact: true }).waitFor()
    await add(page).click()
    await cartButton(other, 1).waitFor()
    await quantity(other, 'Wax').waitFor()
    await quantity(other, 'Wax').selectOption('7')
    await cartButton(page, 7).waitFor()
    await page.goto(salon.url('/shop/cart'))
    await ready(page)
    await quantity(other, 'Wax').selectOption('5')
    await expect.poll(() => quantity(page, 'Wax').inputValue()).toBe('5')
    await remove(other, 'Wax').click()
    await page.getByText(t('cart.empty'), { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: t('cartButton.title') }).count()).toBe(0)
  })
})

test('signing in joins the two carts with a notice; after signing out the browser starts empty', async () => {
  const salon = await openShop()
  const member = await join(salon)
  await withCart(salon, { 'wax-0': 2, 'comb-0': 1 }, member)
  const browser = await withCart(salon, { 'wax-0': 2, 'wax-1': 1 })
  await harness.visit({ viewport: wide, before: (context) => browser.copyCookies(context) }, async (page) => {
    await open(page, salon.url('/login?to=/shop/cart'))
    await cartButton(page, 3).waitFor()
    await page.locator('input[name=email]').fill(member.email)
    await page.locator('input[name=password]').fill(member.password)
    await page.locator('main form button[type=submit]').first().click()
    await page.waitForURL(/\/shop\/cart$/)
    await cartButton(page, 5).waitFor()
    await page.getByText(t('cart.merged'), { exact: true }).waitFor()
    await page
      .getByText(t('cart.reduced', { name: 'Wax, 75 ml', wanted: 4, got: 3 }), { exact: true })
      .waitFor()
    await page
      .locator('main')
      .getByRole('button', { name: t('shell.dismiss'), exact: true })
      .click()
    await page.getByText(t('cart.merged'), { exact: true }).waitFor({ state: 'detached' })
    await page.reload()
    await ready(page)
    expect(await page.getByText(t('cart.merged'), { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    await page.getByRole('button', { name: t('shell.signOut'), exact: true }).click()
    await page.getByRole('button', { name: t('shell.userMenu') }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: /^Cart/ }).count()).toBe(0)
    await open(page, salon.url('/shop/cart'))
    await page.getByText(t('cart.empty'), { exact: true }).waitFor()
  })
  expect((await member.call('getCart', { tenantId: salon.id })).count).toBe(5)
})

test('with the keyboard only, a product is added, changed and removed', exhaustive, async () => {
  const salon = await openShop()
  await harness.visit({ viewport: wide }, async (page) => {
    await open(page, salon.url('/shop/product/comb'))
    await tabTo(page, add(page))
    await page.keyboard.press('Enter')
    await page.getByText(t('addToCart.added', { name: 'Comb' }), { exact: true }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await tabTo(page, cartButton(page, 1))
    await page.keyboard.press('Enter')
    await panel(page).getByRole('link', { name: /Comb/ }).waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await tabTo(page, toCart(page), 6)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/shop\/cart$/)
    await panel(page).waitFor({ state: 'hidden' })
    await tabTo(page, quantity(page, 'Comb'))
    await page.keyboard.press('4')
    await expect.poll(async () => plain(await subtotal(page).innerText())).toBe('kr. 400.00')
    await cartButton(page, 4).waitFor()
    await tabTo(page, remove(page, 'Comb'))
    await page.keyboard.press('Enter')
    await page.getByText(t('cart.empty'), { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

test(
  'on a phone the toolbar has the badge, and the panel closes on an outside click and a navigation',
  exhaustive,
  async () => {
    const salon = await openShop()
    const caller = await withCart(salon, { 'wax-0': 2, 'comb-0': 1 })
    await harness.visit(
      { viewport: phone, before: (context) => caller.copyCookies(context) },
      async (page) => {
        await open(page, salon.url('/shop'))
        const badge = cartButton(page, 3).locator('span')
        expect(await badge.innerText()).toBe('3')
        await cartButton(page, 3).click()
        const lines = panel(page)
          .getByRole('list', { name: t('cart.items'), exact: true })
          .getByRole('listitem')
        await expect
          .poll(async () => (await lines.allInnerTexts()).map(plain))
          .toEqual(['Ravn Wax 75 ml · 2 × kr. 100.00 kr. 200.00', 'Comb 1 × kr. 100.00 kr. 100.00'])
        const box = await panel(page).boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= phone.width).toBe(true)
        // Beside the products: a click on one of them would lead to it.
        await page.mouse.click(5, 800)
        await panel(page).waitFor({ state: 'hidden' })
        await cartButton(page, 3).click()
        await panel(page).getByRole('link', { name: /Wax/ }).click()
        await page.waitForURL(/\/shop\/product\/wax\?variant=wax-0$/)
        await panel(page).waitFor({ state: 'hidden' })
        await cartButton(page, 3).click()
        await panel(page).waitFor()
        await page.goBack()
        await page.waitForURL(/\/shop$/)
        await panel(page).waitFor({ state: 'hidden' })
      },
    )
  },
)

/** The names and durations (ms) of the animations of the cart button. */
const animations = (page: Page) =>
  page.evaluate(() =>
    document
      .querySelector('.cart-button')
      ?.getAnimations()
      .map((one) => [(one as CSSAnimation).animationName, one.effect?.getComputedTiming().duration]),
  )

test(
  'the button is highlighted for 600 ms when the count changes, and the toolbar comes back',
  exhaustive,
  async () => {
    const salon = await openShop()
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const caller = await withCart(salon, { 'comb-0': 1 })
      await harness.visit(
        { reducedMotion, viewport: phone, before: (context) => caller.copyCookies(context) },
        async (page) => {
          await open(page, salon.url('/shop/product/comb'))
          await cartButton(page, 1).waitFor()
          expect(await page.locator('.cart-button[data-changed]').count()).toBe(0)
          await page.evaluate(() => {
            document.body.style.minHeight = '4000px'
            window.scrollTo(0, 50)
          })
          const away = page.locator('header[data-away]')
          await expect
            .poll(async () => {
              await page.evaluate(() => window.scrollBy(0, 40))
              return away.count()
            })
            .toBe(1)
          await page.evaluate(() => document.querySelector<HTMLFormElement>('main form')?.requestSubmit())
          await page.locator('.cart-button[data-changed]').waitFor({ state: 'attached' })
          expect(await animations(page)).toEqual(reducedMotion === 'reduce' ? [] : [['cart-changed', 600]])
          await expect.poll(() => away.count()).toBe(0)
          await cartButton(page, 2).waitFor()
          await page.locator('.cart-button[data-changed]').waitFor({ state: 'detached' })
        },
      )
    }
  },
)

test(
  'a cached page is the same with a cart and without, and nothing of the cart is in it',
  exhaustive,
  async () => {
    const salon = await openShop()
    const caller = await withCart(salon, { 'wax-0': 2 })
    const host = `${salon.id}.localhost`
    for (const path of ['/', '/shop', '/shop/product/wax']) {
      const get = (cookie?: string) =>
        getPage(harness.site.port, host, path, { 'accept-language': 'en', ...(cookie ? { cookie } : {}) })
      const [without, again, filled] = [await get(), await get(), await get(caller.cookieHeader())]
      expect(without.status).toBe(200)
      expect(filled.text).toBe(without.text)
      expect(again.text).toBe(without.text)
      expect(filled.headers.etag).toBe(without.headers.etag)
    }
  },
)

test('a salon without a shop has no cart', exhaustive, async () => {
  const fjord = salonOf(harness.site, 'fjord')
  const page = await getPage(harness.site.port, 'fjord.localhost', '/shop/cart')
  expect(page.status).toBe(404)
  const { text } = await getPage(harness.site.port, 'fjord.localhost', '/')
  expect(text).not.toContain('cart-button"')
  await harness.visit({}, async (tab) => {
    await open(tab, fjord.url('/'))
    expect(await tab.locator('.cart-button').count()).toBe(0)
  })
})

test(
  'without a connection the form says so and keeps its quantity, and works once there is one',
  exhaustive,
  async () => {
    const salon = await openShop()
    await harness.visit({ expected: /Failed to (?:load|fetch)|ERR_INTERNET/ }, async (page, context) => {
      await open(page, salon.url('/shop/product/comb'))
      const chosen = page.getByLabel(t('addToCart.quantity'), { exact: true })
      await chosen.selectOption('3')
      await context.setOffline(true)
      await add(page).click()
      await page
        .getByRole('alert')
        .filter({ hasText: t('cartProblem.failed') })
        .waitFor()
      expect(await chosen.inputValue()).toBe('3')
      await context.setOffline(false)
      await add(page).click()
      await cartButton(page, 3).waitFor()
    })
  },
)

/** Runs in the browser before a page: adds up its layout shifts. */
function sumShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries() as (PerformanceEntry & { value: number })[])
      (window as unknown as { shifted: number }).shifted += one.value
  }).observe({ type: 'layout-shift', buffered: true })
}

test(
  'the button has its place before the first paint, and nothing moves when scripts arrive',
  exhaustive,
  async () => {
    const salon = await openShop()
    const caller = await withCart(salon, { 'wax-0': 2 })
    for (const viewport of [phone, wide])
      await harness.visit(
        { viewport, before: (context) => caller.copyCookies(context) },
        async (page, context) => {
          await context.addInitScript(sumShifts)
          for (const path of ['/', '/shop', '/shop/product/wax', '/shop/cart']) {
            await page.goto(salon.url(path), { waitUntil: 'commit' })
            await page.locator('.cart-button').waitFor()
            await ready(page)
            await cartButton(page, 2).waitFor()
            await page.waitForTimeout(500)
            expect([
              path,
              await page.evaluate(() => (window as unknown as { shifted: number }).shifted),
            ]).toEqual([path, 0])
          }
        },
      )
    await harness.visit({}, async (page) => {
      await page.goto(salon.url('/shop'))
      expect(await page.locator('.cart-button').isVisible()).toBe(false)
    })
  },
)
