import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthenticator } from '#test/authenticator.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf, register } from '#test/steps.ts'
import type { TenantId } from '#server/database/db.ts'

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

async function createGuestWithPasskey(tenant: TenantId, email = 'noah@example.com') {
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

test('a passkey signs in to its own account and replaces the session of the browser', async () => {
  const tenant = await makeTenant(app)
  const { uid, self, phone, guest } = await createGuestWithPasskey(tenant)
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
  expect(await errorCodeOf(planted('getUser', self))).toBe('auth/unauthenticated')
  expect((await guest('listPasskeys', self)).documents).toEqual([
    { id: expect.any(String), name: 'Telephone', createdAt: expect.any(Number), synced: false },
  ])
})

test.each([
  ['another origin', { origin: 'http://evil.example' }],
  ['a sibling host', { origin: 'http://x.localhost' }],
  ['another relying party id', { rpId: 'evil.example' }],
  ['the wrong ceremony', { type: 'webauthn.create' }],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['no user verification', { verified: false }],
  ['no user presence', { present: false }],
  ['a forged signature', { forged: true }],
  ['a decreased counter', { counter: 0 }],
  ['another guest’s user handle', { userHandle: 'bm9ib2R5' }],
])('an authentication response with %s is rejected', async (_, errors) => {
  const tenant = await makeTenant(app)
  const { phone } = await createGuestWithPasskey(tenant)
  const visitor = app.guest(tenant)
  const first = await visitor('passkeySignInOptions', {})
  await visitor('signInWithPasskey', { code: first.code, response: phone.answer(first.options) })
  await visitor('signOut', {})
  const { code, options } = await visitor('passkeySignInOptions', {})
  expect(
    await errorCodeOf(visitor('signInWithPasskey', { code, response: phone.answer(options, errors) })),
  ).toBe('passkey/refused')
  expect(visitor.cookies.has('session')).toBe(false)
})

test.each([
  ['another origin', { origin: 'http://evil.example' }],
  ['another relying party id', { rpId: 'evil.example' }],
  ['the wrong ceremony', { type: 'webauthn.get' }],
  ['no user verification', { verified: false }],
  ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
])('a registration response with %s is rejected', async (_, errors) => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const self = { tenantId: tenant, uid: await register(guest, tenant) }
  const phone = openAuthenticator((await guest('getTenant', { tenantId: tenant })).origin)
  const { code, options } = await guest('passkeyRegistrationOptions', self)
  expect(
    await errorCodeOf(guest('registerPasskey', { ...self, code, response: phone.make(options, errors) })),
  ).toBe('passkey/refused')
  expect(await guest('listPasskeys', self)).toEqual({ documents: [], last: false })
})

test('a challenge accepts one response, within five minutes, from the requesting browser', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const { phone } = await createGuestWithPasskey(tenant)
  const visitor = app.guest(tenant)
  const requestOptions = () => visitor('passkeySignInOptions', {})
  const used = await requestOptions()
  const response = phone.answer(used.options)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => visitor('signInWithPasskey', { code: used.code, response })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  visitor.cookies.delete('session')
  const late = await requestOptions()
  app.clock.now = Date.now() + 6 * MINUTE
  expect(
    await errorCodeOf(
      visitor('signInWithPasskey', { code: late.code, response: phone.answer(late.options) }),
    ),
  ).toBe('passkey/refused')
  app.clock.now = null
  const taken = await requestOptions()
  expect(
    await errorCodeOf(
      app.guest(tenant)('signInWithPasskey', { code: taken.code, response: phone.answer(taken.options) }),
    ),
  ).toBe('passkey/refused')
  const foreign = await requestOptions()
  expect(
    await errorCodeOf(
      app.guest(other)('signInWithPasskey', { code: foreign.code, response: phone.answer(foreign.options) }),
    ),
  ).toBe('passkey/refused')
  const making = await withPasskeyOptions(tenant)
  expect(
    await errorCodeOf(
      visitor('signInWithPasskey', {
        code: making.code,
        response: phone.answer({ ...making.options, rpId: making.options.rp.id }),
      }),
    ),
  ).toBe('passkey/refused')
})

test('a passkey of one tenant is unknown at another', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const { phone } = await createGuestWithPasskey(tenant)
  await createGuestWithPasskey(other)
  const visitor = app.guest(other)
  const { code, options } = await visitor('passkeySignInOptions', {})
  const { origin } = await visitor('getTenant', { tenantId: other })
  expect(
    await errorCodeOf(visitor('signInWithPasskey', { code, response: phone.answer(options, { origin }) })),
  ).toBe('passkey/refused')
})

test('a passkey is registered once, in the requesting session, shortly after signing in', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, phone } = await createGuestWithPasskey(tenant)
  const { guest: other, self: otherSelf } = await createGuestWithPasskey(tenant, 'signe@example.com')
  const registration = await guest('passkeyRegistrationOptions', self)
  expect(registration.options.excludeCredentials.map(({ id }) => id)).toEqual([phone.id])
  expect(
    await errorCodeOf(
      other('registerPasskey', {
        ...otherSelf,
        code: registration.code,
        response: openAuthenticator('http://x').make(registration.options),
      }),
    ),
  ).toBe('passkey/refused')
  const twice = await guest('passkeyRegistrationOptions', self)
  expect(
    await errorCodeOf(
      guest('registerPasskey', { ...self, code: twice.code, response: phone.make(twice.options) }),
    ),
  ).toBe('passkey/already-there')
  app.clock.now = Date.now() + 11 * MINUTE
  expect(await errorCodeOf(guest('passkeyRegistrationOptions', self))).toBe('auth/requires-recent-login')
  app.clock.now = null
})

test('only its guest renames and removes a passkey, and a removed one does not sign in', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, made, phone } = await createGuestWithPasskey(tenant)
  const { guest: other, self: otherSelf } = await createGuestWithPasskey(tenant, 'signe@example.com')
  for (const id of [made.id, 'no-such-passkey']) {
    expect(await errorCodeOf(other('renamePasskey', { ...otherSelf, id, name: 'Mine' }))).toBe('not-found')
    expect(await errorCodeOf(other('removePasskey', { ...otherSelf, id }))).toBe('not-found')
  }
  const extra = { userId: otherSelf.uid, counter: 0, publicKey: 'x', credentialID: 'x', createdAt: 0 }
  expect(await guest('renamePasskey', { ...self, id: made.id, name: ' Key ring ', ...extra })).toMatchObject({
    id: made.id,
    name: 'Key ring',
    createdAt: made.createdAt,
  })
  await guest('removePasskey', { ...self, id: made.id })
  const visitor = app.guest(tenant)
  const { code, options } = await visitor('passkeySignInOptions', {})
  expect(await errorCodeOf(visitor('signInWithPasskey', { code, response: phone.answer(options) }))).toBe(
    'passkey/refused',
  )
})
