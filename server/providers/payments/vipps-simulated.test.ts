import { afterEach, expect, test } from 'vitest'
import type { NewPayment, PaymentEvent } from './port.ts'
import { deriveDemoAccount } from '#simulators/payments/account.ts'
import { openPaymentSimulator } from '#simulators/payments/open.ts'
import { vippsSimulator } from '#simulators/payments/vipps-simulator.ts'
import { parseVippsEvent } from './vipps-webhook.ts'
import { vipps } from './vipps.ts'

const secret = 'a secret of tests, long enough for all'
const account = deriveDemoAccount(secret, 'aurora')
const origin = 'https://aurora.stamgast.dk'
const payment: NewPayment = {
  amount: 6000,
  currency: 'DKK',
  reference: 'st-4f1d8ef4-1',
  idempotencyKey: '11111111-2222-4333-8444-555555555555',
  method: 'vippsCard',
  returnUrl: `${origin}/payment/return/h4ndle`,
  description: 'Salon Aurora 1042',
}
const { reference } = payment
const keyed = (digit: number, amount = payment.amount) => ({
  reference,
  amount,
  currency: 'DKK',
  idempotencyKey: `11111111-2222-4333-8444-00000000000${digit}`,
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** The client with the simulator in place of the network, and the events that it has accepted. */
function simulate() {
  const events: (PaymentEvent | null)[] = []
  const simulator = vippsSimulator({
    secret,
    requireHttps: true,
    async deliver(url, request) {
      const body = await request.text()
      events.push(parseVippsEvent({ url, headers: request.headers, body }, account, Date.now()))
      return 200
    },
  })
  const { clientOf } = vipps({
    url: 'http://simulator.test',
    fetch: (url, init) => simulator.fetch(new Request(url, init)),
    timeouts: { change: 2_000, find: 500, try: 500 },
  })
  return { simulator, events, client: clientOf(account) }
}

test('a payment is created, approved, captured and refunded, and each event is signed', async () => {
  const { simulator, events, client } = simulate()
  const created = await client.create(payment)
  expect(created).toMatchObject({ ok: true })
  expect(await client.create(payment)).toEqual(created)
  expect(await client.find(reference)).toMatchObject({ facts: { state: 'open', amount: 6000 } })
  simulator.approve(reference)
  expect(await client.end(keyed(1))).toEqual({ ok: false, reason: 'authorized' })
  const facts = { state: 'authorized', currency: 'DKK', authorized: 6000, captured: 0 }
  expect(await client.find(reference)).toMatchObject({ ok: true, facts })
  expect(await client.capture(keyed(2))).toEqual({ ok: true })
  expect(await client.capture(keyed(2))).toEqual({ ok: true })
  expect(await client.cancel(keyed(3))).toMatchObject({ ok: false, reason: 'refused' })
  expect(await client.refund(keyed(4, 1500))).toEqual({ ok: true })
  expect(await client.find(reference)).toMatchObject({ facts: { captured: 6000, refunded: 1500 } })
  await simulator.webhooks.idle()
  expect(events.map((event) => event?.name)).toEqual(['CREATED', 'AUTHORIZED', 'CAPTURED', 'REFUNDED'])
  expect(simulator.payments()).toHaveLength(1)
})

test('a reservation is cancelled, an open payment ended, and both stay so', async () => {
  const reserved = simulate()
  await reserved.client.create(payment)
  reserved.simulator.approve(reference)
  expect(await reserved.client.cancel(keyed(1))).toEqual({ ok: true })
  expect(await reserved.client.cancel(keyed(2))).toEqual({ ok: true })
  expect(await reserved.client.find(reference)).toMatchObject({ facts: { cancelled: 6000 } })
  const open = simulate()
  await open.client.create(payment)
  expect(await open.client.end(keyed(1))).toEqual({ ok: true })
  expect(await open.client.end(keyed(2))).toEqual({ ok: true })
  expect(await open.client.find(reference)).toMatchObject({ facts: { state: 'terminated' } })
  expect(await open.client.find('st-00000000-9')).toEqual({ ok: false, reason: 'missing' })
})

test('the key decides: another body is refused, and a lost answer is repeated without a second payment', async () => {
  const { simulator, client } = simulate()
  simulator.failures.add('create', { kind: 'lost' })
  expect(await client.create(payment)).toMatchObject({ ok: true })
  expect(await client.create({ ...payment, amount: 1 })).toMatchObject({ ok: false, reason: 'refused' })
  expect(await client.create({ ...payment, idempotencyKey: keyed(1).idempotencyKey })).toEqual({
    ok: false,
    reason: 'refused',
    code: '4150',
    traceId: expect.stringMatching(/^\w+$/),
  })
  expect(simulator.payments()).toHaveLength(1)
  simulator.approve(reference)
  simulator.failures.add('capture', { kind: 'lost' })
  expect(await client.capture(keyed(2))).toEqual({ ok: true })
  expect(await client.find(reference)).toMatchObject({ facts: { captured: 6000 } })
})

test('over HTTP a webhook is registered and deleted', async () => {
  const opened = await openPaymentSimulator({ port: 0, host: '127.0.0.1', secret })
  stops.push(opened.stop)
  const { registerWebhook, deleteWebhook, clientOf } = vipps({ url: opened.origin })
  const { webhookId: _id, webhookSecret: _secret, ...keys } = account
  const registered = await registerWebhook(keys, `${origin}/webhooks/payments/vipps`)
  expect(registered).toMatchObject({ ok: true })
  const { webhookId = '', webhookSecret = '' } = registered.ok ? registered : {}
  expect(await deleteWebhook({ ...keys, webhookId, webhookSecret })).toBe(true)
  expect(await registerWebhook({ ...keys, clientSecret: 'x' }, origin)).toEqual({
    ok: false,
    reason: 'refused',
    code: 'token 401',
    traceId: expect.stringMatching(/^\w+$/),
  })
  expect(await clientOf(account).create(payment)).toMatchObject({ ok: true })
})
