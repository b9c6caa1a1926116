import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { listSms } from '#server/sms/queries.ts'

const HOUR = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const errorCodeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'granted',
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )

async function createSalon() {
  app.clock.now = Date.UTC(2030, 4, 6, 10)
  const id = await makeTenant(app)
  const guest = app.guest(id)
  const uid = await register(guest, id, 'freja@example.com')
  await guest('updateUser', { tenantId: id, uid, mobile: '20123456', countryCode: 'DK' })
  const link = async () =>
    /\/confirmMobile\/([^/]+)\/(\w+)\/(\S+)$/.exec((await app.db.read(id, listSms))[0]?.text ?? '') ?? []
  const verified = async () => (await guest('getUser', { tenantId: id, uid })).mobileVerified
  const confirm = (code: string, user = uid) =>
    app.guest(id)('gen2_userHandlingApi-requestConfirmMobile', {
      uid: code,
      language: 'en',
      tenant: id,
      user,
    })
  return { id, uid, guest, link, verified, confirm }
}

test('a link verifies the number, also a second time, and claims the visits booked with it', async () => {
  const { id, uid, guest, link, verified, confirm } = await createSalon()
  const visit = await makeVisit(app, id, {
    start: new Date(Date.UTC(2030, 4, 9, 10)),
    contact: {
      firstname: 'Freja',
      lastname: 'Holm',
      email: 'other@example.com',
      mobile: '+4520123456',
      language: 'en',
    },
  })
  expect(await guest('sendMobileConfirmation', { tenantId: id })).toEqual({ success: true })
  const [, code = '', language, user] = await link()
  expect([language, user]).toEqual(['en', uid])
  expect(await verified()).toBe(false)
  const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(code)))
  expect(answers.every(({ success }) => success)).toBe(true)
  expect(await verified()).toBe(true)
  // The page that asked for the link may be open on another device.
  expect(
    (await guest('listNotifications', { tenantId: id, uid })).documents.map(({ type, link }) => [type, link]),
  ).toEqual([['success', '/profile/notifications']])
  expect(
    (await guest('listBookings', { tenantId: id, uid, from: 'now' })).documents.map((one) => one.id),
  ).toEqual([visit.id])
})

test('a link is invalid for another guest, for another number and after a day', async () => {
  const { id, uid, guest, link, verified, confirm } = await createSalon()
  await guest('sendMobileConfirmation', { tenantId: id })
  const [, code = ''] = await link()
  expect(await confirm(code, 'somebody')).toEqual({ success: false })
  expect(await confirm(`${id}.AAAAAAAAAAAAAAAAAAAAAA`)).toEqual({ success: false })
  expect(
    await app.guest(id)('gen2_userHandlingApi-requestConfirmMobile', {
      uid: code,
      language: 'en',
      tenant: 'foreign',
      user: uid,
    }),
  ).toEqual({ success: false })
  app.clock.now = (app.clock.now ?? 0) + 24 * HOUR
  expect(await confirm(code)).toEqual({ success: false })
  app.clock.now -= 1
  await guest('signInWithEmailAndPassword', {
    tenantId: id,
    email: 'freja@example.com',
    password: 'stamgast-demo',
  })
  await guest('updateUser', { tenantId: id, uid, mobile: '20999999', countryCode: 'DK' })
  expect(await confirm(code)).toEqual({ success: false })
  await guest('updateUser', { tenantId: id, uid, mobile: '20123456', countryCode: 'DK' })
  expect(await confirm(code)).toEqual({ success: true })
  expect(await verified()).toBe(true)
})

test('a new link ends the old one, three are sent in an hour, and none to a verified number', async () => {
  const { id, guest, link, confirm } = await createSalon()
  await guest('sendMobileConfirmation', { tenantId: id })
  const [, first = ''] = await link()
  app.clock.now = (app.clock.now ?? 0) + 1
  await guest('sendMobileConfirmation', { tenantId: id })
  expect(await confirm(first)).toEqual({ success: false })
  app.clock.now += 1
  await guest('sendMobileConfirmation', { tenantId: id })
  const [, third = ''] = await link()
  expect(await errorCodeOf(guest('sendMobileConfirmation', { tenantId: id }))).toBe('auth/too-many-requests')
  expect(await confirm(third)).toEqual({ success: true })
  await guest('sendMobileConfirmation', { tenantId: id })
  expect(await app.db.read(id, listSms)).toHaveLength(3)
})

test('a number belongs to the guest who verified it last', async () => {
  const { id, uid, guest, link, confirm } = await createSalon()
  await asOwner(
    app,
    id,
    `insert into guest (tenant_id, id, name, email, mobile, mobile_verified)
    values ('${id}', 'earlier', '', 'earlier@example.com', '+4520123456', true)`,
  )
  await guest('sendMobileConfirmation', { tenantId: id })
  await confirm((await link())[1] ?? '')
  expect(
    await asOwner(app, id, `select id from guest where tenant_id = '${id}' and mobile_verified`),
  ).toEqual([{ id: uid }])
})

test('no link is sent without a session or to a country that the tenant does not serve', async () => {
  const { id, uid, guest } = await createSalon()
  expect(await errorCodeOf(app.guest(id)('sendMobileConfirmation', { tenantId: id }))).toBe(
    'auth/unauthenticated',
  )
  await guest('updateUser', { tenantId: id, uid, mobile: '40612345', countryCode: 'NO' })
  expect(await errorCodeOf(guest('sendMobileConfirmation', { tenantId: id }))).toBe(
    'auth/operation-not-allowed',
  )
  expect(await app.db.read(id, listSms)).toEqual([])
})
