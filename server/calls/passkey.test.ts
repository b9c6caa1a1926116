import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthenticator } from '#test/authenticator.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { faultOf, register } from '#test/steps.ts'
import type { TenantId } from '../data/db.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const MINUTE = 60_000
const originOf = async (tenant: TenantId) => {
  const { rp } = (await withPasskeyOptions(tenant)).options
  return rp.id
}
async function withPasskeyOptions(tenant: TenantId) {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, `o${Math.random().toString(36).slice(2)}@example.com`)
  return guest('passkeyRegistrationOptions', { tenantId: tenant, uid })
}

async function withPasskey(tenant: TenantId, email = 'noah@example.com') {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  const self = { tenantId: tenant, uid }
  const phone = openAuthenticator((await guest('getTenant', { tenantId: tenant })).origin)
  const { code, options } = await guest('passkeyRegistrationOptions', self)
  const made = await guest('registerPasskey', {
    ...self,
    code,
    response: phone.make(options),
    name: 'Telephone',
  })
  return { guest, uid, self, phone, made }
}

test('a passkey signs in to its own account, with a new session in the place of any other', async () => {
  const tenant = await makeTenant(app)
  const { uid, self, phone, guest } = await withPasskey(tenant)
  const visitor = app.guest(tenant)
  const { code, options } = await visitor('passkeySignInOptions', {})
  expect(options).toEqual({
    rpId: await originOf(tenant),
    challenge: expect.stringMatching(/^[\w-]{40,}$/),
    timeout: 300_000,
    userVerification: 'required',
  })
  expect((await visitor('signInWithPasskey', { code, response: phone.answer(options) })).uid).toBe(uid)
  expect(await visitor('getUser', self)).toMatchObject({ uid })
  const first = visitor.cookies.get('session')
  const next = await visitor('passkeySignInOptions', {})
  await visitor('signInWithPasskey', { code: next.code, response: phone.answer(next.options) })
  const planted = app.guest(tenant)
  planted.cookies.set('session', first ?? '')
  expect(visitor.cookies.get('session')).not.toBe(first)
  expect(await faultOf(planted('getUser', self))).toBe('auth/unauthenticated')
  expect((await guest('listPasskeys', self)).documents).toEqual([
    { id: expect.any(String), name: 'Telephone', createdAt: expect.any(Number), synced: false },
  ])
})

test.each([
  ['another site', { origin: 'http://evil.example' }],
  ['a neighbour of this site', { origin: 'http://x.localhost' }],
  ['another host in its data', { rpId: 'evil.example' }],
  ['the wrong ceremony', { type: 'webauthn.create' }],
  ['another question', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['nobody verified', { verified: false }],
  ['nobody there', { present: false }],
  ['a forged signature', { forged: true }],
  ['a counter that went back', { counter: 0 }],
  ['another guest’s handle', { userHandle: 'bm9ib2R5' }],
])('an answer of %s is refused', async (_, faults) => {
  const tenant = await makeTenant(app)
  const { phone } = await withPasskey(tenant)
  const visitor = app.guest(tenant)
  const begun = await visitor('passkeySignInOptions', {})
  await visitor('signInWithPasskey', { code: begun.code, response: phone.answer(begun.options) })
  await visitor('signOut', {})
  const { code, options } = await visitor('passkeySignInOptions', {})
  expect(await faultOf(visitor('signInWithPasskey', { code, response: phone.answer(options, faults) }))).toBe(
    'passkey/refused',
  )
  expect(visitor.cookies.has('session')).toBe(false)
})

test.each([
  ['another site', { origin: 'http://evil.example' }],
  ['another host in its data', { rpId: 'evil.example' }],
  ['the wrong ceremony', { type: 'webauthn.get' }],
  ['nobody verified', { verified: false }],
  ['another question', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
])('a passkey of %s is not taken', async (_, faults) => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const self = { tenantId: tenant, uid: await register(guest, tenant) }
  const phone = openAuthenticator((await guest('getTenant', { tenantId: tenant })).origin)
  const { code, options } = await guest('passkeyRegistrationOptions', self)
  expect(
    await faultOf(guest('registerPasskey', { ...self, code, response: phone.make(options, faults) })),
  ).toBe('passkey/refused')
  expect(await guest('listPasskeys', self)).toEqual({ documents: [], last: false })
})

test('a question is answered once, within five minutes, and only where it was asked', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const { phone } = await withPasskey(tenant)
  const visitor = app.guest(tenant)
  const ask = () => visitor('passkeySignInOptions', {})
  const used = await ask()
  const response = phone.answer(used.options)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => visitor('signInWithPasskey', { code: used.code, response })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  visitor.cookies.delete('session')
  const late = await ask()
  app.clock.now = Date.now() + 6 * MINUTE
  expect(
    await faultOf(visitor('signInWithPasskey', { code: late.code, response: phone.answer(late.options) })),
  ).toBe('passkey/refused')
  app.clock.now = null
  const taken = await ask()
  expect(
    await faultOf(
      app.guest(tenant)('signInWithPasskey', { code: taken.code, response: phone.answer(taken.options) }),
    ),
  ).toBe('passkey/refused')
  const foreign = await ask()
  expect(
    await faultOf(
      app.guest(other)('signInWithPasskey', { code: foreign.code, response: phone.answer(foreign.options) }),
    ),
  ).toBe('passkey/refused')
  const making = await withPasskeyOptions(tenant)
  expect(
    await faultOf(
      visitor('signInWithPasskey', {
        code: making.code,
        response: phone.answer({ ...making.options, rpId: making.options.rp.id }),
      }),
    ),
  ).toBe('passkey/refused')
})

test('a passkey of one salon is unknown at another, whatever it answers', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const { phone } = await withPasskey(tenant)
  await withPasskey(other)
  const visitor = app.guest(other)
  const { code, options } = await visitor('passkeySignInOptions', {})
  const { origin } = await visitor('getTenant', { tenantId: other })
  expect(
    await faultOf(visitor('signInWithPasskey', { code, response: phone.answer(options, { origin }) })),
  ).toBe('passkey/refused')
})

test('a passkey is made in the session that asked, just after signing in, and once', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, phone } = await withPasskey(tenant)
  const { guest: stranger, self: strange } = await withPasskey(tenant, 'signe@example.com')
  const asked = await guest('passkeyRegistrationOptions', self)
  expect(asked.options.excludeCredentials.map(({ id }) => id)).toEqual([phone.id])
  expect(
    await faultOf(
      stranger('registerPasskey', {
        ...strange,
        code: asked.code,
        response: openAuthenticator('http://x').make(asked.options),
      }),
    ),
  ).toBe('passkey/refused')
  const twice = await guest('passkeyRegistrationOptions', self)
  expect(
    await faultOf(
      guest('registerPasskey', { ...self, code: twice.code, response: phone.make(twice.options) }),
    ),
  ).toBe('passkey/already-there')
  app.clock.now = Date.now() + 11 * MINUTE
  expect(await faultOf(guest('passkeyRegistrationOptions', self))).toBe('auth/requires-recent-login')
  app.clock.now = null
})

test('a passkey is renamed and removed by its own guest alone; removed, it opens nothing', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, made, phone } = await withPasskey(tenant)
  const { guest: stranger, self: strange } = await withPasskey(tenant, 'signe@example.com')
  for (const id of [made.id, 'no-such-passkey']) {
    expect(await faultOf(stranger('renamePasskey', { ...strange, id, name: 'Mine' }))).toBe('not-found')
    expect(await faultOf(stranger('removePasskey', { ...strange, id }))).toBe('not-found')
  }
  const extra = { userId: strange.uid, counter: 0, publicKey: 'x', credentialID: 'x', createdAt: 0 }
  expect(await guest('renamePasskey', { ...self, id: made.id, name: ' Key ring ', ...extra })).toMatchObject({
    id: made.id,
    name: 'Key ring',
    createdAt: made.createdAt,
  })
  await guest('removePasskey', { ...self, id: made.id })
  const visitor = app.guest(tenant)
  const { code, options } = await visitor('passkeySignInOptions', {})
  expect(await faultOf(visitor('signInWithPasskey', { code, response: phone.answer(options) }))).toBe(
    'passkey/refused',
  )
})
