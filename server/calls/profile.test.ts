import sharp from 'sharp'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, faultOf, register } from '#test/steps.ts'
import type { TenantId } from '../data/db.ts'

const [PASSWORD, OTHER] = ['stamgast-demo', 'ælgpåtur i marts']
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

async function join(tenant: TenantId, email = 'noah@example.com') {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  return { guest, uid, email, self: { tenantId: tenant, uid } }
}
const again = async (tenant: TenantId, email: string, password = PASSWORD) => {
  const guest = app.guest(tenant)
  await guest('signInWithEmailAndPassword', { email, password })
  return guest
}
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  app.clock.now = Date.now() + ms
  try {
    return await work()
  } finally {
    app.clock.now = null
  }
}
const ELEVEN = 11 * 60_000

test('changing the password gives this browser a new session and ends all others', async () => {
  const tenant = await makeTenant(app)
  const { guest, email, self } = await join(tenant)
  const other = await again(tenant, email)
  const old = guest.cookies.get('session')
  expect(
    await faultOf(guest('updatePassword', { ...self, currentPassword: 'wrong one', newPassword: OTHER })),
  ).toBe('auth/invalid-credential')
  expect(await guest('updatePassword', { ...self, currentPassword: PASSWORD, newPassword: OTHER })).toEqual({
    success: true,
  })
  expect(guest.cookies.get('session')).not.toBe(old)
  expect(await guest('getUser', self)).toMatchObject({ email })
  expect(await faultOf(other('getUser', self))).toBe('auth/unauthenticated')
  const planted = app.guest(tenant)
  planted.cookies.set('session', old ?? '')
  expect(await faultOf(planted('getUser', self))).toBe('auth/unauthenticated')
  expect(await faultOf(again(tenant, email))).toBe('auth/invalid-credential')
  await again(tenant, email, OTHER)
})

test.each(['short', '12345678', 'password1', 'noah@example.com'])(
  '%j is no new password',
  async (newPassword) => {
    const tenant = await makeTenant(app)
    const { guest, self } = await join(tenant)
    expect(await faultOf(guest('updatePassword', { ...self, currentPassword: PASSWORD, newPassword }))).toBe(
      'auth/weak-password',
    )
  },
)

test('a guest who has a password cannot go around it, and one who has none chooses one only just after signing in', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, email, self } = await join(tenant)
  expect(await faultOf(guest('updatePassword', { ...self, newPassword: OTHER }))).toBe(
    'auth/invalid-credential',
  )
  await asOwner(app, tenant, `delete from account where user_id = '${uid}'`)
  await later(ELEVEN, async () =>
    expect(await faultOf(guest('updatePassword', { ...self, newPassword: OTHER }))).toBe(
      'auth/requires-recent-login',
    ),
  )
  expect(await guest('listSessions', self)).toMatchObject({ hasPassword: false, recent: true })
  await guest('updatePassword', { ...self, newPassword: OTHER })
  await again(tenant, email, OTHER)
})

test('of two changes at once that name the same password one succeeds', async () => {
  const tenant = await makeTenant(app)
  const { self, email } = await join(tenant)
  const [one, two] = [await again(tenant, email), await again(tenant, email)]
  const outcomes = await Promise.allSettled([
    one('updatePassword', { ...self, currentPassword: PASSWORD, newPassword: OTHER }),
    two('updatePassword', { ...self, currentPassword: PASSWORD, newPassword: `${OTHER} igen` }),
  ])
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('wrong current passwords count like those at the login', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await join(tenant)
  const codes: string[] = []
  for (let tries = 0; tries < 12; tries += 1)
    codes.push(
      await faultOf(guest('updatePassword', { ...self, currentPassword: 'wrong one', newPassword: OTHER })),
    )
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'auth/invalid-credential'))
  expect(codes.slice(10)).toEqual(['auth/too-many-requests', 'auth/too-many-requests'])
})

test('the list of sessions marks this one, and the others are ended one by one or together', async () => {
  const tenant = await makeTenant(app)
  const { guest, email, self } = await join(tenant)
  const [second, third] = [await again(tenant, email), await again(tenant, email)]
  const { documents } = await guest('listSessions', self)
  expect(documents.map(({ current }) => current).filter(Boolean)).toEqual([true])
  expect(documents).toHaveLength(3)
  expect(JSON.stringify(documents)).not.toContain(guest.cookies.get('session'))
  const [own, other] = [documents.find((one) => one.current), documents.find((one) => !one.current)]
  expect(await faultOf(guest('removeSessions', { ...self, id: own?.id }))).toBe('not-found')
  expect(await guest('removeSessions', { ...self, id: other?.id })).toEqual({ removed: 1 })
  expect(await guest('removeSessions', self)).toEqual({ removed: 1 })
  for (const ended of [second, third])
    expect(await faultOf(ended('getUser', self))).toBe('auth/unauthenticated')
  expect(await guest('getUser', self)).toMatchObject({ email })
  const { guest: stranger, self: strange } = await join(tenant, 'signe@example.com')
  const [hers] = (await stranger('listSessions', strange)).documents
  expect(await faultOf(guest('removeSessions', { ...self, id: hers?.id }))).toBe('not-found')
})

const drawn = (options: { width?: number; height?: number } = {}) =>
  sharp({
    create: {
      width: options.width ?? 640,
      height: options.height ?? 400,
      channels: 3,
      background: '#2a7a4b',
    },
  })

test('a picture is drawn anew, small and without what the camera wrote, and is shown to its guest alone', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, self } = await join(tenant)
  const jpeg = await drawn()
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
  expect(jpeg.includes('a secret place')).toBe(true)
  const { avatar } = await guest('updateAvatar', { ...self, image: jpeg.toString('base64') })
  expect(avatar).toMatch(new RegExp(`^/avatar/${uid}/[\\w-]{12}\\.webp$`))
  const fetched = (cookies: Map<string, string>, path = avatar ?? '', of = tenant) =>
    app.fetch(
      of,
      new Request(`http://x${path}`, {
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      }),
    )
  const answer = await fetched(guest.cookies)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, max-age=31536000, immutable',
  ])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(bytes.includes('a secret place')).toBe(false)
  const { guest: stranger } = await join(tenant, 'signe@example.com')
  const refused = await Promise.all([
    fetched(new Map()),
    fetched(stranger.cookies),
    fetched(guest.cookies, avatar ?? '', await makeTenant(app)),
    fetched(guest.cookies, `/avatar/${uid}/x.webp`),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await guest('getUser', self)).toMatchObject({ avatar })
  expect(await guest('removeAvatar', self)).toEqual({ avatar: null })
  expect((await fetched(guest.cookies)).status).toBe(404)
})

test('what is no picture, or too much of one, is refused by its reason', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await join(tenant)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>'
  const png = await drawn().png().toBuffer()
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
    await faultOf(
      guest('updateAvatar', { ...self, image: Buffer.alloc(3 * 1024 * 1024).toString('base64') }),
    ),
  ).toMatch(/^request\/(too-large|invalid)$/)
  expect(await guest('getUser', self)).toMatchObject({ avatar: null })
})

const own = [
  'getUser',
  'listSessions',
  'removeSessions',
  'exportUser',
  'previewDeleteUser',
  'removeAvatar',
  'listPasskeys',
  'passkeyRegistrationOptions',
] as const

test('another guest, a foreign one and an unknown one answer alike to every call about oneself', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, foreign] = [
    await join(tenant, 'freja@example.com'),
    await join(tenant),
    await join(other),
  ]
  const named = [
    noah.self,
    { tenantId: tenant, uid: foreign.uid },
    { tenantId: tenant, uid: 'nobody' },
    foreign.self,
    { tenantId: 'no-such-tenant', uid: freja.uid },
  ]
  for (const call of own) {
    const answers = await Promise.all(
      named.map(async (of) => {
        const answer = await freja.guest.send(call, of)
        return { status: answer.status, body: await answer.text() }
      }),
    )
    expect([call, answers[0]?.status]).toEqual([call, 404])
    for (const answer of answers) expect([call, answer]).toEqual([call, answers[0]])
    expect(await faultOf(app.guest(tenant)(call, freja.self))).toBe('auth/unauthenticated')
  }
  for (const of of named) {
    expect(
      await faultOf(freja.guest('updatePassword', { ...of, currentPassword: PASSWORD, newPassword: OTHER })),
    ).toBe('not-found')
    expect(await faultOf(freja.guest('deleteUser', { ...of, confirmed: true, fee: 0 }))).toBe('not-found')
  }
  await again(tenant, noah.email)
})

test('the export holds all of the guest, nothing of another, and no secret', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, self, email } = await join(tenant)
  const { guest: other } = await join(tenant, 'signe@example.com')
  await guest('updateUser', { ...self, address: 'Vej 1', acceptTerms: true })
  const start = Math.ceil(app.deps.now() / 86_400_000 + 3) * 86_400_000 + 10 * 3_600_000
  const mine = await book(guest, { tenantId: tenant, start })
  await book(other, { tenantId: tenant, start: start + 7_200_000 })
  const { name, zip } = await guest('exportUser', self)
  expect(name).toMatch(/^t\w+-\d{4}-\d\d-\d\d\.zip$/)
  const files = Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(Buffer.from(zip, 'base64')))).map(([file, bytes]) => [
      file,
      strFromU8(bytes),
    ]),
  )
  expect(Object.keys(files).toSorted()).toEqual([
    'accounts.json',
    'consents.json',
    'messages.json',
    'notifications.json',
    'passkeys.json',
    'profile.json',
    'sessions.json',
    'visits.ics',
    'visits.json',
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
    `select (select password from account where user_id = '${uid}'), (select token from session where user_id = '${uid}')`,
  )
  for (const secret of [
    'signe@example.com',
    stored?.password ?? '!',
    stored?.token ?? '!',
    guest.cookies.get('session') ?? '!',
    mine.handle,
    mine.cancelHandle,
  ])
    expect(everything).not.toContain(secret)
})
