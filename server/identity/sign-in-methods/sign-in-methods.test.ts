import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf } from '#test/steps.ts'
import { createAccount } from './provider-queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { createGuest } from '#server/guest/queries.ts'
import { createPasskey } from './passkey-queries.ts'

type SignInMethods = {
  password?: boolean
  google?: boolean
  facebook?: boolean
  passkeys?: number
  email?: 'verified' | 'typed'
  mobile?: '+4520123456' | '+4790123456'
  mobileVerified?: boolean
}

let app: TestApp
let silent: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
  silent = await makeApp({ env: { SMS: 'off', MAIL: 'off' }, testDb: app })
})
afterAll(() => app.close())

/** A signed-in guest with only these sign-in methods. */
async function createGuestWith(
  at: TestApp,
  { password, google, facebook, passkeys = 0, email, mobile, mobileVerified }: SignInMethods,
) {
  const now = new Date()
  const uid = randomUUID()
  const keys = Array.from({ length: passkeys }, () => randomUUID())
  await app.db.write(tenant, async (tx) => {
    await createGuest(tx, {
      id: uid,
      email: `${uid}@example.com`,
      emailVerified: email === 'verified',
      createdAt: now,
      ...(password ? { passwordHash: 'x' } : {}),
      ...(mobile ? { mobile, mobileVerified: mobileVerified ?? false } : {}),
    })
    if (google) await createAccount(tx, { uid, provider: 'google', subject: `g${uid}` }, now)
    if (facebook) await createAccount(tx, { uid, provider: 'facebook', subject: `f${uid}` }, now)
    for (const id of keys)
      await createPasskey(tx, {
        id,
        userId: uid,
        credentialID: id,
        publicKey: 'x',
        counter: 0,
        name: null,
        deviceType: 'singleDevice',
        backedUp: false,
        transports: null,
        aaguid: null,
        createdAt: now,
      })
  })
  const guest = at.guest(tenant)
  const { token } = await at.deps.auth.openSession(tenant, uid, { address: '10.0.0.1', userAgent: '' })
  guest.cookies.set('session', token)
  return { guest, self: { tenantId: tenant, uid }, keys }
}

test.each<[string, SignInMethods, boolean]>([
  ['no other method', {}, false],
  ['an unverified e-mail', { email: 'typed' }, false],
  ['an unverified number', { mobile: '+4520123456' }, false],
  [
    'a verified number in a country that the tenant does not serve',
    { mobile: '+4790123456', mobileVerified: true },
    false,
  ],
  ['a password', { password: true }, true],
  ['another provider', { facebook: true }, true],
  ['a passkey', { passkeys: 1 }, true],
  ['a verified e-mail', { email: 'verified' }, true],
  ['a verified number', { mobile: '+4520123456', mobileVerified: true }, true],
])('Google is removable from a guest with %s: %o', async (_what, methods, isRemovable) => {
  const { guest } = await createGuestWith(app, { google: true, ...methods })
  const { documents } = await guest('listAccounts', {})
  expect(documents.find(({ provider }) => provider === 'google')?.last).toBe(!isRemovable)
  if (isRemovable) expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: true })
  else expect(await errorCodeOf(guest('unlinkAccount', { provider: 'google' }))).toBe('auth/last-way-in')
  expect((await guest('listAccounts', {})).documents.some(({ provider }) => provider === 'google')).toBe(
    !isRemovable,
  )
})

test.each<[string, SignInMethods, boolean]>([
  ['no other method', { passkeys: 1 }, false],
  ['an unverified e-mail', { passkeys: 1, email: 'typed' }, false],
  ['a second passkey', { passkeys: 2 }, true],
  ['a password', { passkeys: 1, password: true }, true],
  ['a provider', { passkeys: 1, google: true }, true],
  ['a verified e-mail', { passkeys: 1, email: 'verified' }, true],
  ['a verified number', { passkeys: 1, mobile: '+4520123456', mobileVerified: true }, true],
])(
  'removing a passkey from a guest with %s is decided by the other sign-in methods',
  async (_what, methods, isRemovable) => {
    const { guest, self, keys } = await createGuestWith(app, methods)
    expect((await guest('listPasskeys', self)).last).toBe(!isRemovable)
    const removed = guest('removePasskey', { ...self, id: keys[0] ?? '' })
    if (isRemovable) expect(await removed).toEqual({ success: true })
    else expect(await errorCodeOf(removed)).toBe('auth/last-way-in')
    expect((await guest('listPasskeys', self)).documents.some(({ id }) => id === keys[0])).toBe(!isRemovable)
  },
)

test('concurrent removals of two passkeys, or a passkey and a provider, leave one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const two = await createGuestWith(app, { passkeys: 2 })
    const outcomes = await Promise.allSettled(
      two.keys.map((id) => two.guest('removePasskey', { ...two.self, id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const mixed = await createGuestWith(app, { passkeys: 1, google: true })
    const both = await Promise.allSettled([
      mixed.guest('removePasskey', { ...mixed.self, id: mixed.keys[0] ?? '' }),
      mixed.guest('unlinkAccount', { provider: 'google' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('a verified e-mail or number is no sign-in method when mail and text messages are off', async () => {
  for (const methods of [
    { email: 'verified' },
    { mobile: '+4520123456', mobileVerified: true },
  ] satisfies SignInMethods[]) {
    const { guest } = await createGuestWith(silent, { google: true, ...methods })
    expect(await errorCodeOf(guest('unlinkAccount', { provider: 'google' }))).toBe('auth/last-way-in')
  }
})

test('a sign-in method that the guest does not have is not the last one', async () => {
  const { guest, self } = await createGuestWith(app, { passkeys: 1 })
  expect(await guest('unlinkAccount', { provider: 'facebook' })).toEqual({ success: false })
  expect(await errorCodeOf(guest('removePasskey', { ...self, id: 'no-such-passkey' }))).toBe('not-found')
})
