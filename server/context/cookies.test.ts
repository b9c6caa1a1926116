import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makePerson } from '#test/staff.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { createApp } from '../app.ts'
import { rememberProof } from '../visit/access/proof.ts'
import { cookieNames, readCookie, setCookie } from './cookies.ts'
import { saveFormValues } from './form-values-cookie.ts'

test.for([
  ['session=abc', 'abc'],
  ['a=1; session=abc; b=2', 'abc'],
  ['a=1;session=abc', 'abc'],
  ['\tsession=abc', 'abc'],
  ['session=a=b==', 'a=b=='],
  ['session=', ''],
  ['session=first; session=second', 'first'],
  // Names that only look like ours.
  ['\u00a0session=abc', null],
  ['\u2003session=abc', null],
  ['\u000bsession=abc', null],
  ['\u0000session=abc', null],
  ['session =abc', null],
  ['Session=abc', null],
  ['xsession=abc', null],
  ['session-x=abc', null],
  ['__Host-session=abc', null],
  ['"session"=abc', null],
  ['%73ession=abc', null],
  ['$session=abc', null],
  ['session', null],
  ['', null],
  [null, null],
] as const)('the cookie session in %j is %j', ([header, expected]) => {
  expect(readCookie(header, 'session')).toBe(expected)
})

test.for(['\u00a0', '\u2000', '\u3000', '\ufeff', '\u000b', '\u000c', '\u0085', '\u001f'])(
  'a twin of the __Host- name behind %j does not count, before or after the real one',
  (space) => {
    expect(readCookie(`${space}__Host-session=planted; __Host-session=real`, '__Host-session')).toBe('real')
    expect(readCookie(`__Host-session=real; ${space}__Host-session=planted`, '__Host-session')).toBe('real')
    expect(readCookie(`${space}__Host-session=planted`, '__Host-session')).toBeNull()
  },
)

test('a cookie is host-only and HttpOnly, and has the __Host- prefix on a secure connection', () => {
  expect(setCookie('session', 'abc', 60, { secure: false })).toBe(
    'session=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
  )
  expect(setCookie('__Host-session', 'abc', null, { secure: true })).toBe(
    '__Host-session=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
  )
  for (const name of Object.values(cookieNames(true))) expect(name).toMatch(/^__Host-/)
  for (const name of Object.values(cookieNames(false))) expect(name).not.toMatch(/^__/)
})

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { PUBLIC_ORIGIN_SCHEME: 'https', STAGING: 'on' } })
})
afterAll(() => app.close())

const password = 'stamgast-demo'

test('every cookie that is set over a secure connection is a __Host- one', async () => {
  const whole = createApp(app.deps, async (_, ctx) => {
    saveFormValues(ctx, 'profile', { firstname: 'Freja' })
    rememberProof(ctx, 'freja@example.com')
    return new Response('page')
  })
  const tenantId = await makeTenant(app, {
    profile: { shop: true, analytics: { measurementId: 'G-TEST1234' } },
  })
  await fillShop(app, tenantId, { products: [madeProduct('wax')] })
  const guest = app.guest(tenantId)
  const start = Date.now() + 86_400_000
  const host = `${tenantId}.localhost`
  const created = await guest.send('createUserWithEmailAndPassword', {
    tenantId,
    email: 'freja@example.com',
    password,
  })
  const worker = app.staff(tenantId)
  const signedIn = await worker.send('signInDemoStaff', { id: (await makePerson(app, tenantId)).id })
  const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answers = [
    created,
    signedIn,
    await worker.send('enrolDevice', { name: 'Front desk' }),
    await worker.send('signOutStaff', {}),
    await whole.fetch(new Request('https://x/profile', { headers: { host, cookie } }), {}),
    await guest.send('signInWithEmailAndPassword', { tenantId, email: 'freja@example.com', password }),
    await guest.send('signOut', { tenantId }),
    await app.guest(tenantId).send('holdVisit', { tenantId, services: ['cut'], start }),
    await app.guest(tenantId).send('sendMagicLink', { tenantId, email: 'freja@example.com' }),
    await app.guest(tenantId).send('addToCart', { tenantId, variantId: 'wax-0' }),
    await app.guest(tenantId).send('chooseAnalytics', { tenantId, agreed: true }),
    await whole.fetch(new Request('https://x/?lang=da', { headers: { host: `${tenantId}.localhost` } }), {}),
    await app.fetch(tenantId, new Request(`https://x/api/countries?tenant=${tenantId}`)),
  ]
  const lines = answers.flatMap((answer) => answer.headers.getSetCookie())
  expect(new Set(lines.map((line) => line.split('=')[0]))).toEqual(new Set(Object.values(cookieNames(true))))
  for (const line of lines) {
    // Scripts have to know only what the guest has chosen, and how much is in the cart.
    expect(line).toMatch(
      /^__Host-(?:consent=(?:yes|no); Path=\/|cartcount=\d+; Path=\/|[a-z]+=[^;]*; Path=\/; HttpOnly); SameSite=Lax; Secure(; Max-Age=\d+)?$/,
    )
    expect(line).not.toMatch(/domain/i)
  }
  for (const answer of answers)
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
})

test('a session cookie without the prefix or after white space is ignored', async () => {
  const tenantId = await makeTenant(app)
  const { uid, token } = await app.guest(tenantId)('createUserWithEmailAndPassword', {
    tenantId,
    email: 'freja@example.com',
    password,
  })
  const status = async (cookie: string) =>
    (
      await app.fetch(
        tenantId,
        new Request(`https://x/api/tenants/${tenantId}/users/${uid}`, { headers: { cookie } }),
      )
    ).status
  expect(await status(`__Host-session=${token}`)).toBe(200)
  for (const cookie of [
    `session=${token}`,
    `\u00a0__Host-session=${token}`,
    `__Secure-session=${token}`,
    `__host-session=${token}`,
    `__Host-session =${token}`,
    `__Host-session="${token}"`,
  ])
    expect([cookie, await status(cookie)]).toEqual([cookie, 401])
})

test("one tenant's session opens nothing at another", async () => {
  const [one, other] = [await makeTenant(app), await makeTenant(app)]
  const { uid, token } = await app.guest(one)('createUserWithEmailAndPassword', {
    tenantId: one,
    email: 'freja@example.com',
    password,
  })
  for (const headers of [
    { cookie: `__Host-session=${token}` },
    { authorization: `Bearer ${token}` },
  ] as Record<string, string>[]) {
    expect(
      (await app.fetch(one, new Request(`https://x/api/tenants/${one}/users/${uid}`, { headers }))).status,
    ).toBe(200)
    expect(
      (await app.fetch(other, new Request(`https://x/api/tenants/${other}/users/${uid}`, { headers })))
        .status,
    ).toBe(401)
  }
})

test('a session that is used a day later lives on in the browser too', async () => {
  const tenantId = await makeTenant(app)
  app.clock.now = Date.now()
  const { uid, token } = await app.guest(tenantId)('createUserWithEmailAndPassword', {
    tenantId,
    email: 'freja@example.com',
    password,
  })
  const cookies = async (headers: Record<string, string>) =>
    (
      await app.fetch(tenantId, new Request(`https://x/api/tenants/${tenantId}/users/${uid}`, { headers }))
    ).headers.getSetCookie()
  expect(await cookies({ cookie: `__Host-session=${token}` })).toEqual([])
  app.clock.now += 25 * 3_600_000
  expect(await cookies({ cookie: `__Host-session=${token}` })).toEqual([
    setCookie('__Host-session', token, 2_592_000, { secure: true }),
  ])
  expect(await cookies({ cookie: `__Host-session=${token}` })).toEqual([])
  app.clock.now += 25 * 3_600_000
  expect(await cookies({ authorization: `Bearer ${token}` })).toEqual([])
  app.clock.now = null
})
