import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { faultOf } from '#test/steps.ts'
import { createAccount } from '../data/account.ts'
import type { TenantId } from '../data/db.ts'
import { createGuest } from '../data/guest.ts'
import { createPasskey } from '../data/passkey.ts'

type Ways = {
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

/** A signed-in guest with just these ways in. */
async function withWays(
  at: TestApp,
  { password, google, facebook, passkeys = 0, email, mobile, mobileVerified }: Ways,
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

test.each<[string, Ways, boolean]>([
  ['nothing else', {}, false],
  ['an address that was only typed', { email: 'typed' }, false],
  ['a number that was only typed', { mobile: '+4520123456' }, false],
  [
    'a verified number in a country that the salon does not write to',
    { mobile: '+4790123456', mobileVerified: true },
    false,
  ],
  ['a password', { password: true }, true],
  ['another provider', { facebook: true }, true],
  ['a passkey', { passkeys: 1 }, true],
  ['a verified address', { email: 'verified' }, true],
  ['a verified number', { mobile: '+4520123456', mobileVerified: true }, true],
])('with %s besides, Google may go: %o', async (_what, ways, free) => {
  const { guest } = await withWays(app, { google: true, ...ways })
  const { documents } = await guest('listAccounts', {})
  expect(documents.find(({ provider }) => provider === 'google')?.last).toBe(!free)
  if (free) expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: true })
  else expect(await faultOf(guest('unlinkAccount', { provider: 'google' }))).toBe('auth/last-way-in')
  expect((await guest('listAccounts', {})).documents.some(({ provider }) => provider === 'google')).toBe(
    !free,
  )
})

test.each<[string, Ways, boolean]>([
  ['nothing else', { passkeys: 1 }, false],
  ['an address that was only typed', { passkeys: 1, email: 'typed' }, false],
  ['a second passkey', { passkeys: 2 }, true],
  ['a password', { passkeys: 1, password: true }, true],
  ['a provider', { passkeys: 1, google: true }, true],
  ['a verified address', { passkeys: 1, email: 'verified' }, true],
  ['a verified number', { passkeys: 1, mobile: '+4520123456', mobileVerified: true }, true],
])('with %s besides, a passkey may go', async (_what, ways, free) => {
  const { guest, self, keys } = await withWays(app, ways)
  expect((await guest('listPasskeys', self)).last).toBe(!free)
  const removed = guest('removePasskey', { ...self, id: keys[0] ?? '' })
  if (free) expect(await removed).toEqual({ success: true })
  else expect(await faultOf(removed)).toBe('auth/last-way-in')
  expect((await guest('listPasskeys', self)).documents.some(({ id }) => id === keys[0])).toBe(!free)
})

test('of two passkeys that go at once, and of a passkey and a provider, one stays', async () => {
  for (let round = 0; round < 10; round += 1) {
    const two = await withWays(app, { passkeys: 2 })
    const outcomes = await Promise.allSettled(
      two.keys.map((id) => two.guest('removePasskey', { ...two.self, id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const mixed = await withWays(app, { passkeys: 1, google: true })
    const both = await Promise.allSettled([
      mixed.guest('removePasskey', { ...mixed.self, id: mixed.keys[0] ?? '' }),
      mixed.guest('unlinkAccount', { provider: 'google' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('where no mail and no text message leaves, neither lets anybody in', async () => {
  for (const ways of [
    { email: 'verified' },
    { mobile: '+4520123456', mobileVerified: true },
  ] satisfies Ways[]) {
    const { guest } = await withWays(silent, { google: true, ...ways })
    expect(await faultOf(guest('unlinkAccount', { provider: 'google' }))).toBe('auth/last-way-in')
  }
})

test('what is not there is not the last way in', async () => {
  const { guest, self } = await withWays(app, { passkeys: 1 })
  expect(await guest('unlinkAccount', { provider: 'facebook' })).toEqual({ success: false })
  expect(await faultOf(guest('removePasskey', { ...self, id: 'no-such-passkey' }))).toBe('not-found')
})
