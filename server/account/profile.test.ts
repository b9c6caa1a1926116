import sharp from 'sharp'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicFile, importFile } from '#test/clinic.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, register, type TestGuest } from '#test/steps.ts'
import type { TenantId } from '../database/db.ts'

const [PASSWORD, OTHER] = ['stamgast-demo', 'ælgpåtur i marts']
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

async function signUp(tenant: TenantId, email = 'noah@example.com') {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  return { guest, uid, email, self: { tenantId: tenant, uid } }
}
const signInAgain = async (tenant: TenantId, email: string, password = PASSWORD) => {
  const guest = app.guest(tenant)
  await guest('signInWithEmailAndPassword', { email, password })
  return guest
}
const runLater = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  app.clock.now = Date.now() + ms
  try {
    return await work()
  } finally {
    app.clock.now = null
  }
}
const ELEVEN = 11 * 60_000

test('changing the password replaces this browser’s session and ends all others', async () => {
  const tenant = await makeTenant(app)
  const { guest, email, self } = await signUp(tenant)
  const other = await signInAgain(tenant, email)
  const old = guest.cookies.get('session')
  expect(
    await errorCodeOf(guest('updatePassword', { ...self, currentPassword: 'wrong one', newPassword: OTHER })),
  ).toBe('auth/invalid-credential')
  expect(await guest('updatePassword', { ...self, currentPassword: PASSWORD, newPassword: OTHER })).toEqual({
    success: true,
  })
  expect(guest.cookies.get('session')).not.toBe(old)
  expect(await guest('getUser', self)).toMatchObject({ email })
  expect(await errorCodeOf(other('getUser', self))).toBe('auth/unauthenticated')
  const planted = app.guest(tenant)
  planted.cookies.set('session', old ?? '')
  expect(await errorCodeOf(planted('getUser', self))).toBe('auth/unauthenticated')
  expect(await errorCodeOf(signInAgain(tenant, email))).toBe('auth/invalid-credential')
  await signInAgain(tenant, email, OTHER)
})

test.each(['short', '12345678', 'password1', 'noah@example.com'])(
  '%j is rejected as a new password',
  async (newPassword) => {
    const tenant = await makeTenant(app)
    const { guest, self } = await signUp(tenant)
    expect(
      await errorCodeOf(guest('updatePassword', { ...self, currentPassword: PASSWORD, newPassword })),
    ).toBe('auth/weak-password')
  },
)

test('a new password needs the current one, or a recent sign-in when there is none', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, email, self } = await signUp(tenant)
  expect(await errorCodeOf(guest('updatePassword', { ...self, newPassword: OTHER }))).toBe(
    'auth/invalid-credential',
  )
  await asOwner(app, tenant, `delete from account where user_id = '${uid}'`)
  await runLater(ELEVEN, async () =>
    expect(await errorCodeOf(guest('updatePassword', { ...self, newPassword: OTHER }))).toBe(
      'auth/requires-recent-login',
    ),
  )
  expect(await guest('listSessions', self)).toMatchObject({ hasPassword: false, recent: true })
  await guest('updatePassword', { ...self, newPassword: OTHER })
  await signInAgain(tenant, email, OTHER)
})

test('of two concurrent changes with the same current password one succeeds', async () => {
  const tenant = await makeTenant(app)
  const { self, email } = await signUp(tenant)
  const [one, two] = [await signInAgain(tenant, email), await signInAgain(tenant, email)]
  const outcomes = await Promise.allSettled([
    one('updatePassword', { ...self, currentPassword: PASSWORD, newPassword: OTHER }),
    two('updatePassword', { ...self, currentPassword: PASSWORD, newPassword: `${OTHER} igen` }),
  ])
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('wrong current passwords have the rate limit of the sign-in', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const codes: string[] = []
  for (let attempts = 0; attempts < 12; attempts += 1)
    codes.push(
      await errorCodeOf(
        guest('updatePassword', { ...self, currentPassword: 'wrong one', newPassword: OTHER }),
      ),
    )
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'auth/invalid-credential'))
  expect(codes.slice(10)).toEqual(['auth/too-many-requests', 'auth/too-many-requests'])
})

test('the list of sessions marks the current one, and the others end singly or together', async () => {
  const tenant = await makeTenant(app)
  const { guest, email, self } = await signUp(tenant)
  const [second, third] = [await signInAgain(tenant, email), await signInAgain(tenant, email)]
  const { documents } = await guest('listSessions', self)
  expect(documents.map(({ current }) => current).filter(Boolean)).toEqual([true])
  expect(documents).toHaveLength(3)
  expect(JSON.stringify(documents)).not.toContain(guest.cookies.get('session'))
  const [own, elsewhere] = [documents.find((one) => one.current), documents.find((one) => !one.current)]
  expect(await errorCodeOf(guest('removeSessions', { ...self, id: own?.id }))).toBe('not-found')
  expect(await guest('removeSessions', { ...self, id: elsewhere?.id })).toEqual({ removed: 1 })
  expect(await guest('removeSessions', self)).toEqual({ removed: 1 })
  for (const ended of [second, third])
    expect(await errorCodeOf(ended('getUser', self))).toBe('auth/unauthenticated')
  expect(await guest('getUser', self)).toMatchObject({ email })
  const { guest: other, self: otherSelf } = await signUp(tenant, 'signe@example.com')
  const [hers] = (await other('listSessions', otherSelf)).documents
  expect(await errorCodeOf(guest('removeSessions', { ...self, id: hers?.id }))).toBe('not-found')
})

const sampleImage = (options: { width?: number; height?: number } = {}) =>
  sharp({
    create: {
      width: options.width ?? 640,
      height: options.height ?? 400,
      channels: 3,
      background: '#2a7a4b',
    },
  })

test('a picture is re-encoded, small and without metadata, and only its guest can read it', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, self } = await signUp(tenant)
  const jpeg = await sampleImage()
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
  expect(jpeg.includes('a secret place')).toBe(true)
  const { avatar } = await guest('updateAvatar', { ...self, image: jpeg.toString('base64') })
  expect(avatar).toMatch(new RegExp(`^/avatar/${uid}/[\\w-]{12}\\.webp$`))
  const fetchAvatar = (cookies: Map<string, string>, path = avatar ?? '', of = tenant) =>
    app.fetch(
      of,
      new Request(`http://x${path}`, {
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      }),
    )
  const answer = await fetchAvatar(guest.cookies)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, max-age=31536000, immutable',
  ])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(bytes.includes('a secret place')).toBe(false)
  for (const [wanted, width] of [
    ['96', 96],
    ['97', 256],
    ['', 256],
  ] as const) {
    const shrunk = await fetchAvatar(guest.cookies, `${avatar}?width=${wanted}`)
    expect(await sharp(Buffer.from(await shrunk.arrayBuffer())).metadata()).toMatchObject({ width })
  }
  const { guest: other } = await signUp(tenant, 'signe@example.com')
  const refused = await Promise.all([
    fetchAvatar(new Map()),
    fetchAvatar(other.cookies),
    fetchAvatar(other.cookies, `${avatar}?width=96`),
    fetchAvatar(guest.cookies, avatar ?? '', await makeTenant(app)),
    fetchAvatar(guest.cookies, `/avatar/${uid}/x.webp`),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect(await guest('getUser', self)).toMatchObject({ avatar })
  expect(await guest('removeAvatar', self)).toEqual({ avatar: null })
  expect((await fetchAvatar(guest.cookies)).status).toBe(404)
})

test('an invalid or too large picture is rejected with its reason', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>'
  const png = await sampleImage().png().toBuffer()
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const wrong = {
    svg: Buffer.from(svg),
    text: Buffer.from('hello there'),
    pdf: Buffer.from('%PDF-1.7 x'),
    cut: png.subarray(0, 60),
    headed: Buffer.concat([png.subarray(0, 8), Buffer.from('<svg/>')]),
    bomb,
  }
  for (const [name, bytes] of Object.entries(wrong)) {
    await expect(
      guest('updateAvatar', { ...self, image: bytes.toString('base64') }).catch(
        (error: { code: string; details: unknown }) => ({ name, code: error.code, details: error.details }),
      ),
    ).resolves.toEqual({ name, code: 'guest/invalid-picture', details: { reason: 'not-a-picture' } })
  }
  const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)])
  await expect(guest('updateAvatar', { ...self, image: large.toString('base64') })).rejects.toMatchObject({
    code: 'guest/invalid-picture',
    details: { reason: 'too-large' },
  })
  expect(
    await errorCodeOf(
      guest('updateAvatar', { ...self, image: Buffer.alloc(3 * 1024 * 1024).toString('base64') }),
    ),
  ).toMatch(/^request\/(too-large|invalid)$/)
  expect(await guest('getUser', self)).toMatchObject({ avatar: null })
})

const ownCalls = [
  'getUser',
  'listSessions',
  'removeSessions',
  'exportUser',
  'previewDeleteUser',
  'removeAvatar',
  'listPasskeys',
  'passkeyRegistrationOptions',
] as const

test('every call of a profile has the same response for another, foreign and unknown guest', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, foreign] = [
    await signUp(tenant, 'freja@example.com'),
    await signUp(tenant),
    await signUp(other),
  ]
  const named = [
    noah.self,
    { tenantId: tenant, uid: foreign.uid },
    { tenantId: tenant, uid: 'nobody' },
    foreign.self,
    { tenantId: 'no-such-tenant', uid: freja.uid },
  ]
  for (const call of ownCalls) {
    const answers = await Promise.all(
      named.map(async (of) => {
        const answer = await freja.guest.send(call, of)
        return { status: answer.status, body: await answer.text() }
      }),
    )
    expect([call, answers[0]?.status]).toEqual([call, 404])
    for (const answer of answers) expect([call, answer]).toEqual([call, answers[0]])
    expect(await errorCodeOf(app.guest(tenant)(call, freja.self))).toBe('auth/unauthenticated')
  }
  for (const of of named) {
    expect(
      await errorCodeOf(
        freja.guest('updatePassword', { ...of, currentPassword: PASSWORD, newPassword: OTHER }),
      ),
    ).toBe('not-found')
    expect(await errorCodeOf(freja.guest('deleteUser', { ...of, confirmed: true, fee: 0 }))).toBe('not-found')
  }
  await signInAgain(tenant, noah.email)
})

const fetchAs = (guest: TestGuest, tenant: TenantId, url: string, method = 'GET') =>
  app.fetch(
    tenant,
    new Request(url, {
      method,
      headers: { cookie: [...guest.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    }),
  )

test('an archive is for five minutes in the session of its guest, everything else is one 404', async () => {
  const [tenant, away] = [await makeTenant(app), await makeTenant(app)]
  const { guest, self } = await signUp(tenant)
  const { guest: other } = await signUp(tenant, 'signe@example.com')
  const { guest: otherGuest } = await signUp(away)
  const began = Date.now()
  app.clock.now = began
  const { downloadURL } = await guest('exportUser', self)
  const link = new URL(downloadURL)
  const wrong = [
    [other, tenant, downloadURL],
    [app.guest(tenant), tenant, downloadURL],
    [otherGuest, away, downloadURL],
    [guest, tenant, `${downloadURL}A`],
    [guest, tenant, downloadURL.slice(0, -1)],
    [guest, tenant, `${link.origin}/export/`],
    [guest, tenant, `${link.origin}/export/x`],
  ] as const
  const answers = new Set<string>()
  for (const [as, where, url] of wrong) {
    const answer = await fetchAs(as, where, url)
    answers.add(`${answer.status} ${await answer.text()}`)
  }
  app.clock.now = began + 5 * 60_000
  expect((await fetchAs(guest, tenant, downloadURL, 'HEAD')).status).toBe(200)
  app.clock.now = began + 5 * 60_000 + 1
  const late = await fetchAs(guest, tenant, downloadURL)
  answers.add(`${late.status} ${await late.text()}`)
  app.clock.now = null
  expect([...answers]).toEqual(['404 Not Found'])
})

test('the export has all data of the guest, none of another, and no secret', async () => {
  // At noon the quiet hours hold nothing back.
  app.clock.now = Date.parse(`${new Date().toISOString().slice(0, 10)}T10:00:00Z`)
  const tenant = await makeTenant(app)
  const { guest, uid, self, email } = await signUp(tenant)
  const { guest: other } = await signUp(tenant, 'signe@example.com')
  await guest('updateUser', { ...self, address: 'Vej 1', acceptTerms: true })
  const start = Math.ceil(app.deps.now() / 86_400_000 + 3) * 86_400_000 + 10 * 3_600_000
  const mine = await book(guest, { tenantId: tenant, start })
  await book(other, { tenantId: tenant, start: start + 7_200_000 })
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  await guest('addPhoto', { ...self, image: photo.toString('base64') })
  // As after booking without an account, with this account's address.
  await asOwner(
    app,
    tenant,
    `update visit set note = 'by another person', contact = '{"firstname":"Noah","lastname":"Dahl"}'
    where guest_id = '${uid}'`,
  )
  const { name, downloadURL } = await guest('exportUser', self)
  expect(name).toMatch(/^t\w+-\d{4}-\d\d-\d\d\.zip$/)
  const answer = await fetchAs(guest, tenant, downloadURL)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  const unzipped = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const [picture] = Object.keys(unzipped).filter((file) => file.startsWith('photos/'))
  expect(await sharp(unzipped[picture ?? '']).metadata()).toMatchObject({ format: 'webp', width: 30 })
  const files = Object.fromEntries(
    Object.entries(unzipped)
      .filter(([file]) => file !== picture)
      .map(([file, bytes]) => [file, strFromU8(bytes)]),
  )
  expect(JSON.parse(files['photos.json'] ?? '')).toMatchObject([{ file: picture, visit: null }])
  expect(JSON.parse(files['notifications.json'] ?? '')).toMatchObject([
    {
      type: 'new_booking_confirmation',
      sent: ['push', 'mail'].map((channel) => ({
        channel,
        outcome: channel === 'push' ? 'none' : 'ok',
        attempts: 1,
        at: new Date(app.clock.now ?? 0).toISOString(),
      })),
    },
  ])
  expect(Object.keys(files).toSorted()).toEqual([
    'accounts.json',
    'cart.json',
    'consents.json',
    'messages.json',
    'notifications.json',
    'orders.json',
    'passkeys.json',
    'photos.json',
    'profile.json',
    'push.json',
    'sessions.json',
    'visits.ics',
    'visits.json',
    'waitlist.json',
  ])
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({
    firstname: 'Noah',
    email,
    address: 'Vej 1',
    mobile: '+4520123456',
  })
  expect(JSON.parse(files['visits.json'] ?? '')).toHaveLength(1)
  expect(files['visits.ics']?.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(files['messages.json']?.match(/"occasion": "visit-booked"/g)).toHaveLength(1)
  const everything = Object.values(files).join('\n')
  const [stored] = await asOwner<{ password: string; token: string }>(
    app,
    tenant,
    `select (select password from account where user_id = '${uid}'),
    (select token from session where user_id = '${uid}')`,
  )
  for (const secret of [
    'by another person',
    'signe@example.com',
    stored?.password ?? '!',
    stored?.token ?? '!',
    guest.cookies.get('session') ?? '!',
    mine.handle,
    mine.cancelHandle,
  ])
    expect(everything).not.toContain(secret)
  app.clock.now = null
})

test('the export names services and goods in the language of the guest', async () => {
  const clinic = await importFile(app, clinicFile('eksport'))
  const { guest, self } = await signUp(clinic)
  const start = Math.ceil(app.deps.now() / 86_400_000 + 3) * 86_400_000 + 10 * 3_600_000
  await book(guest, { tenantId: clinic, start, services: ['massage'] })
  for (const [language, name] of [
    ['en', 'Massage therapy'],
    ['de', 'Massage'],
  ] as const) {
    await guest('updateUser', { ...self, preferredLanguage: language })
    const { downloadURL } = await guest('exportUser', self)
    const answer = await fetchAs(guest, clinic, downloadURL)
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const text = (file: string) => strFromU8(files[file] ?? new Uint8Array())
    expect(JSON.parse(text('visits.json'))).toMatchObject([{ services: [{ name }] }])
    expect(text('visits.ics')).toContain(`SUMMARY:${name} · Klinik am See`)
  }
})
