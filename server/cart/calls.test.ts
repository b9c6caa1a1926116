import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import { sweepCarts } from '../receipt/jobs.ts'
import { perTier } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const ROUNDS = perTier(2, 50)

/** A salon that sells `wax` (100.00 with VAT, 5 pieces), `comb` (unlimited) and `brush` (sold out). */
async function shop(wanted: MakeTenant = {}) {
  const tenantId = await makeTenant(app, { ...wanted, profile: { shop: true, ...wanted.profile } })
  await fillShop(app, tenantId, {
    products: [
      madeProduct('wax', [{ size: '75 ml', stock: 5 }], { displayName: 'Wax for hair', brandName: 'Ravn' }),
      madeProduct('comb', [{ price: 4001 }]),
      madeProduct('brush', [{ stock: 0 }]),
    ],
  })
  return tenantId
}
type Lines = { lines: { variantId: string; quantity: number }[] }
const quantitiesOf = ({ lines }: Lines) => lines.map(({ variantId, quantity }) => [variantId, quantity])
const totalsOf = (cart: Lines) => Object.fromEntries(quantitiesOf(cart))
const detailsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.details : error),
  )

test('a browser without an account has a cart that the server prices', async () => {
  const tenantId = await shop({ vatPercent: 25 })
  const guest = app.guest(tenantId)
  expect(await guest('getCart', { tenantId })).toEqual({
    lines: [],
    count: 0,
    subtotal: 0,
    vat: [],
    notice: null,
  })
  expect(guest.cookies.has('cart')).toBe(false)
  await guest('addToCart', { tenantId, variantId: 'wax-0', quantity: 2 })
  const cart = await guest('addToCart', { tenantId, variantId: 'comb-0' })
  expect(cart).toMatchObject({ count: 3, subtotal: 25_001, vat: [{ percent: 25, amount: 5000 }] })
  expect(cart.lines[0]).toEqual({
    variantId: 'wax-0',
    productId: 'wax',
    name: 'Name of wax',
    displayName: 'Wax for hair',
    brandName: 'Ravn',
    size: '75 ml',
    quantity: 2,
    price: 8000,
    priceIncVat: 10_000,
    total: 20_000,
    picture: null,
    available: 5,
  })
  expect(guest.cookies.get('cartcount')).toBe('3')
  expect(await guest('getCart', { tenantId })).toEqual(cart)
  expect(quantitiesOf(await app.guest(tenantId)('getCart', { tenantId }))).toEqual([])
})

test('quantities change within the stock; a refusal says how many there are', async () => {
  const tenantId = await shop()
  const guest = app.guest(tenantId)
  await guest('addToCart', { tenantId, variantId: 'wax-0', quantity: 5 })
  expect(await detailsOf(guest('addToCart', { tenantId, variantId: 'wax-0' }))).toMatchObject({
    available: 5,
  })
  expect(await errorCodeOf(guest('addToCart', { tenantId, variantId: 'brush-0' }))).toBe('cart/not-enough')
  expect(await errorCodeOf(guest('setCartQuantity', { tenantId, variantId: 'wax-0', quantity: 6 }))).toBe(
    'cart/not-enough',
  )
  expect(await errorCodeOf(guest('addToCart', { tenantId, variantId: 'nothing' }))).toBe('not-found')
  for (const quantity of [0, -1, 1.5, 100])
    expect(await errorCodeOf(guest('addToCart', { tenantId, variantId: 'comb-0', quantity }))).toBe(
      'request/invalid',
    )
  const set = (quantity: number) => guest('setCartQuantity', { tenantId, variantId: 'wax-0', quantity })
  expect(quantitiesOf(await set(2))).toEqual([['wax-0', 2]])
  expect(quantitiesOf(await set(0))).toEqual([])
  expect(quantitiesOf(await set(3))).toEqual([])
  expect(guest.cookies.has('cartcount')).toBe(false)
})

test('a line stays when its variant is sold out or not sold any more, and says so', async () => {
  const tenantId = await shop()
  const guest = app.guest(tenantId)
  await guest('addToCart', { tenantId, variantId: 'wax-0', quantity: 3 })
  await guest('addToCart', { tenantId, variantId: 'comb-0' })
  await fillShop(app, tenantId, { products: [madeProduct('wax', [{ size: '75 ml', stock: 1 }])] })
  const { lines } = await guest('getCart', { tenantId })
  expect(lines.map(({ quantity, available }) => [quantity, available])).toEqual([
    [3, 1],
    [1, 0],
  ])
  const less = await guest('setCartQuantity', { tenantId, variantId: 'wax-0', quantity: 2 })
  expect(quantitiesOf(less)[0]).toEqual(['wax-0', 2])
})

test('a tenant without a shop answers not-found, and a cart has at most 50 lines', async () => {
  const without = await makeTenant(app)
  const guest = app.guest(without)
  expect(await errorCodeOf(guest('getCart', { tenantId: without }))).toBe('not-found')
  expect(await errorCodeOf(guest('addToCart', { tenantId: without, variantId: 'wax-0' }))).toBe('not-found')
  const tenantId = await makeTenant(app, { profile: { shop: true } })
  const ids = Array.from({ length: 51 }, (_, index) => `p${index}`)
  await fillShop(app, tenantId, { products: ids.map((id) => madeProduct(id)) })
  const full = app.guest(tenantId)
  for (const id of ids.slice(0, 50)) await full('addToCart', { tenantId, variantId: `${id}-0` })
  expect(await errorCodeOf(full('addToCart', { tenantId, variantId: 'p50-0' }))).toBe('cart/full')
})

test("signing in joins the browser's cart with the account's up to the stock, with a notice", async () => {
  const tenantId = await shop()
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  await guest('addToCart', { tenantId, variantId: 'wax-0', quantity: 4 })
  const [elsewhere, signIn] = [
    app.guest(tenantId),
    { tenantId, email: 'noah@example.com', password: 'stamgast-demo' },
  ]
  await elsewhere('addToCart', { tenantId, variantId: 'wax-0', quantity: 3 })
  await elsewhere('addToCart', { tenantId, variantId: 'comb-0', quantity: 2 })
  expect((await elsewhere('signInWithEmailAndPassword', signIn)).uid).toBe(uid)
  expect([elsewhere.cookies.has('cart'), elsewhere.cookies.get('cartcount')]).toEqual([false, '7'])
  const merged = await elsewhere('getCart', { tenantId })
  expect(quantitiesOf(merged)).toEqual([
    ['wax-0', 5],
    ['comb-0', 2],
  ])
  expect(merged.notice).toEqual({
    reduced: [{ displayName: 'Wax for hair', size: '75 ml', wanted: 7, got: 5 }],
  })
  expect((await elsewhere('dismissCartNotice', { tenantId })).notice).toBeNull()
  await elsewhere('signOut', { tenantId })
  expect(elsewhere.cookies.has('cartcount')).toBe(false)
  expect(quantitiesOf(await elsewhere('getCart', { tenantId }))).toEqual([])
  expect(quantitiesOf(await guest('getCart', { tenantId }))).toEqual(quantitiesOf(merged))
})

test('what five tabs and a sign-in do at once is neither lost nor doubled', async () => {
  const tenantId = await makeTenant(app, { profile: { shop: true } })
  await fillShop(app, tenantId, { products: [madeProduct('wax', [{ stock: 40 }]), madeProduct('comb')] })
  for (let round = 0; round < ROUNDS; round += 1) {
    const guest = app.guest(tenantId)
    const email = `tabs${round}@example.com`
    await register(app.guest(tenantId), tenantId, email)
    await guest('addToCart', { tenantId, variantId: 'comb-0' })
    const tabs = Array.from({ length: 5 }, () => {
      const tab = app.guest(tenantId)
      for (const [name, value] of guest.cookies) tab.cookies.set(name, value)
      return tab
    })
    const answers = await Promise.allSettled(
      tabs.flatMap((tab) => [
        tab('addToCart', { tenantId, variantId: 'wax-0', quantity: 9 }),
        tab('addToCart', { tenantId, variantId: 'comb-0' }),
      ]),
    )
    const added = answers.filter(({ status }, index) => index % 2 === 0 && status === 'fulfilled').length
    const before = await guest('getCart', { tenantId })
    expect(totalsOf(before)).toEqual({ 'comb-0': 6, 'wax-0': 9 * added })
    expect(added).toBe(4)
    const signIn = { tenantId, email, password: 'stamgast-demo' }
    await Promise.all(tabs.map((tab) => tab('signInWithEmailAndPassword', signIn)))
    for (const tab of tabs) {
      const { lines } = await tab('getCart', { tenantId })
      expect(totalsOf({ lines })).toEqual({ 'comb-0': 6, 'wax-0': 36 })
    }
  }
})

test('carts that nobody has changed for 30 days are deleted; those of accounts stay', async () => {
  const tenantId = await shop()
  const [guest, own] = [app.guest(tenantId), app.guest(tenantId)]
  await register(own, tenantId)
  for (const one of [guest, own]) await one('addToCart', { tenantId, variantId: 'comb-0' })
  const sweep = (days: number) =>
    app.db.write(tenantId, (tx) => sweepCarts(tx, app.deps.now() + days * 86_400_000))
  expect(await sweep(29)).toBe(0)
  expect(await sweep(31)).toBe(1)
  expect((await guest('getCart', { tenantId })).count).toBe(0)
  expect((await own('getCart', { tenantId })).count).toBe(1)
})
