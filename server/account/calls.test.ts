import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import type { TenantId } from '../database/db.ts'
import { findGuest } from '../guest/queries.ts'

const password = 'ælgpåtur i marts'
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

async function signUp(tenant: TenantId, email = 'freja@example.com') {
  const guest = app.guest(tenant)
  const { uid } = await guest('createUserWithEmailAndPassword', { email, password })
  return { guest, uid, self: { tenantId: tenant, uid } }
}

const readStored = (tenant: TenantId, uid: string) => app.db.read(tenant, (tx) => findGuest(tx, uid))

test('the details are present once a guest has entered the required fields, in any order', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, uid } = await signUp(tenant)
  expect(await guest('updateUser', { ...self, firstname: ' Freja ' })).toMatchObject({
    firstname: 'Freja',
    lastname: '',
    detailsPresent: false,
  })
  expect(await guest('updateUser', { ...self, mobile: '20 12 34 56', countryCode: 'dk' })).toMatchObject({
    mobile: '+4520123456',
    countryCode: 'DK',
    dialCode: '+45',
    firstname: 'Freja',
    detailsPresent: false,
  })
  expect(
    await guest('updateUser', {
      ...self,
      lastname: 'Holm',
      preferredLanguage: 'sv',
      address: 'Vej 1',
      city: 'Odense',
      postalcode: '5000',
    }),
  ).toEqual({
    uid,
    firstname: 'Freja',
    lastname: 'Holm',
    email: 'freja@example.com',
    avatar: null,
    mobile: '+4520123456',
    countryCode: 'DK',
    dialCode: '+45',
    address: 'Vej 1',
    city: 'Odense',
    postalcode: '5000',
    preferredLanguage: 'sv',
    mobileVerified: false,
    emailVerified: false,
    acceptMarketing: false,
    acceptTerms: false,
    notifications: { mail: true, sms: false, push: false },
    timeZone: null,
    detailsPresent: true,
  })
  expect((await readStored(tenant, self.uid))?.name).toBe('Freja Holm')
  expect(await guest('getUser', self)).toMatchObject({
    firstname: 'Freja',
    lastname: 'Holm',
    detailsPresent: true,
  })
})

test('an empty patch changes nothing, and an empty text clears its field', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const before = await guest('updateUser', {
    ...self,
    firstname: 'Freja',
    lastname: 'Holm',
    address: 'Vej 1',
    city: 'Odense',
  })
  expect(await guest('updateUser', self)).toEqual(before)
  expect(await guest('updateUser', { ...self, address: '' })).toEqual({ ...before, address: null })
})

test.each([
  ['20123456', undefined, '+4520123456', 'DK'],
  ['+45 20 12 34 56', 'DK', '+4520123456', 'DK'],
  ['412 34 567', 'NO', '+4741234567', 'NO'],
  ['070-123 45 67', 'SE', '+46701234567', 'SE'],
])('mobile %j with country %s is stored as %s', async (mobile, countryCode, e164, country) => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  expect(
    await guest('updateUser', { ...self, mobile, ...(countryCode ? { countryCode } : {}) }),
  ).toMatchObject({ mobile: e164, countryCode: country })
})

test.each([
  ['12345', 'DK'],
  ['', 'DK'],
  ['2012345x', 'DK'],
  ['20123456', 'XX'],
  ['+46701', 'DK'],
  ['+99920123456', 'DK'],
])('mobile %j with country %s is rejected, and nothing changes', async (mobile, countryCode) => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  await guest('updateUser', { ...self, mobile: '20123456', countryCode: 'DK' })
  await expect(
    guest('updateUser', { ...self, mobile, countryCode, firstname: 'Freja' }),
  ).rejects.toMatchObject({ code: 'guest/invalid-mobile' })
  expect(await guest('getUser', self)).toMatchObject({ mobile: '+4520123456', firstname: '' })
})

test('a number that begins with another country’s dial code changes the country', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  for (const mobile of ['+45 20.12.34.56', '0045 20 12 34 56'])
    expect(await guest('updateUser', { ...self, mobile, countryCode: 'NO' })).toMatchObject({
      mobile: '+4520123456',
      countryCode: 'DK',
      dialCode: '+45',
    })
})

test('a number without a country has the country of the previous one', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  await guest('updateUser', { ...self, mobile: '41234567', countryCode: 'NO' })
  expect(await guest('updateUser', { ...self, mobile: '41234568' })).toMatchObject({
    mobile: '+4741234568',
    dialCode: '+47',
  })
})

test('fields that a guest may not change do not change', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, uid } = await signUp(tenant)
  const extra = {
    email: 'other@example.com',
    emailVerified: true,
    mobileVerified: true,
    marketingAcceptedAt: '2000-01-01',
    tenant_id: 'other',
    email_verified: true,
    id: 'other',
    name: 'Other',
    avatar: 'https://evil.example/x.png',
    termsAcceptedAt: '2000-01-01',
    createdAt: 0,
    dialCode: '+99',
    detailsPresent: true,
    role: 'admin',
    password: 'x',
  }
  const changed = await guest('updateUser', { ...self, firstname: 'Freja', ...extra })
  expect(changed).toMatchObject({
    uid,
    email: 'freja@example.com',
    firstname: 'Freja',
    avatar: null,
    dialCode: null,
    detailsPresent: false,
  })
  expect(await readStored(tenant, self.uid)).toMatchObject({
    id: uid,
    name: 'Freja',
    email: 'freja@example.com',
    emailVerified: false,
    mobileVerified: false,
    termsAcceptedAt: null,
    marketingAcceptedAt: null,
  })
  await app.guest(tenant)('signInWithEmailAndPassword', { email: 'freja@example.com', password })
})

test('accepted terms keep their first time, and consent to marketing can be revoked', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const day = 24 * 3600 * 1000
  const start = Date.now()
  app.clock.now = start
  await guest('updateUser', { ...self, acceptTerms: true, acceptMarketing: true })
  app.clock.now = start + day / 2
  await guest('updateUser', { ...self, acceptTerms: true, acceptMarketing: true })
  expect(await readStored(tenant, self.uid)).toMatchObject({
    termsAcceptedAt: new Date(start),
    marketingAcceptedAt: new Date(start),
  })
  await guest('updateUser', { ...self, acceptTerms: false, acceptMarketing: false })
  expect(await readStored(tenant, self.uid)).toMatchObject({
    termsAcceptedAt: new Date(start),
    marketingAcceptedAt: null,
  })
  app.clock.now = null
})

test('terms of a later date are accepted again', async () => {
  const tenant = await makeTenant(app, { profile: { effective_date: '2026-09-01' } })
  const { guest, self } = await signUp(tenant)
  app.clock.now = Date.parse('2026-08-01T12:00:00Z')
  expect(await guest('updateUser', { ...self, acceptTerms: true })).toMatchObject({ acceptTerms: true })
  const later = Date.parse('2026-09-01T12:00:00Z')
  app.clock.now = later
  expect(await guest('getUser', self)).toMatchObject({ acceptTerms: false })
  expect(await guest('updateUser', { ...self, acceptTerms: true })).toMatchObject({ acceptTerms: true })
  expect(await readStored(tenant, self.uid)).toMatchObject({ termsAcceptedAt: new Date(later) })
  app.clock.now = null
})

test('names have 1 to 50 characters, and an unknown language or country is rejected', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  for (const [field, value] of [
    ['firstname', ' '],
    ['firstname', 'x'.repeat(51)],
    ['lastname', ''],
    ['lastname', 'x'.repeat(51)],
    ['preferredLanguage', 'zz'],
    ['preferredLanguage', 'da-DK'],
    ['countryCode', 'DNK'],
  ] as const) {
    await expect(guest('updateUser', { ...self, [field]: value })).rejects.toMatchObject({
      code: 'request/invalid',
      details: { fields: [field] },
    })
  }
  const names = { firstname: 'F', lastname: 'x'.repeat(50) }
  await guest('updateUser', { ...self, ...names })
  expect(await guest('getUser', self)).toMatchObject(names)
})

test('reading and updating another, a foreign and an unknown guest have the same response', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, foreign] = [
    await signUp(tenant),
    await signUp(tenant, 'noah@example.com'),
    await signUp(other),
  ]
  for (const call of ['getUser', 'updateUser'] as const) {
    const answers = await Promise.all(
      [
        noah.self,
        { tenantId: tenant, uid: foreign.uid },
        { tenantId: tenant, uid: 'nobody' },
        foreign.self,
        { tenantId: 'no-such-tenant', uid: freja.uid },
      ].map(async (of) => {
        const answer = await freja.guest.send(call, of)
        return { status: answer.status, body: await answer.text() }
      }),
    )
    expect(answers[0]?.status).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  }
  await expect(app.guest(tenant)('getUser', freja.self)).rejects.toMatchObject({
    code: 'auth/unauthenticated',
  })
})

test('two concurrent changes are both stored', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  await Promise.all([
    guest('updateUser', { ...self, firstname: 'Freja' }),
    guest('updateUser', { ...self, lastname: 'Holm' }),
  ])
  expect(await guest('getUser', self)).toMatchObject({ firstname: 'Freja', lastname: 'Holm' })
  expect((await readStored(tenant, self.uid))?.name).toBe('Freja Holm')
})

test('a guest sets all notification channels together, and a new number is unverified', async () => {
  const tenant = await makeTenant(app)
  const { guest, self, uid } = await signUp(tenant)
  await guest('updateUser', { ...self, mobile: '20123456', countryCode: 'DK' })
  await app.unrecorded.write(tenant, (tx) =>
    tx.execute(`update guest set mobile_verified = true where id = '${uid}'`),
  )
  expect(
    await guest('updateUser', {
      ...self,
      notifications: { mail: false, sms: true, push: false },
      mobile: '+45 20 12 34 56',
    }),
  ).toMatchObject({ notifications: { mail: false, sms: true, push: false }, mobileVerified: true })
  expect(await guest('updateUser', { ...self, mobile: '20123457' })).toMatchObject({
    mobileVerified: false,
    notifications: { mail: false, sms: true, push: false },
  })
  const answer = await app.fetch(
    tenant,
    new Request(`http://x/api/tenants/${tenant}/users/${uid}`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${guest.cookies.get('session')}`,
      },
      body: JSON.stringify({ notifications: { mail: 'no', admin: true } }),
    }),
  )
  expect(answer.status).toBe(400)
})
