import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { mailTo } from '#test/action-mail.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import { makeApp, makeTenant, type Browser, type TestApp } from '#test/make.ts'
import { makeDesk, makeStaff, signInAs } from '#test/staff.ts'
import { errorCodeOf, register } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(() => {
  app.clock.now = Date.now()
})
afterAll(() => app.close())

const MINUTE = 60_000
const later = (ms: number) => {
  app.clock.now = (app.clock.now ?? 0) + ms
}
const originOf = async (tenant: TenantId) =>
  (await app.guest(tenant)('getTenant', { tenantId: tenant })).origin.replace('://', '://staff-')

/** Adds a passkey of who is signed in. */
async function addPasskey(tenant: TenantId, browser: Browser) {
  const key = openAuthenticator(await originOf(tenant))
  const { code, options } = await browser('staffPasskeyRegistrationOptions', {})
  await browser('registerStaffPasskey', {
    tenantId: tenant,
    code,
    response: key.make(options),
    name: 'Telephone',
  })
  return key
}
async function answer(browser: Browser, key: ReturnType<typeof openAuthenticator>, errors = {}) {
  const { code, options } = await browser('staffPasskeySignInOptions', {})
  return { code, response: key.answer(options, errors) }
}
async function makeOwner() {
  const tenant = await makeTenant(app)
  const person = await makeStaff(app, tenant)
  return { tenant, ...person, key: await addPasskey(tenant, person.browser) }
}

test('a passkey is added at the salon’s own host, told by mail, and signs in there', async () => {
  const { tenant, email, browser, key } = await makeOwner()
  expect(await browser('getStaffSelf', {})).toMatchObject({
    passkeyUntil: null,
    passkeys: [{ name: 'Telephone', synced: false }],
  })
  expect((await mailTo(app, tenant, email))?.text).toContain('/admin/me')
  const other = app.staff(tenant)
  const { code, options } = await other('staffPasskeySignInOptions', {})
  expect(options).toMatchObject({ rpId: `staff-${tenant}.localhost`, userVerification: 'required' })
  await other('signInStaffWithPasskey', { code, response: key.answer(options) })
  expect(await other('getStaffSelf', {})).toMatchObject({ recent: true })
  // Each challenge takes one answer.
  expect(await errorCodeOf(other('signInStaffWithPasskey', { code, response: key.answer(options) }))).toBe(
    'passkey/refused',
  )
  const log = await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 9 }))
  expect(log.map(({ what, method }) => `${what} ${method}`).toSorted()).toEqual([
    'passkeyAdded link',
    'signedIn passkey',
  ])
})

test.each([
  ['another origin', { origin: 'http://evil.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['no user verification', { verified: false }],
  ['no user presence', { present: false }],
  ['a forged signature', { forged: true }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['another person’s handle', { userHandle: 'bm9ib2R5' }],
])('an answer with %s is refused', async (_, errors) => {
  const { tenant, key } = await makeOwner()
  const other = app.staff(tenant)
  expect(await errorCodeOf(other('signInStaffWithPasskey', await answer(other, key, errors)))).toBe(
    'passkey/refused',
  )
  expect(other.cookies.has('staff')).toBe(false)
})

test('an answer at the guests’ host, or with a guest’s passkey, is refused', async () => {
  const { tenant, key } = await makeOwner()
  const other = app.staff(tenant)
  const atGuests = { origin: (await originOf(tenant)).replace('staff-', ''), rpId: `${tenant}.localhost` }
  expect(await errorCodeOf(other('signInStaffWithPasskey', await answer(other, key, atGuests)))).toBe(
    'passkey/refused',
  )
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const own = openAuthenticator(atGuests.origin)
  const made = await guest('passkeyRegistrationOptions', { tenantId: tenant, uid })
  await guest('registerPasskey', {
    tenantId: tenant,
    uid,
    code: made.code,
    response: own.make(made.options),
    name: 'Telephone',
  })
  expect(await errorCodeOf(other('signInStaffWithPasskey', await answer(other, own)))).toBe('passkey/refused')
  // And the other way round.
  const { code, options } = await guest('passkeySignInOptions', {})
  expect(await errorCodeOf(guest('signInWithPasskey', { code, response: key.answer(options) }))).toBe(
    'passkey/refused',
  )
})

test('at the desk a passkey opens for ten minutes what the PIN does not, and only one’s own', async () => {
  const { tenant, id, key } = await makeOwner()
  const bo = await makeStaff(app, tenant, { name: 'Bo' })
  const other = await addPasskey(tenant, bo.browser)
  const desk = await makeDesk(app, tenant, { enrolledBy: id })
  const browser = await signInAs(app, tenant, id, { method: 'pin', deviceId: desk.id, browser: desk.browser })
  expect(await errorCodeOf(browser('listStaff', {}))).toBe('auth/requires-recent-login')
  expect(await errorCodeOf(browser('confirmStaff', await answer(browser, other)))).toBe('passkey/refused')
  expect(await errorCodeOf(browser('listStaff', {}))).toBe('auth/requires-recent-login')
  expect(await errorCodeOf(browser('confirmStaff', await answer(browser, key, { verified: false })))).toBe(
    'passkey/refused',
  )
  await browser('confirmStaff', await answer(browser, key))
  await browser('listStaff', {})
  for (let minute = 0; minute < 10; minute += 1) {
    later(MINUTE)
    await browser('touchStaffSession', {})
  }
  later(1_000)
  expect(await errorCodeOf(browser('listStaff', {}))).toBe('auth/requires-recent-login')
})

test('an answer to a challenge of another browser is refused', async () => {
  const { tenant, key } = await makeOwner()
  const [asked, thief] = [app.staff(tenant), app.staff(tenant)]
  await answer(thief, key)
  const { code, options } = await asked('staffPasskeySignInOptions', {})
  expect(await errorCodeOf(thief('signInStaffWithPasskey', { code, response: key.answer(options) }))).toBe(
    'passkey/refused',
  )
})

test('a person who was removed does not sign in by it', async () => {
  const { tenant, browser } = await makeOwner()
  const ida = await makeStaff(app, tenant, { role: 'reception' })
  const key = await addPasskey(tenant, ida.browser)
  await browser('removeStaff', { id: ida.id })
  const other = app.staff(tenant)
  expect(await errorCodeOf(other('signInStaffWithPasskey', await answer(other, key)))).toBe('passkey/refused')
})

test('adding and removing one needs a recent sign-in, and others’ ones are unknown', async () => {
  const { tenant, id, browser } = await makeOwner()
  const bo = await makeStaff(app, tenant, { name: 'Bo' })
  const self = await browser('getStaffSelf', {})
  const passkey = { id: self.passkeys[0]?.id ?? '' }
  expect(await errorCodeOf(bo.browser('removeStaffPasskey', passkey))).toBe('not-found')
  later(11 * MINUTE)
  expect(await errorCodeOf(browser('removeStaffPasskey', passkey))).toBe('auth/requires-recent-login')
  expect(await errorCodeOf(browser('staffPasskeyRegistrationOptions', {}))).toBe('auth/requires-recent-login')
  const again = await signInAs(app, tenant, id)
  await again('removeStaffPasskey', passkey)
  expect((await again('getStaffSelf', {})).passkeys).toEqual([])
})

test('a challenge to add one is of the session that asked', async () => {
  const tenant = await makeTenant(app)
  const [ea, bo] = [await makeStaff(app, tenant), await makeStaff(app, tenant)]
  const key = openAuthenticator(await originOf(tenant))
  const { code, options } = await ea.browser('staffPasskeyRegistrationOptions', {})
  expect(
    await errorCodeOf(
      bo.browser('registerStaffPasskey', { tenantId: tenant, code, response: key.make(options) }),
    ),
  ).toBe('passkey/refused')
})
