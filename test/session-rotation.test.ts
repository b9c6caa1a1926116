import { afterAll, beforeAll, expect, test } from 'vitest'
import { lifetimes } from '#domain/action-code.ts'
import type { TenantId } from '#server/database/db.ts'
import { kindRows, makeCode, makeFixture, type CodeKind } from '#test/action-code-kinds.ts'
import { consumerRows } from '#test/action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { openSession } from '#test/seeded.ts'
import type { TestGuest } from '#test/steps.ts'
import { withoutLimits } from '#test/without-limits.ts'

/*
 * Every sign-in method, and every other change of a browser's identity, issues a new token and revokes the
 * old one; a token planted by an attacker is never adopted (session fixation).
 */
const password = 'stamgast-demo'
const fresh = 'en rolig aften ved søen'

let app: TestApp
let tenant: TenantId
let other: TenantId
beforeAll(async () => {
  app = await makeApp()
  withoutLimits(app)
  ;[tenant, other] = [await makeTenant(app), await makeTenant(app)]
})
afterAll(() => app.close())

let made = 0
const newEmail = () => `guest${(made += 1)}@example.com`
const byCode = (kind: Exclude<CodeKind, 'invite' | 'passkeyRegistration'>) => async (guest: TestGuest) => {
  const fixture = await makeFixture(app, tenant)
  const code = await makeCode(kind, fixture, new Date(app.deps.now() + lifetimes[kind]))
  return consumerRows[kindRows[kind].consumedBy]?.use(guest, code, fixture)
}
async function signedUp(): Promise<string> {
  const email = newEmail()
  await app.guest(tenant)('createUserWithEmailAndPassword', { email, password })
  return email
}

/** Each ends with a session in the browser. */
const waysIn: [string, (guest: TestGuest) => Promise<unknown>][] = [
  ['signing up', (guest) => guest('createUserWithEmailAndPassword', { email: newEmail(), password })],
  ['a password', async (guest) => guest('signInWithEmailAndPassword', { email: await signedUp(), password })],
  ['a sign-in link', byCode('signIn')],
  ['a link by text message', byCode('magicLogin')],
  ['a link of the tenant', byCode('customLogin')],
  ['six digits', byCode('signInCode')],
  ['a provider', byCode('handOver')],
  ['a provider and a mail', byCode('providerEmail')],
  ['a passkey', byCode('passkey')],
]
const tokenOf = (guest: TestGuest) => guest.cookies.get('session') ?? ''
const isValid = async (token: string, at = tenant) => (await app.deps.auth.findSession(at, token)) !== null

test.each(waysIn)(
  '%s creates a new session and ends the browser’s previous one, of any guest',
  async (_, enter) => {
    const guest = app.guest(tenant)
    const otherBrowser = (await makeFixture(app, tenant)).uid
    const before = await openSession(app, tenant, otherBrowser)
    guest.cookies.set('session', before)
    await enter(guest)
    const token = tokenOf(guest)
    expect(token).toMatch(/^[\w-]{32,}$/)
    expect([token === before, await isValid(token), await isValid(before)]).toEqual([false, true, false])
    expect((await app.deps.auth.findSession(tenant, token))?.uid).not.toBe(otherBrowser)
  },
)

test.each(waysIn)('%s adopts no planted token, unknown or of another tenant', async (_, enter) => {
  const foreign = await openSession(app, other, (await makeFixture(app, other)).uid)
  for (const planted of ['PlantedByAStrangerPlantedByAStra', foreign]) {
    const guest = app.guest(tenant)
    guest.cookies.set('session', planted)
    await enter(guest)
    expect(tokenOf(guest)).not.toBe(planted)
    expect([
      await isValid(planted),
      await isValid(tokenOf(guest)),
      await isValid(tokenOf(guest), other),
    ]).toEqual([false, true, false])
  }
  expect(await isValid(foreign, other)).toBe(true)
})

test.each(waysIn)('%s creates three tokens when it runs three times', async (_, enter) => {
  const tokens: string[] = []
  for (let time = 0; time < 3; time += 1) {
    const guest = app.guest(tenant)
    await enter(guest)
    tokens.push(tokenOf(guest))
  }
  expect(new Set(tokens).size).toBe(3)
})

/** Changes that end sessions of a guest; `kept` if this browser continues with a new one. */
const changes: [
  string,
  (guest: TestGuest, own: { uid: string; email: string }) => Promise<unknown>,
  { kept: boolean; others: boolean },
][] = [
  [
    'a new password',
    (guest, { uid }) =>
      guest('updatePassword', { tenantId: tenant, uid, currentPassword: password, newPassword: fresh }),
    { kept: true, others: false },
  ],
  ['signing out', (guest) => guest('signOut', {}), { kept: false, others: true }],
  [
    'deleting the account',
    (guest, { uid }) => guest('deleteUser', { tenantId: tenant, uid, confirmed: true, fee: 0, password }),
    { kept: false, others: false },
  ],
  [
    'a new password by mail',
    async (guest, own) =>
      guest('confirmPasswordReset', {
        oobCode: await makeCode(
          'resetPassword',
          { ...(await makeFixture(app, tenant)), ...own },
          new Date(app.deps.now() + 60_000),
        ),
        newPassword: fresh,
      }),
    { kept: false, others: false },
  ],
  [
    'another address',
    async (guest, own) =>
      guest('applyActionCode', {
        oobCode: await makeCode(
          'verifyAndChangeEmail',
          { ...(await makeFixture(app, tenant)), ...own },
          new Date(app.deps.now() + 60_000),
        ),
      }),
    { kept: false, others: false },
  ],
  [
    'undoing another address',
    async (guest, own) =>
      guest('recoverEmail', {
        oobCode: await makeCode(
          'recoverEmail',
          { ...(await makeFixture(app, tenant)), ...own },
          new Date(app.deps.now() + 60_000),
        ),
      }),
    { kept: false, others: false },
  ],
]

test.each(changes)('after %s the previous token is invalid', async (_, change, { kept, others }) => {
  const [guest, elsewhere, email] = [app.guest(tenant), app.guest(tenant), await signedUp()]
  const { uid } = await guest('signInWithEmailAndPassword', { email, password })
  await elsewhere('signInWithEmailAndPassword', { email, password })
  const before = tokenOf(guest)
  await change(guest, { uid, email })
  expect([
    await isValid(before),
    await isValid(tokenOf(elsewhere)),
    tokenOf(guest) !== before && (await isValid(tokenOf(guest))),
  ]).toEqual([false, others, kept])
})
