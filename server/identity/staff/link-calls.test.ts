import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { listMail } from '#server/mail/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { createActionCode } from '../action-code/queries.ts'
import { findStaffRow } from '#server/staff/queries.ts'
import { countMail, mailTo } from '#test/action-mail.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { makePerson, makeStaff, signInAs, staffCodeTo } from '#test/staff.ts'
import { errorCodeOf, register } from '#test/steps.ts'

let app: TestApp
let silent: TestApp
beforeAll(async () => {
  app = await makeApp()
  silent = await makeApp({ env: { MAIL: 'off' }, testDb: app })
})
beforeEach(() => {
  app.clock.now = Date.now()
})
afterAll(() => app.close())

const MINUTE = 60_000
const later = (ms: number) => {
  app.clock.now = (app.clock.now ?? 0) + ms
}

async function sentLink(tenant: TenantId, email: string, to = ''): Promise<string> {
  await app.staff(tenant)('sendStaffLink', { email, to })
  return staffCodeTo(app, tenant, email)
}

test('the link of a mail signs in once, within ten minutes, in any browser', async () => {
  const tenant = await makeTenant(app)
  const { email, id } = await makePerson(app, tenant)
  const code = await sentLink(tenant, email, '/admin/people')
  expect((await mailTo(app, tenant, email))?.text).toMatch(
    new RegExp(String.raw`http://staff-${tenant}\.localhost(:\d+)?/welcome\?oobCode=`),
  )
  const browser = app.staff(tenant)
  expect(await browser('checkStaffCode', { oobCode: code })).toEqual({
    kind: 'staffSignIn',
    name: 'Ea Lund',
    email: expect.stringMatching(/^p•••@/),
  })
  expect(await browser('signInStaff', { oobCode: code })).toEqual({ to: '/admin/people' })
  expect(await browser('getStaffSelf', {})).toMatchObject({ recent: true, sessions: [{ current: true }] })
  const other = app.staff(tenant)
  expect(await errorCodeOf(other('signInStaff', { oobCode: code }))).toBe('auth/invalid-action-code')
  expect(await errorCodeOf(other('checkStaffCode', { oobCode: code }))).toBe('auth/invalid-action-code')

  later(31_000)
  const late = await sentLink(tenant, email)
  later(10 * MINUTE)
  expect(await errorCodeOf(other('signInStaff', { oobCode: late }))).toBe('auth/invalid-action-code')
  expect(await app.db.read(tenant, (tx) => findStaffRow(tx, id))).toMatchObject({ removedAt: null })
})

test('looking at a link ten times consumes nothing, and of two uses at once one succeeds', async () => {
  const tenant = await makeTenant(app)
  const { email } = await makePerson(app, tenant)
  const code = await sentLink(tenant, email)
  for (let time = 0; time < 10; time += 1) await app.staff(tenant)('checkStaffCode', { oobCode: code })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      app
        .staff(tenant)('signInStaff', { oobCode: code })
        .then(
          () => 'in',
          () => 'refused',
        ),
    ),
  )
  expect(answers.filter((one) => one === 'in')).toHaveLength(1)
})

test('a newer link and the older ones end together', async () => {
  const tenant = await makeTenant(app)
  const { email } = await makePerson(app, tenant)
  const first = await sentLink(tenant, email)
  later(31_000)
  const second = await sentLink(tenant, email)
  expect(second).not.toBe(first)
  await app.staff(tenant)('signInStaff', { oobCode: first })
  expect(await errorCodeOf(app.staff(tenant)('signInStaff', { oobCode: second }))).toBe(
    'auth/invalid-action-code',
  )
})

test('whoever is asked for, the answer is the same, and only who has joined gets a mail', async () => {
  const tenant = await makeTenant(app)
  const known = await makePerson(app, tenant)
  const invited = await makePerson(app, tenant, { joinedAt: null })
  const removed = await makePerson(app, tenant, { role: 'reception' })
  const { browser } = await makeStaff(app, tenant)
  await browser('removeStaff', { id: removed.id })
  const asked = [
    known.email.toUpperCase(),
    invited.email,
    removed.email,
    `nobody@${tenant}.example`,
    'no address',
  ]
  const answers = await Promise.all(
    asked.map(async (email) => {
      const response = await app.staff(tenant).send('sendStaffLink', { email })
      return `${response.status} ${await response.text()}`
    }),
  )
  expect(new Set(answers)).toEqual(new Set(['200 {"success":true}']))
  const mails = await app.db.read(tenant, listMail)
  expect(mails.map(({ to }) => to).filter((to) => asked.includes(to) || to === known.email)).toEqual([
    known.email,
  ])
})

test('a person gets at most one mail in 30 s and five in an hour', async () => {
  const tenant = await makeTenant(app)
  const { email } = await makePerson(app, tenant)
  const ask = () => app.staff(tenant)('sendStaffLink', { email })
  await Promise.all([ask(), ask(), ask()])
  expect(await countMail(app, tenant, email)).toBe(1)
  for (let time = 0; time < 8; time += 1) {
    later(31_000)
    await ask()
  }
  expect(await countMail(app, tenant, email)).toBe(5)
  later(60 * MINUTE)
  await ask()
  expect(await countMail(app, tenant, email)).toBe(6)
})

test('a client asks for twenty links an hour, for whomever', async () => {
  const limited = await makeApp({ addressLimits: true })
  onTestFinished(() => limited.close())
  const tenant = await makeTenant(limited)
  const { email } = await makePerson(limited, tenant)
  const asked = Array.from({ length: 20 }, (_, index) => (index === 0 ? email : `nobody${index}@example.com`))
  for (const one of asked) await limited.staff(tenant)('sendStaffLink', { email: one })
  for (const one of [email, 'nobody@example.com'])
    expect(await errorCodeOf(limited.staff(tenant)('sendStaffLink', { email: one }))).toBe(
      'auth/too-many-requests',
    )
})

test('an invitation is accepted once, within seven days, and a second one replaces it', async () => {
  const tenant = await makeTenant(app)
  const { browser } = await makeStaff(app, tenant)
  const email = `ida@${tenant}.example`
  const invite = { name: 'Ida Krogh', email, role: 'reception' } as const
  const { id } = await browser('inviteStaff', invite)
  const first = await staffCodeTo(app, tenant, email)
  later(MINUTE)
  expect((await browser('inviteStaff', invite)).id).toBe(id)
  const second = await staffCodeTo(app, tenant, email)
  const ida = app.staff(tenant)
  expect(await errorCodeOf(ida('signInStaff', { oobCode: first }))).toBe('auth/invalid-action-code')
  // Who has not accepted it cannot sign in otherwise.
  await ida('sendStaffLink', { email })
  expect(await countMail(app, tenant, email)).toBe(2)
  expect(await ida('checkStaffCode', { oobCode: second })).toMatchObject({ kind: 'staffInvite' })
  expect(await ida('signInStaff', { oobCode: second })).toEqual({ to: '' })
  expect(await ida('getStaffSelf', {})).toMatchObject({ recent: true })
  expect(await errorCodeOf(browser('inviteStaff', invite))).toBe('staff/already-there')

  const late = `late@${tenant}.example`
  await browser('inviteStaff', { ...invite, email: late })
  const code = await staffCodeTo(app, tenant, late)
  later(7 * 24 * 60 * MINUTE)
  expect(await errorCodeOf(app.staff(tenant)('signInStaff', { oobCode: code }))).toBe(
    'auth/invalid-action-code',
  )
})

test('codes of guests, of other salons, damaged ones and none look alike', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const { email } = await makePerson(app, tenant)
  const code = await sentLink(tenant, email)
  const guest = app.guest(tenant)
  const guestId = await register(guest, tenant, `guest@${tenant}.example`)
  const now = app.deps.now()
  const ofGuest = await app.unrecorded.write(tenant, (tx) =>
    createActionCode(tx, { kind: 'magicLogin', guestId, data: {}, expiresAt: new Date(now + MINUTE) }, now),
  )
  const codes = [ofGuest, code.slice(0, -1), `${code}x`, `${other}.${code.slice(-22)}`, '', ' ', '\u0000']
  for (const oobCode of codes)
    for (const name of ['checkStaffCode', 'signInStaff'] as const)
      expect([oobCode, await errorCodeOf(app.staff(tenant)(name, { oobCode }))]).toEqual([
        oobCode,
        'auth/invalid-action-code',
      ])
  expect(await errorCodeOf(app.staff(other)('signInStaff', { oobCode: code }))).toBe(
    'auth/invalid-action-code',
  )
  // Nor is it one of a guest's.
  expect(await errorCodeOf(guest('checkActionCode', { tenantId: tenant, oobCode: code }))).toBe(
    'auth/invalid-action-code',
  )
  await app.staff(tenant)('signInStaff', { oobCode: code })
})

test('signing in replaces the session of the browser, and signing out ends it', async () => {
  const tenant = await makeTenant(app)
  const { email, id } = await makePerson(app, tenant)
  const browser = await signInAs(app, tenant, id)
  const before = browser.cookies.get('staff') ?? ''
  await browser('signInStaff', { oobCode: await sentLink(tenant, email) })
  expect(browser.cookies.get('staff')).not.toBe(before)
  const planted = app.staff(tenant)
  planted.cookies.set('staff', before)
  expect(await errorCodeOf(planted('getStaffSelf', {}))).toBe('auth/unauthenticated')
  const token = browser.cookies.get('staff') ?? ''
  await browser('signOutStaff', {})
  expect(browser.cookies.has('staff')).toBe(false)
  planted.cookies.set('staff', token)
  expect(await errorCodeOf(planted('getStaffSelf', {}))).toBe('auth/unauthenticated')
})

test('the path to continue at is one of the site itself', async () => {
  const tenant = await makeTenant(app)
  const { email } = await makePerson(app, tenant)
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const code = await sentLink(tenant, email, to)
    expect([to, await app.staff(tenant)('signInStaff', { oobCode: code })]).toEqual([to, { to: '' }])
    later(31_000)
  }
})

test('the people of the demo have buttons only there, and only with addresses of nobody', async () => {
  const tenant = await makeTenant(app)
  const [ea, invited] = [await makePerson(app, tenant), await makePerson(app, tenant, { joinedAt: null })]
  const real = await makePerson(app, tenant)
  await asOwner(app, tenant, 'update staff set email = $1 where id = $2', [`real@${tenant}.dk`, real.id])
  const browser = app.staff(tenant)
  expect(await browser('listDemoStaff', {})).toEqual({
    people: [{ id: ea.id, name: 'Ea Lund', role: 'owner' }],
  })
  for (const { id } of [real, invited])
    expect(await errorCodeOf(browser('signInDemoStaff', { id }))).toBe('not-found')
  await browser('signInDemoStaff', { id: ea.id })
  expect(await browser('getStaffSelf', {})).toMatchObject({ recent: true })
  // Where mails are sent, or none is, nobody comes in by a button.
  const elsewhere = silent.staff(tenant)
  expect(await elsewhere('listDemoStaff', {})).toEqual({ people: [] })
  expect(await errorCodeOf(elsewhere('signInDemoStaff', { id: ea.id }))).toBe('not-found')
})
