/** @module-tag exhaustive */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { errorCodeOf } from '#test/steps.ts'
import { deriveHandle } from '../secret/handle.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const HANDLES = 1_000
const AT_ONCE = 20

async function openShop() {
  const id = await makeTenant(app, { vatPercent: 25, profile: { shop: true } })
  await fillShop(app, id, {
    products: [madeProduct('wax', [{ stock: 9 }], { displayName: 'Wax' })],
    shipping: [{ type: 'pickupInStore', name: 'In the salon', price: 0, countries: [], active: true }],
    promotions: [
      {
        id: 'all',
        name: 'Everything',
        kind: 'percent',
        percent: 100,
        firstPurchase: false,
        active: true,
        codes: ['ALL'],
      },
    ],
  })
  return id
}

/** An order of nothing to pay. @returns its id, and the handle in its mail. */
async function placeOrder(tenantId: Awaited<ReturnType<typeof openShop>>) {
  const guest = app.guest(tenantId)
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  const { receipt } = await guest('createReceipt', {
    tenantId,
    customerDetails: {
      firstName: 'Freja',
      lastName: 'Holm',
      email: 'freja@example.com',
      phone: '20123456',
      address: 'Vestergade 1',
      city: 'Aarhus C',
      postalCode: '8000',
      country: 'DK',
    },
  })
  const of = { tenantId, receiptId: receipt.id }
  await guest('updateReceiptWithShipping', { ...of, shipping: { type: 'pickupInStore' } })
  const { total, version } = (await guest('applyDiscountCode', { ...of, discountCode: 'ALL' })).receipt
  await guest('setupPaymentIntent', { ...of, amount: total, receiptVersion: version })
  return { id: receipt.id, handle: deriveHandle(app.deps.secret, 'receipt', tenantId, receipt.id) }
}

/** The handle with another character at a place. */
const withOther = (handle: string, at: number): string =>
  handle.slice(0, at) + (handle[at] === 'A' ? 'B' : 'A') + handle.slice(at + 1)

test(`${HANDLES} guessed handles, another tenant and another secret find no order`, async () => {
  const [tenantId, otherId] = [await openShop(), await openShop()]
  const { id, handle } = await placeOrder(tenantId)
  const others = await placeOrder(otherId)
  const [otherGuest, elsewhere] = [app.guest(tenantId), app.guest(otherId)]
  const known = await otherGuest('getReceiptLink', { tenantId, receipt: handle })
  expect(known.receipt).toMatchObject({ id, orderNumber: 1, customerDetails: null })

  const near = [
    ...Array.from(handle, (_, at) => withOther(handle, at)),
    handle.slice(0, -1),
    `${handle}A`,
    handle.toLowerCase(),
    handle.toUpperCase(),
    id,
    '1',
    others.handle,
    deriveHandle(randomBytes(32).toString('base64url'), 'receipt', tenantId, id),
    deriveHandle(app.deps.secret, 'receipt', otherId, id),
    deriveHandle(app.deps.secret, 'visit', tenantId, id),
  ]
  const random = Array.from({ length: HANDLES - near.length }, () =>
    randomBytes(24).toString('base64url').slice(0, handle.length),
  )
  const guesses = [...near, ...random]
  expect(guesses).toHaveLength(HANDLES)
  for (let at = 0; at < HANDLES; at += AT_ONCE) {
    const codes = await Promise.all(
      guesses
        .slice(at, at + AT_ONCE)
        .map((guessed) => errorCodeOf(otherGuest('getReceiptLink', { tenantId, receipt: guessed }))),
    )
    expect(new Set(codes)).toEqual(new Set(['not-found']))
  }
  const asked = elsewhere('getReceiptLink', { tenantId: otherId, receipt: handle })
  expect(await errorCodeOf(asked)).toBe('not-found')
})
