import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import { rightsOf } from '#domain/staff/rights.ts'
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
import { makeSignedIn, staffClient, staffContext } from '#test/signed-in.ts'
import { errorCodeOf } from '#test/steps.ts'
import { streamTopics } from '#server/http/event-stream.ts'
import { follow } from '#test/follow.ts'
import { dispatchOrder } from './orders.ts'

const STOCK = 1_000_000

let app: PaymentApp
let tenant: TenantId
beforeAll(async () => {
  app = await makePaymentApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  tenant = await makeShop(app)
})
afterEach(() => app.simulator.failures.clear())

const reception = makeSignedIn()
const manager = makeSignedIn({ role: 'manager' })
const place = () => placeOrder(app, tenant)
const clientOf = (staff: SignedInStaff = reception, at: TenantId = tenant) => staffClient(app, at, staff)
const mailKeys = async (order: Placed) => (await orderMails(app, tenant, order)).map(({ key }) => key)
const audit = () =>
  asOwner<{ what: string; actor: string; subject: string; after: unknown }>(
    app,
    tenant,
    'select what, actor, subject, after from audit where tenant_id = $1 order by at, id',
    [tenant],
  )
/** What a dispatch leaves, but for ids and times. */
async function traceOf(order: Placed) {
  const { status, paymentStatus, dispatchedAt, canceledAt, total } = await orderOf(app, tenant, order.id)
  const mails = await orderMails(app, tenant, order)
  const operations = await asOwner(
    app,
    tenant,
    `select kind, amount, state, code, pieces from payment_operation
     where tenant_id = $1 and attempt_id = $2 order by created_at`,
    [tenant, order.attemptId],
  )
  return {
    order: { status, paymentStatus, total, dispatched: dispatchedAt !== null, canceledAt },
    mails: mails.map(({ key, to }) => [key, to]),
    operations,
    ledger: await ledgerOf(app, tenant, order),
  }
}

test('an order that is dispatched from the panel leaves what the command leaves, and who pressed', async () => {
  const [byCommand, byPanel] = [await place(), await place()]
  expect(await dispatchOrder(await orderContext(app, tenant), byCommand.number)).toMatchObject({ ok: true })
  const call = await clientOf()
  expect(await call('dispatchOrder', { number: byPanel.number })).toEqual({ ok: true, collected: false })
  await runJobs(app, tenant)
  expect(await traceOf(byPanel)).toEqual(await traceOf(byCommand))
  expect(await mailKeys(byPanel)).toEqual(['order', 'order-dispatched', 'order-notice'])
  expect(await audit()).toEqual([
    { what: 'orderDispatched', actor: 'Mia Lund', subject: String(byPanel.number), after: null },
  ])
  expect(await call('dispatchOrder', { number: byPanel.number })).toEqual({ ok: false, reason: 'dispatched' })
  expect(await errorCodeOf(call('dispatchOrder', { number: 999 }))).toBe('not-found')
})

test('an order that the guest collects is logged as handed over', async () => {
  tenant = await makeShop(app, {
    shipping: [{ type: 'pickupInStore', name: 'Salon', price: 0, countries: [], active: true }],
  })
  const { number } = await placeOrder(app, tenant, { shipping: 'pickupInStore' })
  expect(await (await clientOf())('dispatchOrder', { number })).toEqual({ ok: true, collected: true })
  expect((await audit()).map(({ what }) => what)).toEqual(['orderHandedOver'])
})

test('of ten presses at once the money is drawn once, and one is logged', async () => {
  const order = await place()
  const call = await clientOf()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('dispatchOrder', { number: order.number })),
  )
  expect(answers.some(({ ok }) => ok)).toBe(true)
  await runJobs(app, tenant)
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: order.total, cancelled: 0, refunded: 0 })
  expect(await mailKeys(order)).toEqual(['order', 'order-dispatched', 'order-notice'])
  expect(await audit()).toHaveLength(1)
})

test('a provider that does not answer, or refuses, is said so; a cancelled order is not dispatched', async () => {
  const order = await place()
  const call = await clientOf()
  const { number } = order
  app.simulator.failures.choose((asked) => (asked === 'capture' ? { kind: 'lost' } : undefined))
  expect(await call('dispatchOrder', { number })).toEqual({ ok: false, reason: 'pending' })
  expect(await call('cancelOrder', { number, refund: 0 })).toEqual({ ok: false, reason: 'capturing' })
  app.simulator.failures.clear()
  await runJobs(app, tenant)
  expect(await call('dispatchOrder', { number })).toEqual({ ok: false, reason: 'dispatched' })
  const other = await place()
  app.simulator.failures.add('capture', { kind: 'status', status: 400 })
  expect(await call('dispatchOrder', { number: other.number })).toEqual({ ok: false, reason: 'refused' })
  expect(await call('cancelOrder', { number: other.number, refund: 0 })).toEqual({
    ok: true,
    cancelled: true,
    money: { kind: 'cancel', state: 'done' },
  })
  expect(await call('dispatchOrder', { number: other.number })).toEqual({ ok: false, reason: 'canceled' })
  expect(await call('cancelOrder', { number: other.number, refund: 0 })).toEqual({
    ok: true,
    cancelled: false,
    money: null,
  })
  expect((await audit()).map(({ what }) => what).toSorted()).toEqual([
    'orderCancelled',
    'orderDispatched',
    'orderDispatched',
  ])
})

test('the list says what the payment provider has not answered, or has refused', async () => {
  const [captured, returned] = [await place(), await place()]
  const call = await clientOf(manager)
  const listed = async (number: number) => {
    const { open, documents } = await call('listSalonOrders', {})
    return [...open, ...documents].find((one) => one.number === number)?.atProvider
  }
  /** A second later: what is asked last is told by its time. */
  const later = () => {
    app.clock.now = app.deps.now() + 1_000
  }
  expect(await listed(captured.number)).toBeNull()
  app.simulator.failures.choose((asked) => (asked === 'capture' ? { kind: 'lost' } : undefined))
  await call('dispatchOrder', { number: captured.number })
  expect(await listed(captured.number)).toEqual({ what: 'capture', state: 'pending' })
  app.simulator.failures.clear()
  await runJobs(app, tenant)
  expect(await listed(captured.number)).toBeNull()

  app.simulator.failures.add('capture', { kind: 'status', status: 400 })
  await call('dispatchOrder', { number: returned.number })
  expect(await listed(returned.number)).toEqual({ what: 'capture', state: 'refused' })
  later()
  await call('dispatchOrder', { number: returned.number })
  expect(await listed(returned.number)).toBeNull()
  later()
  app.simulator.failures.choose((asked) => (asked === 'refund' ? { kind: 'reset' } : undefined))
  await call('cancelOrder', { number: returned.number, refund: returned.total })
  expect(await listed(returned.number)).toEqual({ what: 'return', state: 'pending' })
  app.simulator.failures.clear()
  app.simulator.failures.add('refund', { kind: 'status', status: 400 })
  await runJobs(app, tenant)
  expect(await listed(returned.number)).toEqual({ what: 'return', state: 'refused' })
})

test('the salon’s open pages hear of each change of an order, of a guest without an account too', async () => {
  const stream = follow(await streamTopics(await staffContext(app, tenant, reception)))
  const changed = { event: 'changed', data: { topic: 'orders' } }
  /** Whether they are told while this is done. */
  const isTold = async (work: () => Promise<unknown>) => {
    stream.events.length = 0
    await work()
    await expect.poll(() => stream.events).toContainEqual(changed)
  }
  const call = await clientOf()
  let order: Placed | undefined
  await isTold(async () => {
    order = await place()
  })
  const number = order?.number ?? 0
  app.simulator.failures.add('capture', { kind: 'status', status: 400 })
  await isTold(() => call('dispatchOrder', { number }))
  app.simulator.failures.choose((asked) => (asked === 'capture' ? { kind: 'lost' } : undefined))
  await isTold(() => call('dispatchOrder', { number }))
  app.simulator.failures.clear()
  await isTold(() => runJobs(app, tenant))
  const other = await place()
  await isTold(() => call('cancelOrder', { number: other.number, refund: 0 }))
  await stream.leave()
})

test('a reservation is cancelled by who may see orders; a refund only by who may refund, of the sum agreed', async () => {
  const order = await place()
  const { number, total } = order
  const [desk, office] = [await clientOf(), await clientOf(manager)]
  expect(await desk('previewOrderCancel', { number })).toMatchObject({ refund: false, amount: null })
  await office('dispatchOrder', { number })
  expect(await desk('previewOrderCancel', { number })).toMatchObject({ refund: true, amount: null })
  expect(await office('previewOrderCancel', { number: String(number) })).toMatchObject({
    refund: true,
    amount: total,
  })
  expect(await errorCodeOf(desk('cancelOrder', { number, refund: total }))).toBe('auth/forbidden')
  const byPin = await clientOf(
    makeSignedIn({
      rights: Object.fromEntries(Object.entries(manager.rights).filter(([right]) => right !== 'refund')),
      shut: { refund: 'confirm' },
    }),
  )
  expect(await errorCodeOf(byPin('cancelOrder', { number, refund: total }))).toBe(
    'auth/requires-recent-login',
  )
  // What was agreed before the money was drawn.
  expect(await desk('cancelOrder', { number, refund: 0 })).toEqual({ ok: false, reason: 'changed' })
  expect(await office('cancelOrder', { number, refund: total - 1 })).toEqual({ ok: false, reason: 'changed' })
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: total, cancelled: 0, refunded: 0 })
  expect(await office('cancelOrder', { number, refund: total })).toEqual({
    ok: true,
    cancelled: true,
    money: { kind: 'refund', state: 'done' },
  })
  expect((await office('listSalonOrders', {})).documents).toMatchObject([{ number, refunds: false }])
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: total, cancelled: 0, refunded: total })
  expect(await stockOf(app, tenant)).toBe(STOCK)
  expect((await audit()).find(({ what }) => what === 'orderCancelled')).toMatchObject({
    subject: String(number),
    after: { refund: expect.stringMatching(/ DKK$/) },
  })
})

test('what is to be dispatched comes first, the oldest of it before; the others follow by pages', async () => {
  const [first, second, third] = [await place(), await place(), await place()]
  const call = await clientOf(manager)
  await call('dispatchOrder', { number: second.number })
  const { open, documents, next } = await call('listSalonOrders', {})
  expect(open.map(({ number }) => number)).toEqual([first.number, third.number])
  expect(documents.map(({ number }) => number)).toEqual([second.number])
  expect([...open, ...documents].map(({ refunds }) => refunds)).toEqual([false, false, true])
  expect(next).toBeNull()
  expect(open[0]).toMatchObject({ total: first.total, currency: 'DKK', email: expect.stringContaining('@') })
  expect(await call('listSalonOrders', { before: String(second.number) })).toEqual({
    open: [],
    documents: [],
    next: null,
  })
  expect(await errorCodeOf(call('listSalonOrders', { before: 'x' }))).toBe('request/invalid')
})

test('amounts and contacts go only to who may see them, and nothing to who may not see orders', async () => {
  const order = await place()
  const { number } = order
  const without = await clientOf(makeSignedIn({ rights: { day: 'all', contact: 'own', orders: 'all' } }))
  const [only] = (await without('listSalonOrders', {})).open
  expect(only).toMatchObject({ number, total: null, refunded: null, email: null, phone: null })
  const today = await clientOf()
  expect((await today('listSalonOrders', {})).open[0]?.total).toBe(order.total)
  await asOwner(app, tenant, `update receipt set settled_at = settled_at - interval '2 days' where id = $1`, [
    order.id,
  ])
  expect((await today('listSalonOrders', {})).open[0]?.total).toBeNull()
  const practitioner = makeSignedIn({ role: 'practitioner', memberId: 'anna' })
  const noOrders = makeSignedIn({ rights: rightsOf('reception', { orders: 'none' }) })
  for (const staff of [practitioner, noOrders]) {
    const call = await clientOf(staff)
    expect(await errorCodeOf(call('listSalonOrders', {}))).toBe('auth/forbidden')
    expect(await errorCodeOf(call('previewOrderCancel', { number }))).toBe('auth/forbidden')
    expect(await errorCodeOf(call('dispatchOrder', { number }))).toBe('auth/forbidden')
    expect(await errorCodeOf(call('cancelOrder', { number, refund: 0 }))).toBe('auth/forbidden')
  }
  expect(await orderOf(app, tenant, order.id)).toMatchObject({ dispatchedAt: null, canceledAt: null })
  expect(await audit()).toEqual([])
})

test('the staff of one salon reach nothing of another one', async () => {
  const order = await place()
  const elsewhere = await clientOf(makeSignedIn({ role: 'owner' }), await makeShop(app))
  const { number } = order
  expect((await elsewhere('listSalonOrders', {})).open).toEqual([])
  const refused = [
    () => elsewhere('dispatchOrder', { number }),
    () => elsewhere('previewOrderCancel', { number }),
    () => elsewhere('cancelOrder', { number, refund: 0 }),
  ]
  for (const ask of refused) expect(await errorCodeOf(ask())).toBe('not-found')
  expect(await orderOf(app, tenant, order.id)).toMatchObject({ dispatchedAt: null, canceledAt: null })
})
