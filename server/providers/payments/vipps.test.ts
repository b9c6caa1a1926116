import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import manifest from '#package.json' with { type: 'json' }
import { withWords } from '../http/provider-words.ts'
import type { NewPayment, PaymentAccount, PaymentChange } from './port.ts'
import { vipps } from './vipps.ts'

type Reply = { status?: number; body?: unknown; headers?: Record<string, string>; raw?: string }
type Given = Reply | 'reset' | 'silence'
type Sent = { line: string; headers: [string, string][]; body: string }

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A server that gives recorded responses in turn, the last one again; tokens apart. */
async function startProvider(responses: Given[], tokens: Given[] = [{ body: recorded.token }]) {
  const [requests, tokenRequests]: [Sent[], Sent[]] = [[], []]
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const isToken = request.url === '/accesstoken/get'
      const [list, given] = isToken ? [tokenRequests, tokens] : [requests, responses]
      list.push({ line: `${request.method} ${request.url}`, headers: headersOf(request), body })
      answer(given[list.length - 1] ?? given.at(-1) ?? {}, request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const timeouts = { change: 1_000, find: 500, try: 400 }
  const clock = { now: Date.parse('2026-09-01T10:00:00Z') }
  const opened = vipps({ url, timeouts, now: () => clock.now })
  return { requests, tokenRequests, clock, url, opened, client: opened.clientOf(account) }
}

function answer(given: Given, request: IncomingMessage, response: ServerResponse): void {
  if (given === 'silence') return
  if (given === 'reset') return void request.socket.destroy()
  const { status = 200, body, headers = { 'content-type': 'application/json' }, raw } = given
  response.writeHead(status, headers).end(raw ?? JSON.stringify(body))
}

/** The headers that the client sets, as sent and in their order. */
const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders
    .flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
    .filter(([name]) => !/^(host|connection|accept.*|user-agent|sec-fetch-mode)$/i.test(name))

const account: PaymentAccount = {
  clientId: 'fb492b5e-7907-4d83-ba20-c7fb60ca35de',
  clientSecret: 'Y8Kteew6GE2ZmeycEt6egg==',
  subscriptionKey: '0f14ebcab0ec4b29ae0cb90d91b4a84a',
  msn: '123456',
  webhookId: 'hook-1',
  webhookSecret: 'secret',
}
const reference = 'st-4f1d8ef4-1'
const idempotencyKey = '11111111-2222-4333-8444-555555555555'
const money = (value: number, currency = 'DKK') => ({ currency, value })
const recorded = {
  token: {
    token_type: 'Bearer',
    expires_in: '86398',
    ext_expires_in: '86398',
    expires_on: '1788300000',
    not_before: '1788213602',
    resource: '00000002-0000-0000-c000-000000000000',
    access_token: 'eyJ0eXAiOiJKV1Qi.payload.signature',
  },
  created: { redirectUrl: 'https://landing.vipps.no/?token=abc%20d', reference },
  payment: {
    aggregate: {
      authorizedAmount: money(6000),
      cancelledAmount: money(0),
      capturedAmount: money(0),
      refundedAmount: money(0),
    },
    amount: money(6000),
    state: 'AUTHORIZED',
    paymentMethod: { type: 'WALLET' },
    profile: {},
    pspReference: 'c0ffee00-0000-4000-8000-000000000000',
    reference,
    captureGuaranteedUntil: '2026-09-01T07:53:44.812+00:00',
  },
}
const traceId = '00-abc-01'
const problem = (code: string | null, status = 400): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: {
    type: 'https://developer.vippsmobilepay.com/docs/APIs/epayment-api/api-guide/errors',
    title: 'Bad Request',
    detail: 'Ola Nordmann cannot do this',
    instance: `/payments/${reference}`,
    status,
    extraDetails: code ? [{ name: 'ErrorCode', reason: code }] : [{ name: 'amount', reason: 'is missing' }],
    traceId,
  },
})
const html: Reply = {
  headers: { 'content-type': 'text/html' },
  raw: '<html><body>Service unavailable</body></html>',
}

const payment: NewPayment = {
  amount: 6000,
  currency: 'DKK',
  reference,
  idempotencyKey,
  method: 'vippsCard',
  returnUrl: 'https://aurora.stamgast.dk/payment/return/h4ndle',
  description: 'Salon Aurora 1042',
}
const change: PaymentChange = { amount: 6000, currency: 'DKK', reference, idempotencyKey }
const changed: Given = { body: recorded.payment }

const systemHeaders = [
  ['Vipps-System-Name', 'stamgast'],
  ['Vipps-System-Version', manifest.version],
  ['Vipps-System-Plugin-Name', 'stamgast-payments'],
  ['Vipps-System-Plugin-Version', manifest.version],
]
const signedIn = [
  ['Authorization', 'Bearer eyJ0eXAiOiJKV1Qi.payload.signature'],
  ['Ocp-Apim-Subscription-Key', account.subscriptionKey],
  ['Merchant-Serial-Number', '123456'],
  ['Content-Type', 'application/json'],
]
const withKey = [...signedIn, ['Idempotency-Key', idempotencyKey], ...systemHeaders]

test('token and payment are requested with these bytes', async () => {
  const { client, requests, tokenRequests } = await startProvider([{ status: 201, body: recorded.created }])
  expect(await client.create(payment)).toEqual({ ok: true, redirectUrl: recorded.created.redirectUrl })
  expect(tokenRequests).toEqual([
    {
      line: 'POST /accesstoken/get',
      body: '',
      headers: [
        ['client_id', account.clientId],
        ['client_secret', account.clientSecret],
        ['Ocp-Apim-Subscription-Key', account.subscriptionKey],
        ['Merchant-Serial-Number', '123456'],
        ...systemHeaders,
        ['content-length', '0'],
      ],
    },
  ])
  const body =
    '{"amount":{"currency":"DKK","value":6000},"paymentMethod":{"type":"CARD"},' +
    `"reference":"${reference}","userFlow":"WEB_REDIRECT",` +
    '"returnUrl":"https://aurora.stamgast.dk/payment/return/h4ndle","paymentDescription":"Salon Aurora 1042"}'
  const headers = [...withKey, ['content-length', String(body.length)]]
  expect(requests).toEqual([{ line: 'POST /epayment/v1/payments', body, headers }])
  await client.create({ ...payment, method: 'vipps' })
  expect(requests[1]?.body).toBe(body.replace('CARD', 'WALLET'))
})

test('changes and questions are sent with these bytes', async () => {
  const { client, requests } = await startProvider([changed])
  for (const call of [client.capture, client.refund, client.cancel, client.end])
    expect(await call(change)).toEqual({ ok: true })
  expect((await client.find(reference)).ok).toBe(true)
  const path = `/epayment/v1/payments/${reference}`
  const amount = '{"modificationAmount":{"currency":"DKK","value":6000}}'
  const only = '{"cancelTransactionOnly":true}'
  const lengths = (headers: string[][], body: string) => [...headers, ['content-length', `${body.length}`]]
  expect(requests).toEqual([
    { line: `POST ${path}/capture`, body: amount, headers: lengths(withKey, amount) },
    { line: `POST ${path}/refund`, body: amount, headers: lengths(withKey, amount) },
    { line: `POST ${path}/cancel`, body: '', headers: lengths(withKey, '') },
    { line: `POST ${path}/cancel`, body: only, headers: lengths(withKey, only) },
    { line: `GET ${path}`, body: '', headers: [...signedIn, ...systemHeaders] },
  ])
})

test.each([
  ['as a string', '3600'],
  ['as a number', 3600],
])('a token is used until a minute before its expiry, written %s', async (_form, expires_in) => {
  const token = { body: { ...recorded.token, expires_in } }
  const { client, tokenRequests, clock } = await startProvider([changed], [token])
  await client.find(reference)
  clock.now += 3_539_000
  await client.find(reference)
  expect(tokenRequests).toHaveLength(1)
  clock.now += 1_000
  await client.find(reference)
  expect(tokenRequests).toHaveLength(2)
})

test('accounts have tokens of their own', async () => {
  const { opened, client, tokenRequests } = await startProvider([changed])
  await client.find(reference)
  await opened.clientOf({ ...account, msn: '654321' }).find(reference)
  await opened.clientOf({ ...account, clientSecret: 'another' }).find(reference)
  expect(tokenRequests.map(({ headers }) => [headers[1]?.[1], headers[3]?.[1]])).toEqual([
    [account.clientSecret, '123456'],
    [account.clientSecret, '654321'],
    ['another', '123456'],
  ])
})

test('a rejected token is replaced once, and the request sent again with the same key', async () => {
  const denied: Given = { status: 401, body: { statusCode: 401, message: 'Unauthorized' } }
  const fresh = { body: { ...recorded.token, access_token: 'fresh' } }
  const { client, requests, tokenRequests } = await startProvider(
    [denied, changed],
    [{ body: recorded.token }, fresh],
  )
  expect(await client.capture(change)).toEqual({ ok: true })
  expect([requests.length, tokenRequests.length]).toEqual([2, 2])
  expect(requests[1]?.headers).toContainEqual(['Authorization', 'Bearer fresh'])
  expect(requests[1]?.headers).toContainEqual(['Idempotency-Key', idempotencyKey])

  const always = await startProvider([denied])
  const words = { code: '401', said: 'Unauthorized' }
  expect(await always.client.capture(change)).toEqual({ ok: false, reason: 'unknown', ...words })
  expect(await always.client.create(payment)).toEqual({ ok: false, reason: 'refused', ...words })
  expect(always.requests).toHaveLength(4)
})

test.each<[string, Given, 'refused' | 'unknown', string]>([
  [
    'rejected keys',
    { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid secret.' } },
    'refused',
    'token 401: AADSTS7000215: Invalid secret.',
  ],
  [
    'a malformed request',
    { status: 400, body: { error: 'unauthorized_client' } },
    'refused',
    'token 400: unauthorized_client',
  ],
  [
    'a wrong subscription key',
    { status: 401, body: { statusCode: 401, message: 'Access denied due to invalid subscription key.' } },
    'refused',
    'token 401: Access denied due to invalid subscription key.',
  ],
  ['a broken server', { status: 503, raw: '' }, 'unknown', 'token status 503'],
  ['a page', html, 'unknown', 'token unexpected response'],
  ['no token', { body: { expires_in: 3600 } }, 'unknown', 'token unexpected response'],
  [
    'a token with a line break',
    { body: { ...recorded.token, access_token: 'a\nb' } },
    'unknown',
    'token unexpected response',
  ],
])('without a token nothing else is asked, and the words of the provider say why: %s', async (...given) => {
  const [, token, reason, words] = given
  const { client, requests } = await startProvider([], [token])
  for (const [failed, expected] of [
    [await client.create(payment), reason],
    [await client.capture(change), 'unknown'],
  ] as const)
    expect(failed.ok ? null : [failed.reason, 'code' in failed && withWords(failed)]).toEqual([
      expected,
      words,
    ])
  expect(requests).toEqual([])
})

test.each<[string, object, object]>([
  ['CREATED', {}, { state: 'open', authorized: 0 }],
  ['AUTHORIZED', {}, { state: 'authorized', reservedUntil: Date.parse('2026-09-01T07:53:44.812Z') }],
  ['AUTHORIZED', { capturedAmount: money(6000) }, { captured: 6000 }],
  [
    'AUTHORIZED',
    { capturedAmount: money(6000), refundedAmount: money(1500) },
    { captured: 6000, refunded: 1500 },
  ],
  ['AUTHORIZED', { cancelledAmount: money(6000) }, { state: 'authorized', cancelled: 6000 }],
  ['AUTHORIZED', { authorizedAmount: money(6000, 'EUR') }, { currency: 'DKK/EUR' }],
  ['ABORTED', {}, { state: 'refused' }],
  ['EXPIRED', {}, { state: 'expired' }],
  ['TERMINATED', {}, { state: 'terminated' }],
])('a payment is read: %s %j', async (state, amounts, facts) => {
  const isApproved = state === 'AUTHORIZED'
  const { client } = await startProvider([
    {
      body: {
        ...recorded.payment,
        state,
        aggregate: {
          ...recorded.payment.aggregate,
          ...(isApproved ? {} : { authorizedAmount: money(0) }),
          ...amounts,
        },
        ...(isApproved ? {} : { captureGuaranteedUntil: undefined }),
      },
    },
  ])
  expect(await client.find(reference)).toEqual({
    ok: true,
    facts: {
      state: 'authorized',
      amount: 6000,
      currency: 'DKK',
      authorized: isApproved ? 6000 : 0,
      captured: 0,
      cancelled: 0,
      refunded: 0,
      reservedUntil: isApproved ? Date.parse('2026-09-01T07:53:44.812Z') : null,
      ...facts,
    },
  })
})

test.each<[string, object]>([
  ['of another reference', { reference: 'st-00000000-1' }],
  ['in an unknown state', { state: 'SETTLED' }],
  ['authorised without amounts', { aggregate: undefined }],
  [
    'authorised without an authorised amount',
    { aggregate: { ...recorded.payment.aggregate, authorizedAmount: money(0) } },
  ],
  ['with half an øre', { amount: money(0.5) }],
  ['with an amount in text', { amount: { currency: 'DKK', value: '6000' } }],
])('what cannot be relied on is no answer: a payment %s', async (_name, fields) => {
  const { client } = await startProvider([{ body: { ...recorded.payment, ...fields } }])
  expect(await client.find(reference)).toEqual({ ok: false, reason: 'unknown', code: 'unexpected response' })
})

test('an unknown reference is missing, and other rejections of the question are no answer', async () => {
  for (const given of [problem('5090'), problem('5090', 404), problem(null, 404)])
    expect(await (await startProvider([given])).client.find(reference)).toEqual({
      ok: false,
      reason: 'missing',
    })
  for (const [given, code] of [
    [problem('4140'), '4140'],
    [{ ...problem(null, 429), headers: { 'retry-after': '9' } }, 'status 429'],
    [{ status: 404, raw: '<html></html>' }, 'status 404'],
    [problem(null, 403), '403'],
  ] as [Given, string][]) {
    const { client, requests } = await startProvider([given])
    expect(await client.find(reference)).toMatchObject({ ok: false, reason: 'unknown', code })
    expect(requests).toHaveLength(1)
  }
})

test.each<[string, Given]>([
  ['6080', problem('6080')],
  ['6090', problem('6090')],
  ['6100', problem('6100')],
  ['5090', problem('5090', 404)],
  ['400', problem(null)],
  ['409', problem(null, 409)],
  ['4020', problem('4020', 409)],
])('a final no is not repeated: %s', async (code, given) => {
  const { client, requests } = await startProvider([given])
  expect(await client.capture(change)).toEqual({ ok: false, reason: 'refused', code, traceId })
  expect(await client.create(payment)).toEqual({ ok: false, reason: 'refused', code, traceId })
  expect(requests).toHaveLength(2)
})

test.each<[string, Given, string | RegExp, number]>([
  ['a page instead of an answer', html, 'unexpected response', 1],
  ['a page with 400', { ...html, status: 400 }, 'status 400', 1],
  ['half an answer', { raw: '{"reference":"st-4f' }, 'unexpected response', 1],
  ['an answer about another payment', { body: { reference: 'st-other000-1' } }, 'unexpected response', 1],
  ['a key that exists', problem('4020'), '4020', 1],
  ['a server error', { status: 500, raw: 'x' }, 'status 500', 2],
  ['locked', problem(null, 423), 'status 423', 2],
  ['too many requests', problem(null, 429), 'status 429', 2],
  ['busy', problem('6160'), '6160', 2],
  ['a failed capture', problem('6280'), '6280', 2],
  ['a closed connection', 'reset', /^127\.0\.0\.1:\d+: UND_ERR_SOCKET$/, 2],
  ['silence', 'silence', 'timeout', 2],
])('what may have happened is unknown: %s', async (_name, given, code, times) => {
  const { client, requests } = await startProvider([given])
  const isProblem = typeof given === 'object' && given.body instanceof Object && 'traceId' in given.body
  expect(await client.capture(change)).toEqual({
    ok: false,
    reason: 'unknown',
    code: code instanceof RegExp ? expect.stringMatching(code) : code,
    ...(isProblem && { traceId }),
  })
  expect(requests).toHaveLength(times)
  // Byte for byte the same, as its idempotency requires.
  expect(requests.at(-1)).toEqual(requests[0])
})

test.each<[string, Given]>([
  ['a closed connection', 'reset'],
  ['silence', 'silence'],
  ['a server error', { status: 502, raw: '' }],
  ['locked', problem(null, 423)],
  ['busy', problem('6250')],
])('a repetition with the same key succeeds after %s', async (_name, given) => {
  const { client, requests } = await startProvider([given, { status: 201, body: recorded.created }])
  expect(await client.create(payment)).toMatchObject({ ok: true })
  expect(requests).toHaveLength(2)
  expect(requests[1]).toEqual(requests[0])
})

test('after an open outcome, rejected credentials do not turn it into a no', async () => {
  const { client } = await startProvider(['reset', { status: 403, body: {} }])
  expect(await client.create(payment)).toMatchObject({
    ok: false,
    reason: 'unknown',
    code: expect.stringContaining('UND_ERR_SOCKET'),
  })
})

test('Retry-After is obeyed where the deadline allows, else nothing is repeated', async () => {
  const busy = (seconds: string) => ({
    ...problem(null, 429),
    headers: { 'retry-after': seconds },
  })
  const soon = await startProvider([busy('0'), changed])
  const began = performance.now()
  expect(await soon.client.capture(change)).toEqual({ ok: true })
  expect(performance.now() - began).toBeGreaterThan(290)
  for (const wait of ['1', '60', new Date(soon.clock.now + 60_000).toUTCString()]) {
    const later = await startProvider([busy(wait), changed])
    const start = performance.now()
    expect(await later.client.capture(change)).toMatchObject({ reason: 'unknown', code: 'status 429' })
    expect(performance.now() - start).toBeLessThan(290)
    expect(later.requests).toHaveLength(1)
  }
  const dated = await startProvider([busy(new Date(soon.clock.now - 5_000).toUTCString()), changed])
  expect(await dated.client.capture(change)).toEqual({ ok: true })
})

test('every call answers within its deadline', async () => {
  const { client } = await startProvider(['silence'])
  const began = performance.now()
  expect(await client.find(reference)).toEqual({ ok: false, reason: 'unknown', code: 'timeout' })
  expect(performance.now() - began).toBeLessThan(900)
  const changeBegan = performance.now()
  expect(await client.cancel(change)).toEqual({ ok: false, reason: 'unknown', code: 'timeout' })
  expect(performance.now() - changeBegan).toBeLessThan(1_400)
  const slow = await startProvider([], ['silence'])
  expect(await slow.client.create(payment)).toEqual({ ok: false, reason: 'unknown', code: 'token timeout' })
  const nobody = vipps({ url: 'http://127.0.0.1:1' }).clientOf(account)
  expect(await nobody.create(payment)).toMatchObject({
    reason: 'unknown',
    code: expect.stringMatching(/^token /),
  })
})

test('a response of more than 1 MB is not read', async () => {
  const { client, requests } = await startProvider([
    { raw: JSON.stringify({ reference, x: 'x'.repeat(2 ** 20) }) },
  ])
  expect(await client.capture(change)).toEqual({ ok: false, reason: 'unknown', code: 'response too large' })
  expect(requests).toHaveLength(1)
})

test.each(['javascript:alert(1)', '/landing', '', 'ftp://x.example/'])(
  'a payment without an address to go to has not begun: %s',
  async (redirectUrl) => {
    const { client } = await startProvider([{ status: 201, body: { reference, redirectUrl } }])
    expect(await client.create(payment)).toEqual({
      ok: false,
      reason: 'unknown',
      code: 'unexpected response',
    })
  },
)

test('what is done already is done', async () => {
  const captured = await startProvider([problem('6170')])
  expect(await captured.client.capture(change)).toEqual({ ok: true })
  const refunded = await startProvider([problem('6180')])
  expect(await refunded.client.refund(change)).toEqual({ ok: true })
  expect(await refunded.client.capture(change)).toEqual({
    ok: false,
    reason: 'refused',
    code: '6180',
    traceId,
  })
})

const inState = (state: string, amounts: object = {}): Given => ({
  body: { ...recorded.payment, state, aggregate: { ...recorded.payment.aggregate, ...amounts } },
})
test.each<[string, Given, object, object]>([
  [
    'cancelled',
    inState('AUTHORIZED', { cancelledAmount: money(6000) }),
    { ok: true },
    { reason: 'authorized' },
  ],
  ['reserved', inState('AUTHORIZED'), { reason: 'refused', code: '6190' }, { reason: 'authorized' }],
  [
    'captured',
    inState('AUTHORIZED', { capturedAmount: money(6000) }),
    { code: '6190' },
    { reason: 'authorized' },
  ],
  ['open', inState('CREATED'), { reason: 'refused', code: '6190' }, { reason: 'refused', code: '6190' }],
  ['refused', inState('ABORTED'), { ok: true }, { ok: true }],
  ['expired', inState('EXPIRED'), { ok: true }, { ok: true }],
  ['terminated', inState('TERMINATED'), { ok: true }, { ok: true }],
  ['missing', problem('5090'), { reason: 'refused', code: '6190' }, { reason: 'refused', code: '6190' }],
  ['silent', 'silence', { reason: 'unknown', code: 'timeout' }, { reason: 'unknown', code: 'timeout' }],
])('a cancellation in a wrong state asks for the state: %s', async (_name, state, cancelled, ended) => {
  const { client } = await startProvider([problem('6190'), state, problem('6190'), state])
  expect(await client.cancel(change)).toMatchObject(cancelled)
  expect(await client.end(change)).toMatchObject(ended)
})

test('a payment that is approved is not ended', async () => {
  for (const code of ['6060', '6040']) {
    const { client, requests } = await startProvider([problem(code)])
    expect(await client.end(change)).toEqual({ ok: false, reason: 'authorized' })
    expect(requests).toHaveLength(1)
  }
  const { client } = await startProvider([problem('6040')])
  expect(await client.cancel(change)).toEqual({ ok: false, reason: 'refused', code: '6040', traceId })
})

test('it serves three currencies within their limits', () => {
  const { serves } = vipps({ url: 'http://127.0.0.1:1' }).clientOf(account)
  const can = (amount: number, currency: string) => serves({ amount, currency })
  expect([can(1, 'DKK'), can(0, 'DKK'), can(1, 'EUR'), can(99, 'NOK'), can(100, 'NOK')]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ])
  expect([can(65_000_000, 'DKK'), can(65_000_001, 'DKK'), can(1.5, 'DKK'), can(NaN, 'DKK')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  for (const currency of ['SEK', 'GBP', 'PLN', 'USD', 'dkk', '', 'constructor'])
    expect(can(6000, currency)).toBe(false)
})

test('a webhook is registered with all events of payments, and deleted', async () => {
  const { opened, requests } = await startProvider([
    { status: 201, body: { id: 'hook-2', secret: 'c2VjcmV0' } },
    { status: 204 },
    problem(null, 404),
    { status: 500, raw: '' },
  ])
  const url = 'https://aurora.stamgast.dk/webhooks/payments/vipps'
  expect(await opened.registerWebhook(account, url)).toEqual({
    ok: true,
    webhookId: 'hook-2',
    webhookSecret: 'c2VjcmV0',
  })
  const names = 'created aborted expired cancelled captured refunded authorized terminated'.split(' ')
  const events = names.map((name) => `"epayments.payment.${name}.v1"`).join(',')
  expect(requests[0]).toMatchObject({
    line: 'POST /webhooks/v1/webhooks',
    body: `{"url":"${url}","events":[${events}]}`,
  })
  expect([
    await opened.deleteWebhook(account),
    await opened.deleteWebhook(account),
    await opened.deleteWebhook(account),
  ]).toEqual([true, true, false])
  expect(requests[1]?.line).toBe('DELETE /webhooks/v1/webhooks/hook-1')
})
