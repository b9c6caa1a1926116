import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import type { TenantId } from '#server/database/db.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import {
  atButton,
  attemptsOf,
  countMails,
  makePaymentApp,
  makeShop,
  stockOf,
  type PaymentApp,
} from '#test/payments.ts'
import { asOwner } from '#test/seeded.ts'
import { madeProduct } from '#test/shops.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import { enqueuePaymentJobs, sweepPayments } from './jobs.ts'
import { cancelOrder } from '../order/orders.ts'
import { perTier } from '#test/tier.ts'

/** Rounds of the tabs; of the crash at every step there is one each. */
const ROUNDS = perTier(2, 30)

let app: PaymentApp
beforeAll(async () => {
  app = await makePaymentApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.simulator.failures.clear()
  app.deliveries.splice(0)
})

const half = [
  {
    id: 'half',
    name: 'Half',
    kind: 'percent',
    percent: 50,
    firstPurchase: false,
    active: true,
    codes: ['HALF'],
  },
] as unknown as Shop['promotions']
const limited = (maxUses: number) => half.map((one) => ({ ...one, maxUses }))
const withStock = (stock: number): Partial<Shop> => ({ products: [madeProduct('wax', [{ stock }])] })
const contextOf = async (tenantId: TenantId) => {
  const row = await findTenantById(app.deps.db, tenantId)
  if (!row) throw new Error('no tenant')
  return { tenant: tenantFrom(row, app.deps.config), deps: app.jobDeps }
}
const later = (ms: number) => {
  app.clock.now = app.deps.now() + ms
}
const usesOf = async (tenantId: TenantId) =>
  (
    await asOwner<{ uses: number }>(app, tenantId, 'select uses from promotion where tenant_id = $1', [
      tenantId,
    ])
  )[0]?.uses

test('only a new attempt counts against the limit of payments', async () => {
  const { paymentLimit } = app.deps
  onTestFinished(() => {
    app.deps.paymentLimit = paymentLimit
  })
  let left = 2
  app.deps.paymentLimit = async () => (left === 0 ? 600 : ((left -= 1), null))
  const tenantId = await makeShop(app)
  const first = await atButton(app, tenantId)
  const { data } = await first.pay()
  for (let again = 0; again < 3; again += 1) expect(await first.pay()).toEqual({ data })
  const { data: other } = await first.pay(first.receipt, { provider: 'vipps' })
  expect([other.redirectUrl === data.redirectUrl, left]).toEqual([false, 0])
  expect(await errorCodeOf(first.pay(first.receipt, { provider: 'vippsCard' }))).toBe('request/too-many')
  // The attempt that is open stays open.
  expect(await first.pay()).toEqual({ data: other })
  const second = await atButton(app, tenantId)
  expect(await errorCodeOf(second.pay())).toBe('request/too-many')
})

test('an order with an amount leads to the provider, and is one once it is reserved', async () => {
  const tenantId = await makeShop(app)
  const { guest, of, pay, receipt } = await atButton(app, tenantId)
  const { data } = await pay()
  expect(data.redirectUrl).toMatch(/^http/)
  expect(await pay()).toEqual({ data })
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  expect(await guest('checkPaymentStatus', of)).toMatchObject({
    receipt: { status: 'PENDING', orderNumber: null },
    paymentStatus: 'pending',
    redirectUrl: data.redirectUrl,
    checkUntil: app.deps.now() + 12 * 60_000,
    method: 'vippsCard',
  })
  // The cart stays until it is paid.
  expect((await guest('getCart', { tenantId })).count).toBe(1)
  app.simulator.approve(attempt?.reference ?? '')
  later(6_000)
  expect(await guest('checkPaymentStatus', of)).toEqual({
    receipt: { status: 'PENDING_COLLECT_INTENTS', orderNumber: 1 },
    paymentStatus: 'completed',
    redirectUrl: null,
    checkUntil: null,
    failure: null,
    method: 'vippsCard',
  })
  expect((await guest('getCart', { tenantId })).count).toBe(0)
  expect(await pay()).toEqual({ data: { redirectUrl: `/payment-success?orderId=${of.receiptId}` } })
  expect(app.simulator.payments().at(-1)).toMatchObject({
    amount: receipt.total,
    currency: 'DKK',
    method: 'CARD',
  })
})

test('the provider is asked by many readers at once only once in five seconds', async () => {
  const tenantId = await makeShop(app)
  const { guest, of, pay } = await atButton(app, tenantId)
  await pay()
  later(6_000)
  let questions = 0
  app.simulator.failures.choose((operation) => {
    if (operation === 'find') questions += 1
    return undefined
  })
  await Promise.all(Array.from({ length: 20 }, () => guest('checkPaymentStatus', of)))
  expect(questions).toBe(1)
})

test('a payment that ends while its status is read is never pending without an end', async () => {
  const tenantId = await makeShop(app, withStock(100))
  for (let round = 0; round < ROUNDS; round += 1) {
    const { guest, of, pay } = await atButton(app, tenantId)
    await pay()
    const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
    app.simulator.refuse(attempt?.reference ?? '')
    later(6_000)
    const seen = await Promise.all(Array.from({ length: 20 }, () => guest('checkPaymentStatus', of)))
    expect(seen.filter((one) => one.paymentStatus === 'pending' && one.checkUntil === null)).toEqual([])
    later(6_000)
    expect((await guest('checkPaymentStatus', of)).paymentStatus).toBe('failed')
  }
})

test('a changed cart ends the attempt and begins the next one', async () => {
  const tenantId = await makeShop(app, { ...withStock(5), promotions: limited(1) })
  const { guest, of, pay } = await atButton(app, tenantId, { codes: ['HALF'] })
  await pay()
  expect([await stockOf(app, tenantId), await usesOf(tenantId)]).toEqual([4, 1])
  await guest('addToCart', { tenantId, variantId: 'wax-0' })
  const seen = await guest('updateReceiptCart', of)
  // The code's last use is reserved for this guest.
  expect(seen.dropped).toEqual([])
  expect(seen.receipt.total).toBe(14_000)
  expect(await errorCodeOf(pay())).toBe('amount/changed')
  await pay(seen.receipt)
  expect(await attemptsOf(app, tenantId, of.receiptId)).toMatchObject([
    { state: 'ended', end_reason: 'replaced' },
    { state: 'open', amount: 14_000, reference: expect.stringMatching(/-2$/) },
  ])
  expect([await stockOf(app, tenantId), await usesOf(tenantId)]).toEqual([3, 1])
  expect(app.simulator.payments().slice(-2)).toMatchObject([{ state: 'TERMINATED' }, { state: 'CREATED' }])
})

test('a guest who has just approved keeps that order, and what they added stays in the cart', async () => {
  const tenantId = await makeShop(app)
  const { guest, of, pay, receipt } = await atButton(app, tenantId)
  await pay()
  await guest('addToCart', { tenantId, variantId: 'comb-0' })
  const seen = await guest('updateReceiptCart', of)
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.approve(attempt?.reference ?? '')
  expect(await pay(seen.receipt)).toEqual({ data: { redirectUrl: `/checkout?ri=${of.receiptId}&c=true` } })
  const { receipt: order } = await guest('getReceipt', of)
  expect(order).toMatchObject({ status: 'PENDING_COLLECT_INTENTS', total: receipt.total, orderNumber: 1 })
  expect(order.cart.products).toHaveLength(1)
  expect((await guest('getCart', { tenantId })).lines).toMatchObject([{ variantId: 'comb-0', quantity: 1 }])
})

test('five tabs that change, pay, approve and check at once: at most one open attempt and one order', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const tenantId = await makeShop(app)
    const { guest, of, pay } = await atButton(app, tenantId)
    const acts = [
      () => guest('setCartQuantity', { tenantId, variantId: 'wax-0', quantity: 1 + (round % 4) }),
      async () => pay((await guest('updateReceiptCart', of)).receipt),
      () => pay(),
      async () => {
        for (const { reference, state } of await attemptsOf(app, tenantId, of.receiptId))
          if (state === 'open') app.simulator.approve(reference)
        await app.simulator.webhooks.idle()
        for (const delivery of app.deliveries.splice(0)) await app.deliver(tenantId, delivery)
        await app.runPaymentJobs(tenantId)
      },
      () => guest('checkPaymentStatus', of),
    ]
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all(
        acts.map((act) =>
          act().catch((error: unknown) => {
            if (!(error instanceof CallError)) throw error
          }),
        ),
      )
      later(6_000)
    }
    for (let step = 0; step < 3; step += 1) {
      later(20_000)
      await app.runPaymentJobs(tenantId)
    }
    const attempts = await attemptsOf(app, tenantId, of.receiptId)
    expect(attempts.filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1)
    const settled = attempts.filter(({ state }) => state === 'settled')
    expect(settled.length).toBeLessThanOrEqual(1)
    const { receipt } = await guest('getReceipt', of)
    for (const one of attempts) {
      const theirs = app.simulator.payments().find(({ reference }) => reference === one.reference)
      const kept = theirs ? theirs.authorized - theirs.cancelled : 0
      expect(kept).toBe(one.state === 'settled' ? receipt.total : 0)
    }
    expect(await countMails(app, tenantId, `order:${of.receiptId}`)).toBe(settled.length)
  }
})

test('of fifty buyers of the last piece one is led to the provider', async () => {
  const tenantId = await makeShop(app, withStock(1))
  const buyers = await Promise.all(Array.from({ length: 50 }, () => atButton(app, tenantId)))
  const outcomes = await Promise.all(
    buyers.map(({ pay }) =>
      pay().then(
        () => 'led',
        (error: unknown) => (error instanceof CallError ? error.code : String(error)),
      ),
    ),
  )
  expect(outcomes.filter((one) => one === 'led')).toHaveLength(1)
  expect(outcomes.filter((one) => one === 'cart/not-enough')).toHaveLength(49)
  expect(await stockOf(app, tenantId)).toBe(0)
})

test('goods of a payment that expired are free again, and a late approval takes them if they are there', async () => {
  const tenantId = await makeShop(app, withStock(1))
  const [first, second] = [await atButton(app, tenantId), await atButton(app, tenantId)]
  const referenceOf = async ({ of }: typeof first) =>
    (await attemptsOf(app, tenantId, of.receiptId)).at(-1)?.reference ?? ''
  await first.pay()
  app.simulator.expire(await referenceOf(first))
  later(20_000)
  await app.runPaymentJobs(tenantId)
  expect(await first.guest('checkPaymentStatus', first.of)).toMatchObject({
    receipt: { status: 'PENDING' },
    paymentStatus: 'failed',
  })
  expect(await stockOf(app, tenantId)).toBe(1)
  await second.pay()
  app.simulator.authorizeLate(await referenceOf(first))
  await app.simulator.webhooks.idle()
  for (const delivery of app.deliveries.splice(0)) await app.deliver(tenantId, delivery)
  await app.runPaymentJobs(tenantId)
  // Another guest holds the piece: the money is released, and the guest gets a mail.
  expect(await attemptsOf(app, tenantId, first.of.receiptId)).toMatchObject([
    { state: 'ended', flag: 'late', cancelled: 14_000 },
  ])
  expect(
    app.simulator.payments().find(({ state }) => state === 'AUTHORIZED' || state === 'TERMINATED'),
  ).toBeDefined()
  const mails = await asOwner<{ to: string }>(
    app,
    tenantId,
    `select "to" from mail where tenant_id = $1 and key like 'payment-returned:%'`,
    [tenantId],
  )
  expect(mails).toHaveLength(1)
  // The second payment fails too, and the first guest pays again.
  app.simulator.refuse(await referenceOf(second))
  later(20_000)
  await app.runPaymentJobs(tenantId)
  await first.pay()
  app.simulator.expire(await referenceOf(first))
  later(20_000)
  await app.runPaymentJobs(tenantId)
  app.simulator.authorizeLate(await referenceOf(first))
  await sweepPayments(await contextOf(tenantId))
  later(61_000)
  await sweepPayments(await contextOf(tenantId))
  expect(await first.guest('getReceipt', first.of)).toMatchObject({
    receipt: { status: 'PENDING_COLLECT_INTENTS', orderNumber: 1 },
  })
  expect(await stockOf(app, tenantId)).toBe(0)
})

test('without an answer of the provider the guest can press again, and nothing is begun twice', async () => {
  const tenantId = await makeShop(app, withStock(3))
  const { of, pay } = await atButton(app, tenantId)
  const before = app.simulator.payments().length
  app.simulator.failures.choose((operation) => (operation === 'create' ? { kind: 'lost' } : undefined))
  expect(await errorCodeOf(pay())).toBe('checkout/payment-failed')
  app.simulator.failures.clear()
  expect((await pay()).data.redirectUrl).toMatch(/^http/)
  expect(app.simulator.payments()).toHaveLength(before + 1)
  expect(await attemptsOf(app, tenantId, of.receiptId)).toHaveLength(1)
  expect(await stockOf(app, tenantId)).toBe(2)
})

test('an attempt that the provider never got returns everything', async () => {
  const tenantId = await makeShop(app, { ...withStock(3), promotions: limited(1) })
  const { guest, of, pay } = await atButton(app, tenantId, { codes: ['HALF'] })
  app.simulator.failures.choose((operation) => (operation === 'create' ? { kind: 'reset' } : undefined))
  expect(await errorCodeOf(pay())).toBe('checkout/payment-failed')
  for (let step = 0; step < 5; step += 1) {
    later(20_000)
    await app.runPaymentJobs(tenantId)
  }
  expect(await attemptsOf(app, tenantId, of.receiptId)).toMatchObject([
    { state: 'ended', end_reason: 'notCreated' },
  ])
  expect([await stockOf(app, tenantId), await usesOf(tenantId)]).toEqual([3, 0])
  app.simulator.failures.clear()
  expect(await guest('checkPaymentStatus', of)).toMatchObject({
    paymentStatus: 'failed',
    failure: 'notBegun',
  })
  expect((await pay()).data.redirectUrl).toMatch(/^http/)
  expect((await guest('checkPaymentStatus', of)).failure).toBeNull()
})

test('a guest who signs in while they pay takes the receipt along; the carts are merged afterwards', async () => {
  const tenantId = await makeShop(app)
  const elsewhere = app.guest(tenantId)
  const uid = await register(elsewhere, tenantId)
  await elsewhere('addToCart', { tenantId, variantId: 'comb-0' })
  const { guest, of, pay } = await atButton(app, tenantId)
  await pay()
  await guest('signInWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  expect((await guest('getCart', { tenantId })).lines).toMatchObject([{ variantId: 'comb-0' }])
  expect((await guest('checkPaymentStatus', of)).receipt.status).toBe('PENDING')
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.approve(attempt?.reference ?? '')
  later(6_000)
  expect((await guest('checkPaymentStatus', of)).receipt).toEqual({
    status: 'PENDING_COLLECT_INTENTS',
    orderNumber: 1,
  })
  expect((await guest('getCart', { tenantId })).lines).toMatchObject([{ variantId: 'comb-0', quantity: 1 }])
  expect((await guest('listOrders', { tenantId, uid })).documents).toHaveLength(1)
})

test('a second account on the same browser gets nothing of what the first one pays', async () => {
  const tenantId = await makeShop(app)
  const [first, second] = [app.guest(tenantId), app.guest(tenantId)]
  await register(first, tenantId)
  await register(second, tenantId, 'liv@example.com')
  const { guest, of, pay } = await atButton(app, tenantId)
  await pay()
  const signIn = (email: string) =>
    guest('signInWithEmailAndPassword', { tenantId, email, password: 'stamgast-demo' })
  await signIn('noah@example.com')
  await signIn('liv@example.com')
  expect(await errorCodeOf(guest('getReceipt', of))).toBe('not-found')
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.refuse(attempt?.reference ?? '')
  later(20_000)
  await app.runPaymentJobs(tenantId)
  // The payment has ended, so the carts are merged; the receipt remains the first account's.
  await signIn('liv@example.com')
  const { receipt } = await guest('createReceipt', { tenantId })
  expect(receipt.id).not.toBe(of.receiptId)
  expect(JSON.stringify(receipt)).not.toMatch(/Freja|Vestergade|freja@/)
  expect((await first('getReceipt', of)).receipt.customerDetails?.firstName).toBe('Freja')
})

test('deleting the account while paying ends the payment, and money that comes is released', async () => {
  for (const approves of [false, true]) {
    const tenantId = await makeShop(app, withStock(2))
    const guest = app.guest(tenantId)
    const uid = await register(guest, tenantId)
    const { of, pay } = await atButton(app, tenantId, { guest })
    await pay()
    const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
    if (approves) app.simulator.approve(attempt?.reference ?? '')
    await guest('deleteUser', { tenantId, uid, confirmed: true, fee: 0, password: 'stamgast-demo' })
    await app.runPaymentJobs(tenantId)
    await app.runPaymentJobs(tenantId)
    const theirs = app.simulator.payments().find(({ reference }) => reference === attempt?.reference)
    expect(theirs?.state).toBe(approves ? 'AUTHORIZED' : 'TERMINATED')
    expect((theirs?.authorized ?? 0) - (theirs?.cancelled ?? 0)).toBe(0)
    expect(await stockOf(app, tenantId)).toBe(2)
    const rows = await asOwner(app, tenantId, 'select content from payment_attempt where tenant_id = $1', [
      tenantId,
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Freja|Vestergade|example\.com/)
  }
})

test('deleting the account cancels an order that is not dispatched, and releases its money', async () => {
  const tenantId = await makeShop(app, withStock(2))
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const { of, pay } = await atButton(app, tenantId, { guest })
  await pay()
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.approve(attempt?.reference ?? '')
  later(6_000)
  await guest('checkPaymentStatus', of)
  expect(await guest('previewDeleteUser', { tenantId, uid })).toMatchObject({ orders: 1 })
  await guest('deleteUser', { tenantId, uid, confirmed: true, fee: 0, password: 'stamgast-demo' })
  await app.runPaymentJobs(tenantId)
  const theirs = app.simulator.payments().find(({ reference }) => reference === attempt?.reference)
  expect([theirs?.authorized, theirs?.cancelled, theirs?.captured]).toEqual([14_000, 14_000, 0])
  expect(await stockOf(app, tenantId)).toBe(2)
})

test('a purchase is counted once for guests who agreed, also where a job settles it, and its refund too', async () => {
  const tenantId = await makeShop(app, {}, { analytics: { measurementId: 'G-TEST1234' } })
  const guest = app.guest(tenantId)
  await guest('chooseAnalytics', { tenantId, agreed: true })
  const { of, pay } = await atButton(app, tenantId, { guest })
  await pay()
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.approve(attempt?.reference ?? '')
  later(20_000)
  await app.runPaymentJobs(tenantId)
  await guest('checkPaymentStatus', of)
  await cancelOrder(await contextOf(tenantId), 1)
  await app.runPaymentJobs(tenantId)
  const events = await asOwner<{ event: { name: string; params: Record<string, unknown> } }>(
    app,
    tenantId,
    `select data -> 'event' as event from pgboss.job where name = 'send-event' and data ->> 'tenant' = $1
      and data -> 'event' ->> 'name' in ('purchase', 'refund') order by created_on`,
    [tenantId],
  )
  expect(events.map(({ event }) => event)).toMatchObject([
    {
      name: 'purchase',
      params: { transaction_id: '1', currency: 'DKK', value: 140, shipping: 40, tax: 28 },
    },
    { name: 'refund', params: { transaction_id: '1', currency: 'DKK', value: 140 } },
  ])
  expect(events[0]?.event.params.items).toMatchObject([{ item_id: 'wax-0', quantity: 1, price: 100 }])
})

test('the salon is warned once, four days before a reservation ends', async () => {
  const tenantId = await makeShop(app)
  const { guest, of, pay } = await atButton(app, tenantId)
  await pay()
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.approve(attempt?.reference ?? '')
  later(6_000)
  await guest('checkPaymentStatus', of)
  const warnings = () => countMails(app, tenantId, `order-reservation:${attempt?.id}`)
  const days: number[] = []
  // A card's reservation lasts seven days.
  for (let day = 0; day < 7; day += 1) {
    await sweepPayments(await contextOf(tenantId))
    days.push(await warnings())
    later(24 * 3_600_000)
  }
  expect(days).toEqual([0, 0, 0, 1, 1, 1, 1])
})

test('an event of an unknown reference is accepted, and one without a signature is not', async () => {
  const tenantId = await makeShop(app)
  const { of, pay } = await atButton(app, tenantId)
  await pay()
  const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
  app.simulator.approve(attempt?.reference ?? '')
  await app.simulator.webhooks.idle()
  const delivery = app.deliveries.at(-1)
  if (!delivery) throw new Error('nothing was delivered')
  // The attempt is another tenant's: there the signature is wrong, and here, once it is gone, it is unknown.
  const other = await makeShop(app)
  expect((await app.deliver(other, delivery)).status).toBe(401)
  const unsigned = new Request(delivery.url, { method: 'POST', body: await delivery.request.clone().text() })
  expect((await app.fetch(tenantId, unsigned)).status).toBe(401)
  await asOwner(app, tenantId, 'delete from payment_attempt where tenant_id = $1', [tenantId])
  expect((await app.deliver(tenantId, delivery)).status).toBe(200)
  expect(await app.runPaymentJobs(tenantId)).toBeGreaterThanOrEqual(0)
})

test('at any step a process may die, the order is there once after the next start', async () => {
  // Each write of the database in the course of a payment fails once, before it is done.
  for (let dies = 0; ; dies += 1) {
    const tenantId = await makeShop(app, withStock(3))
    const { guest, of, pay } = await atButton(app, tenantId)
    const { db } = app.deps
    let writes = 0
    const failing: typeof db = {
      ...db,
      write: (id, work) => {
        writes += 1
        return writes === dies + 1 ? Promise.reject(new Error('killed')) : db.write(id, work)
      },
    }
    app.deps.db = failing
    app.jobDeps.db = failing
    await pay().catch(() => {})
    const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
    if (attempt) {
      if (app.simulator.payments().some(({ reference }) => reference === attempt.reference))
        app.simulator.approve(attempt.reference)
      later(6_000)
      await guest('checkPaymentStatus', of).catch(() => {})
      await app.runPaymentJobs(tenantId).catch(() => {})
    }
    const isOver = writes < dies + 1
    app.deps.db = db
    app.jobDeps.db = db
    // The next start.
    later(15_000)
    await enqueuePaymentJobs(await contextOf(tenantId))
    await app.runPaymentJobs(tenantId)
    if (attempt) {
      const [after] = await attemptsOf(app, tenantId, of.receiptId)
      const theirs = app.simulator.payments().find(({ reference }) => reference === attempt.reference)
      expect([dies, after?.state]).toEqual([dies, theirs?.state === 'AUTHORIZED' ? 'settled' : 'open'])
      expect(await countMails(app, tenantId, `order:${of.receiptId}`)).toBe(
        after?.state === 'settled' ? 1 : 0,
      )
      expect(await stockOf(app, tenantId)).toBe(2)
    } else expect(await stockOf(app, tenantId)).toBe(3)
    if (isOver) break
  }
})
