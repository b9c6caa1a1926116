import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { openFakeProvider, type FakeProvider, type InjectedFaults } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { redirectForms } from '#test/redirect-forms.ts'
import { asOwner } from '#test/seeded.ts'
import { exhaustive, perTier } from '#test/tier.ts'

/*
 * Responses of a faulty provider or of an attacker: fourteen kinds, numbered in the titles. None of them
 * creates an account or a session.
 */
const client = { id: 'client-of-tests', secret: 'secret-of-tests' }
const facebookApp = { id: '4711', secret: 'secret-of-the-app' }

type Graph = Record<string, unknown>
let graph: {
  answers: Graph
  fail: ((response: ServerResponse) => void) | null
  url: string
  stop(): Promise<void>
}
let fake: FakeProvider
let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  fake = await openFakeProvider({ clientId: client.id, clientSecret: client.secret })
  graph = await openGraph()
  app = await makeApp({
    env: {
      GOOGLE_ISSUER: fake.issuer,
      GOOGLE_CLIENTS: `*=${client.id}:${client.secret}`,
      FACEBOOK_CLIENTS: `*=${facebookApp.id}:${facebookApp.secret}`,
      FACEBOOK_GRAPH_URL: graph.url,
      FACEBOOK_DIALOG_URL: graph.url,
    },
  })
})
afterAll(async () => {
  await app.close()
  await fake.stop()
  await graph.stop()
})
beforeEach(async () => {
  fake.injected = {}
  graph.fail = null
  graph.answers = { ...rightAnswers }
  tenant = await makeTenant(app)
})

const me = { id: '42', first_name: 'Freja', last_name: 'Holm', email: 'freja@example.com' }
const rightAnswers: Graph = {
  access_token: { access_token: 'token', token_type: 'bearer', expires_in: 5_000 },
  debug_token: { data: { app_id: facebookApp.id, is_valid: true, user_id: '42', expires_at: 0, scopes: [] } },
  me,
}

async function openGraph(): Promise<typeof graph> {
  const server = createServer((request, response) => {
    if (graph.fail) return graph.fail(response)
    const name = new URL(request.url ?? '/', 'http://x').pathname.split('/').at(-1) ?? ''
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(graph.answers[name] ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    answers: {},
    fail: null,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const startSignIn = async (guest = app.guest(tenant), provider: 'google' | 'facebook' = 'google') =>
  (await guest('signInWithProvider', { provider })).url
const callback = async (back: URL) =>
  new URL(
    (await app.app.fetch(new Request(back, { headers: { host: back.host } }), {})).headers.get('location') ??
      '',
  )
const countRows = async () =>
  (
    await asOwner<{ n: number }>(
      app,
      tenant,
      `select (select count(*) from guest where tenant_id = '${tenant}')::int
      + (select count(*) from account where tenant_id = '${tenant}')::int
      + (select count(*) from session where tenant_id = '${tenant}')::int
      + (select count(*) from action_code where tenant_id = '${tenant}' and kind = 'handOver')::int as n`,
    )
  )[0]?.n

/** Every rejected callback redirects to the tenant's own login page with a message, and creates no row. */
async function expectRefused(back: URL, message = 'provider-failed') {
  expect((await callback(back)).href).toBe(`http://${tenant}.localhost:3000/login?message=${message}`)
  expect(await countRows()).toBe(0)
}

const claims = (change: Record<string, unknown>): InjectedFaults => ({
  claims: (said) => ({ ...said, ...change }),
})
const seconds = () => Math.floor(Date.now() / 1_000)

test('the fake provider signs in when no fault is injected', async () => {
  const guest = app.guest(tenant)
  const over = await callback(fake.answer(await startSignIn(guest)))
  expect(over.pathname).toBe('/sign-in/callback')
  expect(await guest('takeHandOver', { code: over.searchParams.get('code') ?? '' })).toMatchObject({
    outcome: 'signedIn',
    isNew: true,
  })
})

test('the issuer may lack its scheme, as Google’s did', async () => {
  fake.injected = claims({ iss: fake.issuer.replace('http://', '') })
  expect((await callback(fake.answer(await startSignIn()))).pathname).toBe('/sign-in/callback')
})

test.each<[string, () => InjectedFaults]>([
  ['4/14, a token for another client', () => claims({ aud: 'another-client' })],
  [
    '4/14, a token for two clients without an authorised party',
    () => claims({ aud: [client.id, 'another-client'] }),
  ],
  ['5/14, a token of another issuer', () => claims({ iss: 'https://accounts.google.example' })],
  ['5/14, a token without an issuer', () => claims({ iss: undefined })],
  ['6/14, a token for another sign-in', () => claims({ nonce: 'another-nonce' })],
  ['6/14, a token without a nonce', () => claims({ nonce: undefined })],
  ['7/14, an expired token', () => claims({ iat: seconds() - 4_000, exp: seconds() - 400 })],
  ['7/14, a token without an expiry', () => claims({ exp: undefined })],
  ['a token with an empty subject', () => claims({ sub: '' })],
  ['8/14, an unsigned token', () => ({ sign: 'none' })],
  ['9/14, a token signed with the public key as a secret', () => ({ sign: 'hmac' })],
  ['9/14, a token signed with the client’s secret', () => ({ sign: 'client-secret' })],
  ['9/14, a token signed with an attacker’s key', () => ({ sign: 'other-key' })],
  [
    '11/14, an error at the token endpoint',
    () => ({
      tokens: (response) => {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":"invalid_grant","error_description":"<b>no</b>"}')
      },
    }),
  ],
  [
    '11/14, a broken token endpoint',
    () => ({
      tokens: (response) => {
        response.writeHead(500).end('oops')
      },
    }),
  ],
  [
    'an HTML page instead of a token',
    () => ({
      tokens: (response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
      },
    }),
  ],
  [
    'a redirect instead of a token',
    () => ({
      tokens: (response) => {
        response.writeHead(307, { location: 'http://localhost:1/' }).end()
      },
    }),
  ],
  [
    'a response without an id token',
    () => ({
      tokens: (response) => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"a","token_type":"Bearer"}')
      },
    }),
  ],
  [
    'a response that never ends',
    () => ({
      tokens: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const write = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        }
        response.on('drain', write)
        write()
      },
    }),
  ],
  [
    'an aborted connection',
    () => ({
      tokens: (response) => {
        response.destroy()
      },
    }),
  ],
  ['14/14, a callback with another issuer', () => ({ answerIssuer: 'https://accounts.google.example' })],
  [
    '14/14, a callback without an issuer from a provider that declares to send it',
    () => ({ answerIssuer: null }),
  ],
])('rejected: %s', async (_what, wrong) => {
  fake.injected = wrong()
  await expectRefused(fake.answer(await startSignIn()))
})

test('rejected: 12/14, a token after the timeout', { ...exhaustive, timeout: 30_000 }, async () => {
  fake.injected = { tokens: () => {} }
  await expectRefused(fake.answer(await startSignIn()))
})

test('rejected: 1/14 and 2/14, a callback with no, an unknown, a foreign or a second state', async () => {
  const back = fake.answer(await startSignIn())
  const before = fake.exchanged
  const without = new URL(back)
  without.searchParams.delete('state')
  expect((await callback(without)).href).toBe('http://localhost:3000/?message=provider-failed')
  for (const made of ['', 'x', `nobody.${'a'.repeat(22)}`, `default.${'a'.repeat(22)}`]) {
    const foreign = new URL(back)
    foreign.searchParams.set('state', made)
    expect((await callback(foreign)).href).toMatch(
      /^http:\/\/localhost:3000\/(login)?\?message=provider-(failed|over)$/,
    )
  }
  const state = back.searchParams.get('state') ?? ''
  const wrong = new URL(back)
  wrong.searchParams.set('state', `${tenant}.${'a'.repeat(22)}`)
  await expectRefused(wrong, 'provider-over')
  const twice = new URL(back)
  twice.searchParams.append('state', state)
  expect((await callback(twice)).href).toBe('http://localhost:3000/?message=provider-failed')
  const other = await makeTenant(app)
  const theirs = new URL(back)
  theirs.searchParams.set('state', `${other}${state.slice(state.indexOf('.'))}`)
  expect((await callback(theirs)).href).toBe(`http://${other}.localhost:3000/login?message=provider-over`)
  expect([await countRows(), fake.exchanged]).toEqual([0, before])
})

test('rejected: 3/14, the same callback a second time, and a consumed code', async () => {
  const back = fake.answer(await startSignIn())
  expect((await callback(back)).pathname).toBe('/sign-in/callback')
  expect((await callback(back)).searchParams.get('message')).toBe('provider-over')
  const mine = fake.answer(await startSignIn())
  mine.searchParams.set('code', back.searchParams.get('code') ?? '')
  expect((await callback(mine)).searchParams.get('message')).toBe('provider-failed')
})

const rounds = perTier(1, 20)

test(
  'rejected: 3/14, all but one of fifty concurrent equal callbacks; the code is exchanged once',
  { timeout: 30_000 + rounds * 5_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const guest = app.guest(tenant)
      const [back, before] = [fake.answer(await startSignIn(guest)), fake.exchanged]
      const ends = await Promise.all(Array.from({ length: 50 }, () => callback(back)))
      const over = ends.filter(({ pathname }) => pathname === '/sign-in/callback')
      expect([
        over.length,
        fake.exchanged - before,
        new Set(ends.filter((one) => one !== over[0]).map((one) => one.searchParams.get('message'))),
      ]).toEqual([1, 1, new Set(['provider-over'])])
      expect(await guest('takeHandOver', { code: over[0]?.searchParams.get('code') ?? '' })).toMatchObject({
        outcome: 'signedIn',
        isNew: round === 0,
      })
    }
  },
)

test('rejected: 3/14, the code of another sign-in', async () => {
  const victims = fake.answer(await startSignIn())
  const mine = fake.answer(await startSignIn())
  mine.searchParams.set('code', victims.searchParams.get('code') ?? '')
  await expectRefused(mine)
})

test('rejected: 7/14, a callback after ten minutes', async () => {
  const back = fake.answer(await startSignIn())
  app.clock.now = Date.now() + 600_001
  await expectRefused(back, 'provider-over')
  app.clock.now = null
})

test('rejected: 14/14, a callback on another provider’s or an unknown provider’s path', async () => {
  const back = fake.answer(await startSignIn())
  const entryPoint = new URL(back)
  entryPoint.pathname = '/oauth/facebook/callback'
  await expectRefused(entryPoint)
  entryPoint.pathname = '/oauth/twitter/callback'
  expect(
    (await app.app.fetch(new Request(entryPoint, { headers: { host: entryPoint.host } }), {})).status,
  ).toBe(404)
})

test.each(['access_denied', 'server_error', '"><script>alert(1)</script>', 'login_required'])(
  'rejected with a message of our own: 11/14, the error %s',
  async (error) => {
    const back = fake.answer(await startSignIn())
    back.searchParams.delete('code')
    back.searchParams.set('error', error)
    back.searchParams.set('error_description', '<script>alert(1)</script>')
    await expectRefused(back, error === 'access_denied' ? 'provider-denied' : 'provider-failed')
  },
)

test('rejected: 10/14, an unverified e-mail creates no guest', async () => {
  for (const email_verified of [false, 'true', 1, undefined]) {
    fake.injected = claims({ email_verified })
    const guest = app.guest(tenant)
    const over = await callback(fake.answer(await startSignIn(guest)))
    expect(await guest('takeHandOver', { code: over.searchParams.get('code') ?? '' })).toMatchObject({
      outcome: 'askEmail',
    })
    expect(guest.cookies.has('session')).toBe(false)
  }
})

test('13/14, the same subject at two providers is two identities', async () => {
  fake.injected = claims({ sub: '42' })
  const [first, second] = [app.guest(tenant), app.guest(tenant)]
  const over = await callback(fake.answer(await startSignIn(first)))
  expect(await first('takeHandOver', { code: over.searchParams.get('code') ?? '' })).toMatchObject({
    outcome: 'signedIn',
  })
  const there = await callback(callbackUrl(await startSignIn(second, 'facebook')))
  expect(await second('takeHandOver', { code: there.searchParams.get('code') ?? '' })).toMatchObject({
    outcome: 'askEmail',
  })
})

test('a sign-in with an unreachable provider fails before the redirect', async () => {
  const bare = await makeApp({ env: { GOOGLE_ISSUER: 'http://localhost:1', GOOGLE_CLIENTS: '*=id:secret' } })
  const id = await makeTenant(bare)
  const answer = await bare.guest(id).send('signInWithProvider', { provider: 'google' })
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      error: {
        status: 'UNAVAILABLE',
        message: 'auth/network-request-failed',
        code: 'auth/network-request-failed',
      },
    },
  ])
  await bare.close()
})

const callbackUrl = (url: string): URL => {
  const query = new URL(url).searchParams
  return new URL(`${query.get('redirect_uri')}?code=c&state=${query.get('state')}`)
}

test.each<[string, Graph]>([
  [
    'a token for another app',
    { debug_token: { data: { app_id: '666', is_valid: true, user_id: '42', expires_at: 0 } } },
  ],
  [
    'an invalid token',
    { debug_token: { data: { app_id: facebookApp.id, is_valid: false, user_id: '42', expires_at: 0 } } },
  ],
  [
    'an expired token',
    { debug_token: { data: { app_id: facebookApp.id, is_valid: true, user_id: '42', expires_at: 1_000 } } },
  ],
  ['a profile of another person', { me: { ...me, id: '43' } }],
  ['a profile without an id', { me: { first_name: 'Freja' } }],
  ['no token', { access_token: { error: { message: 'no', code: 100 } } }],
])('Facebook, rejected: %s', async (_what, wrong) => {
  graph.answers = { ...rightAnswers, ...wrong }
  await expectRefused(callbackUrl(await startSignIn(app.guest(tenant), 'facebook')))
})

test('Facebook, rejected: errors, aborted connections, no code and two codes', async () => {
  for (const fail of [
    (response: ServerResponse) => {
      response.writeHead(400).end('{}')
    },
    (response: ServerResponse) => {
      response.destroy()
    },
  ]) {
    graph.fail = fail
    await expectRefused(callbackUrl(await startSignIn(app.guest(tenant), 'facebook')))
  }
  graph.fail = null
  for (const change of [
    (url: URL) => url.searchParams.delete('code'),
    (url: URL) => url.searchParams.append('code', 'd'),
  ]) {
    const back = callbackUrl(await startSignIn(app.guest(tenant), 'facebook'))
    change(back)
    await expectRefused(back)
  }
})

const own = ['/', '/home', '/profile/security?x=1', '/appointments;step=services?services=a,b']
test('the guest stays on the tenant’s own host for every value of `to`', async () => {
  const forms = redirectForms
  expect(forms.length).toBeGreaterThanOrEqual(500)
  const guest = app.guest(tenant)
  const statuses = new Set<number>()
  for (const to of [...forms, ...own])
    statuses.add((await guest.send('signInWithProvider', { provider: 'facebook', to })).status)
  expect([...statuses]).toEqual([200])
  const paths = (
    await asOwner<{ to: string }>(
      app,
      tenant,
      `select data ->> 'to' as to from action_code where tenant_id = '${tenant}' and kind = 'provider'`,
    )
  ).map((row) => row.to)
  expect(paths).toHaveLength(forms.length + own.length)
  expect(paths).toEqual(expect.arrayContaining(own))
  const wrong = paths.filter(
    (to) =>
      new URL(to, `http://${tenant}.localhost:3000`).origin !== `http://${tenant}.localhost:3000` ||
      /^\/[/\\]/.test(to),
  )
  expect(wrong).toEqual([])
  console.info(`return paths: ${forms.length} forms, none leads to another host`)
})
