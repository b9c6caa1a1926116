import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { amount, amountInQuery, minor, netPrice } from '#contract/field/field-schemas.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { book, register, summer, type TestGuest } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

/* Money as other programs read and send it: 100 kr. is 100 (decision 004). */
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { PAYMENT: 'off' } })
})
afterAll(() => app.close())

type Tenant = Awaited<ReturnType<typeof makeTenant>>
type Json = Record<string, unknown>

/** One request as it is, without the typed client, in the browser of `guest`. */
async function send(tenant: Tenant, guest: TestGuest, method: string, path: string, body?: Json) {
  const origin = `http://${tenant}.localhost`
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await app.fetch(
    tenant,
    new Request(`${origin}/api${path}`, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return { status: answer.status, json: (await answer.json()) as Json }
}

const customerDetails = {
  firstName: 'Freja',
  lastName: 'Holm',
  email: 'freja@example.com',
  phone: '20 12 34 56',
  address: 'Vestergade 1',
  city: 'Aarhus C',
  postalCode: '8000',
  country: 'DK',
}
const goods = {
  products: [madeProduct('wax', [{ price: 8000, stock: 9 }])],
  shipping: [
    { type: 'privateDelivery', name: 'Home', price: 3200, countries: ['DK'], active: true },
    { type: 'pickupLocation', name: 'Parcel shop', price: 0, countries: ['DK'], active: true },
  ],
  promotions: [
    {
      id: 'off',
      name: 'Off',
      kind: 'amount',
      amount: 1050,
      firstPurchase: false,
      active: true,
      codes: ['OFF'],
    },
    { id: 'free', name: 'Free', kind: 'freeShipping', firstPurchase: false, active: true, codes: ['FREE'] },
  ],
} as unknown as Shop

test('a service costs 100, its own price 120, and a price with VAT has four decimals without it', async () => {
  const of = async (pricesInclude: 'none' | 'vat', price: number) => {
    const tenant = await makeTenant(app, {
      vatPercent: 25,
      pricesInclude,
      lateFee: { kind: 'fixed', amount: 9990 },
      services: [{ id: 'cut', price, individual: { anna: { active: true, price: 9600 } } }],
    })
    const guest = app.guest(tenant)
    const { json } = await send(tenant, guest, 'GET', `/tenants/${tenant}/services?active=true`)
    const finance = await send(tenant, guest, 'GET', `/tenants/${tenant}/finance`)
    return { service: (json.documents as Json[])[0], finance: finance.json }
  }
  const net = await of('none', 8000)
  expect(net.service).toMatchObject({
    price: 80,
    priceIncVat: 100,
    individualPricing: { anna: { active: true, price: 96, priceIncVat: 120 } },
  })
  expect(net.finance).toMatchObject({ currency: 'DKK', lateFee: { kind: 'fixed', amount: 99.9 } })
  expect((await of('vat', 9999)).service).toMatchObject({ price: 79.992, priceIncVat: 99.99 })
})

test('a cart, a product, shipping and a receipt have amounts, and shipping is sent in minor units', async () => {
  const tenant = await makeTenant(app, { vatPercent: 25, profile: { shop: true } })
  await fillShop(app, tenant, goods)
  const guest = app.guest(tenant)
  await guest('addToCart', { tenantId: tenant, variantId: 'wax-0', quantity: 2 })
  const post = async (name: string, body: Json) =>
    send(tenant, guest, 'POST', `/${name}`, { tenantId: tenant, ...body })
  const get = async (path: string) => (await send(tenant, guest, 'GET', `/tenants/${tenant}${path}`)).json
  expect(await get('/cart')).toMatchObject({
    lines: [{ price: 80, priceIncVat: 100, total: 200 }],
    subtotal: 200,
    vat: [{ percent: 25, amount: 40 }],
  })
  expect(await get('/products/wax')).toMatchObject({ variants: [{ price: 80, priceIncVat: 100 }] })
  expect((await post('shippingTypes', {})).json).toEqual({
    shippingSettings: [
      { type: 'privateDelivery', name: 'Home', price: 32, priceIncVat: 40, countries: ['DK'] },
      { type: 'pickupLocation', name: 'Parcel shop', price: 0, priceIncVat: 0, countries: ['DK'] },
    ],
  })

  const cartOf = (priceIncVat: number) => ({
    products: [{ variantId: 'wax-0', quantity: 2, priceIncVat }],
    services: [],
  })
  expect(await post('createReceipt', { cartDoc: cartOf(10_000) })).toMatchObject({
    status: 409,
    json: { error: { code: 'amount/changed', details: { total: 200 } } },
  })
  const made = await post('createReceipt', { cartDoc: cartOf(100), customerDetails })
  const { id: receiptId } = made.json.receipt as { id: string }
  const update = await post('updateReceiptCart', { receiptId, cart: cartOf(100) })
  expect(update.json).toMatchObject({
    receipt: { cart: { products: [{ price: 80, priceIncVat: 100, total: 200 }] }, subtotal: 200, total: 200 },
  })
  // Shipping's price in minor units (x100).
  const ship = (price: number) =>
    post('updateReceiptWithShipping', { receiptId, shipping: { type: 'privateDelivery', price } })
  expect(await ship(40)).toMatchObject({
    status: 409,
    json: { error: { details: { priceMinor: 4000 } } },
  })
  expect((await ship(4000)).json).toMatchObject({
    receipt: { shipping: { price: 32, priceIncVat: 40 }, total: 240 },
  })
  const found = await post('findPickupLocationsDk', { receiptId, zipcode: '8000' })
  const [location] = found.json.locations as { parcelShopId: string; openingHours: unknown[] }[]
  expect(location?.openingHours).toContainEqual({
    day: 0,
    openAt: { From: expect.stringMatching(/^\d\d:\d\d$/), To: expect.stringMatching(/^\d\d:\d\d$/) },
  })
  const picked = await post('updateReceiptWithShipping', {
    receiptId,
    shipping: { type: 'pickupLocation', price: 0, pickupLocation: { parcelShopId: location?.parcelShopId } },
  })
  expect(picked.json).toMatchObject({ receipt: { shipping: { pickupLocation: location } } })
  await ship(4000)
  await post('applyDiscountCode', { receiptId, discountCode: 'OFF' })
  expect((await post('applyDiscountCode', { receiptId, discountCode: 'FREE' })).json).toMatchObject({
    receipt: {
      discountLines: [{ amountIncVat: 10.5 }, { amountIncVat: 0 }],
      shippingDiscount: 40,
      vat: [{ percent: 25, amount: 37.9 }],
      total: 189.5,
      currency: 'DKK',
    },
  })
  // setupPaymentIntent's amount in minor units.
  expect(await post('setupPaymentIntent', { receiptId, amount: 189.5 })).toMatchObject({ status: 400 })
  expect(await post('setupPaymentIntent', { receiptId, amount: 189 })).toMatchObject({
    status: 409,
    json: { error: { details: { total: 189.5, totalMinor: 18_950 } } },
  })
  expect(
    await post('setupPaymentIntent', { receiptId, amount: 18_950, items: cartOf(10_000).products }),
  ).toMatchObject({ status: 409, json: { error: { details: { total: 189.5 } } } })
})

test('a visit, its terms and its cancellation have amounts, and the fee is sent as it was read', async () => {
  app.clock.now = summer('2026-06-10T10:00')
  const tenant = await makeTenant(app, {
    lateFee: { kind: 'fixed', amount: 9990 },
    services: [{ id: 'cut', price: 10_000 }],
    vatPercent: 0,
  })
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const booked = await book(guest, { tenantId: tenant, services: ['cut'], start: summer('2026-06-11T09:00') })
  const bookings = await send(tenant, guest, 'GET', `/tenants/${tenant}/users/${uid}/bookings?from=now`)
  expect((bookings.json.documents as Json[])[0]).toMatchObject({
    price: 100,
    paid: 0,
    services: [{ price: 100, totalprice: 100 }],
    terms: { fee: 99.9, refund: 0 },
  })
  const details = await send(tenant, guest, 'POST', '/gen2_crudWaitlist-getCancelDetails', {
    data: { tenantId: tenant, bookingId: booked.cancelHandle },
  })
  expect(details.json.result).toMatchObject({
    booking: { services: [{ price: 100, totalprice: 100 }] },
    terms: { fee: 99.9, price: 100 },
  })
  const cancel = (fee: number) =>
    send(tenant, guest, 'POST', '/gen2_crudWaitlist-cancelBooking', {
      data: { tenantId: tenant, bookingId: booked.cancelHandle, confirmed: true, fee },
    })
  expect(await cancel(9990)).toMatchObject({
    status: 409,
    json: { error: { code: 'amount/changed', details: { fee: 99.9, refund: 0 } } },
  })
  expect((await cancel(99.9)).json.result).toMatchObject({ success: true, fee: 99.9, refund: 0 })
})

test('the fee of a visit in an earlier currency has the decimals of that one, as it is read and sent', async () => {
  app.clock.now = summer('2026-06-10T10:00')
  const tenant = await makeTenant(app, {
    lateFee: { kind: 'percent', percent: 50 },
    services: [{ id: 'cut', price: 10_000 }],
    vatPercent: 0,
  })
  const guest = app.guest(tenant)
  const booked = await book(guest, { tenantId: tenant, services: ['cut'], start: summer('2026-06-11T09:00') })
  await app.unrecorded.write(tenant, (tx) => tx.execute(sql`update finance set currency = 'ISK'`))
  const cancel = (fee: number) =>
    send(tenant, guest, 'POST', '/gen2_crudWaitlist-cancelBooking', {
      data: { tenantId: tenant, bookingId: booked.cancelHandle, confirmed: true, fee, currency: 'DKK' },
    })
  expect(await cancel(60)).toMatchObject({
    status: 409,
    json: { error: { code: 'amount/changed', details: { fee: 50, currency: 'DKK' } } },
  })
  expect((await cancel(50)).json.result).toMatchObject({ success: true, fee: 50, currency: 'DKK' })
})

test('an offer of the waitlist has the own prices as the file has them', async () => {
  app.clock.now = summer('2026-06-10T10:00')
  const tenant = await makeTenant(app, {
    services: [{ id: 'cut', price: 8000, individual: { anna: { active: true, price: 9600 } } }],
  })
  await makeEntry(app, tenant)
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, {
    tenantId: tenant,
    services: ['cut'],
    start: summer('2026-06-12T09:00'),
  })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  const message = await send(tenant, holder, 'GET', `/tenants/${tenant}/messages/${offer?.messageId}`)
  expect((message.json.services as Json[])[0]).toMatchObject({
    individualPricing: { anna: { active: true, price: 96 } },
  })
})

type Schema = {
  type?: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  value?: Schema
  options?: Schema[]
}
/** The paths of a schema's fields whose schema is one of `wanted`. */
function pathsOf(schema: Schema, wanted: unknown[], path: string): string[] {
  if (wanted.includes(schema)) return [path]
  const { type, entries = {}, item, wrapped, value, options = [] } = schema
  const choice = type === 'variant' ? '' : '?'
  const inner: [string, Schema | undefined][] = [
    ...Object.entries(entries).map(([key, one]): [string, Schema] => [`${path}.${key}`, one]),
    [`${path}[]`, item],
    [path, wrapped],
    [`${path}.*`, type === 'record' ? value : undefined],
    // A picklist has values as options.
    ...options.map((one): [string, Schema] => [`${path}${choice}`, one]),
  ]
  return inner.flatMap(([at, one]) => (one && typeof one === 'object' ? pathsOf(one, wanted, at) : []))
}

test('minor units are on the wire of two fields only, and no amount is in a union, which is not read', () => {
  const paths = (wanted: unknown[]) =>
    (Object.entries(calls) as [CallName, Call][]).flatMap(([name, { input, output }]) => [
      ...pathsOf(input as Schema, wanted, `${name} input`),
      ...pathsOf(output as Schema, wanted, `${name} output`),
    ])
  expect(paths([minor])).toEqual([
    'updateReceiptWithShipping input.shipping.price',
    'setupPaymentIntent input.amount',
  ])
  const amounts = paths([amount, netPrice, amountInQuery])
  expect(amounts.length).toBeGreaterThan(100)
  expect(amounts.filter((path) => path.includes('?'))).toEqual([])
})
