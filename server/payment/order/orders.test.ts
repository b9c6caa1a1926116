import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import type { TenantId } from '#server/database/db.ts'
import {
  ledgerOf,
  orderContext,
  orderMails,
  orderOf,
  placeOrder,
  runJobs,
  type Placed,
} from '#test/orders.ts'
import { makePaymentApp, makeShop, stockOf, type PaymentApp } from '#test/payments.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { findPaymentClient } from '../accounts.ts'
import type { PaymentContext } from '../context.ts'
import { cancelOrder, completeCapture, dispatchOrder, refundOrder } from './orders.ts'
import { perTier } from '#test/tier.ts'

/** Rounds of each race. */
const ROUNDS = perTier(3, 50)
const STOCK = 1_000_000
const CODE = [
  {
    id: 'half',
    name: 'Half',
    kind: 'percent',
    percent: 50,
    limit: 1000,
    firstPurchase: false,
    active: true,
    codes: ['HALF'],
  },
  {
    id: 'free',
    name: 'Free',
    kind: 'percent',
    percent: 100,
    firstPurchase: false,
    active: true,
    codes: ['FREE'],
  },
  {
    id: 'carriage',
    name: 'Carriage',
    kind: 'freeShipping',
    firstPurchase: false,
    active: true,
    codes: ['CARRIAGE'],
  },
] as unknown as Shop['promotions']

let app: PaymentApp
let tenant: TenantId
let ctx: PaymentContext
beforeAll(async () => {
  app = await makePaymentApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  tenant = await makeShop(app, { promotions: CODE })
  ctx = await orderContext(app, tenant)
})
afterEach(() => app.simulator.failures.clear())

const place = (options?: Parameters<typeof placeOrder>[2]) => placeOrder(app, tenant, options)
const ledger = (order: Placed) => ledgerOf(app, tenant, order)
const stored = (order: Placed) => orderOf(app, tenant, order.id)
const mailKeys = async (order: Placed) => (await orderMails(app, tenant, order)).map(({ key }) => key)
const usesOf = async (id: string) =>
  (
    await asOwner<{ uses: number }>(
      app,
      tenant,
      'select uses from promotion where tenant_id = $1 and id = $2',
      [tenant, id],
    )
  )[0]?.uses
/** The provider does what was requested, and its answers are lost. */
const loseAnswers = (operation: string) =>
  app.simulator.failures.choose((asked) => (asked === operation ? { kind: 'lost' } : undefined))

test('a dispatch captures the whole amount once, and the guest gets one mail', async () => {
  const order = await place()
  expect(await stored(order)).toMatchObject({ status: 'PENDING_COLLECT_INTENTS', dispatchedAt: null })
  const outcomes = await Promise.all([1, 2, 3].map(() => dispatchOrder(ctx, order.number)))
  expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(0)
  for (const outcome of outcomes)
    expect(outcome.ok || outcome.reason === 'dispatched' || outcome.reason === 'pending').toBe(true)
  await runJobs(app, tenant)
  expect(await stored(order)).toMatchObject({ status: 'PAID', dispatchedAt: expect.any(Date) })
  expect(await ledger(order)).toEqual({ captured: order.total, cancelled: 0, refunded: 0 })
  expect(await mailKeys(order)).toEqual(['order', 'order-dispatched', 'order-notice'])
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ ok: false, reason: 'dispatched' })
  expect(await dispatchOrder(ctx, 99)).toEqual({ ok: false, reason: 'missing' })
})

test('a capture whose answer is lost is completed by its job, and the dispatch with it', async () => {
  const order = await place()
  loseAnswers('capture')
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ ok: false, reason: 'pending' })
  expect(await stored(order)).toMatchObject({ status: 'PENDING_COLLECT_INTENTS', dispatchedAt: null })
  expect(await cancelOrder(ctx, order.number)).toMatchObject({ ok: false, reason: 'capturing' })
  app.simulator.failures.clear()
  await runJobs(app, tenant)
  expect(await stored(order)).toMatchObject({ status: 'PAID', dispatchedAt: expect.any(Date) })
  expect(await ledger(order)).toEqual({ captured: order.total, cancelled: 0, refunded: 0 })
  expect(await completeCapture(ctx, order.number)).toMatchObject({ ok: false, reason: 'dispatched' })
})

test('a capture is completed by the operator too, who cannot begin one', async () => {
  const order = await place()
  expect(await completeCapture(ctx, order.number)).toMatchObject({ ok: false, reason: 'notBegun' })
  loseAnswers('capture')
  await dispatchOrder(ctx, order.number)
  expect(await completeCapture(ctx, order.number)).toMatchObject({ ok: false, reason: 'pending' })
  app.simulator.failures.clear()
  expect(await completeCapture(ctx, order.number)).toMatchObject({ ok: true })
  expect(await ledger(order)).toEqual({ captured: order.total, cancelled: 0, refunded: 0 })
})

test('a refused capture leaves the order reserved, and can be tried again', async () => {
  const order = await place()
  app.simulator.failures.add('capture', { kind: 'status', status: 400 })
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ ok: false, reason: 'refused' })
  expect(await stored(order)).toMatchObject({ status: 'PENDING_COLLECT_INTENTS', dispatchedAt: null })
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ ok: true })
  expect(await ledger(order)).toEqual({ captured: order.total, cancelled: 0, refunded: 0 })
})

test('cancelling a reserved order releases it, and gives goods and codes back once', async () => {
  const guest = app.guest(tenant)
  await register(guest, tenant)
  const order = await place({ guest, quantity: 3, codes: ['HALF'] })
  expect([await stockOf(app, tenant), await usesOf('half')]).toEqual([STOCK - 3, 1])
  expect(await cancelOrder(ctx, order.number)).toMatchObject({
    ok: true,
    cancelled: true,
    money: { kind: 'cancel', amount: order.total, answer: { state: 'done' } },
  })
  expect(await cancelOrder(ctx, order.number)).toMatchObject({ ok: true, cancelled: false })
  expect(await stored(order)).toMatchObject({ status: 'canceled', paymentStatus: 'failed' })
  expect([await stockOf(app, tenant), await usesOf('half')]).toEqual([STOCK, 0])
  expect(await ledger(order)).toEqual({ captured: 0, cancelled: order.total, refunded: 0 })
  expect(await mailKeys(order)).toEqual(['order', 'order-cancelled', 'order-notice'])
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ ok: false, reason: 'canceled' })
  const uid = (await stored(order)).guestId ?? ''
  const { documents } = await guest('listNotifications', { tenantId: tenant, uid })
  expect(documents.map(({ title }) => title)).toContain(`Order no. ${order.number} is cancelled`)
})

test('cancelling a dispatched order refunds what is left, and stays completed', async () => {
  const order = await place()
  await dispatchOrder(ctx, order.number)
  expect(await refundOrder(ctx, order.number, { amount: 4_000 })).toMatchObject({
    ok: true,
    left: order.total - 4_000,
  })
  expect(await cancelOrder(ctx, order.number)).toMatchObject({
    ok: true,
    money: { kind: 'refund', amount: order.total - 4_000, answer: { state: 'done' } },
  })
  expect(await stored(order)).toMatchObject({ status: 'canceled', paymentStatus: 'completed' })
  expect(await ledger(order)).toEqual({ captured: order.total, cancelled: 0, refunded: order.total })
  expect(await stockOf(app, tenant)).toBe(STOCK)
})

test('refunds never exceed what was captured, also at once', async () => {
  const order = await place()
  expect(await refundOrder(ctx, order.number, { amount: 100 })).toMatchObject({
    ok: false,
    reason: 'notCaptured',
  })
  await dispatchOrder(ctx, order.number)
  expect(await refundOrder(ctx, order.number, { amount: order.total + 1 })).toMatchObject({
    ok: false,
    reason: 'tooMuch',
    left: order.total,
  })
  const most = order.total - 1_000
  await Promise.all([1, 2, 3, 4].map(() => refundOrder(ctx, order.number, { amount: most })))
  await runJobs(app, tenant)
  expect(await ledger(order)).toEqual({ captured: order.total, cancelled: 0, refunded: most })
  expect(await refundOrder(ctx, order.number, { amount: 1_001 })).toMatchObject({
    reason: 'tooMuch',
    left: 1_000,
  })
  expect(await refundOrder(ctx, order.number, { amount: 1_000 })).toMatchObject({ ok: true, left: 0 })
  expect(await ledger(order)).toMatchObject({ refunded: order.total })
  expect((await stored(order)).status).toBe('PAID')
})

test('a refund without an answer keeps the next one waiting', async () => {
  const order = await place()
  await dispatchOrder(ctx, order.number)
  loseAnswers('refund')
  expect(await refundOrder(ctx, order.number, { amount: 500 })).toMatchObject({
    ok: false,
    reason: 'pending',
  })
  expect(await refundOrder(ctx, order.number, { amount: 500 })).toMatchObject({
    ok: false,
    reason: 'pending',
  })
  app.simulator.failures.clear()
  await runJobs(app, tenant)
  expect(await ledger(order)).toMatchObject({ refunded: 500 })
})

test('the same refund again within ten minutes is meant, or it is nothing, and each has one mail', async () => {
  const order = await place()
  await dispatchOrder(ctx, order.number)
  const refund = (more?: { again: boolean }) => refundOrder(ctx, order.number, { amount: 500 }, more)
  expect(await refund()).toMatchObject({ ok: true })
  expect(await refund()).toMatchObject({ ok: false, reason: 'repeated', amount: 500 })
  expect(await ledger(order)).toMatchObject({ refunded: 500 })
  expect(await refund({ again: true })).toMatchObject({ ok: true })
  app.clock.now = app.deps.now() + 10 * 60_000
  expect(await refund()).toMatchObject({ ok: true })
  expect(await ledger(order)).toMatchObject({ refunded: 1500 })
  for (const amount of [0, -500])
    expect(await refundOrder(ctx, order.number, { amount })).toMatchObject({ reason: 'nothing' })
  await runJobs(app, tenant)
  const mails = await asOwner<{ subject: string; text: string }>(
    app,
    tenant,
    `select subject, text from mail where tenant_id = $1 and key like 'order-refunded:%'`,
    [tenant],
  )
  expect(mails).toHaveLength(3)
  for (const { subject, text } of mails) {
    expect(subject).toMatch(new RegExp(`5[.,]00.* of your order ${order.number} is refunded$`))
    expect(text).toMatch(/remains paid/)
  }
})

test('single pieces are refunded once, less their share of a discount, and the mail names them', async () => {
  const order = await place({ codes: ['HALF'] })
  await dispatchOrder(ctx, order.number)
  const refund = (variantId: string, quantity = 1) =>
    refundOrder(ctx, order.number, { pieces: [{ variantId, quantity }] }, { again: true })
  expect(await refund('soap')).toMatchObject({ reason: 'unknownPieces' })
  expect(await refund('wax-0', 9)).toMatchObject({ reason: 'unknownPieces' })
  expect(await refund('wax-0')).toMatchObject({ ok: true, amount: 5000 })
  expect(await refund('wax-0')).toMatchObject({ reason: 'unknownPieces' })
  expect(await ledger(order)).toMatchObject({ refunded: 5000 })
  const [mail] = await asOwner<{ text: string }>(
    app,
    tenant,
    `select text from mail where tenant_id = $1 and key like 'order-refunded:%'`,
    [tenant],
  )
  expect(mail?.text).toContain('1 × Name of wax')
})

test('an order that costs nothing is dispatched and cancelled without a provider', async () => {
  const free = () => place({ codes: ['FREE', 'CARRIAGE'] })
  const [sent, cancelled] = [await free(), await free()]
  expect(sent.total).toBe(0)
  app.simulator.failures.choose(() => ({ kind: 'reset' }))
  expect(await dispatchOrder(ctx, sent.number)).toMatchObject({ ok: true, order: { status: 'PAID' } })
  expect(await refundOrder(ctx, sent.number, { amount: 100 })).toMatchObject({ reason: 'notCaptured' })
  expect(await cancelOrder(ctx, cancelled.number)).toMatchObject({ ok: true, cancelled: true, money: null })
  expect(await stored(cancelled)).toMatchObject({ status: 'canceled', paymentStatus: 'failed' })
  expect(await stockOf(app, tenant)).toBe(STOCK - 1)
})

test('dispatched, cancelled and withdrawn from at once, an order ends in one way', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await place()
    const works = [
      () => dispatchOrder(ctx, order.number),
      () => cancelOrder(ctx, order.number),
      () => order.guest('withdrawOrder', order.of),
    ]
    const first = round % works.length
    await Promise.all([...works.slice(first), ...works.slice(0, first)].map((work) => work()))
    await runJobs(app, tenant)
    const { status, dispatchedAt, withdrawnAt } = await stored(order)
    const amounts = await ledger(order)
    const [paid, all] = [order.total, { captured: 0, cancelled: 0, refunded: 0 }]
    if (status === 'PAID') {
      expect(dispatchedAt).not.toBeNull()
      expect(withdrawnAt).not.toBeNull()
      expect(amounts).toEqual({ ...all, captured: paid })
    } else {
      expect(status).toBe('canceled')
      expect([
        { ...all, cancelled: paid },
        { ...all, captured: paid, refunded: paid },
      ]).toContainEqual(amounts)
    }
    const keys = await mailKeys(order)
    expect(new Set(keys).size).toBe(keys.length)
    if (status === 'PAID') await cancelOrder(ctx, order.number)
    await ledger(order)
  }
  expect(await stockOf(app, tenant)).toBe(STOCK)
})

test('what the salon has done with the provider’s own tools counts as done', async () => {
  const [sent, cancelled, refunded] = [await place(), await place(), await place()]
  await dispatchOrder(ctx, refunded.number)
  const client = await findPaymentClient(ctx)
  const change = ({ reference, total: amount }: Placed, key: string) => ({
    reference,
    amount,
    currency: 'DKK',
    idempotencyKey: `${key}-of-the-portal`,
  })
  expect(await client?.capture(change(sent, 'capture'))).toEqual({ ok: true })
  expect(await client?.cancel(change(cancelled, 'cancel'))).toEqual({ ok: true })
  expect(await client?.refund(change(refunded, 'refund'))).toEqual({ ok: true })
  expect(await dispatchOrder(ctx, sent.number)).toMatchObject({ ok: true })
  expect(await cancelOrder(ctx, cancelled.number)).toMatchObject({ money: { answer: { state: 'done' } } })
  expect(await cancelOrder(ctx, refunded.number)).toMatchObject({ money: { answer: { state: 'done' } } })
  for (const order of [sent, cancelled, refunded]) await ledger(order)
})

test('a refund event is enqueued once for each refund, for a guest who had consented', async () => {
  await asOwner(
    app,
    tenant,
    `update tenant set profile = profile || '{"analytics":{"measurementId":"G-TEST1234"}}' where id = $1`,
    [tenant],
  )
  ctx = await orderContext(app, tenant)
  const [silent, order] = [await place(), await place()]
  await asOwner(
    app,
    tenant,
    `update payment_attempt set analytics_client_id = 'client' where tenant_id = $1 and id = $2`,
    [tenant, order.attemptId],
  )
  for (const { number } of [silent, order]) {
    await dispatchOrder(ctx, number)
    await refundOrder(ctx, number, { amount: 4_000 })
    await cancelOrder(ctx, number)
  }
  await runJobs(app, tenant)
  const events = await asOwner<{ event: unknown }>(
    app,
    tenant,
    `select data -> 'event' as event from pgboss.job where name = 'send-event' and data ->> 'tenant' = $1
      order by created_on`,
    [tenant],
  )
  const params = { transaction_id: String(order.number), currency: 'DKK' }
  expect(events.map(({ event }) => event)).toEqual([
    { name: 'refund', params: { ...params, value: 40 } },
    { name: 'refund', params: { ...params, value: 100 } },
  ])
})

class Crash extends Error {}

/** A context whose process ends at its transaction `at`: before it begins, or before it commits. */
function crashing(at: number, when: 'before' | 'within'): PaymentContext {
  let count = 0
  const { db } = ctx.deps
  return {
    ...ctx,
    deps: {
      ...ctx.deps,
      db: {
        ...db,
        write: (id, work) => {
          count += 1
          if (count !== at) return db.write(id, work)
          if (when === 'before') return Promise.reject(new Crash())
          return db.write(id, async (tx) => {
            await work(tx)
            throw new Crash()
          })
        },
      },
    },
  }
}

const steps = [1, 2].flatMap((at) => (['before', 'within'] as const).map((when) => [at, when] as const))

test.each(steps)('a crash %i %s its commit loses nothing, and repeats nothing', async (at, when) => {
  const [sent, reserved, captured, refunded] = [await place(), await place(), await place(), await place()]
  for (const { number } of [captured, refunded]) await dispatchOrder(ctx, number)
  const crash = (work: (broken: PaymentContext) => Promise<unknown>) =>
    expect(work(crashing(at, when))).rejects.toThrow(Crash)
  await crash((broken) => dispatchOrder(broken, sent.number))
  await crash((broken) => cancelOrder(broken, reserved.number))
  await crash((broken) => cancelOrder(broken, captured.number))
  await crash((broken) => refundOrder(broken, refunded.number, { amount: 700 }))
  await runJobs(app, tenant)
  const none = { captured: 0, cancelled: 0, refunded: 0 }
  // In its first transaction nothing has begun; after that the jobs end it.
  const begun = at > 1
  expect(await ledger(sent)).toEqual({ ...none, captured: begun ? sent.total : 0 })
  expect(await ledger(reserved)).toEqual({ ...none, cancelled: begun ? reserved.total : 0 })
  expect(await ledger(captured)).toEqual({
    ...none,
    captured: captured.total,
    refunded: begun ? captured.total : 0,
  })
  expect(await ledger(refunded)).toEqual({ ...none, captured: refunded.total, refunded: begun ? 700 : 0 })
  expect((await stored(sent)).dispatchedAt !== null).toBe(begun)
  expect([(await stored(reserved)).status, (await stored(captured)).status]).toEqual(
    begun ? ['canceled', 'canceled'] : ['PENDING_COLLECT_INTENTS', 'PAID'],
  )
  await dispatchOrder(ctx, sent.number)
  await cancelOrder(ctx, reserved.number)
  await cancelOrder(ctx, captured.number)
  expect(await ledger(sent)).toEqual({ ...none, captured: sent.total })
  expect(await ledger(reserved)).toEqual({ ...none, cancelled: reserved.total })
  expect(await ledger(captured)).toMatchObject({ captured: captured.total, refunded: captured.total })
  expect(await stockOf(app, tenant)).toBe(STOCK - 2)
})
