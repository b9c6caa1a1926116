import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { runCommand } from '#test/command.ts'
import { ledgerOf, orderMails, orderOf, placeOrder } from '#test/orders.ts'
import { atButton, attemptsOf, makePaymentApp, makeShop, type PaymentApp } from '#test/payments.ts'
import { asOwner } from '#test/seeded.ts'
import type { CommandContext } from '#operator/command-line/command.ts'
import { wallTime } from '#operator/command-line/describe.ts'
import { orderCancel, orderDispatch } from './order.ts'
import { orderList } from './order-list.ts'
import { paymentReport } from './payment-report.ts'
import { paymentCapture, paymentSettle } from './payment.ts'
import { paymentRefund } from './payment-refund.ts'

const commands = [
  orderList,
  orderDispatch,
  orderCancel,
  paymentSettle,
  paymentCapture,
  paymentRefund,
  paymentReport,
]

let app: PaymentApp
let provider: Server
let tenant: TenantId
beforeAll(async () => {
  app = await makePaymentApp()
  // The commands reach the simulator over HTTP, as they reach the provider.
  provider = createServer(getRequestListener((request) => app.simulator.fetch(request)))
  provider.listen(0)
  await once(provider, 'listening')
})
afterAll(async () => {
  provider.close()
  await app.close()
})
beforeEach(async () => {
  app.simulator.failures.clear()
  tenant = await makeShop(app)
})

const run = (...line: string[]) =>
  runCommand(
    commands,
    {
      testDb: app,
      secret: app.deps.secret,
      env: { PAYMENT_PORT: String((provider.address() as AddressInfo).port) },
    },
    line,
  )
const done = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })
const place = () => placeOrder(app, tenant)
const answering500 = { kind: 'status', status: 500 } as const

test('what cannot be is refused without a database', async () => {
  const context = { withDatabase: () => Promise.reject(new Error('opened')) } as unknown as CommandContext
  await expect(orderList.run(context, ['Salon!'], {})).rejects.toThrow('Tenant Salon! not found')
  await expect(orderDispatch.run(context, ['salon', '0'], {})).rejects.toThrow('NUMBER must be')
  await expect(orderCancel.run(context, ['salon', 'x'], {})).rejects.toThrow('NUMBER must be')
  for (const amount of ['0', '-5', 'all', '0,00', '1.2.3'])
    await expect(paymentRefund.run(context, ['salon', '1', amount], {})).rejects.toThrow('AMOUNT must be')
})

test('an unknown tenant and an unknown order are refused, with where to look', async () => {
  expect(await run('order', 'list', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('tenant list'),
  })
  for (const line of [
    ['order', 'dispatch', tenant, '7'],
    ['order', 'cancel', tenant, '7'],
    ['payment', 'capture', tenant, '7'],
    ['payment', 'refund', tenant, '7', '1', '--yes'],
  ])
    expect(await run(...line)).toEqual({
      code: 1,
      out: '',
      err: `Tenant ${tenant} has no order 7: see bin/stamgast order list ${tenant}.\n`,
    })
  expect(await run('payment', 'settle', tenant, 'r-none')).toMatchObject({ code: 1 })
})

test('orders are listed with their guests, without whole addresses of mail, and where they go', async () => {
  expect(await run('order', 'list', tenant)).toEqual({ code: 0, out: '', err: 'No orders yet.\n' })
  const [first, second] = [await place(), await place()]
  await run('order', 'dispatch', tenant, String(first.number))
  const { settledAt } = await orderOf(app, tenant, second.id)
  const at = wallTime('Europe/Copenhagen', settledAt?.getTime() ?? 0)
  const said = (number: number, state: string) => [
    `${number}  ${at}  ${state}  140.00 DKK  Freja Holm, f•••@example.com`,
    '   Home: Vestergade 1, 8000 Aarhus C DK',
    '   1 × Name of wax (wax-0)',
  ]
  expect((await run('order', 'list', tenant)).out.trimEnd().split('\n')).toEqual([
    ...said(second.number, 'PENDING_COLLECT_INTENTS'),
    ...said(first.number, 'PAID, dispatched'),
  ])
  const json = JSON.parse((await run('order', 'list', tenant, '--open', '--json')).out) as object[]
  expect(json).toMatchObject([
    { number: second.number, total: 14_000, currency: 'DKK', items: [{ variantId: 'wax-0', quantity: 1 }] },
  ])
  expect(JSON.stringify(json)).not.toMatch(/freja@|20 12/)
})

test('an order that is collected goes to no address of the guest, in the list and in the mails', async () => {
  const address = { street: 'Torvet 5', postalcode: '8000', city: 'Aarhus C', country: 'DK' }
  const shop = await makeShop(
    app,
    { shipping: [{ type: 'pickupInStore', name: 'In the salon', price: 0, countries: [], active: true }] },
    { address, companyname: 'Salon Lys' },
  )
  const order = await placeOrder(app, shop, { shipping: 'pickupInStore' })
  const { out } = await run('order', 'list', shop)
  expect(out.split('\n')[1]).toBe('   In the salon')
  const json = JSON.parse((await run('order', 'list', shop, '--json')).out) as object[]
  expect(json).toMatchObject([{ delivery: { type: 'pickupInStore', to: null } }])
  for (const { text } of await orderMails(app, shop, order)) {
    expect(text).toContain('In the salon: Salon Lys\nTorvet 5\n8000 Aarhus C\n')
    expect(text).not.toContain('Vestergade 1')
  }
})

test('an order is dispatched, partly refunded, and cancelled when its goods are back', async () => {
  const order = await place()
  const number = String(order.number)
  expect(await run('payment', 'capture', tenant, number)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing of order'),
  })
  expect(await run('order', 'dispatch', tenant, number)).toEqual(
    done(`dispatched: order ${number}, PAID, 140.00 DKK`),
  )
  expect(await run('order', 'dispatch', tenant, number)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/was dispatched already on \d{4}-\d\d-\d\d \d\d:\d\d\.\n$/),
  })
  const before = `40.50 DKK of order ${number} would go back to Freja Holm, f•••@example.com: 0.00 DKK refunded before, 99.50 DKK left after it.\n`
  expect(await run('payment', 'refund', tenant, number, '40,5')).toEqual({
    code: 1,
    out: '',
    err: `${before}Nothing was refunded: say --yes where nobody can answer.\n`,
  })
  expect(await ledgerOf(app, tenant, order)).toMatchObject({ refunded: 0 })
  expect(await run('payment', 'refund', tenant, number, '1.234', '--yes')).toMatchObject({
    code: 1,
    err: '1.234 has more decimals than DKK: nothing was refunded.\n',
  })
  expect(await run('payment', 'refund', tenant, number, '40,5', '--yes')).toEqual({
    ...done(`refunded: 40.50 DKK of order ${number}, 99.50 DKK left`),
    err: before,
  })
  expect(await run('payment', 'refund', tenant, number, '40.50', '--yes')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /40\.50 DKK of order \d+ was refunded already on .*\nNothing was refunded: say --again/,
    ),
  })
  expect(await run('order', 'list', tenant)).toMatchObject({
    out: expect.stringContaining('140.00 DKK  40.50 DKK refunded, 99.50 DKK left'),
  })
  expect(await run('payment', 'refund', tenant, number, '99.51', '--yes')).toMatchObject({
    code: 1,
    err: `Only 99.50 DKK of order ${number} can still be refunded.\n`,
  })
  expect(await run('order', 'cancel', tenant, number)).toEqual({
    code: 1,
    out: '',
    err: 'Nothing was refunded: say --yes where nobody can answer.\n',
  })
  expect(await ledgerOf(app, tenant, order)).toMatchObject({ refunded: 4050 })
  expect(await run('order', 'cancel', tenant, number, '--yes')).toEqual(
    done(`cancelled: order ${number}, refunded 99.50 DKK`),
  )
  expect(await run('order', 'cancel', tenant, number)).toEqual(done(`already cancelled: order ${number}`))
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: 14_000, cancelled: 0, refunded: 14_000 })
})

test('a reserved order is released, and not dispatched any more', async () => {
  const order = await place()
  const number = String(order.number)
  expect(await run('order', 'cancel', tenant, number)).toEqual(
    done(`cancelled: order ${number}, released 140.00 DKK`),
  )
  expect((await run('order', 'dispatch', tenant, number)).err).toMatch(/was cancelled on .*do not send/)
})

test('a dispatch without an answer is completed by a second command', async () => {
  const order = await place()
  const number = String(order.number)
  app.simulator.failures.add('capture', answering500, answering500)
  expect(await run('order', 'dispatch', tenant, number)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Do not send the goods yet'),
  })
  expect((await run('order', 'cancel', tenant, number)).err).toContain('is being captured')
  const report = await run('payment', 'report', tenant)
  expect(report.out).toContain(`${order.reference}  `)
  expect(report.out).toContain('capture 140.00 DKK  pending')
  expect(await run('payment', 'capture', tenant, number)).toEqual(
    done(`dispatched: order ${number}, PAID, 140.00 DKK`),
  )
  expect(await ledgerOf(app, tenant, order)).toEqual({ captured: 14_000, cancelled: 0, refunded: 0 })
})

test('what is open is settled, or one payment', async () => {
  expect(await run('payment', 'settle', tenant)).toEqual({ code: 0, out: '', err: 'No attempt is open.\n' })
  const [approved, waiting] = [await atButton(app, tenant), await atButton(app, tenant)]
  for (const { pay } of [approved, waiting]) await pay()
  const [one] = await attemptsOf(app, tenant, approved.receipt.id)
  const [other] = await attemptsOf(app, tenant, waiting.receipt.id)
  if (!one || !other) throw new Error('no attempts')
  expect(await run('payment', 'settle', tenant, other.reference)).toEqual(
    done(`${other.reference}: open: the guest has not approved it yet`),
  )
  app.simulator.approve(one.reference)
  app.simulator.refuse(other.reference)
  const { out } = await run('payment', 'settle', tenant)
  expect(out.trimEnd().split('\n').toSorted()).toEqual(
    [`${one.id}: an order`, `${other.id}: ended without an order`].toSorted(),
  )
  expect((await orderOf(app, tenant, approved.receipt.id)).orderNumber).not.toBeNull()
})

test('the report compares every payment with the provider', async () => {
  const none = [
    'open attempts: none',
    'returned to the guest: none',
    'changes without success: none',
    'reservations that end within 4 days: none',
  ]
  const said = async () => (await run('payment', 'report', tenant)).out.trimEnd().split('\n')
  expect(await said()).toEqual([...none, 'of 0 attempts, those that differ from the provider’s: none'])
  const [same, other] = [await place(), await place()]
  expect(await said()).toEqual([...none, 'of 2 attempts, those that differ from the provider’s: none'])
  await asOwner(
    app,
    tenant,
    'update payment_attempt set captured_amount = 14000, reserved_until = $3 where tenant_id = $1 and id = $2',
    [tenant, other.attemptId, new Date(Date.now() + 3 * 86_400_000)],
  )
  const lines = await said()
  expect(lines.at(-3)).toMatch(new RegExp(`^  order ${other.number}  \\d{4}-`))
  expect(lines.at(-2)).toBe('of 2 attempts, those that differ from the provider’s:')
  expect(lines.at(-1)).toContain(
    'reserved: 0.00 DKK here, 140.00 DKK there; captured: 140.00 DKK here, 0.00 DKK there',
  )
  expect(JSON.parse((await run('payment', 'report', tenant, '--json')).out)).toMatchObject({
    open: [],
    flagged: [],
    operations: [],
    ending: [{ order: other.number }],
    compared: 2,
    differing: [
      { reference: other.reference, order: other.number, differs: [{ of: 'reserved' }, { of: 'captured' }] },
    ],
  })
  app.simulator.failures.choose((asked) => (asked === 'find' ? answering500 : undefined))
  expect((await said()).filter((line) => line.includes('gives no answer'))).toHaveLength(2)
  expect(same.number).not.toBe(other.number)
})
