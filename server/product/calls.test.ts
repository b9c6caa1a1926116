import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { createVisitProducts } from '../visit/product-queries.ts'
import { changeStock } from './stock-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const salon = (wanted: MakeTenant = {}) =>
  makeTenant(app, { ...wanted, profile: { shop: true, ...wanted.profile } })
const sell = (tenant: TenantId, variant: string, by: number) =>
  app.db.write(tenant, (tx) => changeStock(tx, variant, by))
const stockOf = async (tenantId: TenantId) =>
  (await app.guest(tenantId)('listProducts', { tenantId })).documents.flatMap(({ variants }) =>
    variants.map(({ stock }) => stock),
  )

test('the shop lists types and products in the order of the file, with both prices and words for stock', async () => {
  const tenantId = await salon({ vatPercent: 25 })
  await fillShop(app, tenantId, {
    productTypes: [
      { id: 'care', name: 'Care', active: true },
      { id: 'gone', name: 'Gone', active: false },
      { id: 'tools', name: 'Tools', active: true },
    ],
    products: [
      madeProduct(
        'wax',
        [
          { size: '75 ml', stock: 4 },
          { size: '150 ml', stock: 3, price: 12_001 },
        ],
        {
          displayName: 'Wax for hair',
          brandName: 'Ravn',
          pictures: [{ image: `/picture/${'0'.repeat(32)}-800x800`, alt: 'A jar' }],
        },
      ),
      madeProduct('comb', [{}, { size: 'large', active: false }], { type: 'tools' }),
      madeProduct('brush', [{ stock: 0 }]),
      madeProduct('hidden', [{}], { active: false }),
      madeProduct('old', [{}], { type: 'gone' }),
    ],
  })
  const guest = app.guest(tenantId)
  expect((await guest('listProductTypes', { tenantId })).documents).toEqual([
    { id: 'care', name: 'Care' },
    { id: 'tools', name: 'Tools' },
  ])
  const { documents } = await guest('listProducts', { tenantId })
  expect(documents.map(({ id }) => id)).toEqual(['wax', 'comb', 'brush'])
  expect(documents[0]).toMatchObject({
    name: 'Name of wax',
    displayName: 'Wax for hair',
    brandName: 'Ravn',
    type: 'care',
    description: 'Description of wax',
    pictures: [{ src: `/picture/${'0'.repeat(32)}-800x800/800.webp`, width: 800, alt: 'A jar' }],
    variants: [
      { id: 'wax-0', size: '75 ml', price: 8000, priceIncVat: 10_000, stock: 'inStock' },
      { id: 'wax-1', size: '150 ml', price: 12_001, priceIncVat: 15_001, stock: 'fewLeft' },
    ],
  })
  expect(documents[0]?.variants[0]).not.toHaveProperty('importedStock')
  expect(documents[1]).toMatchObject({ displayName: 'Name of comb', brandName: null })
  expect(documents[1]?.variants).toHaveLength(1)
  expect(documents[2]?.variants).toMatchObject([{ stock: 'soldOut' }])
  expect(await guest('getProduct', { tenantId, productId: 'wax' })).toEqual(documents[0])
})

test('goods whose prices include VAT cost what was typed', async () => {
  const tenantId = await salon({ vatPercent: 25.5, pricesInclude: 'vat' })
  await fillShop(app, tenantId, { products: [madeProduct('wax', [{ price: 16_495 }])] })
  const { variants } = await app.guest(tenantId)('getProduct', { tenantId, productId: 'wax' })
  expect(variants).toMatchObject([{ price: 13_143.43, priceIncVat: 16_495 }])
})

test('an unknown, inactive or foreign product is not found, and without the flag nothing is', async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const products = [madeProduct('wax'), madeProduct('hidden', [{}], { active: false })]
  await fillShop(app, tenantId, { products })
  const none = await salon({ profile: { shop: false } })
  await fillShop(app, none, { products })
  const guest = app.guest(tenantId)
  for (const [of, productId] of [
    [tenantId, 'hidden'],
    [tenantId, 'nothing'],
    [other, 'wax'],
    [none, 'wax'],
  ] as const)
    expect(await errorCodeOf(app.guest(of)('getProduct', { tenantId: of, productId }))).toBe('not-found')
  expect(await errorCodeOf(guest('listProducts', { tenantId: other }))).toBe('not-found')
  for (const call of ['listProducts', 'listProductTypes'] as const)
    expect(await errorCodeOf(app.guest(none)(call, { tenantId: none }))).toBe('not-found')
})

test('stock changes at once in the database, and for guests only when its word changes', async () => {
  const tenantId = await salon()
  await fillShop(app, tenantId, { products: [madeProduct('wax', [{ stock: 6 }, { size: 'free' }])] })
  expect(await stockOf(tenantId)).toEqual(['inStock', 'inStock'])
  const etag = async () =>
    (await app.fetch(tenantId, new Request(`http://x/api/tenants/${tenantId}/products`))).headers.get('etag')
  const first = await etag()
  expect(await sell(tenantId, 'wax-0', -2)).toBe(true)
  expect(await etag()).toBe(first)
  expect(await sell(tenantId, 'wax-0', -1)).toBe(true)
  await expect.poll(() => stockOf(tenantId)).toEqual(['fewLeft', 'inStock'])
  const second = await etag()
  expect(second).not.toBe(first)
  expect(await sell(tenantId, 'wax-0', -4)).toBe(false)
  expect(await sell(tenantId, 'wax-0', -2)).toBe(true)
  expect(await etag()).toBe(second)
  expect(await sell(tenantId, 'wax-0', -1)).toBe(true)
  await expect.poll(() => stockOf(tenantId)).toEqual(['soldOut', 'inStock'])
  expect(await sell(tenantId, 'wax-0', -1)).toBe(false)
  expect(await sell(tenantId, 'wax-0', 6)).toBe(true)
  await expect.poll(etag).toBe(first)
  expect(await sell(tenantId, 'wax-1', -99)).toBe(true)
  expect(await sell(tenantId, 'nothing', -1)).toBe(false)
})

test('20 guests at once buy the last 7 pieces: 7 of them get one', async () => {
  const tenantId = await salon()
  await fillShop(app, tenantId, { products: [madeProduct('wax', [{ stock: 7 }])] })
  const bought = await Promise.all(Array.from({ length: 20 }, () => sell(tenantId, 'wax-0', -1)))
  expect(bought.filter(Boolean)).toHaveLength(7)
  await expect.poll(() => stockOf(tenantId)).toEqual(['soldOut'])
})

test('a past visit names what was bought at it, and no more where the shop is closed', async () => {
  for (const shop of [true, false]) {
    const tenantId = await salon({ profile: { shop } })
    const guest = app.guest(tenantId)
    const { id } = await pastVisit(tenantId, guest)
    const { bookings } = await guest('apiStore-getUserBookings', { tenantId, direction: 'past', limit: '3' })
    expect(bookings.map(({ id: visit, products }) => [visit, products])).toEqual([
      [id, shop ? [{ id: 'wax-75', variationParent: 'wax' }] : []],
    ])
  }
})

async function pastVisit(tenantId: TenantId, guest: ReturnType<TestApp['guest']>) {
  const uid = await register(guest, tenantId)
  const visit = await makeVisit(app, tenantId, {
    start: new Date(app.deps.now() - 3 * 86_400_000),
    guestId: uid,
    contact: null,
    secret: app.deps.secret,
  })
  const bought = { variantId: 'wax-75', productId: 'wax', name: 'Wax', displayName: 'Wax', brandName: null }
  await app.db.write(tenantId, (tx) =>
    createVisitProducts(tx, visit.id, [{ ...bought, size: '75 ml', quantity: 1, price: 16_500 }]),
  )
  return visit
}
