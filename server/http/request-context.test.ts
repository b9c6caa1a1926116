import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import { requestFor } from '#contract/client.ts'
import { createApp } from '../app.ts'
import { createActionCode } from '../identity/action-code/queries.ts'
import { createMessage } from '../content/message-queries.ts'
import { deriveHandle } from '../secret/handle.ts'
import type { RequestContext } from '../context/context.ts'
import type { TenantId } from '../database/db.ts'
import { examplesOf, nonexistent } from '#test/examples.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'

let app: TestApp
let staging: TestApp
let tenantId: TenantId
let other: TenantId
beforeAll(async () => {
  app = await makeApp()
  ;[tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  staging = await makeApp({ env: { STAGING: 'on' }, testDb: app })
  for (const { deps } of [app, staging]) deps.messageLimit = async () => null
})
afterAll(async () => {
  await app.close()
})

/** What the application knows of a request once its middleware has run. */
async function getPageContext(
  request: Request,
  { deps }: Pick<TestApp, 'deps'> = app,
): Promise<RequestContext> {
  let found: RequestContext | undefined
  const headers = new Headers(request.headers)
  headers.set('host', `${tenantId}.localhost`)
  await createApp(deps, async (_, ctx) => {
    found = ctx
    return new Response('page')
  }).fetch(new Request(request, { headers }), {})
  if (!found) throw new Error('the request did not come through')
  return found
}
const page = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://x${path}`, { headers })

test('the language: the requested one, then the cookie, the guest, Accept-Language, the tenant, Danish', async () => {
  const guest = app.guest(tenantId)
  const { uid, token } = await guest('createUserWithEmailAndPassword', {
    tenantId,
    email: 'freja@example.com',
    password: 'stamgast-demo',
  })
  await guest('updateUser', { tenantId, uid, preferredLanguage: 'da' })
  const session = `session=${token}`
  const table: [string, Request][] = [
    ['da', page('/?lang=da', { cookie: 'lang=en', 'accept-language': 'en' })],
    ['en', page('/?lang=en', { cookie: `lang=da; ${session}`, 'accept-language': 'da' })],
    ['da', page('/cancelBooking/x/da', { cookie: 'lang=en' })],
    ['en', page('/cancelBooking/x/da?lang=en', { cookie: 'lang=da' })],
    ['da', page('/?lang=xx', { cookie: 'lang=da', 'accept-language': 'en' })],
    ['en', page('/', { cookie: `lang=en; ${session}`, 'accept-language': 'da' })],
    ['da', page('/', { cookie: 'lang=da', 'accept-language': 'en' })],
    ['da', page('/', { cookie: `lang=xx; ${session}`, 'accept-language': 'en' })],
    ['da', page('/', { cookie: session, 'accept-language': 'en' })],
    ['da', page('/', { 'accept-language': 'fi;q=0.9, da;q=0.8, en;q=0.7' })],
    ['en', page('/', { 'accept-language': 'en-GB,en;q=0.9,da;q=0.8' })],
    ['da', page('/', { 'accept-language': 'da-DK' })],
    ['en', page('/', { 'accept-language': 'fi, hu;q=0.9, *;q=0.1' })],
    ['en', page('/', { 'accept-language': ';;;,,, q=x' })],
    ['en', page('/')],
  ]
  for (const [expected, request] of table)
    expect([
      request.url,
      Object.fromEntries(request.headers),
      (await getPageContext(request)).language,
    ]).toEqual([request.url, Object.fromEntries(request.headers), expected])
})

test('a message and a link to sign in speak the language of whom they were made for, while they work', async () => {
  const signe = app.guest(tenantId)
  const { uid } = await signe('createUserWithEmailAndPassword', {
    tenantId,
    email: 'signe@example.com',
    password: 'stamgast-demo',
  })
  await signe('updateUser', { tenantId, uid, preferredLanguage: 'da' })
  const ends = (ms: number) => new Date(app.deps.now() + ms)
  const code = (expiresAt: Date, uses = 1) =>
    app.db.write(tenantId, (tx) =>
      createActionCode(tx, { kind: 'customLogin', guestId: uid, data: {}, uses, expiresAt }, app.deps.now()),
    )
  const message = async (id: string, expiresAt: Date | null, preferredLanguage?: string) => {
    await app.db.write(tenantId, (tx) =>
      createMessage(tx, {
        id,
        html: '<p>Hej</p>',
        destination: 'x',
        services: [],
        data: preferredLanguage ? { preferredLanguage } : {},
        createdAt: new Date(),
        expiresAt,
      }),
    )
    return id
  }
  const [link, over, reported, past, silent] = [
    await code(ends(60_000)),
    await code(ends(-1)),
    await message('m'.repeat(32), null, 'da'),
    await message('p'.repeat(32), ends(-1), 'da'),
    await message('s'.repeat(32), null),
  ]
  const table = [
    ...[
      `/message/${reported}`,
      `/message/${reported}.data`,
      `/MESSAGE/${reported}/`,
      `/custom-login/${link}`,
      `/cl/${link}?ml=true`,
      `/custom-login/${link}.data`,
    ].map((path) => ['da', path]),
    ...[
      `/message/${past}`,
      `/message/${silent}`,
      '/message/unknown',
      `/custom-login/${over}`,
      '/cl/unknown',
      '/custom-login',
      `/custom-login/${reported}`,
    ].map((path) => ['en', path]),
  ]
  for (const [expected, path = ''] of table)
    expect([path, (await getPageContext(page(path, { 'accept-language': 'en' }))).language]).toEqual([
      path,
      expected,
    ])
  for (const path of [`/message/${reported}`, `/cl/${link}`]) {
    expect((await getPageContext(page(path, { cookie: 'lang=en' }))).language).toBe('en')
    expect((await getPageContext(page(`${path}?lang=en`))).language).toBe('en')
  }
})

test('dates and numbers are Finnish where the browser asks for Finnish first, with texts in any language', async () => {
  const languages = async (headers: Record<string, string>) => {
    const { language, dateLanguage } = await getPageContext(page('/', headers))
    return [language, dateLanguage]
  }
  expect(await languages({ 'accept-language': 'fi-FI,fi;q=0.9,en;q=0.8' })).toEqual(['en', 'fi'])
  expect(await languages({ 'accept-language': 'fi,en;q=0.8', cookie: 'lang=da' })).toEqual(['da', 'fi'])
  expect(await languages({ 'accept-language': 'en,fi;q=0.8' })).toEqual(['en', 'en'])
})

test('a link to cancel speaks the language of whom it was made for, where nobody who opens it has one of their own', async () => {
  const visit = await makeVisit(app, tenantId, {
    start: new Date(Date.now() + 86_400_000),
    secret: app.deps.secret,
    contact: {
      firstname: 'Freja',
      lastname: 'Holm',
      email: 'freja@example.com',
      mobile: '+4520123456',
      language: 'da',
    },
  })
  const link = `/cancelBooking/${deriveHandle(app.deps.secret, 'cancel', tenantId, visit.id)}`
  const guest = app.guest(tenantId)
  const { uid, token } = await guest('createUserWithEmailAndPassword', {
    tenantId,
    email: 'alma@example.com',
    password: 'stamgast-demo',
  })
  const seen = async (path: string, headers: Record<string, string> = {}) => {
    const { language, languageCookie } = await getPageContext(
      page(path, { 'accept-language': 'en', ...headers }),
    )
    return [language, languageCookie]
  }
  for (const path of [
    link,
    `${link}/`,
    `${link}.data`,
    `${link}/_.data`,
    link.replace('cancelBooking', 'CANCELBOOKING'),
  ])
    expect([path, ...(await seen(path))]).toEqual([path, 'da', null])
  expect(await seen(link, { cookie: 'lang=en' })).toEqual(['en', null])
  expect((await seen(`${link}?lang=en`))[0]).toBe('en')
  expect(await seen(link, { cookie: `session=${token}` })).toEqual(['da', null])
  await guest('updateUser', { tenantId, uid, preferredLanguage: 'en' })
  expect(await seen(link, { cookie: `session=${token}`, 'accept-language': 'da' })).toEqual(['en', null])
  // An invalid link reveals nothing.
  for (const path of [
    `/cancelBooking/${deriveHandle(app.deps.secret, 'visit', tenantId, visit.id)}`,
    `/cancelBooking/${visit.id}`,
    '/cancelBooking/unknown',
  ])
    expect([path, ...(await seen(path))]).toEqual([path, 'en', null])
})

test('a request has the guest of its bearer token or cookie, and an invalid token differs from none', async () => {
  const { uid, token } = await app.guest(tenantId)('createUserWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  const seen = async (headers: Record<string, string>) => {
    const ctx = await getPageContext(page('/', headers))
    return [ctx.guest?.uid ?? null, ctx.invalidToken, ctx.sessionEnded]
  }
  const signedIn = [uid, false, false]
  const nobodyAsked = [null, false, false]
  const ended = [null, false, true]
  const bad = [null, true, false]
  const table: [unknown, Record<string, string>][] = [
    [signedIn, { authorization: `Bearer ${token}` }],
    [signedIn, { authorization: `bearer ${token}` }],
    [signedIn, { cookie: `session=${token}` }],
    [signedIn, { cookie: `session=${token}`, authorization: 'Bearer anonymous' }],
    [nobodyAsked, {}],
    [nobodyAsked, { authorization: 'Bearer anonymous' }],
    [nobodyAsked, { authorization: '' }],
    [ended, { cookie: `session=${token}x` }],
    [nobodyAsked, { cookie: 'session=' }],
    [bad, { authorization: 'Bearer' }],
    [bad, { authorization: `Bearer ${token}x` }],
    [bad, { authorization: `Bearer ${token} ${token}` }],
    [bad, { authorization: `Bearer anonymous ${token}` }],
    [nobodyAsked, { authorization: `Basic ${token}` }],
    [nobodyAsked, { authorization: 'Digest username="x"' }],
    [nobodyAsked, { authorization: token }],
    [signedIn, { authorization: 'Basic YTpi', cookie: `session=${token}` }],
    [bad, { authorization: `Bearer ${token.slice(0, -1)}` }],
    [bad, { authorization: 'Bearer wrong', cookie: `session=${token}` }],
  ]
  for (const [expected, headers] of table) expect([headers, await seen(headers)]).toEqual([headers, expected])
})

test('on staging ?tenant= chooses the tenant, and a cookie keeps the choice for the visit', async () => {
  const asked = await getPageContext(page(`/?tenant=${other}`), staging)
  expect(asked.tenant.id).toBe(other)
  expect(asked.cookies).toEqual([`tenant=${other}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600`])
  expect((await getPageContext(page('/', { cookie: `tenant=${other}` }), staging)).tenant.id).toBe(other)
  expect(
    (await getPageContext(page(`/?tenant=${tenantId}`, { cookie: `tenant=${other}` }), staging)).tenant.id,
  ).toBe(tenantId)
  for (const strange of ['no-such-tenant', '', '../x', 'A', `${other}%20`, `${other}%00`, 'x'.repeat(64)])
    expect((await getPageContext(page(`/?tenant=${strange}`), staging)).tenant.id).toBe(tenantId)
})

/** Everything of an answer but what differs from one request to the next. */
async function bytes(answer: Response): Promise<unknown[]> {
  return [
    answer.status,
    [...answer.headers]
      .filter(([name]) => name !== 'x-request-id')
      .map(([name, value]) => [name, value.replace(/\b(booking|ask)=[\w-]{22}/, '$1=…')]),
    (await answer.text()).replace(/"(requestId|challenge|code)":"[^"]*"/g, '"$1":"…"'),
  ]
}

test(`in production ?tenant= and its cookie change no byte: ${Object.keys(calls).length} calls and a page`, async () => {
  const { service, member, firstpath, month } = {
    service: 'cut',
    member: 'anna',
    firstpath: tenantId,
    month: new Date().toISOString().slice(0, 7),
  }
  const examples = examplesOf({
    ...nonexistent,
    tenantId,
    firstpath,
    service,
    member,
    month,
    password: 'short',
    start: Date.UTC(2030, 0, 1),
  })
  let same = 0
  for (const [name, input] of Object.entries(examples) as [CallName, never][]) {
    const plain = requestFor(`http://${tenantId}.localhost`, name, input)
    const send = async (request: Request) => bytes(await app.fetch(tenantId, request))
    const staged = new URL(plain.url)
    staged.searchParams.append('tenant', other)
    const before = await send(plain.clone())
    expect([name, await send(new Request(staged, plain.clone()))]).toEqual([name, before])
    const headers = new Headers(plain.headers)
    headers.set('cookie', `tenant=${other}`)
    headers.set('sec-fetch-site', 'same-origin')
    expect([name, await send(new Request(plain, { headers }))]).toEqual([name, before])
    same += 2
  }
  const shown = async (path: string, headers: Record<string, string> = {}) => {
    const { tenant, cookies, language } = await getPageContext(page(path, headers))
    return { id: tenant.id, cookies, language }
  }
  expect(await shown(`/?tenant=${other}`)).toEqual(await shown('/'))
  expect(await shown('/', { cookie: `tenant=${other}` })).toEqual(await shown('/'))
  expect(same).toBe(2 * Object.keys(calls).length)
})
