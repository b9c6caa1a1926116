import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { rights } from '#domain/staff/rights.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { follow } from '#test/follow.ts'
import { makeApp, makeTenant, type Browser, type TestApp } from '#test/make.ts'
import { WRONG_PINS_PER_DAY } from '#server/rate-limit/limits.ts'
import { makeDesk, makePerson, makeStaff, signInAs, staffCodeTo } from '#test/staff.ts'
import { errorCodeOf } from '#test/steps.ts'

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
const PIN = '482915'
const WRONG = '482916'

/** A desk device of a salon whose owner and receptionist have PINs. */
async function makeFront(minutes?: number) {
  const tenant = await makeTenant(app)
  const ea = await makePerson(app, tenant, { name: 'Ea', pin: PIN, passkey: true })
  const ida = await makePerson(app, tenant, { name: 'Ida', role: 'reception', pin: '730264' })
  const { id, browser } = await makeDesk(app, tenant, { enrolledBy: ea.id, ...(minutes && { minutes }) })
  return { tenant, ea, ida, device: id, browser }
}
const whatOf = async (tenant: TenantId) =>
  (await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 99 }))).map(({ what }) => what)
const isIn = (browser: Browser) =>
  browser('getStaffSelf', {}).then(
    () => true,
    () => false,
  )

test('a desk device lists who has a PIN, and each unlocks it with their own', async () => {
  const { tenant, ea, ida, browser } = await makeFront()
  await makePerson(app, tenant, { name: 'Without' })
  await makePerson(app, tenant, { name: 'Invited', joinedAt: null })
  expect(await browser('getDesk', {})).toEqual({
    name: 'Front desk',
    people: [
      { id: ea.id, name: 'Ea', shut: false },
      { id: ida.id, name: 'Ida', shut: false },
    ],
  })
  // However the digits are typed.
  await browser('unlockDevice', { id: ea.id, pin: ' ４８２ 915' })
  const first = browser.cookies.get('staff') ?? ''
  expect((await browser('listStaff', {}).catch((error: { code: string }) => error.code)) as string).toBe(
    'auth/requires-recent-login',
  )
  await browser('unlockDevice', { id: ida.id, pin: '730264' })
  expect(browser.cookies.get('staff')).not.toBe(first)
  const planted = app.staff(tenant)
  planted.cookies.set('desk', browser.cookies.get('desk') ?? '')
  planted.cookies.set('staff', first)
  expect(await isIn(planted)).toBe(false)
  expect(await whatOf(tenant)).toEqual(['signedIn', 'signedIn'])
})

test('no PIN works in any other browser', async () => {
  const { tenant, ea } = await makeFront()
  const other = app.staff(tenant)
  expect(await errorCodeOf(other('unlockDevice', { id: ea.id, pin: PIN }))).toBe('auth/unauthenticated')
  expect(await errorCodeOf(other('getDesk', {}))).toBe('auth/unauthenticated')
  other.cookies.set('desk', 'A'.repeat(22))
  expect(await errorCodeOf(other('unlockDevice', { id: ea.id, pin: PIN }))).toBe('auth/unauthenticated')
  const elsewhere = await makeFront()
  other.cookies.set('desk', elsewhere.browser.cookies.get('desk') ?? '')
  expect(await errorCodeOf(other('unlockDevice', { id: ea.id, pin: PIN }))).toBe('auth/unauthenticated')
})

test('a session of a desk device is one in that browser only', async () => {
  const { tenant, ea, browser } = await makeFront()
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  const stolen = app.staff(tenant)
  stolen.cookies.set('staff', browser.cookies.get('staff') ?? '')
  expect(await isIn(stolen)).toBe(false)
  expect(await isIn(browser)).toBe(true)
})

test('after five wrong PINs the person signs in otherwise, which opens the PIN again', async () => {
  const { tenant, ea, ida, browser } = await makeFront()
  for (const left of [4, 3, 2, 1])
    await expect(browser('unlockDevice', { id: ea.id, pin: WRONG })).rejects.toMatchObject({
      code: 'auth/invalid-credential',
      details: { left },
    })
  for (const pin of [WRONG, PIN, PIN])
    expect(await errorCodeOf(browser('unlockDevice', { id: ea.id, pin }))).toBe('staff/pin-shut')
  expect(await browser('getDesk', {})).toMatchObject({ people: [{ shut: true }, { shut: false }] })
  await browser('unlockDevice', { id: ida.id, pin: '730264' })
  await browser('lockDevice', {})
  expect(await errorCodeOf(browser('unlockDevice', { id: ea.id, pin: PIN }))).toBe('staff/pin-shut')
  // At another device of the salon it is not shut.
  const second = await makeDesk(app, tenant, { enrolledBy: ea.id })
  await second.browser('unlockDevice', { id: ea.id, pin: PIN })
  await browser('sendStaffLink', { email: ea.email })
  await browser('signInStaff', { oobCode: await staffCodeTo(app, tenant, ea.email) })
  await browser('lockDevice', {})
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  expect((await whatOf(tenant)).filter((what) => what === 'pinShut')).toHaveLength(1)
})

test('a person has twenty wrong PINs a day at all devices together', async () => {
  const { tenant, ea, ida } = await makeFront()
  for (let guessed = 0; guessed < WRONG_PINS_PER_DAY;) {
    const { browser } = await makeDesk(app, tenant, { enrolledBy: ea.id })
    await browser('unlockDevice', { id: ida.id, pin: '730264' })
    for (let index = 0; index < 4; index += 1, guessed += 1)
      expect(await errorCodeOf(browser('unlockDevice', { id: ea.id, pin: WRONG }))).toBe(
        'auth/invalid-credential',
      )
  }
  const { browser } = await makeDesk(app, tenant, { enrolledBy: ea.id })
  expect(await errorCodeOf(browser('unlockDevice', { id: ea.id, pin: PIN }))).toBe('staff/pin-shut')
  await browser('unlockDevice', { id: ida.id, pin: '730264' })
  later(25 * 60 * MINUTE)
  await browser('unlockDevice', { id: ea.id, pin: PIN })
})

test('sixty guesses at once are no more than five', async () => {
  const { ea, browser } = await makeFront()
  const said = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      errorCodeOf(browser('unlockDevice', { id: ea.id, pin: String(100_200 + index) })),
    ),
  )
  expect(said.filter((code) => code === 'auth/invalid-credential')).toHaveLength(4)
  expect(said.filter((code) => code === 'staff/pin-shut')).toHaveLength(56)
  expect(await errorCodeOf(browser('unlockDevice', { id: ea.id, pin: PIN }))).toBe('staff/pin-shut')
})

test('a PIN opens no export, people, set-up or refund, and a person without a PIN is not told from a wrong one', async () => {
  const { tenant, ea, browser } = await makeFront()
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  const { browser: full } = await makeStaff(app, tenant)
  const shut = ['listStaff', 'listDevices'] as const satisfies CallName[]
  for (const name of shut) {
    expect([name, await errorCodeOf(browser(name, {}))]).toEqual([name, 'auth/requires-recent-login'])
    await full(name, {})
  }
  // What is not among the four stays open.
  await browser('listAudit', {})
  expect(rights).toEqual(expect.arrayContaining(['export', 'people', 'setup', 'refund']))
  const without = await makePerson(app, tenant)
  for (const id of [without.id, crypto.randomUUID()])
    expect(await errorCodeOf(browser('unlockDevice', { id, pin: PIN }))).toBe('auth/invalid-credential')
  // Nor does it change how the person signs in.
  expect(await errorCodeOf(browser('setPin', { pin: '591837' }))).toBe('auth/requires-recent-login')
  expect(await errorCodeOf(browser('staffPasskeyRegistrationOptions', {}))).toBe('auth/requires-recent-login')
})

test('what a PIN does not open is shut again ten minutes after signing in at the desk', async () => {
  const { tenant, ea, device, browser } = await makeFront()
  await signInAs(app, tenant, ea.id, { method: 'pin', deviceId: device, browser })
  expect(await errorCodeOf(browser('listStaff', {}))).toBe('auth/requires-recent-login')
  await app.unrecorded.write(tenant, (tx) =>
    tx.execute(`update staff_session set confirmed_at = last_seen_at`),
  )
  await browser('listStaff', {})
  for (let minute = 0; minute < 10; minute += 2) {
    later(2 * MINUTE)
    await browser('getStaffSelf', {})
  }
  later(1)
  expect(await errorCodeOf(browser('listStaff', {}))).toBe('auth/requires-recent-login')
})

test('it locks after five minutes without use, and requests that a page makes by itself are no use', async () => {
  const { ea, browser } = await makeFront()
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  for (let minute = 0; minute < 20; minute += 1) {
    later(MINUTE)
    await browser('touchStaffSession', {})
  }
  for (let minute = 0; minute < 4; minute += 1) {
    later(MINUTE)
    const asked = await browser.open('/api/staff/self', { headers: { 'x-background': '1' } })
    expect([minute, asked.status]).toEqual([minute, 200])
  }
  later(MINUTE)
  expect(await isIn(browser)).toBe(false)
  // The device stays one.
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  later(5 * MINUTE)
  expect(await isIn(browser)).toBe(false)
})

test.each([
  [1, 1],
  [30, 30],
])('a device that locks after %i minutes does so', async (minutes, after) => {
  const { ea, browser } = await makeFront(minutes)
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  later((after - 0.5) * MINUTE)
  expect(await isIn(browser)).toBe(true)
  later(after * MINUTE)
  expect(await isIn(browser)).toBe(false)
})

test('a person’s own browser stays open for 12 hours without use, and for 30 days at most', async () => {
  const tenant = await makeTenant(app)
  const { id, browser } = await makeStaff(app, tenant)
  later(12 * 60 * MINUTE - 1)
  expect(await isIn(browser)).toBe(true)
  later(12 * 60 * MINUTE)
  expect(await isIn(browser)).toBe(false)
  const daily = await signInAs(app, tenant, id)
  for (let half = 0; half < 60; half += 1) {
    later(12 * 60 * MINUTE - MINUTE)
    expect([half, await isIn(daily)]).toEqual([half, true])
  }
  later(12 * 60 * MINUTE - MINUTE)
  expect(await isIn(daily)).toBe(false)
})

test('a stream ends within five seconds of the lock, and keeps no session open', async () => {
  const { ea, browser } = await makeFront()
  app.clock.now = null
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  const { ended } = follow(
    await browser.open('/api/staff/live', { headers: { accept: 'text/event-stream' } }),
  )
  const began = performance.now()
  app.clock.now = Date.now() + 5 * MINUTE
  await ended
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('only who may change people sets up a device; it is renewed by use and forgotten after 30 days', async () => {
  const tenant = await makeTenant(app)
  const { id, browser } = await makeStaff(app, tenant, { pin: PIN })
  const reception = await makeStaff(app, tenant, { role: 'reception' })
  expect(await errorCodeOf(reception.browser('enrolDevice', { name: 'Desk' }))).toBe('auth/forbidden')
  const { id: device } = await browser('enrolDevice', { name: 'Desk' })
  expect(await browser('listDevices', {})).toEqual({
    documents: [
      {
        id: device,
        name: 'Desk',
        lockMinutes: 5,
        enrolledBy: 'Ea Lund',
        createdAt: app.clock.now,
        lastUsedAt: app.clock.now,
        current: true,
      },
    ],
  })
  // The session goes on, and locks from now on.
  later(5 * MINUTE)
  expect(await isIn(browser)).toBe(false)
  for (let day = 0; day < 40; day += 1) {
    later(24 * 60 * MINUTE)
    await browser('unlockDevice', { id, pin: PIN })
  }
  later(30 * 24 * 60 * MINUTE)
  expect(await errorCodeOf(browser('unlockDevice', { id, pin: PIN }))).toBe('auth/unauthenticated')
})

test('a removed device is none within five seconds: its session, its stream and its PINs', async () => {
  const { tenant, ea, device, browser } = await makeFront()
  app.clock.now = null
  const { browser: owner } = await makeStaff(app, tenant)
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  const { ended } = follow(
    await browser.open('/api/staff/live', { headers: { accept: 'text/event-stream' } }),
  )
  const began = performance.now()
  await owner('removeDevice', { id: device })
  expect(await isIn(browser)).toBe(false)
  await ended
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await errorCodeOf(browser('unlockDevice', { id: ea.id, pin: PIN }))).toBe('auth/unauthenticated')
  expect(await errorCodeOf(owner('removeDevice', { id: device }))).toBe('not-found')
  expect(await whatOf(tenant)).toContain('deviceRemoved')
})

test('names and minutes of a device are changed, between 1 and 30', async () => {
  const { tenant, device, browser, ea } = await makeFront()
  const { browser: owner } = await makeStaff(app, tenant)
  await owner('updateDevice', { id: device, name: 'Till', lockMinutes: 1 })
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  later(MINUTE)
  expect(await isIn(browser)).toBe(false)
  for (const lockMinutes of [0, 31, 1.5])
    expect(await errorCodeOf(owner('updateDevice', { id: device, name: 'Till', lockMinutes }))).toBe(
      'request/invalid',
    )
  const elsewhere = await makeFront()
  expect(await errorCodeOf(owner('updateDevice', { id: elsewhere.device, name: 'X', lockMinutes: 5 }))).toBe(
    'not-found',
  )
})

test('what has locked stays locked, however many minutes are set later', async () => {
  const { tenant, device, browser, ea } = await makeFront()
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  later(6 * MINUTE)
  const { browser: owner } = await makeStaff(app, tenant)
  await owner('updateDevice', { id: device, name: 'Desk', lockMinutes: 30 })
  expect(await isIn(browser)).toBe(false)
})

test('locking by hand is for devices, where signing out is for one’s own', async () => {
  const { tenant, ea, browser } = await makeFront()
  const own = await signInAs(app, tenant, ea.id)
  expect(await errorCodeOf(own('lockDevice', {}))).toBe('not-found')
  await browser('unlockDevice', { id: ea.id, pin: PIN })
  await browser('lockDevice', {})
  expect(await isIn(browser)).toBe(false)
  expect(await browser('getDesk', {})).toMatchObject({ name: 'Front desk' })
})
