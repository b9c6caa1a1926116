import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#domain/language.ts'
import { changeStock } from '#server/product/stock-queries.ts'
import { createVisitProducts } from '#server/visit/product-queries.ts'
import { getPage } from '#test/process.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { makeVisit } from '#test/visit.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { join, openSalon, salonOf, textIn, type Member, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const [t, da] = [textIn('en'), textIn('da')]
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ TRANSLATION: 'simulator' })
})
afterAll(() => harness.close())

const [wide, phone] = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const get = (salon: Salon, path: string, headers: Record<string, string> = {}) =>
  getPage(harness.site.port, `${salon.id}.localhost`, path, headers)
const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].flatMap(
    ([, json = '']) => (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'],
  )

const wax = madeProduct(
  'wax',
  [
    { size: '75 ml', price: 13_200, stock: 3 },
    { size: '150 ml', price: 20_000, stock: 9 },
  ],
  { displayName: 'Wax', brandName: 'Ravn', description: 'Holds all day.' },
)
const products = [
  wax,
  madeProduct('oil', [{ stock: 0 }], { displayName: 'Oil', type: 'oils' }),
  madeProduct('comb', [{}], { displayName: 'Comb', brandName: 'Ravn' }),
]
async function openShop(): Promise<Salon> {
  const salon = await openSalon(harness.site, { profile: { shop: true } })
  await fillShop(harness.site.testDb, salon.id, {
    productTypes: [
      { id: 'care', name: 'Care', active: true },
      { id: 'oils', name: 'Oils', active: true },
    ],
    products,
  })
  return salon
}

test('the shop is chosen from by type, search and stock, with and without scripts', async () => {
  const salon = await openShop()
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ viewport: wide, javaScriptEnabled }, async (page) => {
      if (javaScriptEnabled) await open(page, salon.url('/'))
      else await page.goto(salon.url('/'))
      await page
        .getByRole('navigation', { name: t('shell.menu') })
        .getByRole('link', { name: t('shell.shop'), exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: t('shop.title'), exact: true }).waitFor()
      const cards = page.locator('main li').filter({ has: page.getByRole('heading', { level: 3 }) })
      const shown = async () => (await cards.allInnerTexts()).map(plain)
      await expect
        .poll(shown)
        .toEqual([
          `Ravn Wax ${t('format.from', { price: 'kr. 165.00' })} ${t('shop.inStock')}`,
          `Oil kr. 100.00 ${t('shop.soldOut')}`,
          `Ravn Comb kr. 100.00 ${t('shop.inStock')}`,
        ])
      await page.getByRole('link', { name: 'Oils', exact: true }).click()
      await page.waitForURL((url) => url.search === '?type=oils')
      await expect.poll(shown).toEqual([expect.stringMatching(/^Oil /)])
      await page.getByRole('link', { name: t('shop.all'), exact: true }).click()
      await page.waitForURL((url) => url.search === '')
      await page.getByRole('searchbox').fill('ravn com')
      await page.getByRole('button', { name: t('shell.search'), exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('q') === 'ravn com')
      await expect.poll(shown).toEqual([expect.stringMatching(/^Ravn Comb /)])
      await page.getByRole('searchbox').fill('')
      await page.getByRole('checkbox', { name: t('shop.onlyInStock') }).check()
      if (!javaScriptEnabled) await page.getByRole('button', { name: t('shell.search'), exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('stock') === 'true')
      await expect.poll(() => cards.count()).toBe(2)
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByRole('button', { name: t('shell.search'), exact: true }).click()
      await page.getByText(t('shop.noMatch'), { exact: true }).waitFor()
      await page.getByRole('link', { name: t('shop.showAll'), exact: true }).click()
      await expect.poll(() => cards.count()).toBe(3)
    })
})

test(
  'on a phone the chosen type is in sight, and the page is as wide as the screen',
  exhaustive,
  async () => {
    await harness.visit({ viewport: { width: 390, height: 844 } }, async (page) => {
      await open(page, salonOf(harness.site, 'aurora').url('/shop?type=haender'))
      const types = page.getByRole('navigation', { name: t('shop.type'), exact: true })
      const current = types.locator('[aria-current=true]')
      const right = async () => {
        const box = await current.boundingBox()
        return box ? box.x + box.width : Infinity
      }
      await expect.poll(right).toBeLessThanOrEqual(390)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
  },
)

test('the address names the size of a product, with and without scripts', exhaustive, async () => {
  const salon = await openShop()
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ javaScriptEnabled }, async (page) => {
      const path = salon.url('/shop')
      if (javaScriptEnabled) await open(page, path)
      else await page.goto(path)
      await page.getByRole('link', { name: 'Wax', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Wax', exact: true }).waitFor()
      const status = page.locator('main [role=status]').first()
      expect(plain(await status.innerText())).toBe(`kr. 165.00 ${t('shop.fewLeft')}`)
      const sizes = page.getByRole('navigation', { name: t('shop.size'), exact: true })
      await sizes.getByRole('link', { name: '150 ml' }).click()
      await page.waitForURL((url) => url.search === '?variant=wax-1')
      await expect.poll(async () => plain(await status.innerText())).toBe(`kr. 250.00 ${t('shop.inStock')}`)
      expect(plain(await sizes.locator('[aria-current=true]').innerText())).toBe('150 ml kr. 250.00')
      await page.reload()
      expect(plain(await status.innerText())).toBe(`kr. 250.00 ${t('shop.inStock')}`)
      await page.getByRole('link', { name: t('shop.back') }).click()
      await page.waitForURL((url) => url.pathname === '/shop')
    })
})

test('a product says what getting it costs, when it can be given back, and what goes with it', async () => {
  const salon = await openShop()
  await fillShop(harness.site.testDb, salon.id, {
    productTypes: [
      { id: 'care', name: 'Care', active: true },
      { id: 'oils', name: 'Oils', active: true },
    ],
    products,
    shipping: [
      { type: 'pickupInStore', name: 'In the salon', price: 0, countries: [], active: true },
      { type: 'privateDelivery', name: 'To your door', price: 4000, countries: ['DK'], active: true },
      { type: 'pickupLocation', name: 'Abroad', price: 1000, countries: ['SE'], active: true },
    ],
  })
  await harness.visit({ javaScriptEnabled: false, viewport: phone }, async (page) => {
    await page.goto(salon.url('/shop/product/wax?lang=en'))
    const main = page.locator('main')
    expect(plain(await main.innerText())).toContain(t('shop.deliveredFrom', { price: 'kr. 50.00' }))
    await main.getByText(t('shop.collectedFree'), { exact: true }).waitFor()
    await main.getByText(t('shop.returns'), { exact: true }).waitFor()
    const related = page.getByRole('heading', { level: 2, name: t('shop.goesWith'), exact: true })
    await related.waitFor()
    // What is sold out, and the product itself, are not offered.
    const names = await page.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(names).toEqual(['Comb'])
    await page.goto(salon.url('/shop?lang=en'))
    expect(await page.locator('.book-bar').count()).toBe(0)
  })
})

test('the link of a product is copied, to be shared', exhaustive, async () => {
  const salon = await openShop()
  await harness.visit({}, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, salon.url('/shop/product/wax'))
    await page.getByRole('button', { name: t('shop.copyLink'), exact: true }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(salon.url('/shop/product/wax'))
  })
})

test(
  'a product tells search engines its offers, its place in the shop and its other languages',
  exhaustive,
  async () => {
    const salon = await openShop()
    const { text: html } = await get(salon, '/shop/product/wax?lang=en')
    const origin = salon.url('').replace(/\/$/, '')
    const product = dataOf(html).find((one) => one['@type'] === 'Product')
    expect(product).toMatchObject({
      name: 'Wax',
      description: 'Holds all day.',
      brand: { '@type': 'Brand', name: 'Ravn' },
      offers: [
        {
          sku: 'wax-0',
          price: '165.00',
          priceCurrency: 'DKK',
          availability: 'https://schema.org/LimitedAvailability',
          url: `${origin}/shop/product/wax?variant=wax-0`,
        },
        { sku: 'wax-1', price: '250.00', availability: 'https://schema.org/InStock' },
      ],
    })
    const crumbs = dataOf(html).find((one) => one['@type'] === 'BreadcrumbList')
    expect(crumbs?.itemListElement).toMatchObject([
      { item: `${origin}/` },
      { item: `${origin}/shop` },
      { item: `${origin}/shop/product/wax` },
    ])
    const tags = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)"/gi)].map(([, tag]) => tag)
    expect(tags).toHaveLength(locales.length + 1)
    expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toBe(`${origin}/shop/product/wax?lang=en`)
    const { text: map } = await get(salon, '/sitemap.xml')
    for (const path of ['/shop', ...products.map(({ id }) => `/shop/product/${id}`)])
      expect(map).toContain(`<loc>${origin}${path}?lang=en</loc>`)
  },
)

test('a cached page of the shop changes only when a word for the stock does', exhaustive, async () => {
  for (const path of ['/shop', '/shop/product/wax?variant=wax-1']) {
    const salon = await openShop()
    const { db } = harness.site.testDb
    const sell = (by: number) => db.write(salon.id, (tx) => changeStock(tx, 'wax-1', by))
    const page = async () => {
      const { headers, text } = await get(salon, path, { 'accept-language': 'en' })
      return { etag: headers.etag, said: text.split(t('shop.fewLeft')).length - 1 }
    }
    const first = await page()
    expect(first.etag).toBeTruthy()
    expect(await sell(-5)).toBe(true)
    expect(await page()).toEqual(first)
    expect(await sell(-1)).toBe(true)
    await expect.poll(async () => (await page()).said).toBeGreaterThan(first.said)
    const second = await page()
    expect(second.etag).not.toBe(first.etag)
    expect(await sell(-2)).toBe(true)
    expect(await page()).toEqual(second)
  }
})

async function buy(salon: Salon, member: Member, product: string): Promise<string> {
  const visit = await makeVisit(harness.site.testDb, salon.id, {
    start: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 72 * 3_600_000),
    guestId: member.uid,
    contact: null,
    secret: harness.site.secret,
  })
  const names = { name: product, displayName: product, brandName: null }
  await harness.site.testDb.db.write(salon.id, (tx) =>
    createVisitProducts(tx, visit.id, [
      { ...names, variantId: `${product}-0`, productId: product, size: '', quantity: 1, price: 10_000 },
    ]),
  )
  return visit.id
}

test(
  'a past visit leads to what was bought at it, only for its own guest, and never from a cache',
  exhaustive,
  async () => {
    const salon = await openShop()
    const [owner, other] = [await join(salon), await join(salon)]
    const id = await buy(salon, owner, 'comb')
    await harness.visit({ before: (context) => owner.copyCookies(context) }, async (page) => {
      await open(page, salon.url('/my-account'))
      await page.getByRole('link', { name: new RegExp(`^${t('account.viewProducts')}`) }).click()
      await page.getByRole('heading', { level: 2, name: t('shop.fromVisit'), exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe(`?bid=${id}&fromLastVisit=true`)
      const names = page.getByRole('heading', { level: 3 })
      expect(await names.allInnerTexts()).toEqual(['Comb', 'Wax', 'Oil'])
    })
    const path = `/shop?bid=${id}&fromLastVisit=true&lang=en`
    // However long ago that was.
    await salon.sql(
      `update visit set start = start - interval '400 days', "end" = "end" - interval '400 days'`,
    )
    const heading = `>${t('shop.fromVisit')}<`
    expect((await get(salon, path, { cookie: owner.cookieHeader() })).text).toContain(heading)
    for (const headers of [{}, { cookie: other.cookieHeader() }] as Record<string, string>[]) {
      const { text, headers: answered } = await get(salon, path, headers)
      expect(text.indexOf('>Wax<')).toBeLessThan(text.indexOf('>Comb<'))
      expect(text).not.toContain(heading)
      expect(answered['cache-control']).toBe('no-store')
    }
  },
)

test(
  'a salon without a shop has no entry in the menu, and its address is not found',
  exhaustive,
  async () => {
    const fjord = salonOf(harness.site, 'fjord')
    expect((await get(fjord, '/')).text).not.toContain('href="/shop"')
    for (const path of ['/shop', '/shop/product/wax']) expect((await get(fjord, path)).status).toBe(404)
    expect((await get(salonOf(harness.site, 'aurora'), '/shop/product/nothing')).status).toBe(404)
  },
)

test('the shop of aurora is translated into every language', exhaustive, async () => {
  const aurora = salonOf(harness.site, 'aurora')
  const [name, description] = ['>Hårolie<', '>To dråber i fugtige længder']
  for (const language of locales.filter((one) => one !== 'da')) {
    const read = async (path: string) => (await get(aurora, `${path}?lang=${language}`)).text
    await expect.poll(() => read('/shop/product/haarolie')).not.toContain(description)
    await expect.poll(() => read('/shop')).not.toContain(name)
  }
  expect((await get(aurora, '/shop/product/haarolie?lang=da')).text).toContain(description)
  const { text } = await get(aurora, '/shop?lang=da')
  expect(text).toContain(da('shop.lead'))
  expect(text).toContain(name)
})
