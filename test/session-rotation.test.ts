import { afterAll, beforeAll, expect, test } from 'vitest'
import { lifetimes } from '#domain/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import { kindRows, makeCode, makeWorld, type CodeKind } from './action-code-kinds.ts'
import { consumerRows } from './action-code-rows.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { openSession } from './seeded.ts'
import type { TestGuest } from './steps.ts'
import { withoutLimits } from './without-limits.ts'

/*
 * Every way in, and what else changes who a browser is: the token is a new one each time, the one before it is over, and none is taken
 * up that somebody has planted.
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
  const world = await makeWorld(app, tenant)
  const code = await makeCode(kind, world, new Date(app.deps.now() + lifetimes[kind]))
  return consumerRows[kindRows[kind].spentBy]?.use(guest, code, world)
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
const lives = async (token: string, at = tenant) => (await app.deps.auth.findSession(at, token)) !== null

test.each(waysIn)(
  '%s makes a new session and ends the one that the browser came with, whoever’s it was',
  async (_, enter) => {
    const guest = app.guest(tenant)
    const stranger = (await makeWorld(app, tenant)).uid
    const before = await openSession(app, tenant, stranger)
    guest.cookies.set('session', before)
    await enter(guest)
    const token = tokenOf(guest)
    expect(token).toMatch(/^[\w-]{32,}$/)
    expect([token === before, await lives(token), await lives(before)]).toEqual([false, true, false])
    expect((await app.deps.auth.findSession(tenant, token))?.uid).not.toBe(stranger)
  },
)

test.each(waysIn)(
  '%s takes up no token that was planted, of nobody or of another tenant',
  async (_, enter) => {
    const foreign = await openSession(app, other, (await makeWorld(app, other)).uid)
    for (const planted of ['PlantedByAStrangerPlantedByAStra', foreign]) {
      const guest = app.guest(tenant)
      guest.cookies.set('session', planted)
      await enter(guest)
      expect(tokenOf(guest)).not.toBe(planted)
      expect([await lives(planted), await lives(tokenOf(guest)), await lives(tokenOf(guest), other)]).toEqual(
        [false, true, false],
      )
    }
    expect(await lives(foreign, other)).toBe(true)
  },
)

test.each(waysIn)('%s, three times over, makes three tokens', async (_, enter) => {
  const tokens: string[] = []
  for (let time = 0; time < 3; time += 1) {
    const guest = app.guest(tenant)
    await enter(guest)
    tokens.push(tokenOf(guest))
  }
  expect(new Set(tokens).size).toBe(3)
})

/** What ends sessions of a guest; `kept` where this browser goes on, with a new one. */
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
          { ...(await makeWorld(app, tenant)), ...own },
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
          { ...(await makeWorld(app, tenant)), ...own },
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
          { ...(await makeWorld(app, tenant)), ...own },
          new Date(app.deps.now() + 60_000),
        ),
      }),
    { kept: false, others: false },
  ],
]

test.each(changes)('after %s the token from before is worth nothing', async (_, change, { kept, others }) => {
  const [guest, elsewhere, email] = [app.guest(tenant), app.guest(tenant), await signedUp()]
  const { uid } = await guest('signInWithEmailAndPassword', { email, password })
  await elsewhere('signInWithEmailAndPassword', { email, password })
  const before = tokenOf(guest)
  await change(guest, { uid, email })
  expect([
    await lives(before),
    await lives(tokenOf(elsewhere)),
    tokenOf(guest) !== before && (await lives(tokenOf(guest))),
  ]).toEqual([false, others, kept])
})
