import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeTo } from '#test/action-mail.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { createApp } from '#server/app.ts'
import { openAuth } from '../open-auth.ts'
import type { TenantId } from '#server/database/db.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { exhaustive, perTier } from '#test/tier.ts'

/*
 * Brute-force attacks on passwords through the whole application; the hash is a stub that counts. Set
 */
const FLOOD = perTier(100, 2_000)
const count = { verify: 0 }
const passwords = {
  hash: async (typed: string) => `plain:${typed}`,
  verify: async (stored: string, typed: string) => {
    count.verify += 1
    return stored === `plain:${typed}`
  },
}
const password = 'ælgpåtur i marts'
const email = 'freja@example.com'

let app: TestApp
let whole: ReturnType<typeof createApp>
beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' }, addressLimits: true })
  app.deps.auth = openAuth({ db: app.db, secret: app.deps.secret, now: app.deps.now, passwords })
  const build = (await import(new URL('../../../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
})
afterAll(() => app.close())

/** Makes a salon a day later than the previous one, so that the limits of client IPs have expired. */
let day = Date.UTC(2030, 4, 6, 10)
async function salon(): Promise<TenantId> {
  app.clock.now = day += 25 * 3_600_000
  const tenant = await makeTenant(app)
  await app.guest(tenant)('createUserWithEmailAndPassword', { email, password })
  count.verify = 0
  return tenant
}

type Sent = {
  path?: string
  email?: string
  password?: string
  address?: string
  headers?: Record<string, string>
  body?: string
  server?: typeof whole
  socket?: string
}
function send(
  tenant: TenantId,
  {
    path = '/api/signInWithEmailAndPassword',
    headers = {},
    address = '192.0.2.1',
    server = whole,
    socket = '127.0.0.1',
    ...typed
  }: Sent,
): Promise<Response> {
  const host = `${tenant}.localhost`
  const body =
    typed.body ?? JSON.stringify({ email: typed.email ?? email, password: typed.password ?? 'wrong one' })
  const request = new Request(`http://${host}${path}`, {
    method: 'POST',
    body,
    headers: {
      host,
      origin: `http://${host}`,
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...headers,
    },
  })
  return Promise.resolve(server.fetch(request, { incoming: { socket: { remoteAddress: socket } } }))
}
const elsewhere = (index: number) => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
async function statuses(
  attempts: number,
  of: (index: number) => Promise<Response>,
): Promise<Record<number, number>> {
  const found: Record<number, number> = {}
  for (let index = 0; index < attempts; index += 1) {
    const { status } = await of(index)
    found[status] = (found[status] ?? 0) + 1
  }
  return found
}

test(`of ${FLOOD} attempts on one account from as many IPs ten are verified; on as many accounts from one IP thirty`, async () => {
  const tenant = await salon()
  expect(await statuses(FLOOD, (index) => send(tenant, { address: elsewhere(index) }))).toEqual({
    401: 10,
    429: FLOOD - 10,
  })
  expect(count.verify).toBe(10)
  expect(await statuses(FLOOD, (index) => send(tenant, { email: `guest${index}@example.com` }))).toEqual({
    401: 30,
    429: FLOOD - 30,
  })
  expect(count.verify).toBe(40)
})

const name = 'signInWithEmailAndPassword'
const form = (field = email) => new URLSearchParams({ email: field, password: 'wrong one' }).toString()
const asForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const spellings: [string, Sent][] = [
  ['as it is', {}],
  ['with a query', { path: `/api/${name}?x=1` }],
  ['with an empty query', { path: `/api/${name}?` }],
  ['with the tenant in the query', { path: `/api/${name}?tenant=default` }],
  ['with a fragment', { path: `/api/${name}#x` }],
  ['ending in a slash', { path: `/api/${name}/` }],
  ['with two slashes before it', { path: `//api/${name}` }],
  ['with two slashes in it', { path: `/api//${name}` }],
  ['with a dot', { path: `/api/./${name}` }],
  ['climbing', { path: `/x/../api/${name}` }],
  ['climbing in disguise', { path: `/x/%2e%2e/api/${name}` }],
  ['in capitals', { path: `/API/${name}` }],
  ['all in capitals', { path: `/api/${name.toUpperCase()}` }],
  ['encoded', { path: `/api/%73ignInWithEmailAndPassword` }],
  ['encoded twice', { path: `/api/%2573ignInWithEmailAndPassword` }],
  ['the folder encoded', { path: `/%61pi/${name}` }],
  ['with a slash encoded', { path: `/api%2f${name}` }],
  ['with a matrix parameter', { path: `/api/${name};x=1` }],
  ['with a zero byte', { path: `/api/${name}%00` }],
  ['with an ending', { path: `/api/${name}.json` }],
  ['with a backslash', { path: `/api\\${name}` }],
  [
    'with a bearer token that is none',
    { headers: { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' } },
  ],
  ['as anonymous', { headers: { authorization: 'Bearer anonymous' } }],
  ['with the tenant', { body: JSON.stringify({ tenantId: 'default', email, password: 'wrong one' }) }],
  ['with the address in capitals', { email: 'FREJA@EXAMPLE.COM' }],
  ['with spaces around it', { email: ` ${email} ` }],
  ['with a name twice', { body: `{"email":"x@example.com","email":"${email}","password":"wrong one"}` }],
  ['in an envelope', { body: JSON.stringify({ data: { email, password: 'wrong one' } }) }],
  ['said to be another method', { headers: { 'x-http-method-override': 'GET' } }],
  ['from another host by name', { headers: { 'x-forwarded-host': 'other.localhost' } }],
  ['with the charset', { headers: { 'content-type': 'application/json; charset=utf-8' } }],
  ['by the login page', { path: '/login', body: form(), headers: asForm }],
  ['by the other login page', { path: '/login2', body: form(), headers: asForm }],
  [
    'by the login page with a query',
    { path: '/login?to=/home', body: form('FREJA@example.com'), headers: asForm },
  ],
  ['by the page’s data', { path: '/login.data', body: form(), headers: asForm }],
]

test(
  `the ${spellings.length} spellings of a sign-in request share the account’s limit of ten attempts`,
  { timeout: 60_000 },
  async () => {
    const tenant = await salon()
    let sent = 0
    for (let round = 0; round < 3; round += 1)
      for (const [, spelling] of spellings)
        await send(tenant, { ...spelling, address: elsewhere((sent += 1)) })
    expect(count.verify).toBe(10)
    // While the account is locked, no spelling accepts the right password.
    for (const [spelt, spelling] of spellings) {
      const right = spelling.body
        ?.replace('wrong one', password)
        .replace('wrong+one', encodeURIComponent(password))
      const answer = await send(tenant, {
        ...spelling,
        password,
        ...(right ? { body: right } : {}),
        address: elsewhere((sent += 1)),
      })
      expect([spelt, answer.headers.getSetCookie().some((line) => line.startsWith('session='))]).toEqual([
        spelt,
        false,
      ])
    }
    expect(count.verify).toBe(10)
  },
)

test(
  'each spelling that can sign in is counted, and the others never verify a password',
  exhaustive,
  async () => {
    const ways: string[] = []
    for (const [spelt, spelling] of spellings) {
      const tenant = await salon()
      for (let index = 0; index < 12; index += 1)
        await send(tenant, { ...spelling, address: elsewhere(index) })
      expect([spelt, [0, 10].includes(count.verify)]).toEqual([spelt, true])
      if (count.verify) ways.push(spelt)
    }
    expect(ways).toEqual(
      expect.arrayContaining([
        'as it is',
        'with a query',
        'as anonymous',
        'with the address in capitals',
        'by the login page',
        'by the other login page',
      ]),
    )
  },
)

test('an IPv6 /64 counts as one client, and the next /64 as another', async () => {
  const tenant = await salon()
  const from = (network: string) => (index: number) =>
    send(tenant, {
      email: `guest${index}@example.com`,
      address: `${network}:${((index * 7919) % 65_536).toString(16)}::${index + 1}`,
    })
  expect(await statuses(60, from('2001:db8:0:1'))).toEqual({ 401: 30, 429: 30 })
  expect(await statuses(30, from('2001:db8:0:2'))).toEqual({ 401: 30 })
  expect(count.verify).toBe(60)
})

const guess = (index: number) => ({ email: `guest${index}@example.com` })

test('a client-supplied IP is ignored: the limit counts the connection, or behind a proxy the IP that it adds', async () => {
  const tenant = await salon()
  const bare = createApp({ ...app.deps, config: { ...app.deps.config, trustedProxies: 0 } }, null)
  expect(
    await statuses(45, (index) =>
      send(tenant, { ...guess(index), server: bare, socket: '203.0.113.5', address: elsewhere(index) }),
    ),
  ).toEqual({ 401: 30, 429: 15 })
  expect(
    await statuses(45, (index) =>
      send(tenant, { ...guess(index), socket: '10.0.0.1', address: `${elsewhere(index)}, 203.0.113.6` }),
    ),
  ).toEqual({ 401: 30, 429: 15 })
  expect(
    await statuses(45, (index) =>
      send(tenant, {
        ...guess(index),
        socket: '10.0.0.1',
        address: '203.0.113.7',
        headers: {
          'x-real-ip': elsewhere(index),
          forwarded: `for=${elsewhere(index)}`,
          'cf-connecting-ip': elsewhere(index),
          'true-client-ip': elsewhere(index),
        },
      }),
    ),
  ).toEqual({ 401: 30, 429: 15 })
  expect(count.verify).toBe(90)
})

/** An attacker guesses beyond the limit of the account. */
const lockOut = (tenant: TenantId) =>
  statuses(40, (index) => send(tenant, { address: elsewhere(1_000 + index) }))
const credentials = { email, password }
const outcome = (asked: Promise<Response>) => asked.then(({ status }) => status)

test('an attacker’s guesses cannot lock the owner out of their known device', async () => {
  const tenant = await salon()
  const [owner, session] = [app.guest(tenant), app.guest(tenant)]
  for (const one of [owner, session]) await one('signInWithEmailAndPassword', credentials)
  await owner('signOut', {})
  await lockOut(tenant)
  expect(await outcome(app.guest(tenant).send('signInWithEmailAndPassword', credentials))).toBe(429)
  expect(await outcome(owner.send('signInWithEmailAndPassword', credentials))).toBe(200)
  // The owner can also use calls that require the password.
  const { uid } = await session('signInWithEmailAndPassword', credentials)
  expect(
    await outcome(
      session.send('updatePassword', {
        tenantId: tenant,
        uid,
        currentPassword: password,
        newPassword: 'en rolig aften ved søen',
      }),
    ),
  ).toBe(200)
})

test('a locked-out owner can sign in on a new device by a mailed link or after a password reset', async () => {
  const tenant = await salon()
  await lockOut(tenant)
  const [fresh, reset] = [app.guest(tenant), app.guest(tenant)]
  await fresh('sendMagicLink', { tenantId: tenant, email })
  expect(
    await outcome(fresh.send('applyActionCode', { oobCode: await codeTo(app, tenant, email, 'signIn') })),
  ).toBe(200)
  app.clock.now = (app.clock.now ?? 0) + 1_000
  await reset('sendPasswordResetEmail', { email })
  await lockOut(tenant)
  await reset('confirmPasswordReset', {
    oobCode: await codeTo(app, tenant, email, 'resetPassword'),
    newPassword: 'en rolig aften ved søen',
  })
  expect(
    await outcome(reset.send('signInWithEmailAndPassword', { email, password: 'en rolig aften ved søen' })),
  ).toBe(200)
})

test('a trusted device is one for one address at one tenant and has a limit of its own', async () => {
  const [tenant, other] = [await salon(), await salon()]
  const known = app.guest(tenant)
  await known('signInWithEmailAndPassword', credentials)
  await known('signOut', {})
  const value = known.cookies.get('known') ?? ''
  expect(value).toMatch(/^[\w-]{44}$/)
  await app.guest(tenant)('createUserWithEmailAndPassword', { email: 'thief@example.com', password })
  const attacker = app.guest(tenant)
  await attacker('signInWithEmailAndPassword', { email: 'thief@example.com', password })
  for (const one of [tenant, other]) await lockOut(one)
  const last = value.at(-1) === 'A' ? 'B' : 'A'
  const forged = [
    attacker.cookies.get('known') ?? '',
    `${value.slice(0, -1)}${last}`,
    `${'A'.repeat(22)}${value.slice(22)}`,
    value.slice(0, 43),
    value.toUpperCase(),
    '',
    'A'.repeat(44),
  ]
  for (const planted of forged) {
    const attacker = app.guest(tenant)
    attacker.cookies.set('known', planted)
    expect([planted, await outcome(attacker.send('signInWithEmailAndPassword', credentials))]).toEqual([
      planted,
      429,
    ])
  }
  const away = app.guest(other)
  away.cookies.set('known', value)
  expect(await outcome(away.send('signInWithEmailAndPassword', credentials))).toBe(429)
  count.verify = 0
  expect(
    await statuses(30, () => known.send('signInWithEmailAndPassword', { email, password: 'wrong one' })),
  ).toEqual({ 401: 10, 429: 20 })
  expect(count.verify).toBe(10)
})

test(
  'of 41 devices the last three stay known and share ten attempts an hour, and a password reset removes them',
  { ...exhaustive, timeout: 60_000 },
  async () => {
    const tenant = await salon()
    const browsers = Array.from({ length: 41 }, () => app.guest(tenant))
    for (const browser of browsers) {
      app.clock.now = (app.clock.now ?? 0) + 1_000
      await browser('signInWithEmailAndPassword', credentials)
      await browser('signOut', {})
    }
    const guesses = async () => {
      await lockOut(tenant)
      count.verify = 0
      for (let round = 0; round < 9; round += 1)
        await Promise.all(
          browsers.map((browser) =>
            browser.send('signInWithEmailAndPassword', { email, password: 'wrong one' }),
          ),
        )
      return count.verify
    }
    expect(await guesses()).toBe(10)
    app.clock.now = (app.clock.now ?? 0) + 3_600_000
    const last = browsers.slice(-3)
    for (const browser of browsers.slice(0, -3))
      expect(
        await outcome(browser.send('signInWithEmailAndPassword', { email, password: 'wrong one' })),
      ).not.toBe(200)
    await lockOut(tenant)
    for (const browser of last)
      expect(await outcome(browser.send('signInWithEmailAndPassword', credentials))).toBe(200)
    expect(
      await outcome(
        browsers[37]?.send('signInWithEmailAndPassword', credentials) ??
          Promise.reject(new Error('no browser')),
      ),
    ).toBe(429)
    const reset = app.guest(tenant)
    await reset('sendPasswordResetEmail', { email })
    await reset('confirmPasswordReset', {
      oobCode: await codeTo(app, tenant, email, 'resetPassword'),
      newPassword: 'en rolig aften ved søen',
    })
    await lockOut(tenant)
    for (const browser of last)
      expect(
        await outcome(
          browser.send('signInWithEmailAndPassword', { email, password: 'en rolig aften ved søen' }),
        ),
      ).toBe(429)
    expect(
      await outcome(reset.send('signInWithEmailAndPassword', { email, password: 'en rolig aften ved søen' })),
    ).toBe(200)
    // Ending all other sessions deletes the trusted devices, too.
    const { uid } = await reset('signInWithEmailAndPassword', { email, password: 'en rolig aften ved søen' })
    await reset('removeSessions', { tenantId: tenant, uid })
    expect(await asOwner(app, tenant, 'select * from trusted_device where tenant_id = $1', [tenant])).toEqual(
      [],
    )
  },
)

/** Serializes a response without its random parts: the request id and the values of cookies. */
async function comparable(answer: Response) {
  const headers = [...answer.headers]
    .filter(([key]) => key !== 'x-request-id')
    .map(([key, value]) => [key, value.replace(/=[\w-]{22,}(?=;)/g, '=…')])
  return JSON.stringify([answer.status, headers, await answer.text()])
}

test('the sign-in and mail calls give every kind of guest the same response, and verify no hash once locked', async () => {
  const [tenant, other] = [await salon(), await salon()]
  await asOwner(
    app,
    tenant,
    `insert into guest (tenant_id, id, name, email, email_verified) values
      ('${tenant}', 'social', '', 'social@example.com', true),
      ('${tenant}', 'verified', '', 'verified@example.com', true),
      ('${tenant}', 'bare', '', 'bare@example.com', false)`,
  )
  await app.guest(tenant)('createUserWithEmailAndPassword', { email: 'closed@example.com', password })
  await app.guest(other)('createUserWithEmailAndPassword', { email: 'foreign@example.com', password })
  const sorts = [
    email,
    'nobody@example.com',
    'social@example.com',
    'verified@example.com',
    'bare@example.com',
    'foreign@example.com',
    'FREJA@example.com',
    'nobody@nowhere.invalid',
  ]
  const calls: [string, (to: string) => object][] = [
    ['signInWithEmailAndPassword', (to) => ({ email: to, password: 'wrong one' })],
    ['sendPasswordResetEmail', (to) => ({ email: to })],
    ['sendMagicLink', (to) => ({ email: to })],
    ['sendSignInCode', (to) => ({ email: to })],
    ['signInWithCode', (to) => ({ email: to, code: '000000' })],
  ]
  for (const [path, body] of calls) {
    const responses = new Map<string, string[]>()
    for (const [index, to] of sorts.entries()) {
      app.clock.now = (app.clock.now ?? 0) + 60_000
      count.verify = 0
      const answer = await comparable(
        await send(tenant, {
          path: `/api/${path}`,
          body: JSON.stringify(body(to)),
          address: elsewhere(5_000 + index),
        }),
      )
      expect([path, to, count.verify]).toEqual([path, to, path === name ? 1 : 0])
      responses.set(answer, [...(responses.get(answer) ?? []), to])
    }
    expect([path, [...responses.values()]]).toEqual([path, [sorts]])
  }
  const closed = new Set<string>()
  for (const to of ['closed@example.com', 'unheard-of@example.com', 'verified@example.com']) {
    app.clock.now = (app.clock.now ?? 0) + 3_600_000
    for (let attempts = 0; attempts < 10; attempts += 1)
      await send(tenant, { email: to, address: elsewhere(6_000 + attempts) })
    count.verify = 0
    closed.add(await comparable(await send(tenant, { email: to, address: elsewhere(7_000) })))
    expect(count.verify).toBe(0)
  }
  expect(closed.size).toBe(1)
})
