import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PaymentAccount } from './port.ts'
import { isSignedByVipps, parseVippsEvent } from './vipps-webhook.ts'

/** The example of Vipps's documentation of webhooks. */
const vector = {
  secret: 'A0+AeKBRG2KRGvnNwJpQlb6IJFk48CKXCIcrLoHncVJKDILsQSxS6NWCccwWm6r6FhGKhiHTBsG2wo/xU6FY/A==',
  url: 'https://webhook.site/e2cee29b-012e-4f1d-8ef4-e95fd74a7a63',
  date: 'Thu, 30 Mar 2023 08:38:32 GMT',
  body: '{"some-unique-content":"ee6e441b-cc4a-46f8-895d-a5af79bcc233/hello-world"}',
  hash: 'lNlsp1XA03N34HrQsVzPgJKtC+r7l/RBF4V3JQUWMj4=',
  signature: 'agAiSyogQbDHpeucoNwYz+yAr5nJ+v+zasdkSbqzv+U=',
}
const scheme = 'HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature='
const vectorHeaders = {
  'x-ms-date': vector.date,
  'x-ms-content-sha256': vector.hash,
  authorization: scheme + vector.signature,
}

test('the example of the documentation is signed, and not with one byte changed', () => {
  const { url, body, secret, date } = vector
  const now = Date.parse(date)
  const check = (change: { url?: string; body?: string; secret?: string; headers?: object } = {}) =>
    isSignedByVipps(
      {
        url: change.url ?? url,
        body: change.body ?? body,
        headers: new Headers({ ...vectorHeaders, ...change.headers }),
      },
      change.secret ?? secret,
      now,
    )
  expect(check()).toBe(true)
  expect(check({ body: body.replace('world', 'World') })).toBe(false)
  expect(check({ url: `${url}?` })).toBe(true)
  expect(check({ url: `${url}?a=b` })).toBe(false)
  expect(check({ url: url.replace('webhook.site', 'webhook.example') })).toBe(false)
  expect(check({ secret: secret.replace('A0', 'B0') })).toBe(false)
  expect(check({ headers: { authorization: scheme + vector.signature.replace('ag', 'bg') } })).toBe(false)
  expect(check({ headers: { authorization: '' } })).toBe(false)
  expect(check({ headers: { 'x-ms-content-sha256': vector.hash.toLowerCase() } })).toBe(false)
  expect(check({ headers: { 'x-ms-date': 'Thu, 30 Mar 2023 08:38:33 GMT' } })).toBe(false)
})

const account: PaymentAccount = {
  clientId: 'id',
  clientSecret: 'secret',
  subscriptionKey: 'key',
  msn: '123456',
  webhookId: 'hook',
  webhookSecret: 'c2VjcmV0',
}
const url = 'https://aurora.stamgast.dk/webhooks/payments/vipps'
const now = Date.parse('2026-09-01T10:00:00Z')
const event = {
  msn: '123456',
  reference: 'r-11111111-1',
  pspReference: 'a',
  name: 'AUTHORIZED',
  amount: { currency: 'DKK', value: 6000 },
  timestamp: '2026-09-01T09:59:58Z',
  success: true,
}

/** Signs as the provider does, computed apart from the product. */
function deliver(
  body: string,
  { secret = account.webhookSecret, at = now, host = 'aurora.stamgast.dk', header = 'authorization' } = {},
) {
  const date = new Date(at).toUTCString()
  const hash = createHash('sha256').update(body).digest('base64')
  const signature = createHmac('sha256', secret)
    .update(['POST', '/webhooks/payments/vipps', [date, host, hash].join(';')].join('\n'))
    .digest('base64')
  return {
    url,
    body,
    headers: new Headers({
      host: 'internal:3000',
      'x-ms-date': date,
      'x-ms-content-sha256': hash,
      [header]: scheme + signature,
    }),
  }
}
const text = JSON.stringify(event)
const parsed = { reference: event.reference, name: 'AUTHORIZED' }

test('a signed event is read, also behind a proxy with another host', () => {
  expect(parseVippsEvent(deliver(text), account, now)).toEqual(parsed)
  expect(parseVippsEvent(deliver(text, { header: 'x-vipps-authorization' }), account, now)).toEqual(parsed)
  const numeric = JSON.stringify({ ...event, msn: 123456 })
  expect(parseVippsEvent(deliver(numeric), account, now)).toEqual(parsed)
  const five = 5 * 60_000
  expect(parseVippsEvent(deliver(text), account, now + five)).toEqual(parsed)
  expect(parseVippsEvent(deliver(text), account, now - five)).toEqual(parsed)
})

test.each([
  ['another secret', deliver(text, { secret: 'b3RoZXI=' })],
  ['the decoded secret', deliver(text, { secret: 'secret' })],
  ['another host', deliver(text, { host: 'fjord.stamgast.dk' })],
  ['another body', { ...deliver(text), body: text.replace('6000', '6001') }],
  ['six minutes ago', deliver(text, { at: now - 6 * 60_000 })],
  ['in six minutes', deliver(text, { at: now + 6 * 60_000 })],
  ['no signature', deliver(text, { header: 'x-other' })],
  ['no headers', { url, body: text, headers: new Headers() }],
  ['another sales unit', deliver(JSON.stringify({ ...event, msn: '654321' }))],
  ['no sales unit', deliver(JSON.stringify({ ...event, msn: undefined }))],
  ['a reference that no payment has', deliver(JSON.stringify({ ...event, reference: "x' or 1=1" }))],
  ['no JSON', deliver('authorized')],
  ['an empty body', deliver('')],
])('a delivery is rejected: %s', (_name, delivery) => {
  expect(parseVippsEvent(delivery, account, now)).toBeNull()
})
