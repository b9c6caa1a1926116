import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { TenantId } from '#server/database/db.ts'
import { enqueuePaymentReturnedMail, enqueueReservationMail } from './order-mail.ts'
import {
  ledgerOf,
  orderContext,
  orderMails,
  orderOf,
  placeOrder,
  receiptHandle,
  runJobs,
  withdrawalUrl,
} from '#test/orders.ts'
import { makePaymentApp, makeShop, stockOf, type PaymentApp } from '#test/payments.ts'
import { asOwner } from '#test/seeded.ts'
import { errorCodeOf } from '#test/steps.ts'
import type { PaymentContext } from '../context.ts'
import { cancelOrder, dispatchOrder } from './orders.ts'
import { findAttempt } from '../queries.ts'

const DAY = 24 * 3_600_000
const STOCK = 1_000_000

let app: PaymentApp
let tenant: TenantId
let ctx: PaymentContext
let start: number
beforeAll(async () => {
  app = await makePaymentApp()
  start = app.deps.now()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = start
  tenant = await makeShop(app)
  ctx = await orderContext(app, tenant)
})
afterEach(() => app.simulator.failures.clear())

const place = () => placeOrder(app, tenant)
const mails = async (order: { id: string }) => orderMails(app, tenant, order)
const keys = async (order: { id: string }) => (await mails(order)).map(({ key }) => key)

test('before the dispatch a withdrawal cancels the order at once; a second one answers the first', async () => {
  const order = await place()
  const { receipt } = await order.guest('withdrawOrder', order.of)
  expect(receipt).toMatchObject({
    status: 'canceled',
    canceledAt: start,
    withdrawal: { at: start, until: null, open: false },
    customerDetails: { firstName: 'Freja' },
  })
  app.clock.now = start + DAY
  const again = await order.guest('withdrawOrder', order.of)
  expect(again.receipt).toEqual(receipt)
  await runJobs(app, tenant)
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: 0, cancelled: order.total, refunded: 0 })
  expect(await stockOf(app, tenant)).toBe(STOCK)
  expect(await keys(order)).toEqual(['order', 'order-notice', 'order-withdrawn', 'order-withdrawn-notice'])
  const [, , acknowledgement, notice] = await mails(order)
  expect(acknowledgement).toMatchObject({
    to: 'freja@example.com',
    subject: `Company ${tenant}: we have received your withdrawal from order ${order.number}`,
  })
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Copenhagen' }).format(
    start,
  )
  expect(acknowledgement?.text).toContain(`at ${time}.`)
  for (const said of ['Name of wax', 'kr. 140.00 is released', 'Your order is cancelled.'])
    expect(acknowledgement?.text).toContain(said)
  expect(notice).toMatchObject({
    to: `salon@${tenant}.example`,
    subject: `Withdrawal from order ${order.number}`,
  })
  expect(notice?.text).toContain('Please do not send it.')
})

test('after the dispatch a withdrawal is stored, until the end of the fourteenth day', async () => {
  const [early, late] = [await place(), await place()]
  for (const { number } of [early, late]) await dispatchOrder(ctx, number)
  const { receipt: dispatched } = await early.guest('getReceipt', early.of)
  const until = dispatched.withdrawal.until ?? 0
  expect(until).toBeGreaterThanOrEqual(start + 14 * DAY)
  app.clock.now = until
  const { receipt } = await early.guest('withdrawOrder', early.of)
  expect(receipt).toMatchObject({ status: 'PAID', withdrawal: { at: until, open: false }, canceledAt: null })
  const sent = await mails(early)
  expect(sent.map(({ key }) => key)).toEqual([
    'order',
    'order-dispatched',
    'order-notice',
    'order-withdrawn',
    'order-withdrawn-notice',
  ])
  expect(sent[3]?.text).toContain('Send the goods back to us within 14 days.')
  expect(sent[4]?.text).toContain('has already been dispatched')
  expect(await ledgerOf(app, tenant, early)).toEqual({ captured: early.total, cancelled: 0, refunded: 0 })
  expect(await dispatchOrder(ctx, early.number)).toMatchObject({ reason: 'dispatched' })
  // The goods are back.
  expect(await cancelOrder(ctx, early.number)).toMatchObject({ ok: true, money: { kind: 'refund' } })
  expect(await ledgerOf(app, tenant, early)).toMatchObject({ refunded: early.total })
  app.clock.now = until + 1
  const refused = await late.guest('withdrawOrder', late.of).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'order/withdrawal-over', details: { until } })
  expect(refused).toBeInstanceOf(CallError)
  expect(await keys(late)).toEqual(['order', 'order-dispatched', 'order-notice'])
})

test('while the money is captured a withdrawal waits for it, and gets it back', async () => {
  const order = await place()
  app.simulator.failures.choose((asked) => (asked === 'capture' ? { kind: 'lost' } : undefined))
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ reason: 'pending' })
  const { receipt } = await order.guest('withdrawOrder', order.of)
  expect(receipt).toMatchObject({ status: 'PENDING_COLLECT_INTENTS', withdrawal: { at: start } })
  app.simulator.failures.clear()
  expect(await dispatchOrder(ctx, order.number)).toMatchObject({ ok: false, reason: 'withdrawn' })
  await runJobs(app, tenant)
  expect(await orderOf(app, tenant, order.id)).toMatchObject({ status: 'canceled', dispatchedAt: null })
  expect(await ledgerOf(app, tenant, order)).toEqual({
    captured: order.total,
    cancelled: 0,
    refunded: order.total,
  })
  expect(await stockOf(app, tenant)).toBe(STOCK)
  expect(await keys(order)).not.toContain('order-dispatched')
})

test('a capture that is refused after a withdrawal releases the money', async () => {
  const order = await place()
  app.simulator.failures.choose((asked) => (asked === 'capture' ? { kind: 'reset' } : undefined))
  await dispatchOrder(ctx, order.number)
  await order.guest('withdrawOrder', order.of)
  app.simulator.failures.choose((asked) =>
    asked === 'capture' ? { kind: 'status', status: 400 } : undefined,
  )
  await runJobs(app, tenant)
  await runJobs(app, tenant)
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: 0, cancelled: order.total, refunded: 0 })
  expect((await orderOf(app, tenant, order.id)).status).toBe('canceled')
})

test('the link of a mail withdraws, and discloses nothing', async () => {
  const order = await place()
  const receipt = receiptHandle(app, tenant, order.id)
  const [mail] = await mails(order)
  expect(mail?.text).toContain(withdrawalUrl(app, tenant, order.id))
  expect(mail?.text).toContain('You have 14 days to withdraw from the contract without giving a reason')
  expect(mail?.text).toContain('The amount is reserved.')
  const other = app.guest(tenant)
  const answer = await other('withdrawOrder', { tenantId: tenant, receipt })
  expect(answer.receipt).toMatchObject({ status: 'canceled', customerDetails: null })
  expect(JSON.stringify(answer)).not.toMatch(/Freja|Vestergade|freja@/)
  expect((await other('withdrawOrder', { tenantId: tenant, receipt })).receipt).toEqual(answer.receipt)
  expect(await errorCodeOf(other('withdrawOrder', order.of))).toBe('not-found')
  const foreign = await makeShop(app)
  expect(await errorCodeOf(app.guest(foreign)('withdrawOrder', { tenantId: foreign, receipt }))).toBe(
    'not-found',
  )
  expect(await errorCodeOf(other('withdrawOrder', { tenantId: tenant }))).toBe('request/invalid')
  expect(await errorCodeOf(other('withdrawOrder', { ...order.of, receipt }))).toBe('request/invalid')
})

test('what is not an order, or was cancelled by the salon, is not withdrawn from', async () => {
  const guest = app.guest(tenant)
  await guest('addToCart', { tenantId: tenant, variantId: 'wax-0' })
  const { receipt } = await guest('createReceipt', { tenantId: tenant })
  expect(await errorCodeOf(guest('withdrawOrder', { tenantId: tenant, receiptId: receipt.id }))).toBe(
    'not-found',
  )
  const order = await place()
  await cancelOrder(ctx, order.number)
  const answer = await order.guest('withdrawOrder', order.of)
  expect(answer.receipt).toMatchObject({ status: 'canceled', withdrawal: { at: null, open: false } })
  expect(await keys(order)).toEqual(['order', 'order-cancelled', 'order-notice'])
})

test('the salon reads that a reservation ends, once, and only while nothing is captured', async () => {
  const [waiting, sent] = [await place(), await place()]
  await dispatchOrder(ctx, sent.number)
  for (const { attemptId } of [waiting, sent, waiting])
    await app.db.write(tenant, async (tx) => {
      const attempt = await findAttempt(tx, attemptId)
      if (attempt) await enqueueReservationMail(ctx, tx, attempt)
    })
  const found = await asOwner<{ to: string; text: string }>(
    app,
    tenant,
    `select "to", text from mail where tenant_id = $1 and key like 'order-reservation:%'`,
    [tenant],
  )
  expect(found).toHaveLength(1)
  expect(found[0]?.to).toBe(`salon@${tenant}.example`)
  expect(found[0]?.text.replaceAll('\u00a0', ' ')).toContain(
    `The amount of kr. 140.00 that is reserved for order ${waiting.number}`,
  )
})

test('a guest without details any more gets no mail', async () => {
  const order = await place()
  const [row, attempt] = [
    await orderOf(app, tenant, order.id),
    await app.db.read(tenant, (tx) => findAttempt(tx, order.attemptId)),
  ]
  if (!attempt) throw new Error('no attempt')
  const send = (customer: typeof row.customer) =>
    app.db.write(tenant, (tx) =>
      enqueuePaymentReturnedMail(ctx, tx, { receipt: { ...row, customer }, attempt }),
    )
  const count = () =>
    asOwner(app, tenant, `select id from mail where tenant_id = $1 and key like 'payment-returned:%'`, [
      tenant,
    ])
  await send({ ...row.customer, email: '' })
  expect(await count()).toHaveLength(0)
  await send(row.customer)
  expect(await count()).toHaveLength(1)
})
