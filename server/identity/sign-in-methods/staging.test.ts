import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseAt } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { readConfig } from '#server/config/config.ts'
import type { TenantId } from '#server/database/db.ts'
import { openIdentitySimulator, type IdentitySimulator } from '#simulators/identity/open.ts'

const maja = '100000000000003'

let simulator: IdentitySimulator
let live: TestApp
let staging: TestApp
beforeAll(async () => {
  simulator = await openIdentitySimulator({ ...readConfig({}), host: '127.0.0.1' })
  const { google } = simulator.identity
  const env = {
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENTS: [...(google.clients ?? [])]
      .map(([name, { id, secret }]) => `${name}=${id}:${secret}`)
      .join(),
  }
  live = await makeApp({ env })
  staging = await makeApp({ env: { ...env, STAGING: 'on' }, testDb: live })
})
afterAll(async () => {
  await live.close()
  await simulator.stop()
})

/** A browser on one host, with its cookies; the result sends a request. */
function browser(app: TestApp, host: string) {
  const cookies = new Map<string, string>()
  return async (path: string, body?: object): Promise<Response> => {
    const headers = {
      host,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body ? { 'content-type': 'application/json', origin: `http://${host}` } : {}),
    }
    const answer = await app.app.fetch(
      new Request(`http://${host}${path}`, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      }),
      {},
    )
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      cookies.set(name, value)
    }
    return answer
  }
}

async function followCallback(app: TestApp, url: string): Promise<URL> {
  const back = await chooseAt(simulator.origin, url, maja)
  const answer = await app.app.fetch(new Request(back, { headers: { host: back.host } }), {})
  return new URL(answer.headers.get('location') ?? '')
}

const startSignIn = async (app: TestApp, host: string, tenant: TenantId) => {
  const visit = browser(app, host)
  await visit(`/api/tenants/${tenant}?tenant=${tenant}`)
  return { visit, answer: await visit('/api/signInWithProvider', { provider: 'google' }) }
}

test.each(['localhost', 'staging.localhost', 'one.of.many.staging.stamgast.dk'])(
  'on staging a guest of the tenant in the URL signs in with Google and returns to %s',
  async (host) => {
    const tenant = await makeTenant(live)
    const { visit, answer } = await startSignIn(staging, host, tenant)
    const { url } = (await answer.json()) as { url: string }
    const there = await followCallback(staging, url)
    expect([there.hostname, there.pathname, there.searchParams.get('tenant')]).toEqual([
      host,
      '/sign-in/callback',
      tenant,
    ])
    expect(
      await (await visit('/api/takeHandOver', { code: there.searchParams.get('code') })).json(),
    ).toMatchObject({ outcome: 'signedIn', isNew: true })
  },
)

test('on staging a failed callback redirects to the same host', async () => {
  const tenant = await makeTenant(live)
  const { answer } = await startSignIn(staging, 'staging.localhost', tenant)
  const state = new URL(((await answer.json()) as { url: string }).url).searchParams.get('state')
  const refused = await staging.app.fetch(
    new Request(`http://localhost:3000/oauth/google/callback?error=access_denied&state=${state}`, {
      headers: { host: 'localhost:3000' },
    }),
    {},
  )
  const there = new URL(refused.headers.get('location') ?? '')
  expect([
    there.hostname,
    there.pathname,
    there.searchParams.get('tenant'),
    there.searchParams.get('message'),
  ]).toEqual(['staging.localhost', '/login', tenant, 'provider-denied'])
})

test('a callback never redirects to a host without a tenant, not on staging either', async () => {
  const tenant = await makeTenant(live)
  for (const host of ['evil.example', 'localhost.evil.example', 'evil-stamgast.dk']) {
    const { answer } = await startSignIn(staging, host, tenant)
    const there = await followCallback(staging, ((await answer.json()) as { url: string }).url)
    expect(there.origin).toBe(`http://${tenant}.localhost:3000`)
  }
})

test('outside staging the parameter selects no tenant: the neutral tenant rejects sign-in', async () => {
  const tenant = await makeTenant(live)
  const { answer } = await startSignIn(live, 'localhost', tenant)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { code: 'auth/operation-not-allowed' } },
  ])
})
