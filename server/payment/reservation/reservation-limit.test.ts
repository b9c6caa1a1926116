import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { RESERVATION_LIMITS } from '#domain/checkout/reservation-limit.ts'
import type { TenantId } from '#server/database/db.ts'
import { orderContext, orderMails } from '#test/orders.ts'
import { atButton, attemptsOf, makePaymentApp, makeShop, stockOf, type PaymentApp } from '#test/payments.ts'
import { asOwner } from '#test/seeded.ts'
import { madeProduct } from '#test/shops.ts'
import { register } from '#test/steps.ts'
import { sweepPayments } from '../attempt/jobs.ts'
import { exhaustive } from '#test/tier.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await makePaymentApp()
  app.deps.reservationLimits = RESERVATION_LIMITS
  app.deps.paymentLimit = async () => null
})
afterAll(() => app.close())

const later = (ms: number) => {
  app.clock.now = app.deps.now() + ms
}
const MINUTE = 60_000
const withStock = (stock: number) => ({ products: [madeProduct('wax', [{ stock }])] })
type Buyer = Awaited<ReturnType<typeof atButton>>
const lastOf = async (tenantId: TenantId, { of }: Buyer) => {
  const attempt = (await attemptsOf(app, tenantId, of.receiptId)).at(-1)
  if (!attempt) throw new Error('no attempt')
  return attempt
}
const askProvider = async (tenantId: TenantId) => {
  later(20_000)
  await app.runPaymentJobs(tenantId)
}

test('the last piece can be bought by anyone: the first who pays has it, the second gets the money back', async () => {
  const tenantId = await makeShop(app, withStock(1))
  const [first, second] = [await atButton(app, tenantId), await atButton(app, tenantId)]
  await Promise.all([first.pay(), second.pay()])
  expect(await stockOf(app, tenantId)).toBe(1)
  for (const one of [first, second]) app.simulator.approve((await lastOf(tenantId, one)).reference)
  await askProvider(tenantId)
  const both = [await lastOf(tenantId, first), await lastOf(tenantId, second)]
  expect(both.map(({ state }) => state).toSorted()).toEqual(['ended', 'settled'])
  expect(await stockOf(app, tenantId)).toBe(0)
  const [won, lost] = both[0]?.state === 'settled' ? [first, second] : [second, first]
  expect(await won.guest('getReceipt', won.of)).toMatchObject({
    receipt: { status: 'PENDING_COLLECT_INTENTS', orderNumber: 1 },
  })
  expect(await lastOf(tenantId, lost)).toMatchObject({
    end_reason: 'soldOut',
    flag: 'soldOut',
    cancelled: 14_000,
    captured: 0,
  })
  expect(await lost.guest('getReceipt', lost.of)).toMatchObject({
    receipt: { status: 'PENDING', paymentStatus: 'failed', orderNumber: null },
  })
  const provider = app.simulator
    .payments()
    .find(({ reference }) => reference === both.find((one) => one.state === 'ended')?.reference)
  expect(provider).toMatchObject({ captured: 0, cancelled: 14_000, refunded: 0 })
  expect(await orderMails(app, tenantId, { id: (await lastOf(tenantId, lost)).id })).toHaveLength(1)
  // Nothing is left for a third.
  const third = await atButton(app, tenantId).catch((error: unknown) => error)
  expect(third instanceof CallError ? third.code : third).toBe('cart/not-enough')
})

test('half of the stock is reserved, the end returns what was reserved, and the payment takes the rest', async () => {
  const tenantId = await makeShop(app, withStock(10))
  const one = await atButton(app, tenantId, { quantity: 8 })
  await one.pay()
  expect(await stockOf(app, tenantId)).toBe(5)
  // The same address, another browser: nothing more is reserved, and five pieces can be paid for.
  const other = await atButton(app, tenantId, { quantity: 5 })
  await other.pay()
  expect(await stockOf(app, tenantId)).toBe(5)
  app.simulator.refuse((await lastOf(tenantId, other)).reference)
  await askProvider(tenantId)
  expect(await stockOf(app, tenantId)).toBe(5)
  app.simulator.approve((await lastOf(tenantId, one)).reference)
  await askProvider(tenantId)
  expect(await lastOf(tenantId, one)).toMatchObject({ state: 'settled' })
  expect(await stockOf(app, tenantId)).toBe(2)
})

test('a guest who has paid before holds everything; after two attempts without money nobody else holds anything', async () => {
  const tenantId = await makeShop(app, withStock(10))
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  const before = await atButton(app, tenantId, { guest })
  await before.pay()
  app.simulator.approve((await lastOf(tenantId, before)).reference)
  await askProvider(tenantId)
  expect(await stockOf(app, tenantId)).toBe(9)
  const regular = await atButton(app, tenantId, { guest, quantity: 7 })
  await regular.pay()
  expect(await stockOf(app, tenantId)).toBe(2)
  app.simulator.refuse((await lastOf(tenantId, regular)).reference)
  await askProvider(tenantId)
  const abandon = async () => {
    const buyer = await atButton(app, tenantId, { quantity: 2 })
    await buyer.pay()
    const reserved = 9 - (await stockOf(app, tenantId))
    app.simulator.refuse((await lastOf(tenantId, buyer)).reference)
    await askProvider(tenantId)
    return reserved
  }
  expect([await abandon(), await abandon()]).toEqual([2, 0])
  expect(await stockOf(app, tenantId)).toBe(9)
  // It can be paid all the same.
  const buyer = await atButton(app, tenantId, { quantity: 2 })
  await buyer.pay()
  app.simulator.approve((await lastOf(tenantId, buyer)).reference)
  await askProvider(tenantId)
  expect([(await lastOf(tenantId, buyer)).state, await stockOf(app, tenantId)]).toEqual(['settled', 7])
  later(24 * 60 * MINUTE)
  // A day later two pieces are reserved again, beside the two that are sold.
  expect(await abandon()).toBe(4)
  await sweepPayments(await orderContext(app, tenantId))
  later(25 * 60 * MINUTE)
  await sweepPayments(await orderContext(app, tenantId))
  const [known] = await asOwner<{ count: number }>(
    app,
    tenantId,
    'select count(*)::int from payment_attempt where tenant_id = $1 and address_hash is not null',
    [tenantId],
  )
  expect(known?.count).toBe(0)
})

test('one address against the shop for an hour never holds more than its limit', exhaustive, async () => {
  const stocks = [1, 2, 7, 40, 90]
  const tenantId = await makeShop(app, {
    products: stocks.map((stock, index) => madeProduct(index === 0 ? 'wax' : `oil${index}`, [{ stock }])),
  })
  const reserved = async () => {
    const rows = await asOwner<{ id: string; stock: number }>(
      app,
      tenantId,
      'select id, stock from product_variant where tenant_id = $1',
      [tenantId],
    )
    return stocks.map((stock, index) => {
      const id = index === 0 ? 'wax-0' : `oil${index}-0`
      return stock - (rows.find((one) => one.id === id)?.stock ?? NaN)
    })
  }
  const most = stocks.map(() => 0)
  let [began, mostTogether] = [0, 0]
  for (let minute = 0; minute < 60; minute += 4) {
    // Two new browsers at once, with as much as the carts take.
    await Promise.all(
      [0, 1].map(async () => {
        const guest = app.guest(tenantId)
        for (const [index, stock] of stocks.entries())
          if (index > 0)
            await guest('addToCart', { tenantId, variantId: `oil${index}-0`, quantity: stock }).catch(
              () => {},
            )
        const buyer = await atButton(app, tenantId, { guest }).catch(() => null)
        await buyer?.pay().then(
          () => (began += 1),
          () => {},
        )
      }),
    )
    const now = await reserved()
    for (const [index, count] of now.entries()) most[index] = Math.max(most[index] ?? 0, count)
    mostTogether = Math.max(
      mostTogether,
      now.reduce((sum, count) => sum + count, 0),
    )
    later(4 * MINUTE)
    for (const payment of app.simulator.payments())
      if (payment.state === 'CREATED' && minute % 12 === 8) app.simulator.expire(payment.reference)
    await app.runPaymentJobs(tenantId)
  }
  console.info(
    `one address for an hour: ${began} attempts, at most ${most.join(', ')} of ${stocks.join(', ')}, ${mostTogether} together`,
  )
  expect(began).toBeGreaterThan(5)
  expect(most.every((count, index) => count <= Math.floor((stocks[index] ?? 0) / 2))).toBe(true)
  expect(mostTogether).toBeLessThanOrEqual(20)
  expect(mostTogether).toBeGreaterThan(0)
})
