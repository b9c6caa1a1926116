import { createHash, createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { vipps } from '#server/providers/payments/vipps.ts'
import { parseVippsEvent } from '#server/providers/payments/vipps-webhook.ts'
import { deriveDemoAccount } from './account.ts'
import type { Operation } from './failures.ts'
import { openPaymentSimulator, type PaymentSimulator } from './open.ts'
import { vippsSimulator } from './vipps-simulator.ts'

const secret = 'a secret of tests, long enough for all'
const account = deriveDemoAccount(secret, 'aurora')
const folder = mkdtempSync(join(tmpdir(), 'stamgast-payments-'))
const file = join(folder, 'payments.json')
let now = Date.now()
const open = () => openPaymentSimulator({ port: 0, host: '127.0.0.1', secret, file, now: () => now })

/** A shop's server, which only notes what is delivered to it. */
type Noted = { url: string; headers: IncomingMessage['headers']; body: string }
const noted: Noted[] = []
let status = 200
const shop = createServer((request, response) => {
  void readText(request).then((body) => {
    noted.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(status).end()
  })
}).listen(0, '127.0.0.1')
await once(shop, 'listening')
const shopAddress = shop.address()
const shopPort = typeof shopAddress === 'object' && shopAddress ? shopAddress.port : 0
const shopHost = `aurora.localhost:${shopPort}`
const returnUrl = `http://${shopHost}/payment/return/abc`

let opened: PaymentSimulator = await open()
afterAll(async () => {
  await opened.stop()
  shop.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  // The limits of the minute before do not count.
  now += 120_000
  opened.simulator.failures.clear()
  opened.simulator.webhooks.mode = 'once'
  status = 200
})

type Init = { method?: string; headers?: Record<string, string | undefined>; body?: unknown }
async function send(path: string, { method = 'POST', headers = {}, body }: Init = {}) {
  const all = { ...(await signedIn()), 'Idempotency-Key': randomUUID(), ...headers }
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const response = await fetch(opened.origin + path, {
    method,
    headers: Object.fromEntries(given) as Record<string, string>,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = (text ? JSON.parse(text) : null) as Record<string, unknown> & {
    extraDetails?: { name: string; reason: string }[]
    redirectUrl?: string
  }
  return { status: response.status, headers: response.headers, json, code: json?.extraDetails?.[0]?.reason }
}

const credentials = (of = account) => ({
  client_id: of.clientId,
  client_secret: of.clientSecret,
  'Ocp-Apim-Subscription-Key': of.subscriptionKey,
  'Merchant-Serial-Number': of.msn,
})
const requestToken = (headers: Record<string, string> = credentials()) =>
  fetch(`${opened.origin}/accesstoken/get`, { method: 'POST', headers })

async function signedIn(of = account): Promise<Record<string, string>> {
  const { access_token: token } = (await (await requestToken(credentials(of))).json()) as {
    access_token: string
  }
  return {
    Authorization: `Bearer ${token}`,
    'Ocp-Apim-Subscription-Key': of.subscriptionKey,
    'Merchant-Serial-Number': of.msn,
    'Content-Type': 'application/json',
    'Vipps-System-Name': 'stamgast',
    'Vipps-System-Version': '1',
    'Vipps-System-Plugin-Name': 'test',
    'Vipps-System-Plugin-Version': '1',
  }
}

const payments = '/epayment/v1/payments'
const newPayment = (more: object = {}) => ({
  amount: { currency: 'DKK', value: 6000 },
  paymentMethod: { type: 'WALLET' },
  reference: `order-${randomUUID().slice(0, 20)}`,
  userFlow: 'WEB_REDIRECT',
  returnUrl,
  paymentDescription: 'Salon Aurora',
  ...more,
})
async function created(more: object = {}): Promise<string> {
  const body = newPayment(more)
  const { status: is, json } = await send(payments, { body })
  expect([is, json.reference]).toEqual([201, body.reference])
  return body.reference
}
async function approved(more: object = {}): Promise<string> {
  const reference = await created(more)
  expect(opened.simulator.approve(reference)).toEqual({ ok: true })
  return reference
}
const find = (reference: string) => send(`${payments}/${reference}`, { method: 'GET' })
const change = (reference: string, operation: string, value?: number, headers?: Init['headers']) =>
  send(`${payments}/${reference}/${operation}`, {
    ...(headers && { headers }),
    ...(value !== undefined && { body: { modificationAmount: { currency: 'DKK', value } } }),
  })
const ledgerOf = (reference: string) =>
  opened.simulator.payments().find((payment) => payment.reference === reference)
const deliveriesOf = async (reference: string) => {
  await opened.simulator.webhooks.idle()
  return noted
    .filter(({ body }) => body.includes(reference))
    .map(({ body }) => (JSON.parse(body) as { name: string }).name)
}

describe('accounts and tokens', () => {
  test('a demo account is derived, and differs for each tenant and secret', () => {
    expect(deriveDemoAccount(secret, 'aurora')).toEqual(account)
    expect(account).toMatchObject({
      clientId: 'demo-aurora',
      msn: expect.stringMatching(/^\d{6}$/) as string,
    })
    expect(deriveDemoAccount(secret, 'fjord').clientSecret).not.toBe(account.clientSecret)
    expect(deriveDemoAccount(`${secret}.`, 'aurora').clientSecret).not.toBe(account.clientSecret)
  })

  test('a token needs the right credentials, all of them', async () => {
    expect((await requestToken()).status).toBe(200)
    for (const name of Object.keys(credentials())) {
      expect([name, (await requestToken({ ...credentials(), [name]: 'x' })).status]).toEqual([name, 401])
    }
  })

  test.each<[string, Record<string, string | undefined>, number]>([
    ['without a token', { Authorization: undefined }, 401],
    ['with another token', { Authorization: 'Bearer abc' }, 401],
    ['without a subscription key', { 'Ocp-Apim-Subscription-Key': undefined }, 401],
    ['for another merchant', { 'Merchant-Serial-Number': '999999' }, 401],
    ['without a system name', { 'Vipps-System-Name': undefined }, 400],
    ['with a long version', { 'Vipps-System-Version': 'x'.repeat(31) }, 400],
    ['without an idempotency key', { 'Idempotency-Key': undefined }, 400],
    ['with a long idempotency key', { 'Idempotency-Key': 'x'.repeat(51) }, 400],
    ['with text', { 'Content-Type': 'text/plain' }, 415],
  ])('a request %s is rejected', async (_name, headers, wanted) => {
    const body = newPayment()
    expect((await send(payments, { headers, body })).status).toBe(wanted)
    expect(ledgerOf(body.reference)).toBeUndefined()
  })

  test('the word Bearer is required, and a token expires after an hour', async () => {
    const headers = await signedIn()
    const token = headers.Authorization?.slice(7)
    const path = `${payments}/${await created()}`
    expect((await send(path, { method: 'GET', headers: { ...headers, Authorization: token } })).status).toBe(
      401,
    )
    now += 3_599_000
    expect((await send(path, { method: 'GET', headers })).status).toBe(200)
    now += 1_000
    expect((await send(path, { method: 'GET', headers })).status).toBe(401)
  })
})

describe('creating a payment', () => {
  test.each<[string, object, string | undefined]>([
    ['an unknown field', { cancelUrl: returnUrl }, undefined],
    ['an unknown field of the amount', { amount: { currency: 'DKK', value: 1, vat: 1 } }, undefined],
    ['a short reference', { reference: 'a-1' }, undefined],
    ['a reference with a space', { reference: 'order 12345' }, undefined],
    ['another currency', { amount: { currency: 'SEK', value: 6000 } }, undefined],
    ['a broken amount', { amount: { currency: 'DKK', value: 1.5 } }, undefined],
    ['nothing to pay', { amount: { currency: 'DKK', value: 0 } }, '6010'],
    ['too little in Norway', { amount: { currency: 'NOK', value: 99 } }, '6010'],
    ['too much', { amount: { currency: 'DKK', value: 65_000_001 } }, '4040'],
    ['a return address that is none', { returnUrl: 'javascript:alert(1)' }, '4090'],
    ['a short description', { paymentDescription: 'ab' }, undefined],
    [
      'a card with a message to a phone',
      { paymentMethod: { type: 'CARD' }, userFlow: 'PUSH_MESSAGE' },
      undefined,
    ],
  ])('%s is rejected', async (_name, more, code) => {
    const body = newPayment(more)
    const { status: is, json } = await send(payments, { body })
    expect(is).toBe(400)
    const [detail] = json.extraDetails ?? []
    if (code) expect(detail).toEqual({ name: 'ErrorCode', reason: code })
    else expect(detail?.name).not.toBe('ErrorCode')
    expect(ledgerOf(body.reference)).toBeUndefined()
  })

  test('a body that is no JSON is rejected', async () => {
    expect((await send(payments, { body: '{' })).status).toBe(400)
  })

  test('the same key and body have the same answer, another body has 409, a used reference 4150', async () => {
    const body = newPayment()
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await send(payments, { headers, body })
    const second = await send(payments, { headers, body })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json).toEqual(first.json)
    const other = await send(payments, { headers, body: { ...body, amount: { currency: 'DKK', value: 1 } } })
    expect([other.status, other.code]).toEqual([409, '4020'])
    expect(await send(payments, { body })).toMatchObject({ status: 400, code: '4150' })
    expect(opened.simulator.payments().filter(({ reference }) => reference === body.reference)).toHaveLength(
      1,
    )
    expect(ledgerOf(body.reference)?.amount).toBe(6000)
  })

  test('a reference of another merchant is free', async () => {
    const reference = await created()
    const fjord = await signedIn(deriveDemoAccount(secret, 'fjord'))
    expect((await send(payments, { headers: fjord, body: newPayment({ reference }) })).status).toBe(201)
    const foreign = await send(`${payments}/${await created()}`, { method: 'GET', headers: fjord })
    expect([foreign.status, foreign.code]).toEqual([404, '5090'])
  })

  test('an open payment names its landing page; an approved one its guarantee', async () => {
    const reference = await created()
    const { json } = await find(reference)
    expect(json).toMatchObject({
      state: 'CREATED',
      amount: { currency: 'DKK', value: 6000 },
      aggregate: { authorizedAmount: { currency: 'DKK', value: 0 } },
      paymentMethod: { type: 'WALLET' },
    })
    expect(json.redirectUrl).toMatch(`${opened.origin}/pay/`)
    opened.simulator.approve(reference)
    const { json: after } = await find(reference)
    expect(after).toMatchObject({
      state: 'AUTHORIZED',
      aggregate: { authorizedAmount: { currency: 'DKK', value: 6000 } },
      captureGuaranteedUntil: new Date(now + 14 * 86_400_000).toISOString().replace('Z', '+00:00'),
    })
    expect(after.redirectUrl).toBeUndefined()
  })
})

describe('changing a payment', () => {
  test('captures in parts up to what is reserved; the state stays', async () => {
    const reference = await approved()
    expect(await change(reference, 'capture', 6001)).toMatchObject({ status: 400, code: '6090' })
    expect((await change(reference, 'capture', 2000)).json).toMatchObject({ state: 'AUTHORIZED' })
    expect(await change(reference, 'capture', 4001)).toMatchObject({ status: 400, code: '6090' })
    expect((await change(reference, 'capture', 4000)).json).toMatchObject({
      state: 'AUTHORIZED',
      aggregate: { capturedAmount: { currency: 'DKK', value: 6000 } },
    })
    expect(await change(reference, 'capture', 1)).toMatchObject({ status: 400, code: '6170' })
    now += 61_000
    expect(await change(reference, 'cancel')).toMatchObject({ status: 400, code: '6040' })
    expect(await change(reference, 'refund', 6001)).toMatchObject({ status: 400, code: '6150' })
    expect((await change(reference, 'refund', 1000)).status).toBe(200)
    expect(await change(reference, 'refund', 123)).toMatchObject({ status: 400, code: '6210' })
    expect((await change(reference, 'refund', 5000)).status).toBe(200)
    expect(await change(reference, 'refund', 1)).toMatchObject({ status: 400, code: '6180' })
    expect(ledgerOf(reference)).toMatchObject({ captures: 2, captured: 6000, refunded: 6000, cancelled: 0 })
    const { json: events } = await send(`${payments}/${reference}/events`, { method: 'GET' })
    expect((events as unknown as { name: string; success: boolean }[]).map(({ name }) => name)).toEqual([
      'CREATED',
      'AUTHORIZED',
      'CAPTURED',
      'CAPTURED',
      'REFUNDED',
      'REFUNDED',
    ])
  })

  test('before approval nothing is captured or refunded; afterwards the flag cancels nothing', async () => {
    const reference = await created()
    expect(await change(reference, 'capture', 6000)).toMatchObject({ status: 400, code: '6080' })
    expect(await change(reference, 'refund', 6000)).toMatchObject({ status: 400, code: '6020' })
    opened.simulator.approve(reference)
    const cancelOpen = { body: { cancelTransactionOnly: true } }
    expect(await send(`${payments}/${reference}/cancel`, cancelOpen)).toMatchObject({
      status: 400,
      code: '6060',
    })
    expect((await change(reference, 'cancel')).json).toMatchObject({
      state: 'AUTHORIZED',
      aggregate: { cancelledAmount: { value: 6000 } },
    })
    expect(await change(reference, 'capture', 6000)).toMatchObject({ status: 400, code: '6070' })
    expect(await change(reference, 'cancel')).toMatchObject({ status: 400, code: '6050' })
  })

  test('the merchant ends an open payment; then nobody approves it', async () => {
    const reference = await created()
    expect((await change(reference, 'cancel')).json).toMatchObject({ state: 'TERMINATED' })
    expect(opened.simulator.approve(reference)).toEqual({ ok: false, reason: 'over' })
    expect(await change(reference, 'cancel')).toMatchObject({ status: 400, code: '6190' })
    expect(await change(reference, 'capture', 6000)).toMatchObject({ status: 400, code: '6200' })
  })

  test('a capture with the same key happens once, with another body never, and a no stays a no', async () => {
    const reference = await created()
    const key = { 'Idempotency-Key': randomUUID() }
    expect(await change(reference, 'capture', 6000, key)).toMatchObject({ code: '6080' })
    opened.simulator.approve(reference)
    expect(await change(reference, 'capture', 6000, key)).toMatchObject({ status: 400, code: '6080' })
    const next = { 'Idempotency-Key': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => change(reference, 'capture', 3000, next)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ json }) => json.pspReference)).size).toBe(1)
    expect((await change(reference, 'capture', 2000, next)).status).toBe(409)
    expect(ledgerOf(reference)).toMatchObject({ captures: 1, captured: 3000 })
  })

  test('the clock ends an open payment after 10 minutes, and a reservation after 14 days', async () => {
    const [left, reserved] = [await created(), await approved()]
    now += 599_000
    expect((await find(left)).json.state).toBe('CREATED')
    now += 1_000
    expect((await find(left)).json.state).toBe('EXPIRED')
    expect(await deliveriesOf(left)).toEqual(['CREATED', 'EXPIRED'])
    opened.simulator.authorizeLate(left)
    expect((await find(left)).json.state).toBe('AUTHORIZED')
    now += 14 * 86_400_000
    expect(await change(reserved, 'capture', 6000)).toMatchObject({ status: 400, code: '6100' })
    expect((await find(reserved)).json).toMatchObject({ aggregate: { cancelledAmount: { value: 6000 } } })
  })

  test('allows 5 changes and 120 questions in a minute', async () => {
    const reference = await approved()
    for (let at = 0; at < 5; at += 1) expect((await change(reference, 'capture', 10)).status).toBe(200)
    const sixth = await change(reference, 'capture', 10)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '60'])
    const headers = await signedIn()
    const path = `${payments}/${reference}`
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => send(path, { method: 'GET', headers })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(120)
    now += 60_000
    expect((await change(reference, 'capture', 10)).status).toBe(200)
    expect(ledgerOf(reference)?.captured).toBe(60)
  })
})

describe('without a guest', () => {
  test('the API approves; the simulator aborts and expires', async () => {
    const [one, two, three] = [await created(), await created(), await created()]
    const customer = { customer: { phoneNumber: '4512345678' } }
    const approve = (reference: string, body: unknown) =>
      send(`/epayment/v1/test/payments/${reference}/approve`, { body })
    expect((await approve(one, {})).status).toBe(400)
    expect((await approve(one, customer)).status).toBe(200)
    expect((await approve(one, customer)).status).toBe(400)
    expect((await fetch(`${opened.origin}/sim/payments/${two}/abort`, { method: 'POST' })).status).toBe(204)
    expect((await fetch(`${opened.origin}/sim/payments/${three}/expire`, { method: 'POST' })).status).toBe(
      204,
    )
    expect((await fetch(`${opened.origin}/sim/payments/unknown/expire`, { method: 'POST' })).status).toBe(404)
    expect([one, two, three].map((reference) => ledgerOf(reference)?.state)).toEqual([
      'AUTHORIZED',
      'ABORTED',
      'EXPIRED',
    ])
  })

  test.each([
    [151, 'noFunds'],
    [182, 'refused'],
    [183, 'fraud'],
    [184, 'limit'],
    [186, 'cardExpired'],
    [187, 'cardInvalid'],
    [201, 'unknown'],
  ])('the amount %d is refused: %s', async (value, reason) => {
    const reference = await created({ amount: { currency: 'DKK', value } })
    expect(opened.simulator.approve(reference)).toEqual({ ok: false, reason })
    expect(ledgerOf(reference)).toMatchObject({ state: 'CREATED', authorized: 0 })
  })
})

describe('webhooks', () => {
  test('a delivery has the signature of the contract, for the host of the shop', async () => {
    const reference = await approved()
    await opened.simulator.webhooks.idle()
    const delivery = noted.findLast(({ body }) => body.includes(reference) && body.includes('AUTHORIZED'))
    expect(delivery?.url).toBe('/webhooks/payments/vipps')
    expect(delivery?.headers.host).toBe(shopHost)
    const { body = '', headers = {} } = delivery ?? {}
    const hash = createHash('sha256').update(Buffer.from(body)).digest('base64')
    const text = ['POST', '/webhooks/payments/vipps', `${String(headers['x-ms-date'])};${shopHost};${hash}`]
    const hmac = createHmac('sha256', Buffer.from(account.webhookSecret, 'utf8'))
    expect(headers['x-ms-content-sha256']).toBe(hash)
    expect(headers.authorization).toBe(
      'HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=' +
        hmac.update(text.join('\n')).digest('base64'),
    )
    expect(JSON.parse(body)).toMatchObject({
      msn: account.msn,
      reference,
      name: 'AUTHORIZED',
      amount: { currency: 'DKK', value: 6000 },
      success: true,
    })
  })

  test.each([
    ['once', 1, true],
    ['twice', 2, true],
    ['ten', 10, true],
    ['never', 0, true],
    ['badSignature', 1, false],
    ['oldDate', 1, false],
    ['otherSecret', 1, false],
  ] as const)('%s: %d deliveries, accepted by the client: %s', async (mode, times, accepted) => {
    const reference = await created()
    await opened.simulator.webhooks.idle()
    opened.simulator.webhooks.mode = mode
    opened.simulator.refuse(reference)
    await opened.simulator.webhooks.idle()
    const aborted = noted.filter(({ body }) => body.includes(reference) && body.includes('ABORTED'))
    expect(aborted).toHaveLength(times)
    for (const { url, headers, body } of aborted) {
      const delivery = {
        url: `http://${shopHost}${url}`,
        headers: new Headers(headers as Record<string, string>),
        body,
      }
      const event = parseVippsEvent(delivery, account, now)
      expect(event).toEqual(accepted ? { reference, name: 'ABORTED' } : null)
    }
  })

  test('out of order, the last event is delivered first; before the answer, it is there with it', async () => {
    opened.simulator.webhooks.mode = 'outOfOrder'
    const reference = await approved()
    expect(noted.some(({ body }) => body.includes(reference))).toBe(false)
    await opened.simulator.webhooks.release()
    expect(await deliveriesOf(reference)).toEqual(['AUTHORIZED', 'CREATED'])
    opened.simulator.webhooks.mode = 'beforeCreateAnswer'
    const next = await created()
    expect(noted.some(({ body }) => body.includes(next))).toBe(true)
  })

  test('a delivery that fails is repeated', async () => {
    status = 500
    const reference = await created()
    await expect.poll(() => noted.filter(({ body }) => body.includes(reference)).length).toBe(1)
    status = 200
    expect(await deliveriesOf(reference)).toEqual(['CREATED', 'CREATED'])
  })

  test('a registered webhook replaces the address of the demo, until it is deleted', async () => {
    const path = '/webhooks/v1/webhooks'
    const url = `http://${shopHost}/elsewhere?a=b`
    const wrong = await send(path, { body: { url, events: ['epayments.payment.paid.v1'] } })
    expect(wrong.status).toBe(400)
    const { status: is, json } = await send(path, { body: { url, events: ['epayments.payment.aborted.v1'] } })
    expect(is).toBe(201)
    const { id, secret: webhookSecret } = json as { id: string; secret: string }
    expect((await send(path, { method: 'GET' })).json).toEqual({
      webhooks: [{ id, url, events: ['epayments.payment.aborted.v1'] }],
    })
    const reference = await created()
    opened.simulator.refuse(reference)
    expect(await deliveriesOf(reference)).toEqual(['ABORTED'])
    const { url: at = '', headers = {}, body = '' } = noted.at(-1) ?? {}
    expect(at).toBe('/elsewhere?a=b')
    const delivery = { url, headers: new Headers(headers as Record<string, string>), body }
    expect(parseVippsEvent(delivery, { ...account, webhookSecret }, now)).not.toBeNull()
    const fjord = await signedIn(deriveDemoAccount(secret, 'fjord'))
    expect((await send(`${path}/${id}`, { method: 'DELETE', headers: fjord })).status).toBe(404)
    expect((await send(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await send(path, { method: 'GET' })).json).toEqual({ webhooks: [] })
  })
})

describe('with the client of the port', () => {
  const client = () =>
    vipps({
      url: opened.origin,
      now: () => now,
      timeouts: { change: 2_000, find: 1_000, try: 500 },
    }).clientOf(account)
  const payment = () => ({
    reference: `order-${randomUUID().slice(0, 20)}`,
    idempotencyKey: randomUUID(),
    amount: 6000,
    currency: 'DKK',
    method: 'vippsCard' as const,
    returnUrl,
    description: 'Salon Aurora',
  })

  test('creates, finds, captures and refunds', async () => {
    const [port, one] = [client(), payment()]
    expect(await port.create(one)).toMatchObject({ ok: true })
    expect(await port.find(one.reference)).toMatchObject({ ok: true, facts: { state: 'open', amount: 6000 } })
    opened.simulator.approve(one.reference)
    const to = (amount: number) => ({ ...one, amount, idempotencyKey: randomUUID() })
    expect(await port.end(to(0))).toEqual({ ok: false, reason: 'authorized' })
    expect(await port.capture(to(6000))).toEqual({ ok: true })
    expect(await port.refund(to(1000))).toEqual({ ok: true })
    expect(await port.find(one.reference)).toMatchObject({
      facts: { state: 'authorized', authorized: 6000, captured: 6000, refunded: 1000, cancelled: 0 },
    })
    expect(await port.find('unknown-reference')).toEqual({ ok: false, reason: 'missing' })
  })

  test.each(['reset', 'lost', 'cut'] as const)('%s: the repetition creates one payment', async (kind) => {
    const one = payment()
    opened.simulator.failures.add('create', { kind })
    expect(await client().create(one)).toMatchObject({ ok: true })
    expect(opened.simulator.payments().filter(({ reference }) => reference === one.reference)).toHaveLength(1)
  })

  test('what a client has not waited for happens all the same, once', async () => {
    const one = payment()
    opened.simulator.failures.add('create', { kind: 'hang', ms: 900 })
    expect(await client().create(one)).toMatchObject({ ok: true })
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(opened.simulator.payments().filter(({ reference }) => reference === one.reference)).toHaveLength(1)
  })

  test.each<[Operation, Parameters<PaymentSimulator['simulator']['failures']['add']>[1]]>([
    ['token', { kind: 'status', status: 500 }],
    ['find', { kind: 'status', status: 429, retryAfter: '1' }],
    ['find', { kind: 'html' }],
    ['find', { kind: 'reset' }],
    ['find', { kind: 'cut' }],
    ['find', { kind: 'hang', ms: 1_500 }],
  ])('%s %o: the client does not know', async (operation, failure) => {
    const one = payment()
    await client().create(one)
    opened.simulator.failures.add(operation, failure)
    expect(await client().find(one.reference)).toMatchObject({ ok: false, reason: 'unknown' })
    expect(await client().find(one.reference)).toMatchObject({ ok: true })
  })

  test('another amount or currency than the one asked for is reserved', async () => {
    const [one, two] = [payment(), payment()]
    const port = client()
    for (const each of [one, two]) await port.create(each)
    const { failures, approve } = opened.simulator
    failures.add('approve', { kind: 'amount', amount: 5999 }, { kind: 'currency', currency: 'EUR' })
    approve(one.reference)
    approve(two.reference)
    expect(await port.find(one.reference)).toMatchObject({ facts: { authorized: 5999, currency: 'DKK' } })
    expect(await port.find(two.reference)).toMatchObject({ facts: { currency: 'DKK/EUR' } })
    failures.choose((operation) => (operation === 'find' ? { kind: 'notFound' } : undefined))
    expect(await port.find(one.reference)).toEqual({ ok: false, reason: 'missing' })
  })
})

test('the ledger, its answers and its landing pages survive a restart', async () => {
  const body = newPayment()
  const headers = { 'Idempotency-Key': randomUUID() }
  await send(payments, { headers, body })
  const reference = await approved()
  const before = opened.simulator.payments()
  await opened.stop()
  opened = await open()
  expect(opened.simulator.payments()).toEqual(before)
  expect((await send(payments, { headers, body })).status).toBe(201)
  expect(opened.simulator.payments()).toHaveLength(before.length)
  expect((await change(reference, 'capture', 6000)).status).toBe(200)
  expect(ledgerOf(reference)).toMatchObject({ captures: 1, captured: 6000 })
})

test('a simulator as strict as the provider takes https only; accounts of tests are accepted', async () => {
  const simulator = vippsSimulator({ secret, requireHttps: true, deliver: async () => 200 })
  const own = { ...account, clientId: 'own', msn: '654321', webhookSecret: 'own secret' }
  const port = vipps({
    url: 'http://simulator',
    fetch: (url, init) => simulator.fetch(new Request(url, init)),
  })
  const create = (address: string) =>
    port.clientOf(own).create({
      reference: 'order-strict',
      idempotencyKey: randomUUID(),
      amount: 6000,
      currency: 'DKK',
      method: 'vipps',
      returnUrl: address,
      description: 'Salon Aurora',
    })
  expect(await create('https://aurora.example/back')).toMatchObject({ ok: false, code: 'token 401' })
  simulator.addAccount(own)
  expect(await create(returnUrl)).toMatchObject({ ok: false, reason: 'refused', code: '4090' })
  expect(await create('https://aurora.example/back')).toMatchObject({ ok: true })
  expect(simulator.payments()).toMatchObject([{ msn: '654321', state: 'CREATED' }])
})
