import { afterAll, beforeAll, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { formatMoney } from '#domain/money.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { attemptsOf, customerDetails, makePaymentApp, type PaymentApp } from '#test/payments.ts'
import { makeTenant } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { cancelOrder, dispatchOrder } from './order/orders.ts'
import { perTier } from '#test/tier.ts'

const ORDERS = perTier(6, 300)

let app: PaymentApp
beforeAll(async () => {
  app = await makePaymentApp()
})
afterAll(() => app.close())

const VAT = [0, 7, 19, 20, 24, 25, 25.5]
const prices = fc.sample(fc.integer({ min: 1, max: 250_000 }), { numRuns: 24, seed: 7 })
const cart = fc.record({
  lines: fc.uniqueArray(
    fc.record({ at: fc.nat(prices.length - 1), quantity: fc.integer({ min: 1, max: 7 }) }),
    { minLength: 1, maxLength: 4, selector: ({ at }) => at },
  ),
  codes: fc.subarray(['AMOUNT', 'PERCENT', 'FREIGHT']),
})

test('an order is one figure on its page, in its mail, at the provider and in its refund', async () => {
  const rounds = Math.ceil(ORDERS / VAT.length)
  for (const [index, vatPercent] of VAT.entries()) {
    const tenantId = await makeTenant(app, { vatPercent, profile: { shop: true } })
    const pricesInclude = index % 2 === 0 ? 'none' : 'vat'
    await asOwner(app, tenantId, 'update finance set prices_include = $2 where tenant_id = $1', [
      tenantId,
      pricesInclude,
    ])
    await fillShop(app, tenantId, {
      products: prices.map((price, at) => madeProduct(`p${at}`, [{ price }])),
      shipping: [{ type: 'privateDelivery', name: 'Home', price: 3_999, countries: ['DK'], active: true }],
      promotions: [
        { id: 'amount', kind: 'amount', amount: 1_234, codes: ['AMOUNT'] },
        { id: 'percent', kind: 'percent', percent: 7.5, codes: ['PERCENT'] },
        { id: 'freight', kind: 'freeShipping', codes: ['FREIGHT'] },
      ].map((one) => ({
        name: one.id,
        firstPurchase: false,
        active: true,
        ...one,
      })) as unknown as Shop['promotions'],
    })
    const row = await findTenantById(app.deps.db, tenantId)
    if (!row) throw new Error('no tenant')
    const ctx = { tenant: tenantFrom(row, app.deps.config), deps: app.jobDeps }
    for (const { lines, codes } of fc.sample(cart, { numRuns: rounds, seed: 11 + index })) {
      const guest = app.guest(tenantId)
      for (const { at, quantity } of lines)
        await guest('addToCart', { tenantId, variantId: `p${at}-0`, quantity })
      const { receipt: begun } = await guest('createReceipt', { tenantId, customerDetails })
      const of = { tenantId, receiptId: begun.id }
      for (const discountCode of codes) await guest('applyDiscountCode', { ...of, discountCode })
      const { receipt } = await guest('updateReceiptWithShipping', {
        ...of,
        shipping: { type: 'privateDelivery' },
      })
      const { total, version } = receipt
      await guest('setupPaymentIntent', { ...of, amount: total, receiptVersion: version })
      const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
      const find = () => app.simulator.payments().find(({ reference }) => reference === attempt?.reference)
      if (total > 0) app.simulator.approve(attempt?.reference ?? '')
      app.clock.now = app.deps.now() + 6_000
      await guest('checkPaymentStatus', of)
      const { receipt: order } = await guest('getReceipt', of)
      expect(order).toMatchObject({ total, orderNumber: expect.any(Number) })
      const [mail] = await asOwner<{ text: string }>(
        app,
        tenantId,
        'select text from mail where tenant_id = $1 and key = $2',
        [tenantId, `order:${of.receiptId}`],
      )
      expect(mail?.text).toContain(formatMoney(total, 'DKK', 'en', 'kr.'))
      await dispatchOrder(ctx, order.orderNumber ?? 0)
      await cancelOrder(ctx, order.orderNumber ?? 0)
      await app.runPaymentJobs(tenantId)
      const money =
        total > 0 ? find() : { amount: 0, authorized: 0, captured: 0, refunded: 0, currency: 'DKK' }
      expect(money).toMatchObject({
        currency: 'DKK',
        amount: total,
        authorized: total,
        captured: total,
        refunded: total,
      })
      expect((await guest('getReceipt', of)).receipt).toMatchObject({
        total,
        refunded: total,
        status: 'canceled',
      })
    }
  }
})
