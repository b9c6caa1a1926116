import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { gatewayApi, gatewayApiCredit } from './gatewayapi.ts'
import { SmsRejected, SmsOutcomeUnknown, SmsUnreachable, type OutgoingSms, type SmsProvider } from './port.ts'
import { simulatedSms } from '#simulators/messages.ts'
import { isSignedByTwilio, twilio, twilioBalance } from './twilio.ts'

const sid = `AC${'0'.repeat(32)}`
const sms: OutgoingSms = {
  to: '+4520123456',
  text: 'Log ind: https://aurora.example/cl/x',
  sender: 'SalonAurora',
  ref: '11111111-2222-4333-8444-555555555555',
  statusUrl: 'https://aurora.example/webhooks/sms/x',
}

type Answer = { status: number; body: unknown } | 'silence' | 'hang up'
type SentRequest = {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** An HTTP stub that responds as configured and records requests. */
async function startProvider(answer: Answer) {
  const requests: SentRequest[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (answer === 'silence') return
      if (answer === 'hang up') return void request.socket.destroy()
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { asked: requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

type Kind = {
  name: string
  open(url: string, timeout?: number): SmsProvider
  accepted: unknown
  providerId: string
  rejected: unknown
  code: string
  /** The provider's words, without the number that it repeats. */
  said: string
}
const kinds: Kind[] = [
  {
    name: 'gatewayapi',
    open: (url, timeout = 10_000) => gatewayApi({ url, token: 'token', webhookSecret: 's3cr3t', timeout }),
    providerId: '421332671',
    code: '0x0312',
    accepted: { ids: [421332671], usage: { countries: { DK: 1 }, currency: 'DKK', total_cost: 0.3 } },
    rejected: { code: '0x0312', incident_uuid: 'x', message: 'Filtered: 4520123456', variables: [] },
    said: 'Filtered: …',
  },
  {
    name: 'twilio',
    open: (url, timeout = 10_000) =>
      twilio({ url, accountSid: sid, authToken: '12345', from: null, timeout }),
    providerId: `SM${'1'.repeat(32)}`,
    code: '21211',
    said: "The 'To' number … is not valid",
    accepted: {
      sid: `SM${'1'.repeat(32)}`,
      account_sid: sid,
      status: 'queued',
      direction: 'outbound-api',
      num_segments: '1',
      error_code: null,
    },
    rejected: {
      code: 21211,
      message: "The 'To' number +45 20 12 34 56 is not valid",
      more_info: 'https://www.twilio.com/docs/errors/21211',
      status: 400,
    },
  },
]

for (const { name, open, accepted: taken, providerId, rejected: refused, code, said } of kinds) {
  const parsedBody = async (answer: Answer): Promise<{ outcome: unknown; requests: SentRequest[] }> => {
    const provider = await startProvider(answer)
    const outcome = await open(provider.url, answer === 'silence' ? 300 : undefined)
      .send(sms)
      .catch((error: unknown) => error)
    await provider.stop()
    return { outcome, requests: provider.asked }
  }

  test(`${name}: an accepted message has the provider's id`, async () => {
    expect((await parsedBody({ status: name === 'twilio' ? 201 : 200, body: taken })).outcome).toEqual({
      providerId,
    })
  })

  test(`${name}: a rejection has the provider's code`, async () => {
    expect((await parsedBody({ status: 422, body: refused })).outcome).toMatchObject({ code, said })
    expect((await parsedBody({ status: 401, body: refused })).outcome).toBeInstanceOf(SmsRejected)
    expect((await parsedBody({ status: 400, body: 'nothing we know' })).outcome).toMatchObject({
      code: '400',
    })
  })

  test(`${name}: links and codes are left out where the provider repeats the message`, async () => {
    const repeated = 'Your code: 123456. Or https://salon.example/l/abcdef1-x'
    const provider = await startProvider({
      status: 422,
      body: { code: repeated, message: `Bad text: ${repeated.replace('https://', '')}` },
    })
    const outcome: unknown = await open(provider.url)
      .send({ ...sms, text: repeated })
      .catch((error: unknown) => error)
    await provider.stop()
    expect(outcome).toMatchObject({ code: '422', said: 'Bad text: Your code: …. Or salon.example/l/…' })
  })

  test(`${name}: an unreachable provider allows a retry`, async () => {
    for (const status of [429, 503])
      expect((await parsedBody({ status, body: refused })).outcome).toBeInstanceOf(SmsUnreachable)
    const gone = await startProvider('silence')
    await gone.stop()
    await expect(open(gone.url).send(sms)).rejects.toBeInstanceOf(SmsUnreachable)
  })

  test(`${name}: a lost response is an unknown outcome`, async () => {
    for (const answer of [
      'silence',
      'hang up',
      { status: 500, body: refused },
      { status: 504, body: null },
      { status: 200, body: { odd: true } },
    ] as const)
      expect((await parsedBody(answer)).outcome, JSON.stringify(answer)).toBeInstanceOf(SmsOutcomeUnknown)
  })
}

test('the credit of the account is requested with the same keys', async () => {
  const gatewayapi = await startProvider({ status: 200, body: { credit: '12.50', currency: 'DKK', id: 1 } })
  expect(await gatewayApiCredit({ url: gatewayapi.url, token: 'token' })).toBe('12.50 DKK')
  expect(gatewayapi.asked).toMatchObject([
    { method: 'GET', url: '/rest/me', headers: { authorization: 'Token token' } },
  ])
  await gatewayapi.stop()
  const settings = { accountSid: sid, authToken: '12345', from: null }
  const main = await startProvider({ status: 200, body: { balance: '3.5', currency: 'USD' } })
  expect(await twilioBalance({ ...settings, url: main.url })).toBe('3.5 USD')
  expect(main.asked).toMatchObject([{ method: 'GET', url: `/2010-04-01/Accounts/${sid}/Balance.json` }])
  await main.stop()
  const denied = await startProvider({ status: 401, body: { code: 20003, message: 'Authenticate' } })
  await expect(twilioBalance({ ...settings, url: denied.url })).rejects.toMatchObject({
    code: '20003',
    said: 'Authenticate',
  })
  await denied.stop()
})

test('gatewayapi requests are JSON with the token in a header', async () => {
  const provider = await startProvider({ status: 200, body: kinds[0]?.accepted })
  await gatewayApi({ url: provider.url, token: 'token', webhookSecret: 's3cr3t' }).send(sms)
  await gatewayApi({ url: provider.url, token: 'token', webhookSecret: 's3cr3t' }).send({
    ...sms,
    text: 'Zażółć',
    sender: null,
  })
  await provider.stop()
  const [first, second] = provider.asked
  expect(first).toMatchObject({
    method: 'POST',
    url: '/rest/mtsms',
    headers: { authorization: 'Token token', 'content-type': 'application/json' },
  })
  expect(JSON.parse(first?.body ?? '')).toEqual({
    message: sms.text,
    recipients: [{ msisdn: 4520123456 }],
    sender: 'SalonAurora',
    userref: sms.ref,
    callback_url: sms.statusUrl,
    encoding: 'UTF8',
  })
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ encoding: 'UCS2' })
  expect(second?.body).not.toContain('sender')
})

test('twilio requests are forms with basic authentication, from a name, number or service', async () => {
  const provider = await startProvider({ status: 201, body: kinds[1]?.accepted })
  for (const from of [null, '+4512345678', `MG${'2'.repeat(32)}`])
    await twilio({ url: provider.url, accountSid: sid, authToken: '12345', from }).send(sms)
  await provider.stop()
  const [named, numbered, service] = provider.asked.map(({ body }) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
  expect(provider.asked[0]).toMatchObject({
    method: 'POST',
    url: `/2010-04-01/Accounts/${sid}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${sid}:12345`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(named).toEqual({
    To: sms.to,
    Body: sms.text,
    From: 'SalonAurora',
    StatusCallback: `${sms.statusUrl}?ref=${sms.ref}`,
  })
  expect(numbered).toMatchObject({ From: '+4512345678' })
  expect(service).toMatchObject({ MessagingServiceSid: `MG${'2'.repeat(32)}` })
})

const gateway = gatewayApi({ url: 'http://127.0.0.1:1', token: 'token', webhookSecret: 's3cr3t' })
const jwt =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6MTAwMDAwMSwibXNpc2RuIjo0NTg3NjU0MzIxLCJzdGF0dXMiOiJERUxJVkVSRUQifQ.ar9l7psiL7Ahr00keMACOxcEFwsIBWM7ZwZVrdSJ_To'
const jwtOf = (head: object, payload: object, secret = 's3cr3t') => {
  const signed = [head, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const gatewayPost = (token: string) =>
  gateway.parseStatus({
    url: sms.statusUrl,
    headers: new Headers({ 'x-gwapi-signature': token }),
    body: '{"id":1,"status":"REJECTED"}',
  })

test('a status of gatewayapi is read from the signed token, not from the body', async () => {
  expect(await gatewayPost(jwt)).toEqual({ ref: null, providerId: '1000001', state: 'delivered', code: null })
  expect(
    await gatewayPost(
      jwtOf({ alg: 'HS256' }, { id: 1, status: 'UNDELIVERABLE', userref: sms.ref, code: '0x0404' }),
    ),
  ).toEqual({ ref: sms.ref, providerId: '1', state: 'failed', code: '0x0404' })
  expect(await gatewayPost(jwtOf({ alg: 'HS256' }, { id: 1, status: 'BUFFERED' }))).toBeNull()
})

test('a forged status of gatewayapi is ignored', async () => {
  const [head, payload] = jwt.split('.')
  for (const token of [
    '',
    'x',
    `${head}.${payload}.`,
    `${head}.${payload}.AAAA`,
    jwt.slice(0, -2),
    jwtOf({ alg: 'none' }, { id: 1, status: 'DELIVERED' }),
    jwtOf({ alg: 'HS512' }, { id: 1, status: 'DELIVERED' }),
    jwtOf({ alg: 'HS256' }, { id: 1, status: 'DELIVERED' }, 'other'),
    jwtOf({ alg: 'HS256' }, { id: '1' }),
  ])
    expect(await gatewayPost(token), token).toBeNull()
})

const twilioAt = (url: string, fields: Record<string, string>, signature: string) =>
  twilio({ url: 'http://127.0.0.1:1', accountSid: sid, authToken: '12345', from: null }).parseStatus({
    url,
    headers: new Headers({ 'x-twilio-signature': signature }),
    body: new URLSearchParams(fields).toString(),
  })

test('a status of twilio is signed over the full URL and every field', async () => {
  const fields = {
    MessageSid: 'SM1',
    MessageStatus: 'undelivered',
    ErrorCode: '30003',
    To: sms.to,
    NewField: 'x',
  }
  const url = `https://aurora.example/webhooks/sms/twilio?ref=${sms.ref}`
  const sign = (address: string, given: Record<string, string>, token = '12345') =>
    createHmac('sha1', token)
      .update(
        address +
          Object.keys(given)
            .toSorted()
            .map((key) => `${key}${given[key]}`)
            .join(''),
      )
      .digest('base64')
  expect(await twilioAt(url, fields, sign(url, fields))).toEqual({
    ref: sms.ref,
    providerId: 'SM1',
    state: 'failed',
    code: '30003',
  })
  expect(
    await twilioAt(
      url,
      { ...fields, MessageStatus: 'sending' },
      sign(url, { ...fields, MessageStatus: 'sending' }),
    ),
  ).toBeNull()
  for (const [address, given, signature] of [
    [url, fields, ''],
    [url, fields, sign(url, fields, 'other')],
    [url, { ...fields, MessageStatus: 'delivered' }, sign(url, fields)],
    [`${url}x`, fields, sign(url, fields)],
  ] as const)
    expect(await twilioAt(address, given, signature)).toBeNull()
})

test('the signature of twilio matches its documentation', () => {
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  }
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(isSignedByTwilio(url, new URLSearchParams(fields), '0/KCTR6DLpKmkAf8muzZqo1nDgQ=', '12345')).toBe(
    true,
  )
  expect(
    isSignedByTwilio(
      url,
      new URLSearchParams({ ...fields, Digits: '1235' }),
      '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
      '12345',
    ),
  ).toBe(false)
})

test('the simulator accepts numbers and fails for the special ones', async () => {
  const provider = simulatedSms()
  expect(await provider.send(sms)).toEqual({ providerId: `simulated-${sms.ref}` })
  await expect(provider.send({ ...sms, to: '20123456' })).rejects.toBeInstanceOf(SmsRejected)
  await expect(provider.send({ ...sms, text: '' })).rejects.toBeInstanceOf(SmsRejected)
  await expect(provider.send({ ...sms, to: '+4500000001' })).rejects.toBeInstanceOf(SmsRejected)
  await expect(provider.send({ ...sms, to: '+4500000002' })).rejects.toBeInstanceOf(SmsUnreachable)
  await expect(provider.send({ ...sms, to: '+4500000003' })).rejects.toBeInstanceOf(SmsOutcomeUnknown)
})
