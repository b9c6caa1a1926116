import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { register, type TestGuest } from '#test/steps.ts'
import { sweepCarts } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

type TenantId = Awaited<ReturnType<typeof makeTenant>>

const customerDetails = {
  firstName: 'Freja',
  lastName: 'Holm',
  email: 'Freja@example.com',
  phone: '20 12 34 56',
  address: 'Vestergade 1',
  city: 'Aarhus C',
  postalCode: '8000',
  country: 'DK',
}
/** Parts of the details, and of the pickup location: none may be found in a redacted order. */
const personal = ['Freja', 'Holm', 'example.com', '20123456', '20 12 34 56', 'Vestergade', 'Aarhus']

async function openShop(): Promise<TenantId> {
  const id = await makeTenant(app, { vatPercent: 25, profile: { shop: true } })
  await fillShop(app, id, {
    products: [madeProduct('wax', [{ stock: 9 }], { displayName: 'Wax' })],
    shipping: [{ type: 'pickupLocation', name: 'Parcel shop', price: 0, countries: ['DK'], active: true }],
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

/** Places an order of nothing to pay, as if it was settled then. @returns its id. */
async function placeOrder(tenantId: TenantId, guest: TestGuest, settledAt: string): Promise<string> {
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  const { receipt } = await guest('createReceipt', { tenantId, customerDetails })
  const of = { tenantId, receiptId: receipt.id }
  const { locations } = await guest('findPickupLocationsDk', { ...of, zipcode: '8000' })
  await guest('updateReceiptWithShipping', {
    ...of,
    shipping: {
      type: 'pickupLocation',
      pickupLocation: { parcelShopId: locations[0]?.parcelShopId ?? '' },
    },
  })
  const { total, version } = (await guest('applyDiscountCode', { ...of, discountCode: 'ALL' })).receipt
  await guest('setupPaymentIntent', { ...of, amount: total, receiptVersion: version })
  await asOwner(app, tenantId, `update receipt set settled_at = $3 where tenant_id = $1 and id = $2`, [
    tenantId,
    receipt.id,
    settledAt,
  ])
  return receipt.id
}

/** All that is stored of an order: its receipt and its attempts. */
async function storedOrder(tenantId: TenantId, id: string): Promise<string> {
  const [row] = await asOwner<{ stored: string }>(
    app,
    tenantId,
    `select r::text || coalesce((select string_agg(a::text, '') from payment_attempt a
      where a.tenant_id = $1 and a.receipt_id = r.id), '') as stored
      from receipt r where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  return row?.stored ?? ''
}
const namesIn = (stored: string) => personal.filter((part) => stored.includes(part))
const sweep = (tenantId: TenantId, at: string) =>
  app.db.write(tenantId, (tx) => sweepCarts(tx, Date.parse(at)))

test('orders without an account lose their personal data 5 years after the end of their year', async () => {
  const tenantId = await openShop()
  const guest = app.guest(tenantId)
  // 2020 ends in Denmark an hour before it ends in UTC.
  const last = await placeOrder(tenantId, guest, '2020-12-31T22:59:59Z')
  const next = await placeOrder(tenantId, guest, '2020-12-31T23:00:00Z')
  await asOwner(app, tenantId, `delete from cart where tenant_id = $1`, [tenantId])
  const before = await storedOrder(tenantId, last)
  for (const part of ['Freja', 'Vestergade', 'example.com']) expect(before).toContain(part)

  expect(await sweep(tenantId, '2025-12-31T22:59:00Z')).toBe(0)
  expect(await storedOrder(tenantId, last)).toBe(before)
  expect(await sweep(tenantId, '2025-12-31T23:00:00Z')).toBe(1)
  expect(namesIn(await storedOrder(tenantId, last))).toEqual([])
  expect(namesIn(await storedOrder(tenantId, next))).not.toEqual([])
  // An order is redacted once.
  expect(await sweep(tenantId, '2026-12-31T22:59:00Z')).toBe(0)
  expect(await sweep(tenantId, '2026-12-31T23:00:00Z')).toBe(1)
  expect(namesIn(await storedOrder(tenantId, next))).toEqual([])
})

test('goods, amounts and number of a redacted order remain, and its guest still sees them', async () => {
  const tenantId = await openShop()
  const guest = app.guest(tenantId)
  const id = await placeOrder(tenantId, guest, '2020-06-01T10:00:00Z')
  const of = { tenantId, receiptId: id }
  const { receipt: before } = await guest('getReceipt', of)
  expect(before.shipping?.pickupLocation?.name).toEqual(expect.any(String))
  await sweep(tenantId, '2026-06-01T10:00:00Z')
  const { receipt: after } = await guest('getReceipt', of)
  expect(after).toEqual({
    ...before,
    customerDetails: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      address: '',
      city: '',
      postalCode: '',
      country: '',
    },
    shipping: { ...before.shipping, pickupLocation: null },
  })
  expect(after.orderNumber).toBe(1)
})

test('an order of an account stays as it is', async () => {
  const tenantId = await openShop()
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  const id = await placeOrder(tenantId, guest, '2015-06-01T10:00:00Z')
  const before = await storedOrder(tenantId, id)
  expect(await sweep(tenantId, '2026-06-01T10:00:00Z')).toBe(0)
  expect(await storedOrder(tenantId, id)).toBe(before)
  expect(namesIn(before)).not.toEqual([])
})
