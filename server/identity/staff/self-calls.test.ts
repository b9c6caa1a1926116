import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPin } from '#domain/staff/pin.ts'
import type { TenantId } from '#server/database/db.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { findStaffRow } from '#server/staff/queries.ts'
import { mailTo } from '#test/action-mail.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'
import { makeStaff, signInAs } from '#test/staff.ts'
import { errorCodeOf } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(() => {
  app.clock.now = Date.now()
})
afterAll(() => app.close())

const PIN = '482915'
const personOf = (tenant: TenantId, id: string) => app.db.read(tenant, (tx) => findStaffRow(tx, id))

test('a PIN is six digits that are not tried first, is told by mail, and is stored as a hash only', async () => {
  const tenant = await makeTenant(app)
  const { id, email, browser } = await makeStaff(app, tenant)
  for (const pin of ['12345', '1234567', '123456', '654321', '000000', 'abcdef', ''])
    expect([pin, isPin(pin), await errorCodeOf(browser('setPin', { pin }))]).toEqual([
      pin,
      false,
      'request/invalid',
    ])
  await browser('setPin', { pin: PIN })
  expect(await browser('getStaffSelf', {})).toMatchObject({ hasPin: true })
  expect((await mailTo(app, tenant, email))?.text).not.toContain(PIN)
  for (const [table, rows] of Object.entries(await rowsOf(app, tenant)))
    expect([table, rows.includes(PIN)]).toEqual([table, false])
  const stored = (await personOf(tenant, id))?.pinHash
  expect(stored).toMatch(/^\$argon2id\$/)
  await browser('removePin', {})
  expect(await personOf(tenant, id)).toMatchObject({ pinHash: null })
})

test('eleven minutes after signing in, a PIN is not set', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant)
  app.clock.now = (app.clock.now ?? 0) + 11 * 60_000
  expect(await errorCodeOf(browser('setPin', { pin: PIN }))).toBe('auth/requires-recent-login')
})

test('a person ends one other session, or all others, and nobody else’s', async () => {
  const tenant = await makeTenant(app)
  const { id, browser } = await makeStaff(app, tenant)
  const bo = await makeStaff(app, tenant)
  const [second, third] = [await signInAs(app, tenant, id), await signInAs(app, tenant, id)]
  const { sessions } = await browser('getStaffSelf', {})
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(sessions).toHaveLength(3)
  const current = sessions.find((one) => one.current)?.id ?? ''
  const foreign = (await bo.browser('getStaffSelf', {})).sessions[0]?.id ?? ''
  for (const wrong of [current, foreign, crypto.randomUUID()])
    expect(await errorCodeOf(browser('endStaffSessions', { id: wrong }))).toBe('not-found')
  await browser('endStaffSessions', {
    id: (await second('getStaffSelf', {})).sessions.find((one) => one.current)?.id,
  })
  expect(await errorCodeOf(second('getStaffSelf', {}))).toBe('auth/unauthenticated')
  await third('getStaffSelf', {})
  await browser('endStaffSessions', {})
  expect(await errorCodeOf(third('getStaffSelf', {}))).toBe('auth/unauthenticated')
  await browser('getStaffSelf', {})
  await bo.browser('getStaffSelf', {})
})

test('the language is the person’s own', async () => {
  const tenant = await makeTenant(app)
  const { id, browser } = await makeStaff(app, tenant)
  await browser('setStaffLanguage', { language: 'de' })
  expect(await personOf(tenant, id)).toMatchObject({ language: 'de' })
})

test('single keys and the hints of the day are the person’s own choice', async () => {
  const tenant = await makeTenant(app)
  const { id, browser } = await makeStaff(app, tenant)
  const other = await makeStaff(app, tenant, { name: 'Ida Krogh' })
  expect(await personOf(tenant, id)).toMatchObject({ shortcuts: true, hintsSeenAt: null })
  await browser('saveStaffChoices', { shortcuts: false })
  await browser('saveStaffChoices', { hintsSeen: true })
  await browser('saveStaffChoices', {})
  expect(await personOf(tenant, id)).toMatchObject({ shortcuts: false, hintsSeenAt: expect.any(Date) })
  expect(await personOf(tenant, other.id)).toMatchObject({ shortcuts: true, hintsSeenAt: null })
})

test('an owner without a passkey is told until when all rights stay', async () => {
  const tenant = await makeTenant(app)
  const joinedAt = new Date(app.clock.now ?? 0)
  const { browser } = await makeStaff(app, tenant, { joinedAt })
  expect(await browser('getStaffSelf', {})).toMatchObject({
    passkeyUntil: joinedAt.getTime() + 7 * 86_400_000,
  })
  const reception = await makeStaff(app, tenant, { role: 'reception', joinedAt })
  expect(await reception.browser('getStaffSelf', {})).toMatchObject({ passkeyUntil: null })
})

test('each change of how somebody signs in is in the log, with who and how', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant, { name: 'Ea' })
  await browser('setPin', { pin: PIN })
  await browser('removePin', {})
  await browser('endStaffSessions', {})
  const rows = await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 9 }))
  expect(rows.map(({ what }) => what).toSorted()).toEqual(['pinRemoved', 'pinSet', 'sessionsEnded'])
  expect(new Set(rows.map(({ actor, method }) => `${actor} ${method}`))).toEqual(new Set(['Ea link']))
})
