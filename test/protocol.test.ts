import { serve } from '@hono/node-server'
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app'
import { FunctionsError, getFunctions, httpsCallable, httpsCallableFromURL } from 'firebase/functions'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName, type Output } from '#contract/calls.ts'
import { callPath, type Call } from '#contract/call.ts'
import { createClient, requestFor, type Client } from '#contract/client.ts'
import { errorCodes, statuses, type ErrorCode } from '#contract/errors.ts'
import { errorResponse } from '#server/http/api.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import type { TenantId } from '#server/database/db.ts'
import { importPages } from '#operator/tenant-file/page-import.ts'
import { runServer, type Running } from '#server/main.ts'
import { openSimulators } from '#simulators/open.ts'
import { examplesOf, nonexistent } from '#test/examples.ts'
import { exchange } from '#test/listen.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { exhaustive } from '#test/tier.ts'

/*
 * The calls as other programs use them: over a real connection to the server as `bin/start` runs it, and with
 * the real Firebase client for the callables.
 */
let testDb: TestDb
let server: Running
let tenantId: TenantId
let origin: string
let firebase: FirebaseApp

const secret = 'a secret of tests, long enough for all'
const openServer = (config: Config) =>
  runServer(config, testDb.appUrl, secret, { simulators: openSimulators(config, secret) })
beforeAll(async () => {
  testDb = await makeDb()
  await makeTenant(testDb, {
    id: 'default',
    firstpath: null,
    profile: { signIn: false },
    services: [],
    members: [],
  })
  // Node does not resolve *.localhost, so the tenant's own host is the IP address.
  tenantId = await makeTenant(testDb, {
    vanityHost: '127.0.0.1',
    profile: {
      shop: true,
      tenantMessages: { cancelLimit: 24, cancelLimitText: 'Please tell us {cancelLimit} hours ahead.' },
    },
  })
  server = await openServer(
    readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', RATE_LIMIT: '10000000' }),
  )
  origin = `http://127.0.0.1:${server.port}`
  firebase = initializeApp({ projectId: 'demo-stamgast', apiKey: 'none', appId: 'none' })
})
afterAll(async () => {
  await deleteApp(firebase)
  await server.stop()
  await testDb.close()
})

/** Those of the salon's own site are asked at its own host. */
const all = (Object.entries(calls) as [CallName, Call][]).filter(([, { site }]) => site !== 'staff')
const pathOf = (name: CallName, call: Call) => `/api${callPath(name, call)}`
const filled = (path: string) => path.replace(':tenantId', tenantId).replace(/:\w+/g, 'x')
const posts = all.filter(([, call]) => call.kind !== 'document')
const post = (
  name: string,
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => fetch(`${origin}/api/${name}`, { method: 'POST', body, headers })

/** The code of a failed call; checks that the response contains nothing internal. */
async function codeOf(answer: Response): Promise<ErrorCode> {
  const text = await answer.text()
  expect(text).not.toMatch(
    /node_modules|\.ts:|\bat \w|select |insert |postgres|drizzle|valibot|Error:|\/work\//i,
  )
  const { error, ...rest } = JSON.parse(text) as {
    error: { status: string; message: string; code: ErrorCode; details?: unknown }
  }
  expect(rest).toEqual({})
  const { details: _, ...fixed } = error
  expect(fixed).toEqual({ status: errorCodes[error.code], message: error.code, code: error.code })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return error.code
}

/** A client that stores cookies. */
function browser(): Client {
  const cookies = new Map<string, string>()
  return createClient(origin, async (request) => {
    const headers = new Headers(request.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(new Request(request, { headers }))
    for (const line of answer.headers.getSetCookie())
      cookies.set(line.slice(0, line.indexOf('=')), /=([^;]*)/.exec(line)?.[1] ?? '')
    return answer
  })
}

/** Books a cut this many days ahead. */
async function book(days: number, client = browser()): Promise<Output<'getVisit'> & { handle: string }> {
  const { offers } = await client('getAvailability', {
    tenantId,
    services: 'cut',
    month: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 7),
  })
  const offer = offers.find((one) => one.start > Date.now() + (days - 1) * 86_400_000) ?? offers.at(-1)
  const answer = await client('holdVisit', { services: ['cut'], start: offer?.start ?? 0 })
  if (!answer.ok) throw new Error(answer.reason)
  const { handle } = answer.hold
  await client('confirmVisit', {
    handle,
    details: { firstname: 'Freja', lastname: 'Holm', email: 'freja@example.com', mobile: '20123456' },
  })
  return { ...(await client('getVisit', { tenantId, handle })), handle }
}

const errorOf = async (call: Promise<unknown>): Promise<FunctionsError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof FunctionsError)) throw new Error(`not a functions error: ${String(error)}`)
  return error
}

test('the Firebase client reads a visit and its late fee, and cancels it', async () => {
  const functions = getFunctions(firebase, `${origin}/api`)
  const visit = await book(5)
  const details = await httpsCallable<unknown, Output<'gen2_crudWaitlist-getCancelDetails'>>(
    functions,
    'gen2_crudWaitlist-getCancelDetails',
  )({ bookingId: visit.cancelHandle })
  expect(details.data).toMatchObject({
    booking: {
      id: visit.cancelHandle,
      tenant: tenantId,
      start: { seconds: visit.start / 1000 },
      end: { seconds: visit.end / 1000 },
      state: 'booked',
      services: [{ id: 'cut', price: 400, totalprice: 400 }],
    },
    guest: { firstname: 'Freja' },
    limit: 24,
    text: 'Please tell us {cancelLimit} hours ahead.',
    finance: { vat_percent: 25, currency: 'DKK', currency_symbol: 'kr.' },
  })
  const cancel = httpsCallable<unknown, Output<'gen2_crudWaitlist-cancelBooking'>>(
    functions,
    'gen2_crudWaitlist-cancelBooking',
  )
  const first = await cancel({ booking: visit.cancelHandle, bookingId: visit.cancelHandle, confirmed: true })
  expect(first.data).toEqual({ success: true, id: visit.id, fee: 0, refund: 0, currency: 'DKK' })
  expect((await cancel({ booking: { id: visit.cancelHandle } })).data).toEqual(first.data)
})

test('the Firebase client gets the error code of every kind of failure', async () => {
  const functions = getFunctions(firebase, `${origin}/api`)
  const ask = (data: unknown) => errorOf(httpsCallable(functions, 'gen2_crudWaitlist-getCancelDetails')(data))
  expect(await ask({ bookingId: nonexistent.cancel })).toMatchObject({
    code: 'functions/not-found',
    details: undefined,
  })
  expect(await ask({ bookingId: nonexistent.cancel, tenantId: 'another' })).toMatchObject({
    code: 'functions/not-found',
  })
  expect(await ask({})).toMatchObject({
    code: 'functions/invalid-argument',
    details: { fields: ['bookingId'] },
  })
  expect(await ask({ bookingId: 'x\u0000' })).toMatchObject({
    code: 'functions/invalid-argument',
    details: { fields: ['bookingId'] },
  })
  expect(await ask(undefined)).toMatchObject({ code: 'functions/invalid-argument' })
  expect(await ask([1, 2])).toMatchObject({ code: 'functions/invalid-argument' })
  expect(await errorOf(httpsCallable(functions, 'noSuchCall')({}))).toMatchObject({
    code: 'functions/not-found',
  })
  expect(await errorOf(httpsCallableFromURL(functions, `${origin}/api/countries`)({}))).toMatchObject({
    code: 'functions/invalid-argument',
  })
  expect(
    await errorOf(
      httpsCallable(
        functions,
        'gen2_crudWaitlist-cancelBooking',
      )({ booking: nonexistent.cancel, confirmed: false }),
    ),
  ).toMatchObject({ code: 'functions/invalid-argument', details: { fields: ['confirmed'] } })
  expect(
    await errorOf(
      httpsCallable(functions, 'gen2_crudWaitlist-getCancelDetails')({ bookingId: 'x'.repeat(70_000) }),
    ),
  ).toMatchObject({ code: 'functions/invalid-argument' })
})

test('the Firebase client’s token is accepted, an invalid one is rejected', async () => {
  const client = browser()
  const { uid, token } = await client('createUserWithEmailAndPassword', {
    tenantId,
    email: 'functions@example.com',
    password: 'stamgast-demo',
  })
  await client('updateUser', {
    tenantId,
    uid,
    firstname: 'Noah',
    lastname: 'Berg',
    mobile: '20123457',
    countryCode: 'DK',
  })
  const { id } = await book(6, client)
  await client('signOut', {})
  const { token: fresh } = await client('signInWithEmailAndPassword', {
    tenantId,
    email: 'functions@example.com',
    password: 'stamgast-demo',
  })
  const callerOf = (accessToken: string) => {
    const functions = getFunctions(firebase, `${origin}/api`)
    // The auth SDK, when loaded, registers itself here and supplies the token.
    Object.assign(functions, { contextProvider: { getContext: async () => ({ authToken: accessToken }) } })
    return httpsCallable<unknown, Output<'gen2_crudWaitlist-getCancelDetails'>>(
      functions,
      'gen2_crudWaitlist-getCancelDetails',
    )({ bookingId: id })
  }
  expect((await callerOf(fresh)).data.booking.id).toBe(id)
  expect((await errorOf(callerOf(token))).code).toBe('functions/unauthenticated')
  expect((await errorOf(callerOf('not-a-token'))).code).toBe('functions/unauthenticated')
  expect((await errorOf(callerOf('anonymous'))).code).toBe('functions/not-found')
})

test('every error code reaches the Firebase client as the protocol defines it', async () => {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  const asked = serve({
    fetch: (request: Request) =>
      errorResponse(codes[Number(new URL(request.url).pathname.slice(1))] ?? 'server/internal', {
        reported: true,
      }),
    port: 0,
    hostname: '127.0.0.1',
  })
  await once(asked, 'listening')
  const address = asked.address()
  const functions = getFunctions(
    firebase,
    `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  )
  for (const [index, code] of codes.entries()) {
    const error = await errorOf(httpsCallable(functions, String(index))({}))
    expect([code, error.code, error.details]).toEqual([
      code,
      `functions/${errorCodes[code].toLowerCase().replaceAll('_', '-')}`,
      { reported: true },
    ])
    expect(error.message).toContain(code)
  }
  await new Promise((resolve) => asked.close(resolve))
  for (const code of codes) expect(statuses[errorCodes[code]]).toBeGreaterThanOrEqual(400)
})

test('an unknown call is not found', async () => {
  for (const path of [
    '',
    '/',
    '/nothing',
    '/Countries',
    '/countries/',
    '/countries/x',
    '/tenants/',
    '/tenants/x/y',
    '/signOut/x',
    '/gen2_crudWaitlist',
    '/constructor',
    '/__proto__',
    '/toString',
    '/countries%00',
    '//countries',
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  }
  expect(await codeOf(await fetch(`${origin}/api/nothing`))).toBe('request/unknown-call')
})

test('every path answers an unsupported method with 405 and the allowed ones', async () => {
  const allowed = new Map<string, string[]>([['/api/live', ['GET']]])
  for (const [name, call] of all)
    allowed.set(pathOf(name, call), [...(allowed.get(pathOf(name, call)) ?? []), call.method])
  let refused = 0
  for (const [path, methods] of allowed) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'FOO-BAR'].filter(
      (one) => !methods.includes(one),
    )) {
      const known = /^[A-Z]+$/.test(method)
      const answer = known ? await fetch(`${origin}${filled(path)}`, { method }) : null
      const status = answer
        ? answer.status
        : (
            await exchange(
              server.port,
              `${method} ${filled(path)} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
            )
          ).status
      expect([method, path, status]).toEqual([method, path, known ? 405 : 400])
      if (!answer) continue
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(methods.toSorted())
      expect(await codeOf(answer)).toBe('request/method')
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(5 * allowed.size)
})

test.for([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/json;charset=UTF-8', true],
  ['application/json ; charset="utf-8"', true],
  ['application/json\t;\tcharset=utf-8', true],
  ['APPLICATION/JSON', true],
  ['application/json;', false],
  ['application/json; charset=utf-16', false],
  ['application/json; charset="utf-8', false],
  ['application/json; charset=utf-8; x=y', false],
  ['application/json, text/plain', false],
  ['application/json\ttext/plain', false],
  ['application/jsonx', false],
  ['application/jso', false],
  ['application/ld+json', false],
  ['text/json', false],
  ['text/plain', false],
  ['text/plain; application/json', false],
  ['text/html;application/json', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=application/json', false],
  ['application/octet-stream', false],
  ['a', false],
  [null, false],
] as const)('the content type %j is accepted: %s', async ([type, isAccepted]) => {
  for (const [name, call] of posts) {
    const answer = await post(
      name,
      new Blob([call.kind === 'callable' ? '{"data":{"x":1}}' : '{"tenantId":"another","x":1}']),
      type === null ? {} : { 'content-type': type },
    )
    expect([name, answer.status === 415]).toEqual([name, !isAccepted])
    if (!isAccepted) expect(await codeOf(answer)).toBe('request/content-type')
  }
  const patched = await fetch(`${origin}/api/tenants/${tenantId}/users/x`, {
    method: 'PATCH',
    body: new Blob(['{}']),
    headers: type === null ? {} : { 'content-type': type },
  })
  expect(patched.status).toBe(isAccepted ? 401 : 415)
})

const kilobytes = (count: number) => JSON.stringify({ tenantId: 'x'.repeat(count * 1024) })

test('a body over 64 KB, chunked or not, is rejected and the connection is closed', async () => {
  for (const name of ['signOut', 'gen2_crudWaitlist-cancelBooking', 'nothing']) {
    const answer = await post(name, kilobytes(64))
    expect([name, answer.status, await codeOf(answer)]).toEqual([name, 413, 'request/too-large'])
  }
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(8_192)))
      },
    })
  const chunked = await fetch(`${origin}/api/signOut`, {
    method: 'POST',
    body: stream(),
    duplex: 'half',
    headers: { 'content-type': 'application/json' },
  } as RequestInit)
  expect([chunked.status, await codeOf(chunked)]).toEqual([413, 'request/too-large'])
  const head = `POST /api/signOut HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`
  const declared = await exchange(server.port, `${head}Content-Length: 1000000000\r\n\r\n{`)
  expect([declared.status, declared.head.toLowerCase()]).toEqual([
    413,
    expect.stringContaining('connection: close'),
  ])
  const endless = await exchange(
    server.port,
    `${head}Transfer-Encoding: chunked\r\n\r\n${`2000\r\n${'x'.repeat(8_192)}\r\n`.repeat(10)}`,
  )
  expect([endless.status, endless.head.toLowerCase()]).toEqual([
    413,
    expect.stringContaining('connection: close'),
  ])
  expect((await post('signOut', JSON.stringify({ tenantId, filler: 'x'.repeat(60 * 1024) }))).status).toBe(
    200,
  )
  expect(
    (
      await exchange(
        server.port,
        `${head}Content-Length: 12\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
      )
    ).status,
  ).toBe(400)
})

test('the body limit of a page’s action is that of a call', async () => {
  const form = await fetch(`${origin}/language`, {
    method: 'POST',
    body: `lang=${'x'.repeat(70_000)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.status).toBe(413)
})

test('long URLs and large headers are rejected', async () => {
  expect((await fetch(`${origin}/api/countries?x=${'x'.repeat(8_200)}`)).status).toBe(414)
  expect((await fetch(`${origin}/${'x'.repeat(8_200)}`)).status).toBe(414)
  expect((await fetch(`${origin}/healthz?${'x'.repeat(8_200)}`)).status).toBe(414)
  expect((await fetch(`${origin}/api/countries?${'a=1&'.repeat(1_900)}`)).status).toBe(200)
  const large = await exchange(
    server.port,
    `GET /api/countries HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`,
  )
  expect(large.status).toBe(431)
  const many = await exchange(
    server.port,
    `GET /api/countries HTTP/1.1\r\nHost: 127.0.0.1\r\n${'X-Many: 1\r\n'.repeat(2_000)}\r\n`,
  )
  expect(many.status).toBe(431)
})

test('a body that is not JSON is rejected as malformed', async () => {
  for (const body of [
    '',
    ' ',
    '{',
    '}',
    '{"data":',
    "{'data':{}}",
    '{"data":{}}x',
    '{"data":{},}',
    'undefined',
    'NaN',
    '{"data":NaN}',
    '{"a":01}',
    '"\n"',
    '\u0000',
    '{"data":{}}{"data":{}}',
    '['.repeat(30_000),
    '{"data":"\\ud83"}',
  ]) {
    for (const [name] of posts)
      expect([name, body.slice(0, 20), await codeOf(await post(name, body))]).toEqual([
        name,
        body.slice(0, 20),
        'request/malformed',
      ])
  }
  // Invalid UTF-8, and a compressed body.
  expect(await codeOf(await post('signOut', new Uint8Array([0x1f, 0x8b, 8, 0])))).toBe('request/malformed')
})

test('the body of a callable is {data} and nothing else', async () => {
  const callables = posts.filter(([, call]) => call.kind === 'callable').map(([name]) => name)
  for (const name of callables) {
    for (const body of [
      'null',
      '1',
      '"data"',
      '[]',
      '[{"data":{}}]',
      '{}',
      '{"Data":{}}',
      '{"data":{},"x":1}',
      '{"data":{},"__proto__":{}}',
      '{"data":{},"constructor":1}',
      '{"result":{}}',
    ])
      expect([name, body, await codeOf(await post(name, body))]).toEqual([name, body, 'request/malformed'])
    for (const body of ['{"data":null}', '{"data":1}', '{"data":[]}', '{"data":"x"}'])
      expect([name, body, await codeOf(await post(name, body))]).toEqual([name, body, 'request/invalid'])
    if (['gen2_crudWaitlist-getCancelDetails', 'gen2_crudWaitlist-cancelBooking'].includes(name))
      expect(
        await codeOf(
          await post(
            name,
            `{"data":{"bookingId":"${nonexistent.cancel}","booking":"${nonexistent.cancel}",` +
              '"unknown":1,"__proto__":{"confirmed":false}}}',
          ),
        ),
      ).toBe('not-found')
  }
  for (const [name] of posts.filter(([, call]) => call.kind === 'post'))
    for (const body of ['null', '1', '[]', '"x"'])
      expect([name, body, await codeOf(await post(name, body))]).toEqual([name, body, 'request/invalid'])
})

test('a null character or unpaired surrogate is rejected in stored text, naming the field', async () => {
  const { uid, token } = await browser()('createUserWithEmailAndPassword', {
    tenantId,
    email: 'hostile@example.com',
    password: 'stamgast-demo',
  })
  for (const hostile of ['a\\u0000b', 'ab\\ud800', '\\udc00ab', 'ab\\ud83dcd']) {
    for (const field of [
      'firstname',
      'lastname',
      'mobile',
      'address',
      'city',
      'postalcode',
      'preferredLanguage',
      'countryCode',
    ]) {
      const answer = await fetch(`${origin}/api/tenants/${tenantId}/users/${uid}`, {
        method: 'PATCH',
        body: `{"${field}":"${hostile}"}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
      const body = (await answer.json()) as unknown
      expect([field, answer.status, body]).toEqual([
        field,
        400,
        {
          error: {
            status: 'INVALID_ARGUMENT',
            message: 'request/invalid',
            code: 'request/invalid',
            details: { fields: [field] },
          },
        },
      ])
    }
    for (const field of ['email', 'firstname', 'lastname', 'mobile']) {
      const details = JSON.stringify({
        firstname: 'Freja',
        lastname: 'Holm',
        email: 'freja@example.com',
        mobile: '20123456',
        [field]: 'HERE',
      }).replace('HERE', hostile)
      expect(
        await codeOf(await post('confirmVisit', `{"handle":"${nonexistent.hold}","details":${details}}`)),
      ).toBe('request/invalid')
    }
    expect(
      await codeOf(
        await post(
          'createUserWithEmailAndPassword',
          `{"email":"${hostile}@example.com","password":"stamgast-demo"}`,
        ),
      ),
    ).toBe('request/invalid')
    expect(
      (await post('signInWithEmailAndPassword', `{"email":"freja@example.com","password":"${hostile}"}`))
        .status,
    ).toBeLessThan(500)
  }
})

test('deep, wide and repeated JSON is rejected quickly or ignored', async () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`key${index}`, index])),
  )
  for (const [name, call] of posts) {
    for (const body of [deep, wide, `${'['.repeat(10_000)}${']'.repeat(10_000)}`]) {
      const answer = await post(name, call.kind === 'callable' ? `{"data":${body}}` : body)
      expect([name, answer.status < 500]).toEqual([name, true])
    }
  }
  expect((await post('signOut', `{"tenantId":"${tenantId}","tenantId":null}`)).status).toBe(400)
  expect((await post('signOut', `{"tenantId":"another","tenantId":"${tenantId}"}`)).status).toBe(200)
})

test(
  'every call ignores Bearer anonymous and other schemes, and rejects an invalid token',
  exhaustive,
  async () => {
    const examples = examplesOf({
      ...nonexistent,
      tenantId,
      firstpath: tenantId,
      service: 'cut',
      member: 'anna',
      password: 'short',
    })
    const shown = async (answer: Response) => [
      answer.status,
      (await answer.text())
        .replace(/"hold":.*/, '')
        .replaceAll(/"(requestId|challenge|code)":"[^"]{22,}"/g, ''),
    ]
    let asked = 0
    for (const [name, input] of Object.entries(examples) as [CallName, never][]) {
      const send = (authorization?: string) => {
        // Mails to one address are limited, so each request names another.
        asked += 1
        const request = requestFor(
          origin,
          name,
          ('email' in (input as object)
            ? { ...(input as object), email: `nobody${asked}@example.com` }
            : input) as never,
        )
        if (authorization !== undefined) request.headers.set('authorization', authorization)
        return fetch(request)
      }
      const plain = await shown(await send())
      for (const invalidTokens of ['Bearer anonymous', 'Basic YTpi', 'Digest username="x"'])
        expect([name, invalidTokens, await shown(await send(invalidTokens))]).toEqual([
          name,
          invalidTokens,
          plain,
        ])
      for (const authorization of [
        'Bearer',
        'Bearer x',
        'Bearer x y',
        `Bearer ${'x'.repeat(43)}`,
        `Bearer ${'x'.repeat(5_000)}`,
        'bearer\tx',
      ]) {
        const answer = await send(authorization)
        expect([name, authorization.slice(0, 20), answer.status, await codeOf(answer)]).toEqual([
          name,
          authorization.slice(0, 20),
          401,
          'auth/unauthenticated',
        ])
      }
    }
  },
)

test('an unchanged public document is answered with 304', async () => {
  const publicDocuments = all
    .filter(
      ([name, call]) =>
        call.method === 'GET' &&
        call.who === 'anyone' &&
        !/Hold|Visit|CalendarFile|Invite|Message|Move|Cart|Series/.test(name),
    )
    .map(([name]) => name)
  expect(publicDocuments).toHaveLength(20)
  const page = (id: string) => ({ id, title: 'Page', description: '', order: 0, blocks: [] })
  await testDb.db.write(tenantId, (tx) =>
    importPages(tx, {
      pages: [{ ...page('blog'), pages: [page('post')] }],
      pictures: [],
      pictureIds: [],
      sizes: {},
    }),
  )
  await fillShop(testDb, tenantId, { products: [madeProduct('wax', [{}])] })
  const month = new Date().toISOString().slice(0, 7)
  const examples = examplesOf({
    ...nonexistent,
    tenantId,
    firstpath: tenantId,
    service: 'cut',
    member: 'anna',
    page: 'blog',
    subPage: 'post',
    product: 'wax',
    month,
  })
  for (const name of publicDocuments) {
    const request = requestFor(origin, name, examples[name] as never)
    const first = await fetch(request.clone())
    const tag = first.headers.get('etag') ?? ''
    expect([name, first.status, tag]).toEqual([name, 200, expect.stringMatching(/^"[\w-]{20,}"$/)])
    const asked = async (value: string, method = 'GET') => {
      const answer = await fetch(request.url, { method, headers: { 'if-none-match': value } })
      return [answer.status, answer.headers.get('etag'), (await answer.text()).length > 0]
    }
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, `${tag},"other"`])
      expect([name, value, await asked(value)]).toEqual([name, value, [304, tag, false]])
    for (const value of ['"other"', 'W/"other"', tag.slice(1, -1), ''])
      expect([name, value, await asked(value)]).toEqual([name, value, [200, tag, true]])
    expect([name, await asked('', 'HEAD')]).toEqual([name, [200, tag, false]])
  }
})

test('responses that name a handle and those of a cart are never cached, and errors have no ETag', async () => {
  const visit = await book(7)
  for (const path of [
    `visits/${visit.handle}`,
    `visits/${visit.handle}/calendar`,
    `visits/${nonexistent.visit}`,
    `holds/${nonexistent.hold}`,
    `messages/${nonexistent.message}`,
    'cart',
    'pages/no-such-page',
  ]) {
    const answer = await fetch(`${origin}/api/tenants/${tenantId}/${path}`)
    expect([path, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
      path,
      'no-store',
      null,
    ])
  }
})

test('a stream starts with an event and ends when the server stops', async () => {
  const own = await openServer(readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }))
  const answer = await fetch(`http://127.0.0.1:${own.port}/api/live`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('event: open')) seen += (await reader.read()).value ?? ''
  const stopping = own.stop()
  while (!(await reader.read()).done);
  await stopping
})
