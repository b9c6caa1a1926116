/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { errorCodes } from '#contract/errors.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'

/*
 * Requests about a receipt with one wrong value each: wherever a value can be put, and in fields
 * that older clients send but the server never believes. Every answer is the server's own amount or a typed
 * error.
 */
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { PAYMENT: 'off' } })
})
afterAll(() => app.close())

const WAX = 10_000
const SHIPPING = 4000
const absurd: unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  1,
  9_999,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  '',
  ' ',
  'x',
  '0',
  '\u0000',
  '\ud800',
  "'; delete from receipt; --",
  '00000000-0000-4000-8000-000000000009',
  [],
  [null],
  {},
  { price: 1 },
  'é'.repeat(5000),
]
/** What clients send, and what an attacker may add. */
const unbelieved = {
  amount: 1,
  price: 1,
  total: 1,
  priceIncVat: 1,
  currency: 'VND',
  financeSettings: { vat_percent: -100 },
  cashBackAmount: 1_000_000,
  guestId: 'someone',
  uid: 'someone',
  memberId: 'someone',
  bookingId: 'x',
  status: 'PAID',
  paymentStatus: 'completed',
  version: -1,
  orderNumber: 7,
  discounts: [{ code: 'X', percent: 100 }],
  items: [],
  onlinePayment: false,
  returnUrl: 'https://evil.example/',
  cancelUrl: 'javascript:alert(1)',
}

type Json = Record<string, unknown>

/** Every place in a value, as paths. */
function pathsIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    ...(at.length > 0 ? [at] : []),
    ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...at, key])),
  ]
}

function withValue(value: Json, [first = '', ...rest]: string[], wanted: unknown): Json {
  const inner = value[first]
  const next = rest.length === 0 ? wanted : withValue(inner as Json, rest, wanted)
  return Array.isArray(value)
    ? (value.map((one, index) => (String(index) === first ? next : one)) as unknown as Json)
    : { ...value, [first]: next }
}

test('no changed value of a request becomes an amount, and every refusal has a code', async () => {
  const tenantId = await makeTenant(app, { vatPercent: 25, profile: { shop: true } })
  await fillShop(app, tenantId, {
    products: [madeProduct('wax', [{ stock: 50 }])],
    shipping: [{ type: 'privateDelivery', name: 'Home', price: 3200, countries: ['DK'], active: true }],
    promotions: [
      {
        id: 'half',
        name: 'Half',
        kind: 'percent',
        percent: 50,
        firstPurchase: false,
        active: true,
        codes: ['HALF'],
      },
    ] as unknown as Shop['promotions'],
  })
  const guest = app.guest(tenantId)
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  const customerDetails = {
    firstName: 'Freja',
    lastName: 'Holm',
    email: 'freja@example.com',
    phone: '20123456',
    address: 'Vestergade 1',
    city: 'Aarhus',
    postalCode: '8000',
    country: 'DK',
  }
  const { receipt } = await guest('createReceipt', { tenantId, customerDetails })
  const of = { tenantId, receiptId: receipt.id }
  const cart = { products: [{ variantId: 'wax-0', quantity: 1, priceIncVat: WAX }], services: [] }
  const requests: [CallName, Json][] = [
    ['createReceipt', { tenantId, cartDoc: cart, customerDetails }],
    ['updateReceiptCart', { ...of, cart }],
    ['updateReceiptDetails', { ...of, customerDetails }],
    ['updateReceiptPaymentMethod', { ...of, paymentMethod: 'vipps' }],
    [
      'updateReceiptWithShipping',
      { ...of, shipping: { type: 'privateDelivery', price: SHIPPING, pickupLocation: null } },
    ],
    ['removeDiscountCode', { ...of, discountId: 'HALF' }],
    ['checkPaymentStatus', of],
    ['getReceipt', of],
    [
      'setupPaymentIntent',
      { ...of, amount: WAX + SHIPPING, receiptVersion: receipt.version, provider: 'vipps' },
    ],
    ['addToCart', { tenantId, variantId: 'wax-0', quantity: 1 }],
    ['setCartQuantity', { tenantId, variantId: 'wax-0', quantity: 1 }],
  ]
  let sent = 0
  const seen = new Set<string>()
  for (const [name, input] of requests) {
    const changed = [
      ...pathsIn(input)
        .filter((path) => path[0] !== 'tenantId')
        .flatMap((path) => absurd.map((value) => withValue(input, path, value))),
      ...Object.entries(unbelieved).map(([key, value]) => ({ [key]: value, ...input })),
    ]
    for (const body of changed) {
      const answer = await guest.send(name, body)
      const text = await answer.text()
      const { error } = JSON.parse(text) as { error?: { code?: string } }
      expect([name, body, answer.status < 500]).toEqual([name, body, true])
      if (answer.status !== 200)
        expect([name, body, Object.keys(errorCodes)]).toEqual([
          name,
          body,
          expect.arrayContaining([error?.code]),
        ])
      seen.add(`${answer.status}`)
      const { receipt: now } = await guest('getReceipt', of)
      const goods = now.cart.products.reduce((sum, { quantity }) => sum + quantity * WAX, 0)
      expect([
        name,
        body,
        now.total,
        now.status,
        now.cart.products.every(({ priceIncVat }) => priceIncVat === WAX),
      ]).toEqual([name, body, goods + (now.shipping ? SHIPPING : 0), 'PENDING', true])
      sent += 1
      if (name === 'addToCart') await guest('setCartQuantity', { tenantId, variantId: 'wax-0', quantity: 1 })
      if (name === 'setCartQuantity') {
        await guest('setCartQuantity', { tenantId, variantId: 'wax-0', quantity: 0 })
        await guest('addToCart', { tenantId, variantId: 'wax-0', quantity: 1 })
      }
    }
  }
  console.info(`receipt calls: ${sent} changed requests, answers ${[...seen].toSorted().join(', ')}`)
  expect(sent).toBeGreaterThan(400)
})
