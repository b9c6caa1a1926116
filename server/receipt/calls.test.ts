import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import { listMail } from '../mail/queries.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { errorCodeOf, register, type TestGuest } from '#test/steps.ts'
import { exhaustive, perTier } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { PAYMENT: 'off' } })
})
afterAll(() => app.close())

/** Rounds of the race for a code, of so many clients. */
const ROUNDS = perTier(1, 50)

const promotion = (
  id: string,
  more: Partial<Shop['promotions'][number]> & { kind?: string; percent?: number; amount?: number },
) => ({ id, name: `Promotion ${id}`, firstPurchase: false, active: true, codes: [id.toUpperCase()], ...more })

const everything = {
  products: [
    madeProduct('wax', [{ size: '75 ml', stock: 5 }], { displayName: 'Wax for hair', brandName: 'Ravn' }),
    madeProduct('comb', [{ price: 4000 }]),
  ],
  shipping: [
    { type: 'pickupLocation', name: 'Parcel shop', price: 0, countries: ['DK'], active: true },
    { type: 'privateDelivery', name: 'Home', price: 3200, countries: ['DK', 'SE'], active: true },
  ],
  promotions: [
    promotion('free', { kind: 'percent', percent: 100 }),
    promotion('half', { kind: 'percent', percent: 50 }),
    promotion('fifty', { kind: 'amount', amount: 5000 }),
    promotion('carriage', { kind: 'freeShipping' }),
    promotion('new', { kind: 'percent', percent: 10, firstPurchase: true }),
    promotion('old', { kind: 'percent', percent: 10, until: '2020-01-01' }),
    promotion('later', { kind: 'percent', percent: 10, from: '2099-01-01' }),
    promotion('much', { kind: 'percent', percent: 10, minimum: 1_000_000 }),
    promotion('twins', { kind: 'percent', percent: 5, codes: ['TWIN1', 'TWIN2'] }),
  ],
} as unknown as Shop

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

async function shop(wanted: MakeTenant = {}, filled: Partial<Shop> = everything) {
  const tenantId = await makeTenant(app, {
    vatPercent: 25,
    ...wanted,
    profile: { shop: true, ...wanted.profile },
  })
  await fillShop(app, tenantId, { ...everything, ...filled })
  return tenantId
}

type Receipt = Output<'getReceipt'>['receipt']

/** A guest with a cart of one `wax` (100.00) at the checkout, with the address; home delivery is 40.00. */
async function atCheckout(tenantId: Awaited<ReturnType<typeof shop>>, guest = app.guest(tenantId)) {
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  const { receipt } = await guest('createReceipt', { tenantId, customerDetails })
  const of = { tenantId, receiptId: receipt.id }
  const ship = (type = 'privateDelivery') =>
    guest('updateReceiptWithShipping', { ...of, shipping: { type } }).then((one) => one.receipt)
  const code = (discountCode: string) => guest('applyDiscountCode', { ...of, discountCode })
  const pay = (seen: Pick<Receipt, 'total' | 'version'>) =>
    guest('setupPaymentIntent', { ...of, amount: seen.total, receiptVersion: seen.version })
  return { guest, receipt, of, ship, code, pay }
}
const detailsOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.details : error),
  )
const cancelStock = (tenantId: string, stock: number) =>
  asOwner(app, tenantId, `update product_variant set stock = $2 where tenant_id = $1 and id = 'wax-0'`, [
    tenantId,
    stock,
  ])

test('a code counts however it is typed: full-width digits, blanks, dashes, upper and lower case', async () => {
  const tenantId = await shop()
  await asOwner(
    app,
    tenantId,
    `update discount_code set code = 'SPRING-25' where tenant_id = $1 and code = 'FREE'`,
    [tenantId],
  )
  const { guest, of, code } = await atCheckout(tenantId)
  for (const typed of ['ＳＰＲＩＮＧ２５', ' spring – 25\u200e', 'Spring 25', 'spring\u201125']) {
    expect((await code(typed)).receipt.discounts.map((one) => one.code)).toEqual(['SPRING-25'])
    const { receipt } = await guest('removeDiscountCode', { ...of, discountId: typed })
    expect(receipt.discounts).toEqual([])
  }
  expect(await errorCodeOf(code('spring 26'))).toBe('checkout/discount')
})

test('what is typed as an address is stored in one form', async () => {
  const tenantId = await shop()
  const { guest, of } = await atCheckout(tenantId)
  const typed = { ...customerDetails, email: 'Freja@Blåbær.example', postalCode: '\u200e２１００ ' }
  await guest('updateReceiptDetails', { ...of, customerDetails: typed })
  expect((await guest('getReceipt', of)).receipt.customerDetails).toMatchObject({
    email: 'freja@xn--blbr-roah.example',
    postalCode: '2100',
  })
})

test('the checkout makes one receipt of a cart, and keeps it as long as it is not paid', async () => {
  const tenantId = await shop()
  const { guest, receipt, of } = await atCheckout(tenantId)
  expect(receipt).toMatchObject({
    status: 'PENDING',
    paymentStatus: 'pending',
    orderNumber: null,
    subtotal: 10_000,
    total: 10_000,
    vat: [{ percent: 25, amount: 2000 }],
    shipping: null,
    customerDetails,
  })
  await guest('addToCart', { tenantId, variantId: 'comb-0' })
  const again = await guest('createReceipt', { tenantId })
  expect(again.receipt).toMatchObject({ id: receipt.id, total: 15_000, customerDetails })
  expect(again.receipt.version).toBeGreaterThan(receipt.version)
  expect((await guest('createReceipt', { tenantId })).receipt.version).toBe(again.receipt.version)
  expect(await errorCodeOf(app.guest(tenantId)('createReceipt', { tenantId }))).toBe('cart/empty')
  expect((await guest('checkPaymentStatus', of)).paymentStatus).toBe('pending')
})

test('a client that keeps its own cart sends it, and a difference answers 409 with the total', async () => {
  const tenantId = await shop()
  const guest = app.guest(tenantId)
  const cartDoc = { products: [{ variantId: 'wax-0', quantity: 2, priceIncVat: 10_000 }] }
  const { receipt } = await guest('createReceipt', { tenantId, cartDoc })
  expect(receipt.total).toBe(20_000)
  for (const products of [
    [{ variantId: 'wax-0', quantity: 1 }],
    [{ variantId: 'wax-0', quantity: 2, priceIncVat: 1 }],
    [
      { variantId: 'wax-0', quantity: 2 },
      { variantId: 'comb-0', quantity: 1 },
    ],
  ]) {
    const answer = await guest.send('createReceipt', { tenantId, cartDoc: { products } })
    expect(answer.status).toBe(409)
    expect(await detailsOf(guest('createReceipt', { tenantId, cartDoc: { products } }))).toMatchObject({
      total: 20_000,
    })
    expect(
      (await guest.send('updateReceiptCart', { tenantId, receiptId: receipt.id, cart: { products } })).status,
    ).toBe(409)
  }
})

test('an order that costs nothing is settled: number, stock, mails, an empty cart and a receipt by link', async () => {
  const tenantId = await shop()
  const { guest, of, ship, code, pay } = await atCheckout(tenantId)
  await ship('privateDelivery')
  await code('free')
  const { receipt } = await code('carriage')
  expect(receipt).toMatchObject({ total: 0, discounts: [{ code: 'FREE' }, { code: 'CARRIAGE' }] })
  const paid = await pay(receipt)
  expect(paid.data.redirectUrl).toBe(`/payment-success?orderId=${receipt.id}`)
  expect(await pay(receipt)).toEqual(paid)
  const order = (await guest('getReceipt', of)).receipt
  expect(order).toMatchObject({ status: 'PAID', paymentStatus: 'completed', orderNumber: 1, total: 0 })
  expect((await guest('getCart', { tenantId })).count).toBe(0)
  const [{ stock } = { stock: 0 }] = await asOwner<{ stock: number }>(
    app,
    tenantId,
    `select stock from product_variant where tenant_id = '${tenantId}' and id = 'wax-0'`,
  )
  expect(stock).toBe(4)
  const mails = await app.db.read(tenantId, listMail)
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['freja@example.com', `salon@${tenantId}.example`])
  const mail = mails.find(({ to }) => to === 'freja@example.com')
  const handle = /\/receipt\?receipt=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const elsewhere = app.guest(tenantId)
  const shown = (await elsewhere('getReceiptLink', { tenantId, receipt: handle })).receipt
  expect(shown).toEqual({ ...order, customerDetails: null })
  expect(await errorCodeOf(elsewhere('getReceipt', of))).toBe('not-found')
  expect(await errorCodeOf(guest('updateReceiptCart', of))).toBe('checkout/closed')
})

test('where payment is off a total above 0 fails, and everything stays', async () => {
  const tenantId = await shop()
  const { guest, of, ship, pay } = await atCheckout(tenantId)
  const receipt = await ship()
  expect(receipt).toMatchObject({ total: 14_000, vat: [{ percent: 25, amount: 2800 }] })
  expect(await errorCodeOf(pay(receipt))).toBe('checkout/payment-failed')
  expect(await detailsOf(pay(receipt))).toEqual({ reason: 'not-connected' })
  expect(await guest('paymentMethods', { tenantId })).toEqual({ paymentMethods: [] })
  expect((await guest('getReceipt', of)).receipt).toEqual(receipt)
  expect((await guest('getCart', { tenantId })).count).toBe(1)
})

test('a payment that has seen another amount, an older version or too little is refused with the reason', async () => {
  const tenantId = await shop()
  const { guest, of, ship, code, pay } = await atCheckout(tenantId)
  const seen = await ship()
  await code('free')
  const { receipt } = await code('carriage')
  expect(await detailsOf(pay(seen))).toMatchObject({ total: 0, version: receipt.version })
  expect(await detailsOf(pay({ total: 0, version: seen.version }))).toMatchObject({ total: 0 })
  await guest('addToCart', { tenantId, variantId: 'comb-0' })
  expect(await detailsOf(pay(receipt))).toMatchObject({ total: 0, dropped: [] })
  for (const field of ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postalCode'] as const) {
    await guest('updateReceiptDetails', { ...of, customerDetails: { ...customerDetails, [field]: '' } })
    expect(await detailsOf(pay(receipt))).toEqual({ field })
  }
  await guest('updateReceiptDetails', { ...of, customerDetails: { ...customerDetails, email: 'freja' } })
  expect(await detailsOf(pay(receipt))).toEqual({ field: 'email' })
  await guest('updateReceiptDetails', { ...of, customerDetails })
  await ship('pickupLocation')
  const current = (await guest('getReceipt', of)).receipt
  expect(await errorCodeOf(pay(current))).toBe('checkout/pickup-location')
  const home = await ship()
  await cancelStock(tenantId, 0)
  expect(await errorCodeOf(pay(home))).toBe('cart/not-enough')
  expect((await guest('getReceipt', of)).receipt.orderNumber).toBeNull()
})

test('shipping goes where its countries are; another country ends it', async () => {
  const tenantId = await shop()
  const { guest, of, ship } = await atCheckout(tenantId)
  expect((await guest('shippingTypes', { tenantId })).shippingSettings).toEqual([
    { type: 'pickupLocation', name: 'Parcel shop', price: 0, priceIncVat: 0, countries: ['DK'] },
    { type: 'privateDelivery', name: 'Home', price: 3200, priceIncVat: 4000, countries: ['DK', 'SE'] },
  ])
  expect((await ship('gls_home_delivery')).shipping?.type).toBe('privateDelivery')
  const swedish = { ...of, customerDetails: { ...customerDetails, country: 'SE' } }
  expect((await guest('updateReceiptDetails', swedish)).receipt.shipping?.type).toBe('privateDelivery')
  expect(await errorCodeOf(ship('pickupLocation'))).toBe('checkout/shipping')
  expect(await errorCodeOf(ship('nothing'))).toBe('checkout/shipping')
  const german = { ...of, customerDetails: { ...customerDetails, country: 'DE' } }
  expect((await guest('updateReceiptDetails', german)).receipt).toMatchObject({
    shipping: null,
    total: 10_000,
  })
  expect(
    await errorCodeOf(
      guest('updateReceiptDetails', { ...of, customerDetails: { ...customerDetails, country: 'XX' } }),
    ),
  ).toBe('request/invalid')
  await guest('updateReceiptDetails', { ...of, customerDetails })
  const wrong = { ...of, shipping: { type: 'privateDelivery', price: 1 } }
  expect(await detailsOf(guest('updateReceiptWithShipping', wrong))).toEqual({ priceMinor: 4000 })
  const invented = {
    ...of,
    shipping: { type: 'pickupLocation', pickupLocation: { parcelShopId: '1' } },
  }
  expect(await errorCodeOf(guest('updateReceiptWithShipping', invented))).toBe('checkout/pickup-location')
})

test('the only way to receive an order in a country is chosen already', async () => {
  const tenantId = await shop()
  const { guest, receipt, of, ship, pay } = await atCheckout(tenantId)
  const sync = async () => (await guest('updateReceiptCart', of)).receipt
  const moveTo = (country: string) =>
    guest('updateReceiptDetails', { ...of, customerDetails: { ...customerDetails, country } })
  expect(receipt.shipping).toBeNull()
  const only = (await moveTo('SE')).receipt
  expect(only).toMatchObject({ shipping: { type: 'privateDelivery', priceIncVat: 4000 }, total: 14_000 })
  expect((await sync()).version).toBe(only.version)
  // No conflict with what the answer has shown: here only the provider is missing.
  expect(await errorCodeOf(pay(only))).toBe('checkout/payment-failed')
  await moveTo('DE')
  expect((await sync()).shipping).toBeNull()
  await moveTo('DK')
  await ship('pickupLocation')
  // A way that the guest has chosen is not replaced in the moment in which they pay.
  await asOwner(
    app,
    tenantId,
    `update shipping_type set active = false where tenant_id = $1 and type = 'pickupLocation'`,
    [tenantId],
  )
  expect(await errorCodeOf(pay({ total: 10_000, version: 1 }))).toBe('checkout/shipping')
  expect((await sync()).shipping).toBeNull()
  expect((await sync()).shipping?.type).toBe('privateDelivery')
})

test('codes are refused with their reason, counted one for a promotion, and removed', async () => {
  const tenantId = await shop()
  const { guest, of, code } = await atCheckout(tenantId)
  const reason = async (typed: string) => (await detailsOf(code(typed))) as { reason: string }
  for (const [typed, why] of [
    ['nothing', 'unknown'],
    ['old', 'expired'],
    ['later', 'notYet'],
    ['much', 'notForThisCart'],
  ] as const)
    expect([typed, (await reason(typed)).reason]).toEqual([typed, why])
  await code(' twin1 ')
  expect((await reason('twin2')).reason).toBe('tooMany')
  await code('half')
  const { receipt } = await code('fifty')
  // The fixed amount first, percents of what is left: 100.00 − 50.00, then 5 % and 50 % of the rest.
  expect(receipt.discountLines.map(({ amountIncVat }) => amountIncVat)).toEqual([250, 2375, 5000])
  expect(receipt.total).toBe(2375)
  expect((await reason('carriage')).reason).toBe('tooMany')
  const removed = await guest('removeDiscountCode', { ...of, discountId: 'FIFTY' })
  expect(removed.receipt).toMatchObject({ total: 4750, discounts: [{ code: 'TWIN1' }, { code: 'HALF' }] })
  await asOwner(app, tenantId, `update promotion set active = false where tenant_id = $1 and id = 'half'`, [
    tenantId,
  ])
  const opened = await guest('createReceipt', { tenantId })
  expect(opened.dropped).toEqual([{ code: 'HALF', reason: 'unknown' }])
  expect(opened.receipt.total).toBe(9500)
})

test('ten codes can be tried on a receipt in ten minutes', async () => {
  const tenantId = await shop()
  const { code } = await atCheckout(tenantId)
  const answers = []
  for (let left = 11; left > 0; left -= 1) answers.push(await errorCodeOf(code('nothing')))
  expect(answers.slice(0, 10).every((one) => one === 'checkout/discount')).toBe(true)
  expect(answers[10]).toBe('request/too-many')
})

test('all orders of a guest are listed page by page, the newest first', exhaustive, async () => {
  const tenantId = await shop({}, { products: [madeProduct('wax', [{ price: 0, stock: 99 }])] })
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  for (let count = 0; count < 25; count += 1) {
    const { ship, code, pay } = await atCheckout(tenantId, guest)
    await ship()
    await pay((await code('carriage')).receipt)
  }
  const first = await guest('listOrders', { tenantId, uid })
  expect(first.next).toBe('6')
  const second = await guest('listOrders', { tenantId, uid, before: '6' })
  expect(second.next).toBeNull()
  expect([...first.documents, ...second.documents].map(({ orderNumber }) => orderNumber)).toEqual(
    Array.from({ length: 25 }, (_, index) => 25 - index),
  )
  for (const before of ['0', '-1', '1e3', 'x'])
    expect(await errorCodeOf(guest('listOrders', { tenantId, uid, before }))).toBe('request/invalid')
})

test('a code for a first purchase counts once for an account, an address or a number', async () => {
  const tenantId = await shop({}, { products: [madeProduct('wax', [{ price: 0 }])] })
  const buy = async (details: Partial<typeof customerDetails>) => {
    const { guest, of, ship, code, pay } = await atCheckout(tenantId)
    await guest('updateReceiptDetails', { ...of, customerDetails: { ...customerDetails, ...details } })
    await ship()
    await code('carriage')
    const { receipt } = await code('new')
    return detailsOf(pay(receipt))
  }
  expect(await buy({})).toBeNull()
  const refused = { dropped: [{ code: 'NEW', reason: 'notFirstPurchase' }] }
  expect(await buy({ email: 'FREJA@example.com', phone: '20 12 34 57' })).toMatchObject(refused)
  expect(await buy({ email: 'other@example.com', phone: '+45 20123456' })).toMatchObject(refused)
  expect(await buy({ email: 'other@example.com', phone: '20 12 34 58' })).toBeNull()
})

test('of first purchases at once by one guest only one has the code', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const tenantId = await shop({}, { products: [madeProduct('wax', [{ price: 0 }])] })
    const all = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { ship, code, pay } = await atCheckout(tenantId)
        await ship()
        await code('carriage')
        const { receipt } = await code('new')
        return () => pay(receipt)
      }),
    )
    const paid = await Promise.allSettled(all.map((pay) => pay()))
    const refused = paid.flatMap((one) => (one.status === 'rejected' ? [one.reason as CallError] : []))
    expect(paid.length - refused.length).toBe(1)
    for (const error of refused) expect(['amount/changed', 'checkout/discount']).toContain(error.code)
    const [{ uses } = { uses: 0 }] = await asOwner<{ uses: number }>(
      app,
      tenantId,
      `select uses from promotion where tenant_id = '${tenantId}' and id = 'new'`,
    )
    expect(uses).toBe(1)
  }
})

test('what a browser has begun goes with the guest who signs in', async () => {
  const tenantId = await shop()
  await register(app.guest(tenantId), tenantId)
  const { guest, receipt, of } = await atCheckout(tenantId)
  await guest('signInWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  expect((await guest('getReceipt', of)).receipt.customerDetails).toEqual(customerDetails)
  expect((await guest('createReceipt', { tenantId })).receipt.id).toBe(receipt.id)
  await guest('signOut', { tenantId })
  expect(await errorCodeOf(guest('getReceipt', of))).toBe('not-found')
})

test('nobody finds a receipt by its id, its number or a guessed handle', async () => {
  const [tenantId, other] = [await shop(), await shop()]
  const { of } = await atCheckout(tenantId)
  const attackers: [TestGuest, string][] = [
    [app.guest(tenantId), tenantId],
    [app.guest(other), other],
  ]
  for (const [attacker, at] of attackers) {
    await attacker('addToCart', { tenantId: at, variantId: 'wax-0' })
    const asked = { ...of, tenantId: at }
    for (const call of [
      () => attacker('getReceipt', asked),
      () => attacker('checkPaymentStatus', asked),
      () => attacker('updateReceiptCart', asked),
      () => attacker('updateReceiptDetails', { ...asked, customerDetails }),
      () => attacker('updateReceiptWithShipping', { ...asked, shipping: { type: 'privateDelivery' } }),
      () => attacker('applyDiscountCode', { ...asked, discountCode: 'FREE' }),
      () => attacker('removeDiscountCode', { ...asked, discountId: 'FREE' }),
      () => attacker('setupPaymentIntent', { ...asked, amount: 0 }),
      () => attacker('getReceiptLink', { tenantId: at, receipt: of.receiptId }),
    ])
      expect(await errorCodeOf(call())).toBe('not-found')
  }
})

test('clients that race for a limited code: as many orders as it has uses, without gaps in their numbers', async () => {
  const limit = 10
  const clients = perTier(16, 50)
  for (let round = 0; round < ROUNDS; round += 1) {
    const tenantId = await shop(
      {},
      {
        products: [madeProduct('wax', [{ price: 0 }])],
        promotions: [
          promotion('race', { kind: 'freeShipping', limit, codes: ['RACE1', 'RACE2'] }),
        ] as unknown as Shop['promotions'],
      },
    )
    const all = await Promise.all(
      Array.from({ length: clients }, async (_, index) => {
        const one = await atCheckout(tenantId)
        await one.ship()
        const { receipt } = await one.code(index % 2 ? 'RACE1' : 'RACE2')
        return { ...one, receipt }
      }),
    )
    const paid = await Promise.allSettled(
      all.flatMap(({ pay, receipt, guest, of }, index) => [
        pay(receipt),
        ...(index === 0 ? [guest('removeDiscountCode', { ...of, discountId: 'RACE2' })] : []),
      ]),
    )
    const orders = await asOwner<{ number: number; codes: number }>(
      app,
      tenantId,
      `select order_number as number, jsonb_array_length(discounts) as codes from receipt
      where tenant_id = '${tenantId}' and settled_at is not null order by 1`,
    )
    const [{ uses } = { uses: 0 }] = await asOwner<{ uses: number }>(
      app,
      tenantId,
      `select uses from promotion where tenant_id = '${tenantId}'`,
    )
    expect(paid.length).toBeGreaterThan(clients)
    expect(orders.map(({ number }) => number)).toEqual(orders.map((_, index) => index + 1))
    expect([uses, orders.filter(({ codes }) => codes === 1).length]).toEqual([limit, limit])
  }
})

test('a guest who signs in at the checkout has what the account knows in the fields that are still empty', async () => {
  const tenantId = await shop()
  const elsewhere = app.guest(tenantId)
  const uid = await register(elsewhere, tenantId)
  await elsewhere('updateUser', {
    tenantId,
    uid,
    address: 'Vestergade 7',
    city: 'Aarhus C',
    postalcode: '8000',
  })
  const signIn = { tenantId, email: 'noah@example.com', password: 'stamgast-demo' }
  const guest = app.guest(tenantId)
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  const { receipt } = await guest('createReceipt', { tenantId, customerDetails: { firstName: 'Freja' } })
  await guest('signInWithEmailAndPassword', signIn)
  const { receipt: own } = await guest('getReceipt', { tenantId, receiptId: receipt.id })
  expect(own.customerDetails).toEqual({
    firstName: 'Freja',
    lastName: 'Berg',
    email: 'noah@example.com',
    phone: '+45 20 12 34 56',
    address: 'Vestergade 7',
    city: 'Aarhus C',
    postalCode: '8000',
    country: 'DK',
  })
})

test('the next order of an account begins with the address of its last one; that of a browser with nothing', async () => {
  const tenantId = await shop({}, { products: [madeProduct('wax', [{ price: 0, stock: 9 }])] })
  const order = async (guest = app.guest(tenantId)) => {
    const { ship, code, pay } = await atCheckout(tenantId, guest)
    await ship()
    await pay((await code('carriage')).receipt)
    await guest('addToCart', { tenantId, variantId: 'wax-0' })
    return (await guest('createReceipt', { tenantId })).receipt.customerDetails
  }
  const member = app.guest(tenantId)
  await register(member, tenantId)
  expect(await order(member)).toEqual({
    ...customerDetails,
    // What the account knows comes first.
    firstName: 'Noah',
    lastName: 'Berg',
    email: 'noah@example.com',
    phone: '+45 20 12 34 56',
  })
  expect(await order()).toMatchObject({ firstName: '', email: '', address: '', country: 'DK' })
})
