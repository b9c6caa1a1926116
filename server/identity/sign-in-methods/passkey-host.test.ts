import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf } from '#test/steps.ts'
import { withoutLimits } from '#test/without-limits.ts'
import type { TenantId } from '#server/database/db.ts'

let live: TestApp
let staging: TestApp
beforeAll(async () => {
  live = await makeApp()
  staging = await makeApp({ env: { STAGING: 'on' }, testDb: live })
  withoutLimits(live)
  withoutLimits(staging)
})
afterAll(() => live.close())

/** A browser at one host; `staged`: it has the tenant cookie of a first request on staging. */
function browserAt(app: TestApp, host: string, tenant: TenantId, staged: boolean) {
  const cookies = new Map<string, string>(staged ? [['tenant', tenant]] : [])
  const call = createClient(`http://${host}:3000`, async (request) => {
    const headers = new Headers(request.headers)
    headers.set('host', `${host}:3000`)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await app.app.fetch(new Request(request, { headers }), {})
    for (const [, name = '', value = ''] of answer.headers
      .getSetCookie()
      .map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []))
      cookies.set(name, value)
    return answer
  })
  const signIn = async (phone: ReturnType<typeof openAuthenticator>) => {
    const { code, options } = await call('passkeySignInOptions', {})
    return {
      rpId: options.rpId,
      answer: () => call('signInWithPasskey', { code, response: phone.answer(options) }),
    }
  }
  return { call, signIn }
}

const hosts: [string, (tenant: TenantId) => string, boolean][] = [
  ['its own first label', (tenant) => `${tenant}.localhost`, false],
  ['its own host', (tenant) => `www.${tenant}.example`, false],
  ['a staging host', () => 'staging.localhost', true],
  ['the product’s own name on staging', () => 'localhost', true],
]

test.each(hosts)('a passkey created at %s signs in at that host only', async (_, hostOf, staged) => {
  const name = `p${Math.random().toString(36).slice(2, 10)}`
  const tenant = await makeTenant(live, { id: name, vanityHost: `www.${name}.example` })
  const [app, host] = [staged ? staging : live, hostOf(tenant)]
  const { call } = browserAt(app, host, tenant, staged)
  const { uid } = await call('createUserWithEmailAndPassword', {
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  const phone = openAuthenticator(`http://${host}:3000`)
  const { code, options } = await call('passkeyRegistrationOptions', { tenantId: tenant, uid })
  expect(options.rp.id).toBe(host)
  await call('registerPasskey', { tenantId: tenant, uid, code, response: phone.make(options) })
  const there = await browserAt(app, host, tenant, staged).signIn(phone)
  expect(there.rpId).toBe(host)
  expect((await there.answer()).uid).toBe(uid)
  // The same tenant's other hosts have relying party ids of their own, and reject this passkey.
  for (const [, other, elsewhere] of hosts) {
    if (other(tenant) === host) continue
    const signIn = await browserAt(elsewhere ? staging : live, other(tenant), tenant, elsewhere).signIn(phone)
    expect(signIn.rpId).toBe(other(tenant))
    expect(await errorCodeOf(signIn.answer())).toBe('passkey/refused')
  }
})

test('a host without a tenant has no sign-in; on staging it uses the canonical host', async () => {
  const tenant = await makeTenant(live)
  const phone = openAuthenticator('http://evil.example:3000')
  expect(await errorCodeOf(browserAt(live, 'evil.example', tenant, true).signIn(phone))).toBe(
    'auth/operation-not-allowed',
  )
  expect((await browserAt(staging, 'evil.example', tenant, true).signIn(phone)).rpId).toBe(
    `${tenant}.localhost`,
  )
})
