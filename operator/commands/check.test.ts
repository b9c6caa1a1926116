import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deriveVapidKeys } from '#server/config/vapid-keys.ts'
import { savePaymentAccount } from '#server/payment/accounts.ts'
import { runCommand } from '#test/command.ts'
import { headersOf, startMailServer } from '#test/mail-server.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { checkCommand } from './check.ts'

type Answers = Record<string, { status: number; body: unknown }>

let testDb: TestDb
let url: string
let answers: Answers
let requests: string[]
/** Gives the answers that the providers have given. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const line = `${request.method} ${request.url?.split('?')[0]}`
    requests.push(`${line} ${request.url} ${body} ${JSON.stringify(request.headers)}`)
    const answer = answers[line] ?? { status: 404, body: {} }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
})
beforeAll(async () => {
  testDb = await makeDb()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tenant = await makeTenant(testDb, { id: 'aurora' })
  const keys = { clientId: 'id-1', clientSecret: 'v1pps-s3cret', subscriptionKey: 'key-1', msn: '123456' }
  await testDb.db.write(tenant, (tx) =>
    savePaymentAccount(tx, secret, { ...keys, webhookId: 'hook', webhookSecret: 'aG9vaw==' }, new Date()),
  )
})
afterAll(async () => {
  server.close()
  await testDb.close()
})
beforeEach(() => {
  requests = []
  answers = {
    'GET /rest/me': { status: 200, body: { credit: '12.50', currency: 'DKK', id: 1 } },
    'POST /accesstoken/get': { status: 200, body: { access_token: 'token', expires_in: '3600' } },
    'POST /translate': { status: 200, body: { translatedText: ['Hej'] } },
    'GET /.well-known/openid-configuration': {
      status: 200,
      body: { issuer: url, token_endpoint: `${url}/token`, authorization_endpoint: url, jwks_uri: url },
    },
    'POST /token': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Malformed auth code.' },
    },
    'GET /v25.0/oauth/access_token': { status: 200, body: { access_token: 'x', token_type: 'bearer' } },
  }
})

const secret = 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG'
const { publicKey, privateKey } = deriveVapidKeys('a secret')
const check = (env: Record<string, string>, line: string[] = []) =>
  runCommand(
    [checkCommand],
    {
      testDb,
      secret,
      env: {
        MAIL: 'smtp',
        MAIL_FROM: 'no-reply@stamgast.dk',
        SMS: 'gatewayapi',
        GATEWAYAPI_URL: url,
        GATEWAYAPI_TOKEN: 'gw-t0ken',
        GATEWAYAPI_WEBHOOK_SECRET: 'hook',
        PUSH: 'on',
        VAPID_PUBLIC_KEY: publicKey,
        VAPID_PRIVATE_KEY: privateKey,
        VAPID_SUBJECT: 'mailto:salon@example.com',
        PAYMENT: 'vipps',
        VIPPS_URL: url,
        PUBLIC_ORIGIN_SCHEME: 'https',
        TRANSLATION: 'libretranslate',
        LIBRETRANSLATE_URL: url,
        LIBRETRANSLATE_KEY: 'l1bre',
        GOOGLE_CLIENTS: 'aurora=g-id:g-s3cret',
        GOOGLE_ISSUER: url,
        FACEBOOK_CLIENTS: '*=123:f-s3cret',
        FACEBOOK_GRAPH_URL: url,
        PICKUP: 'off',
        ANALYTICS: 'ga4',
        GA4_SECRETS: 'aurora:ga-s3cret',
        ...env,
      },
    },
    ['check', ...line],
  )

test('every provider is tried without a guest', async () => {
  const mail = await startMailServer()
  const checked = await check({ SMTP_URL: mail.url }, ['--mail', 'owner@example.com'])
  expect(checked).toEqual({
    code: 0,
    err: '',
    out: [
      `ok     mail: 127.0.0.1:${mail.port} has accepted a test mail to owner@example.com`,
      'ok     sms gatewayapi: credit 12.50 DKK',
      'ok     push: the keys sign, with the contact mailto:salon@example.com',
      'ok     payment vipps aurora: msn 123456 has got a token',
      'ok     translation libretranslate: Hello is Hej in Danish',
      'ok     sign-in google aurora: the client is known',
      'ok     sign-in facebook *: the client is known',
      'ok     analytics ga4: not tried: it answers every secret alike',
      'off or simulated: pickup',
      '',
    ].join('\n'),
  })
  const [received, ...more] = mail.received
  expect([received?.to, more]).toEqual([['owner@example.com'], []])
  expect(received && headersOf(received)).toMatch(/^Subject: Test of the mail server$/m)
  // Without an address nobody gets a mail.
  expect((await check({ SMTP_URL: mail.url })).out).toMatch(/^ok {5}mail: \S+ accepts the sign-in/)
  expect(mail.received).toHaveLength(1)
  await mail.stop()
})

test('a provider that refuses is named with its words, and no key or address is printed', async () => {
  const mail = await startMailServer(true)
  answers = {
    ...answers,
    'GET /rest/me': {
      status: 401,
      body: { code: '0x0211', message: 'Invalid token gw-t0ken-0123456789abcdef' },
    },
    'POST /accesstoken/get': {
      status: 401,
      body: { error: 'unauthorized_client', error_description: 'AADSTS7000215: Invalid client secret.' },
    },
    'POST /translate': { status: 403, body: { error: 'Invalid API key' } },
    'POST /token': { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } },
    'GET /v25.0/oauth/access_token': {
      status: 400,
      body: { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
    },
  }
  const { code, out, err } = await check({ SMTP_URL: mail.url }, ['--mail', 'owner@example.com'])
  expect(out.split('\n')).toEqual([
    `failed mail: EENVELOPE: 127.0.0.1:${mail.port}: 550 no such mailbox: …`,
    'failed sms gatewayapi: 0x0211: Invalid token …',
    'ok     push: the keys sign, with the contact mailto:salon@example.com',
    'failed payment vipps aurora: token 401: AADSTS7000215: Invalid client secret.',
    'failed translation libretranslate: 403: Invalid API key',
    'failed sign-in google aurora: status 401: {"error":"invalid_client","error_description":"Unauthorized"}',
    'failed sign-in facebook *: status 400: Error validating client secret.',
    'ok     analytics ga4: not tried: it answers every secret alike',
    'off or simulated: pickup',
    '',
  ])
  expect([code, err]).toEqual([1, '6 of 8 failed.\n'])
  expect(requests.join()).toMatch(/gw-t0ken.*v1pps-s3cret|v1pps-s3cret.*gw-t0ken/s)
  expect(out + err).not.toMatch(/gw-t0ken|s3cret|l1bre|owner@|key-1/)
  await mail.stop()
})

test('a provider without a connection is named with its host', async () => {
  const gone = await startMailServer()
  await gone.stop()
  const nobody = `http://127.0.0.1:${gone.port}`
  const { out } = await check({
    SMTP_URL: gone.url.replace('//', '//user:pass-w0rd@'),
    GATEWAYAPI_URL: nobody,
    LIBRETRANSLATE_URL: nobody,
    VIPPS_URL: nobody,
    GOOGLE_ISSUER: nobody,
    FACEBOOK_GRAPH_URL: nobody,
    PICKUP: 'gls',
    GLS_DK_URL: nobody,
  })
  expect(out.match(/^failed .*$/gm)).toEqual([
    `failed mail: ESOCKET: 127.0.0.1:${gone.port}: connect ECONNREFUSED 127.0.0.1:${gone.port}`,
    `failed sms gatewayapi: ECONNREFUSED: 127.0.0.1:${gone.port}`,
    `failed payment vipps aurora: token 127.0.0.1:${gone.port}: ECONNREFUSED`,
    `failed translation libretranslate: 127.0.0.1:${gone.port}: ECONNREFUSED`,
    `failed sign-in google aurora: 127.0.0.1:${gone.port}: ECONNREFUSED`,
    `failed sign-in facebook *: 127.0.0.1:${gone.port}: ECONNREFUSED`,
    `failed pickup gls DK: 127.0.0.1:${gone.port}: ECONNREFUSED`,
  ])
  expect(out).not.toContain('pass-w0rd')
})

test('an address that is none is refused before anything is tried', async () => {
  expect(await check({ SMTP_URL: 'smtp://127.0.0.1:1' }, ['--mail', 'owner'])).toEqual({
    code: 1,
    out: '',
    err: '--mail must be an e-mail address, not owner.\n',
  })
  expect(requests).toEqual([])
})
