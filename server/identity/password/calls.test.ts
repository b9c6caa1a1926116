import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createApp } from '#server/app.ts'
import { authLimits } from '#server/rate-limit/sign-in-limit.ts'
import { openAuth } from '../open-auth.ts'
import type { TenantId } from '#server/database/db.ts'

const password = 'ælgpåtur i marts'
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const ask = (tenant: TenantId, path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: `http://${tenant}.localhost`, ...headers },
    }),
  )
const whole = async (answer: Response) => ({ status: answer.status, body: await answer.text() })
const user = (tenant: TenantId, uid: string) => ({ tenantId: tenant, uid })

test('signing up signs in with a cookie that is host-only, HttpOnly and lasts thirty days', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const answer = await guest.send('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  const { uid, token } = (await answer.json()) as { uid: string; token: string }
  expect(answer.headers.getSetCookie()).toEqual([
    // In this browser the link of the welcome mail acts automatically.
    expect.stringMatching(/^ask=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/),
    `session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
    expect.stringMatching(/^known=[\w-]{44}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/),
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await guest('getUser', user(tenant, uid))).toMatchObject({
    uid,
    email: 'freja@example.com',
    detailsPresent: false,
  })
})

test('over HTTPS the cookie is __Host- and Secure, and the plain name is ignored', async () => {
  const secure = await makeApp({ env: { PUBLIC_ORIGIN_SCHEME: 'https' } })
  const tenant = await makeTenant(secure)
  const guest = secure.guest(tenant)
  const answer = await guest.send('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  const { uid, token } = (await answer.json()) as { uid: string; token: string }
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-ask=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=86400$/),
    `__Host-session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000`,
    expect.stringMatching(
      /^__Host-known=[\w-]{44}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/,
    ),
  ])
  const get = (cookie: string) =>
    secure.fetch(
      tenant,
      new Request(`http://${tenant}.localhost/api/tenants/${tenant}/users/${uid}`, { headers: { cookie } }),
    )
  expect((await get(`__Host-session=${token}`)).status).toBe(200)
  expect((await get(`session=${token}`)).status).toBe(401)
  expect((await get(`\u00a0__Host-session=${token}`)).status).toBe(401)
  await secure.close()
})

test('each sign-in creates a new token and ends the previous session of the browser', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const credentials = { email: 'freja@example.com', password }
  const first = await guest('createUserWithEmailAndPassword', credentials)
  const second = await guest('signInWithEmailAndPassword', credentials)
  const third = await guest('signInWithEmailAndPassword', credentials)
  expect(new Set([first.token, second.token, third.token]).size).toBe(3)
  expect(
    await Promise.all(
      [first, second, third].map(async ({ token }) =>
        Boolean(await app.deps.auth.findSession(tenant, token)),
      ),
    ),
  ).toEqual([false, false, true])
})

test('a failed sign-in does not end the current session', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const { uid } = await guest('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  await expect(
    guest('signInWithEmailAndPassword', { email: 'freja@example.com', password: 'wrong one' }),
  ).rejects.toMatchObject({ code: 'auth/invalid-credential' })
  expect(await guest('getUser', user(tenant, uid))).toMatchObject({ uid })
})

test('a token that an attacker planted is never adopted', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  guest.cookies.set('session', 'PlantedByAStrangerPlantedByAStra')
  const { token } = await guest('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  expect(token).not.toBe('PlantedByAStrangerPlantedByAStra')
  expect(guest.cookies.get('session')).toBe(token)
})

test('signing out ends the session on the server, clears the cookies and is idempotent', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const { uid, token } = await guest('createUserWithEmailAndPassword', {
    email: 'freja@example.com',
    password,
  })
  const answer = await guest.send('signOut', {})
  expect(await answer.json()).toEqual({ success: true })
  expect(answer.headers.getSetCookie()).toEqual([
    'session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    'booking=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    'proof=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  ])
  expect(await app.deps.auth.findSession(tenant, token)).toBeNull()
  await expect(guest('getUser', user(tenant, uid))).rejects.toMatchObject({ code: 'auth/unauthenticated' })
  expect(await guest('signOut', {})).toEqual({ success: true })
})

test('other clients authenticate by bearer token, and the token anonymous is no guest', async () => {
  const tenant = await makeTenant(app)
  const { uid, token } = await app.guest(tenant)('createUserWithEmailAndPassword', {
    email: 'freja@example.com',
    password,
  })
  const get = (authorization: string) =>
    app.fetch(
      tenant,
      new Request(`http://${tenant}.localhost/api/tenants/${tenant}/users/${uid}`, {
        headers: { authorization },
      }),
    )
  expect((await get(`Bearer ${token}`)).status).toBe(200)
  expect((await get('Bearer anonymous')).status).toBe(401)
  expect((await get(`Bearer ${token.toLowerCase()}`)).status).toBe(401)
  expect((await get(`Bearer ${token.slice(0, -1)}`)).status).toBe(401)
})

test('a session of one tenant is invalid at another, as cookie and as bearer token', async () => {
  const [aurora, fjord] = [await makeTenant(app), await makeTenant(app)]
  const credentials = { email: 'freja@example.com', password }
  const here = await app.guest(aurora)('createUserWithEmailAndPassword', credentials)
  const there = await app.guest(fjord)('createUserWithEmailAndPassword', credentials)
  for (const headers of [
    { cookie: `session=${here.token}` },
    { authorization: `Bearer ${here.token}` },
  ] as Record<string, string>[]) {
    for (const uid of [here.uid, there.uid]) {
      const answer = await app.fetch(
        fjord,
        new Request(`http://${fjord}.localhost/api/tenants/${fjord}/users/${uid}`, { headers }),
      )
      expect(answer.status).toBe(401)
    }
    await ask(fjord, 'signOut', {}, headers)
  }
  expect(await app.deps.auth.findSession(aurora, here.token)).toMatchObject({ uid: here.uid })
})

test('the response to a wrong password and to an unknown, foreign or malformed address is the same, byte for byte', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  await app.guest(tenant)('createUserWithEmailAndPassword', { email: 'known@example.com', password })
  await app.guest(other)('createUserWithEmailAndPassword', { email: 'foreign@example.com', password })
  const answers = await Promise.all(
    ['known@example.com', 'unknown@example.com', 'foreign@example.com', 'no address'].map(async (email) =>
      whole(await ask(tenant, 'signInWithEmailAndPassword', { email, password: 'wrong one' })),
    ),
  )
  expect(answers[0]).toEqual({
    status: 401,
    body: JSON.stringify({
      error: {
        status: 'UNAUTHENTICATED',
        message: 'auth/invalid-credential',
        code: 'auth/invalid-credential',
      },
    }),
  })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('sign-up rejects a taken e-mail and a weak password, such as the name of the salon', async () => {
  const tenant = await makeTenant(app, { profile: { companyname: 'Salon Nordlys' } })
  const guest = app.guest(tenant)
  await guest('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  await expect(
    app.guest(tenant)('createUserWithEmailAndPassword', { email: 'FREJA@example.com', password }),
  ).rejects.toMatchObject({ code: 'auth/email-already-in-use', status: 'ALREADY_EXISTS' })
  for (const weak of ['x7Kq2', 'hemmelig1', 'Nordlys2026', 'salonnordlys', 'noah@example.com']) {
    await expect(
      app.guest(tenant)('createUserWithEmailAndPassword', { email: 'noah@example.com', password: weak }),
    ).rejects.toMatchObject({ code: 'auth/weak-password', status: 'INVALID_ARGUMENT' })
  }
})

test('a password has at most 1024 characters', async () => {
  const tenant = await makeTenant(app)
  const long = 'x7Kq2! '.repeat(200).slice(0, 1024)
  await app.guest(tenant)('createUserWithEmailAndPassword', { email: 'freja@example.com', password: long })
  await app.guest(tenant)('signInWithEmailAndPassword', { email: 'freja@example.com', password: long })
  await expect(
    app.guest(tenant)('createUserWithEmailAndPassword', { email: 'noah@example.com', password: `${long}1` }),
  ).rejects.toMatchObject({ code: 'request/invalid' })
})

test('fields outside the input schema are not stored', async () => {
  const tenant = await makeTenant(app)
  const extra = {
    emailVerified: true,
    firstname: 'Admin',
    lastname: 'Admin',
    role: 'admin',
    uid: 'chosen',
    id: 'chosen',
    createdAt: 0,
    name: 'Admin',
  }
  const answer = await ask(tenant, 'createUserWithEmailAndPassword', {
    email: 'freja@example.com',
    password,
    ...extra,
  })
  const { uid, token } = (await answer.json()) as { uid: string; token: string }
  expect(uid).not.toBe('chosen')
  expect(await app.deps.auth.findSession(tenant, token)).toMatchObject({
    firstname: '',
    lastname: '',
    email: 'freja@example.com',
  })
  const { rows } = await app.unrecorded.write(tenant, (tx) =>
    tx.execute('select name, email_verified from guest'),
  )
  expect(rows).toEqual([{ name: '', email_verified: false }])
})

test('another tenant’s tenantId is not found, and the tenant’s own is accepted', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const credentials = { email: 'freja@example.com', password }
  const { token } = await app.guest(tenant)('createUserWithEmailAndPassword', {
    ...credentials,
    tenantId: tenant,
  })
  for (const tenantId of [other, 'no-such-tenant']) {
    for (const [call, body] of [
      ['signInWithEmailAndPassword', credentials],
      ['createUserWithEmailAndPassword', credentials],
      ['signOut', {}],
    ] as const) {
      expect((await ask(tenant, call, { ...body, tenantId }, { cookie: `session=${token}` })).status).toBe(
        404,
      )
    }
  }
  expect(await app.deps.auth.findSession(tenant, token)).not.toBeNull()
})

test('a tenant without sign-in rejects every account call', async () => {
  const tenant = await makeTenant(app, { profile: { signIn: false } })
  const credentials = { email: 'freja@example.com', password }
  await expect(app.guest(tenant)('signInWithEmailAndPassword', credentials)).rejects.toMatchObject({
    code: 'auth/operation-not-allowed',
  })
  await expect(app.guest(tenant)('createUserWithEmailAndPassword', credentials)).rejects.toMatchObject({
    code: 'auth/operation-not-allowed',
  })
  expect(await app.guest(tenant)('signOut', {})).toEqual({ success: true })
})

/** Counts the responses by status. */
const statuses = async (count: number, send: (index: number) => Response | Promise<Response>) => {
  const found: Record<number, number> = {}
  for (let index = 0; index < count; index += 1) {
    const { status } = await send(index)
    found[status] = (found[status] ?? 0) + 1
  }
  return found
}

test('after ten wrong passwords, thirty attempts of an IP and ten sign-ups an hour the status is 429 with Retry-After', async () => {
  const limited = createApp(
    {
      ...app.deps,
      auth: openAuth({ db: app.db, secret: app.deps.secret, now: app.deps.now, limits: authLimits }),
      config: { ...app.deps.config, trustedProxies: 1 },
    },
    null,
  )
  const tenant = await makeTenant(app)
  // The window slides: earlier attempts count for less.
  app.clock.now = Date.now()
  const post = (path: string, body: unknown, address: string) =>
    limited.fetch(
      new Request(`http://${tenant}.localhost/api/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          host: `${tenant}.localhost`,
          'content-type': 'application/json',
          'x-forwarded-for': address,
        },
      }),
    )
  const wrong = (email: string, address: string) =>
    post('signInWithEmailAndPassword', { email, password: 'wrong one' }, address)
  expect(await statuses(15, (index) => wrong('one@example.com', `192.0.2.${index}`))).toEqual({
    401: 10,
    429: 5,
  })
  expect(await statuses(40, (index) => wrong(`g${index}@example.com`, `2001:db8:0:1::${index + 1}`))).toEqual(
    { 401: 30, 429: 10 },
  )
  expect(
    await statuses(14, (index) =>
      post('createUserWithEmailAndPassword', { email: `new${index}@example.com`, password }, '198.51.100.1'),
    ),
  ).toEqual({ 200: 10, 429: 4 })
  const refused = await wrong('one@example.com', '203.0.113.9')
  expect(await refused.json()).toMatchObject({
    error: {
      status: 'RESOURCE_EXHAUSTED',
      code: 'auth/too-many-requests',
      details: { retryAfter: expect.any(Number) },
    },
  })
  app.clock.now = null
})

test.each([
  '//signInWithEmailAndPassword',
  'signInWithEmailAndPassword/',
  'SIGNINWITHEMAILANDPASSWORD',
  'signInWithEmailAndPassword;x=1',
  'signInWithEmailAndPassword%00',
  './/signInWithEmailAndPassword',
])('the path spelling %s cannot be used to sign in', async (path) => {
  const tenant = await makeTenant(app)
  await app.guest(tenant)('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  const answer = await ask(tenant, path, { email: 'freja@example.com', password })
  expect(answer.status).toBe(404)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('the routes of common authentication libraries do not exist', async () => {
  const tenant = await makeTenant(app)
  for (const path of [
    'auth/sign-in/email',
    'auth/sign-up/email',
    'auth/get-session',
    'auth/ok',
    'sign-in/email',
  ])
    expect((await ask(tenant, path, { email: 'a@example.com', password, name: '' })).status).toBe(404)
})
