import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { readPaymentAccount } from '#server/payment/accounts.ts'
import { exportTenant } from '#operator/tenant-file/export.ts'
import { runCommand } from '#test/command.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import type { CommandContext } from '#operator/command-line/command.ts'
import { paymentConnect } from './payment-connect.ts'
import { readFields } from '#operator/command-line/prompt.ts'

type Answers = Record<string, { status: number; body?: unknown }>
type Sent = { line: string; msn: unknown; authorization: unknown; body: string }

let testDb: TestDb
let url: string
let answers: Answers
const requests: Sent[] = []
/** Gives the answers that Vipps has given. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const line = `${request.method} ${request.url}`
    const { authorization, 'merchant-serial-number': msn } = request.headers
    requests.push({ line, msn, authorization, body })
    const { status, body: answer } = answers[line] ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(answer === undefined ? undefined : JSON.stringify(answer))
  })
})
beforeAll(async () => {
  testDb = await makeDb()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await testDb.close()
})
beforeEach(() => {
  requests.length = 0
  answers = {
    'POST /accesstoken/get': { status: 200, body: { access_token: 'token', expires_in: '3600' } },
    'POST /webhooks/v1/webhooks': { status: 201, body: { id: 'hook-1', secret: 'aG9vaw==' } },
    'DELETE /webhooks/v1/webhooks/hook-1': { status: 204 },
  }
})

const secret = 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG'
const keys = { client_id: 'id-1', client_secret: 's3cret', subscription_key: 'key-1', msn: '123456' }
const linesOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
const connect = (tenant: string, input = linesOf(keys), env: Record<string, string> = {}) =>
  runCommand(
    [paymentConnect],
    {
      testDb,
      secret,
      input,
      env: { PAYMENT: 'vipps', VIPPS_URL: url, PUBLIC_ORIGIN_SCHEME: 'https', ...env },
    },
    ['payment', 'connect', tenant],
  )
const stored = (tenant: TenantId) => testDb.db.read(tenant, (tx) => readPaymentAccount(tx, secret))

test('the account is checked, its webhook registered, and both stored', async () => {
  const tenant = await makeTenant(testDb)
  const { code, out, err } = await connect(tenant, `# sales unit of the salon\r\n\n ${linesOf(keys)}`)
  const address = `https://${tenant}.localhost:3000/webhooks/payments/vipps`
  expect({ code, out, err }).toEqual({ code: 0, out: `msn 123456\nwebhook ${address}\n`, err: '' })
  expect(await stored(tenant)).toEqual({
    clientId: 'id-1',
    clientSecret: 's3cret',
    subscriptionKey: 'key-1',
    msn: '123456',
    webhookId: 'hook-1',
    webhookSecret: 'aG9vaw==',
  })
  expect(requests).toMatchObject([
    { line: 'POST /accesstoken/get', msn: '123456', body: '' },
    { line: 'POST /webhooks/v1/webhooks', msn: '123456', authorization: 'Bearer token' },
  ])
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ url: address })
  const file = JSON.stringify(await testDb.db.read(tenant, exportTenant))
  expect(file).not.toMatch(/s3cret|key-1|123456|hook-1|aG9vaw/)
})

test('a second run replaces the account and deletes the old webhook', async () => {
  const tenant = await makeTenant(testDb)
  await connect(tenant)
  answers['POST /webhooks/v1/webhooks'] = { status: 201, body: { id: 'hook-2', secret: 'c2Vjb25k' } }
  const again = await connect(tenant, linesOf({ ...keys, msn: '654321' }))
  expect(again).toMatchObject({ code: 0, err: '' })
  expect(await stored(tenant)).toMatchObject({ msn: '654321', webhookId: 'hook-2' })
  expect(requests.at(-1)).toMatchObject({ line: 'DELETE /webhooks/v1/webhooks/hook-1', msn: '123456' })

  answers['POST /webhooks/v1/webhooks'] = { status: 201, body: { id: 'hook-3', secret: 'dGhpcmQ=' } }
  answers['DELETE /webhooks/v1/webhooks/hook-2'] = { status: 500 }
  expect(await connect(tenant)).toMatchObject({
    code: 0,
    err: 'The old webhook hook-2 could not be deleted.\n',
  })
  expect(await stored(tenant)).toMatchObject({ msn: '123456', webhookId: 'hook-3' })

  await asOwner(testDb, tenant, `update payment_account set sealed = 'x'`)
  expect(await connect(tenant)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^The old account cannot be opened/),
  })
  expect(await stored(tenant)).toMatchObject({ webhookId: 'hook-3' })
})

test.each<[string, Answers, RegExp]>([
  [
    'the keys',
    { 'POST /accesstoken/get': { status: 401, body: { error: 'invalid_client' } } },
    /^Vipps rejects the keys \(token 401: invalid_client\): compare client_id, .* Nothing was stored\.\n$/,
  ],
  [
    'the sales unit',
    { 'POST /webhooks/v1/webhooks': { status: 403, body: {} } },
    /^Vipps rejects the webhook \(403\): compare msn, .* Nothing was stored\.\n$/,
  ],
  [
    'the address',
    { 'POST /webhooks/v1/webhooks': { status: 400, body: { title: 'Bad Request' } } },
    /^Vipps rejects the webhook \(400\)/,
  ],
  [
    'nothing, for it is down',
    { 'POST /accesstoken/get': { status: 503 } },
    /^Vipps does not answer \(token status 503\): try again later\. Nothing was stored\.\n$/,
  ],
  ['nothing readable', { 'POST /webhooks/v1/webhooks': { status: 201, body: {} } }, /^Vipps does not answer/],
])('what Vipps rejects is said in one sentence: %s', async (_name, given, said) => {
  const tenant = await makeTenant(testDb)
  Object.assign(answers, given)
  expect(await connect(tenant)).toEqual({ code: 1, out: '', err: expect.stringMatching(said) })
  expect(await stored(tenant)).toBeNull()
})

const { msn: _msn, ...withoutMsn } = keys
test.each<[string, string, RegExp]>([
  ['nothing', '', /^Standard input has no client_id, client_secret, subscription_key, msn: /],
  ['no msn', linesOf(withoutMsn), /^Standard input has no msn: write one line name=value for each\.\n$/],
  ['an empty secret', linesOf({ ...keys, client_secret: ' ' }), /^Standard input has no client_secret: /],
  ['an unknown line', `${linesOf(keys)}s3cret`, /^Standard input must have the lines client_id=…, /],
  [
    'a line twice',
    linesOf(keys) + linesOf({ msn: '1' }),
    /^Standard input must have the lines .*each once\.\n$/,
  ],
  ['a name as msn', linesOf({ ...keys, msn: 'salon' }), /^msn must be a number of 4 to 10 digits\.\n$/],
  [
    'a secret with blanks',
    linesOf({ ...keys, client_secret: 's3cret x' }),
    /^client_secret must be text without/,
  ],
])('input is checked before Vipps is asked: %s', async (_name, input, said) => {
  const result = await connect(await makeTenant(testDb), input)
  expect(result).toEqual({ code: 1, out: '', err: expect.stringMatching(said) })
  expect(result.err).not.toContain('s3cret')
  expect(requests).toEqual([])
})

test('it needs a tenant, and payment that is on', async () => {
  expect(await connect('nowhere')).toEqual({
    code: 1,
    out: '',
    err: 'Tenant nowhere not found in the database of the test: see bin/stamgast tenant list.\n',
  })
  const context = { withDatabase: () => Promise.reject(new Error('opened')) } as unknown as CommandContext
  await expect(paymentConnect.run(context, ['Salon!'], {})).rejects.toThrow('Tenant Salon! not found')
  expect(await connect(await makeTenant(testDb), '', { PAYMENT: 'off' })).toMatchObject({
    code: 1,
    err: 'PAYMENT is off: set PAYMENT=vipps, here and for the server.\n',
  })
  expect(requests).toEqual([])
})

test('a terminal asks for each value and does not show the secrets', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const prompts = new PassThrough()
  let shown = ''
  prompts.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    // Typed when it is asked, as by a person.
    if (chunk.toString().endsWith('client_id: ')) setImmediate(() => input.write('id-1\n'))
    if (chunk.toString().endsWith('client_secret: ')) setImmediate(() => input.write('s3cret\n'))
  })
  const fields = [{ name: 'client_id' }, { name: 'client_secret', secret: true }] as const
  expect(await readFields(input, fields, prompts)).toEqual({ client_id: 'id-1', client_secret: 's3cret' })
  expect(shown).toContain('id-1')
  expect(shown).not.toContain('s3cret')
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends the questions', async (_name, key) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const asked = readFields(input, [{ name: 'client_secret', secret: true }], new PassThrough())
  setImmediate(() => input.write(key))
  await expect(asked).rejects.toThrow('Interrupted.')
})
