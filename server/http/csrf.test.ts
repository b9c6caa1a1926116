import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import { callPath, type Call } from '#contract/call.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeStaff } from '#test/staff.ts'
import { createApp } from '../app.ts'
import type { Build } from '../render/render-page.ts'
import { isAllowedStateChange } from './csrf.ts'

const host = 'aurora.localhost:3000'
const cookie = { cookie: 'session=x' }

test.for([
  // What a browser says of itself.
  [true, { ...cookie, 'sec-fetch-site': 'same-origin' }],
  [true, { ...cookie, 'sec-fetch-site': 'none' }],
  [false, { ...cookie, 'sec-fetch-site': 'same-site' }],
  [false, { ...cookie, 'sec-fetch-site': 'cross-site' }],
  [false, { ...cookie, 'sec-fetch-site': 'SAME-ORIGIN' }],
  [false, { ...cookie, 'sec-fetch-site': 'same-origin, cross-site' }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  [false, { 'sec-fetch-site': 'same-site' }],
  [false, { ...cookie, 'sec-fetch-site': 'cross-site', origin: `http://${host}` }],
  // A browser without that header says its origin.
  [true, { ...cookie, origin: `http://${host}` }],
  [true, { ...cookie, origin: `https://${host}` }],
  [false, { ...cookie, origin: 'http://fjord.localhost:3000' }],
  [false, { ...cookie, origin: 'http://localhost:3000' }],
  [false, { ...cookie, origin: 'http://aurora.localhost' }],
  [false, { ...cookie, origin: 'http://aurora.localhost:3001' }],
  [false, { ...cookie, origin: 'http://a.aurora.localhost:3000' }],
  [false, { ...cookie, origin: 'http://aurora.localhost.evil.example:3000' }],
  [false, { ...cookie, origin: 'http://aurora.localhost:3000@evil.example' }],
  [false, { ...cookie, origin: 'http://evil.example/aurora.localhost:3000' }],
  [false, { ...cookie, origin: 'https://evil.example' }],
  [false, { ...cookie, origin: 'null' }],
  [false, { ...cookie, origin: 'garbage' }],
  [false, { origin: 'null' }],
  [false, { origin: 'https://evil.example' }],
  // Neither header: every request with a cookie is rejected.
  [false, cookie],
  [false, { ...cookie, authorization: 'Bearer x' }],
  [false, { ...cookie, referer: `http://${host}/book` }],
  [true, {}],
  [true, { authorization: 'Bearer x' }],
  [true, { authorization: 'Bearer x', origin: 'https://app.example' }],
  [true, { authorization: 'Bearer anonymous', 'sec-fetch-site': 'cross-site' }],
] as [boolean, Record<string, string>][])('%s: %j', ([may, headers]) => {
  for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
    expect(isAllowedStateChange(new Request('http://x/', { method, headers }), host)).toBe(may)
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(isAllowedStateChange(new Request('http://x/', { method, headers }), host)).toBe(true)
})

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** What another site can make a guest's browser send. */
const attacks: [string, Record<string, string>][] = [
  [
    'a form on another site',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
  ],
  [
    'a form on another tenant',
    {
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'navigate',
      origin: 'http://fjord.localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
  ],
  [
    'a form with files',
    {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
      'content-type': 'multipart/form-data; boundary=x',
    },
  ],
  [
    'fetch without CORS',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      origin: 'https://evil.example',
      'content-type': 'text/plain',
    },
  ],
  [
    'fetch from another tenant',
    {
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'cors',
      origin: 'http://fjord.localhost',
      'content-type': 'application/json',
    },
  ],
  [
    'a sandboxed frame',
    { 'sec-fetch-site': 'cross-site', origin: 'null', 'content-type': 'application/json' },
  ],
  ['an old browser, JSON as text', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
  [
    'an old browser on another tenant',
    { origin: 'http://fjord.localhost', 'content-type': 'application/json' },
  ],
  [
    'a form on the salon’s other site',
    {
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'navigate',
      origin: 'http://sibling.localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
  ],
  [
    'an old browser on the salon’s other site',
    { origin: 'http://sibling.localhost', 'content-type': 'application/json' },
  ],
  ['a null origin', { origin: 'null', 'content-type': 'text/plain' }],
  ['no origin at all', { 'content-type': 'application/json' }],
]

const changing = (Object.entries(calls) as [CallName, Call][]).filter(([, call]) => call.method !== 'GET')

test(
  `${changing.length} calls that change state and every page action × ${attacks.length} ways of another site, at both sites of a salon: not one comes through`,
  { timeout: 120_000 },
  async () => {
    const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
    const guest = app.guest(tenantId)
    const { uid, token } = await guest('createUserWithEmailAndPassword', {
      tenantId,
      email: 'freja@example.com',
      password: 'stamgast-demo',
    })
    const { browser } = await makeStaff(app, tenantId)
    const signedIn = `session=${token}; staff=${browser.cookies.get('staff')}`
    let reached = 0
    const whole = createApp(app.deps, async () => {
      reached += 1
      return new Response('page')
    })
    const bodies: Record<string, unknown> = {
      signOut: {},
      releaseHold: { handle: 'x'.repeat(32) },
      holdVisit: { services: ['cut'], start: Date.now() + 86_400_000 },
      createUserWithEmailAndPassword: { email: 'new@example.com', password: 'stamgast-demo' },
    }
    const targets = changing.map(([name, call]) => ({
      name,
      method: call.method,
      path: `/api${callPath(name, call).replace(':tenantId', tenantId).replace(':uid', uid).replace(':id', crypto.randomUUID())}`,
      body: JSON.stringify(bodies[name] ?? { firstname: 'Changed' }),
    }))
    const build = (await import(new URL('../../build/server/index.js', import.meta.url).href)) as Build
    const acting = Object.values(build.routes).flatMap((one) =>
      one?.module.action
        ? [
            `/${one.path ?? ''}`
              .replace(/\/:\w+\?/, '')
              .replaceAll(/:\w+/g, 'x'.repeat(22))
              .replace('*', 'nothing'),
          ]
        : [],
    )
    expect(acting).toEqual(
      expect.arrayContaining([
        '/login',
        '/new-guest2',
        '/confirm',
        '/cl',
        '/gong',
        '/changeEmail',
        '/profile/security',
        '/sign-out',
        '/language',
        '/welcome',
        '/admin/people',
        '/admin/devices',
        '/admin/lock',
      ]),
    )
    const actions = acting
      .flatMap((path) => [path, `${path}.data`])
      .map((path) => ({ name: path, method: 'POST', path, body: 'lang=da&to=/&intent=delete&code=x' }))
    const sites = [tenantId, `staff-${tenantId}`]
    const ways = attacks.flatMap((attack) => sites.map((site) => ({ attack, site })))
    for (const { name, method, path, body } of [...targets, ...actions]) {
      for (const {
        attack: [attack, headers],
        site,
      } of ways) {
        const sibling = sites.find((one) => one !== site) ?? ''
        const sent = Object.fromEntries(
          Object.entries(headers).map(([key, value]) => [
            key,
            value.replace('fjord', other).replace('sibling', sibling),
          ]),
        )
        const answer = await whole.fetch(
          new Request(`http://${site}.localhost${path}`, {
            method,
            body,
            headers: { ...sent, host: `${site}.localhost`, cookie: signedIn },
          }),
          {},
        )
        const text = await answer.text()
        // A page action answers with a page, or with what its scripts can read.
        const said = path.startsWith('/api/')
          ? (JSON.parse(text) as unknown)
          : path.endsWith('.data') || text.startsWith('<!doctype html>')
        expect([name, attack, answer.status, said]).toEqual([
          name,
          attack,
          403,
          path.startsWith('/api/')
            ? {
                error: {
                  status: 'PERMISSION_DENIED',
                  message: 'request/cross-site',
                  code: 'request/cross-site',
                },
              }
            : true,
        ])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
    expect(reached).toBe(0)
    // Nothing has happened: the guest is signed in still, has the same name, holds nothing, and there is no
    // second account.
    expect(await guest('getUser', { tenantId, uid })).toMatchObject({
      uid,
      firstname: '',
      email: 'freja@example.com',
    })
    const rows = await app.unrecorded.read(
      tenantId,
      async (tx) =>
        (
          await tx.execute<Record<string, number>>(
            `select (select count(*)::int from visit) as visits, (select count(*)::int from guest)
              as guests, (select count(*)::int from session) as sessions,
              (select count(*)::int from staff) as staff,
              (select count(*)::int from staff_session) as "staffSessions",
              (select count(*)::int from audit) as audit`,
          )
        ).rows[0],
    )
    expect(rows).toEqual({ visits: 0, guests: 1, sessions: 1, staff: 1, staffSessions: 1, audit: 0 })
  },
)

test('what only reads is not changed into a change by a parameter or a header', async () => {
  const tenantId = await makeTenant(app)
  const { uid, token } = await app.guest(tenantId)('createUserWithEmailAndPassword', {
    tenantId,
    email: 'freja@example.com',
    password: 'stamgast-demo',
  })
  const headers = {
    cookie: `session=${token}`,
    'x-http-method-override': 'DELETE',
    'x-http-method': 'PATCH',
    'x-method-override': 'POST',
    'sec-fetch-site': 'cross-site',
  }
  for (const path of [
    '/api/signOut',
    '/api/signOut?_method=POST',
    '/api/holdVisit?_method=POST&services=cut',
  ])
    expect((await app.fetch(tenantId, new Request(`http://x${path}`, { headers }))).status).toBe(405)
  const answer = await app.fetch(
    tenantId,
    new Request(`http://x/api/tenants/${tenantId}/users/${uid}?_method=PATCH&firstname=Changed`, { headers }),
  )
  expect(await answer.json()).toMatchObject({ firstname: '' })
})

test('no answer invites another origin to read it', async () => {
  const tenantId = await makeTenant(app)
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const answer = await app.fetch(
      tenantId,
      new Request('http://x/api/countries', {
        method,
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      }),
    )
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
