import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import { requestFor } from '#contract/client.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/database/db.ts'
import { drawnForMark } from '#server/http/drawn-for.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { examplesOf } from '#test/examples.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { openSession, seedTenant, type Seeded } from '#test/seeded.ts'
import { exhaustive } from '#test/tier.ts'

/*
 * Sends secrets of every kind by every route, including ones that fail. No secret is in the log; each line of
 * the log is one complete JSON object with caller, event, time and request id.
 */
let app: TestApp
let tenant: Seeded
let session: string
let build: Build
const log: string[] = []
/** Output of console and process.stderr. */
const otherOutput: string[] = []

beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' } })
  tenant = await seedTenant(app, 'zqlog55e2')
  session = await openSession(app, tenant.id, tenant.named.uid)
  build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
})
afterAll(() => app.close())
beforeEach(() => {
  log.length = otherOutput.length = 0
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      otherOutput.push(
        parts.map((one) => (one instanceof Error ? `${one.stack} ${one.message}` : String(one))).join(' '),
      )
    })
})
afterEach(() => vi.restoreAllMocks())

/** The whole application over this database, with the log in memory. */
function serverOver(db: Db, rateLimit = app.deps.config.rateLimit) {
  const deps = {
    ...app.deps,
    db,
    config: { ...app.deps.config, rateLimit },
    log: pino(
      { level: 'debug', base: null },
      {
        write: (line: string) => {
          log.push(line)
        },
      },
    ),
  }
  const server = createApp(
    deps,
    createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }),
  )
  return server
}

/** Some thirty kinds of secrets that must not be in a log; each is valid as a whole URL part. */
const secrets = (): Record<string, string> => {
  const { named } = tenant
  return {
    password: 'Tr0ub4dor-and-3-horses',
    email: 'freja.secret@privatmail.dk',
    upperEmail: 'FREJA.SECRET@PRIVATMAIL.DK',
    phone: '+4528764419',
    localPhone: '28764419',
    spacedPhone: '28 76 44 19',
    cpr: '010190-1234',
    cprPlain: '0101901234',
    card: '4571 2345 6789 0123',
    cardPlain: '4571234567890123',
    iban: 'DK5000400440116243',
    name: 'Frejahilde',
    surname: 'Bjoernstrupsen',
    street: 'Hemmelighedsgade 17B',
    postalcode: 'HX4 9QQ',
    city: 'Hemmeligstrup',
    visit: named.visit,
    cancel: named.cancel,
    hold: named.hold,
    offer: named.offer,
    leave: named.leave,
    visitId: named.visitId,
    uid: named.uid,
    session,
    owner: 'ownerSecretOfBrowser42',
    resetCode: 'oobCode-9f8e7d6c5b4a39281706',
    magicLink: 'ml-7d9c1e5f3a8b2064',
    apiKey: 'AIzaSyFakeFakeFakeFakeFakeFakeFakeFake1',
    jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJmcmVqYSJ9.c2lnbmF0dXJl',
    hmac: 'a3f5c1d2e4b6978812345678deadbeefcafef00d',
    note: 'allergisk-overfor-ammoniak',
    ip: '203.0.113.77',
    otp: '839201',
  }
}

function found(lines: string[]): string[] {
  const all = reported(lines)
  return Object.entries(secrets()).flatMap(([kind, value]) =>
    [value, encodeURIComponent(value), value.toLowerCase(), Buffer.from(value).toString('base64')].some(
      (spelling) => all.some((line) => line.includes(spelling)),
    )
      ? [kind]
      : [],
  )
}

/** The lines without their own numbers, which may contain a one-time code by chance. */
const reported = (lines: string[]): string[] =>
  lines.map((line) =>
    line.startsWith('{')
      ? JSON.stringify({
          ...(JSON.parse(line) as object),
          time: undefined,
          requestId: undefined,
          ms: undefined,
        })
      : line,
  )

/** Requests with a secret in every place that a client controls. */
function* requests(): Generator<Request> {
  const host = `${tenant.id}.localhost`
  const all = secrets()
  const headers = (value: string) => ({
    'user-agent': value,
    referer: `http://${host}/x/${encodeURIComponent(value)}?y=${encodeURIComponent(value)}`,
    'accept-language': value,
    'x-request-id': value,
    'x-forwarded-for': all.ip ?? '',
    cookie: `session=${encodeURIComponent(value)}; booking=${all.owner}; lang=${encodeURIComponent(value)}`,
    'sec-fetch-site': 'same-origin',
  })
  const pages = Object.values(build.routes).flatMap((one) =>
    one && one.id !== 'root' ? [`/${one.path ?? ''}`] : [],
  )
  for (const [at, [kind, value]] of Object.entries(all).entries()) {
    const encodedValue = encodeURIComponent(value)
    const paths = [
      `/${encodedValue}`,
      `/${encodedValue}/${encodedValue}`,
      `/cancelBooking/${encodedValue}`,
      `/move/${encodedValue}?start=${encodedValue}&teamMember=${encodedValue}`,
      `/api/tenants/${tenant.id}/moves/${encodedValue}/times`,
      `/visit/${encodedValue}/calendar.ics`,
      `/login?email=${encodedValue}&password=${encodedValue}`,
      `/my-account/cancel/${encodedValue}`,
      `/${encodedValue}.data`,
      `/;${encodedValue}`,
      `/book;${encodedValue}`,
      `/api/${encodedValue}`,
      `/api/tenants/${encodedValue}`,
      `/assets/${encodedValue}`,
      `/art/${encodedValue}/${encodedValue}`,
      `/photo/${encodedValue}`,
      `/photo/${encodedValue}/large.webp`,
      `/dev/outbox/${encodedValue}`,
      `/api/tenants/${tenant.id}/visits/${encodedValue}`,
      `/healthz?${encodedValue}`,
    ]
    // Every kind in some of the places, every place with some of the kinds.
    for (const path of paths.filter((_, index) => (index + at) % 2 === 0)) {
      yield new Request(`http://${host}${path}`, { headers: headers(value) })
    }
    yield new Request(`http://${host}/${encodedValue}`, {
      method: 'POST',
      body: value,
      headers: { ...headers(value), 'content-type': 'text/plain' },
    })
    yield new Request(`http://${host}/${encodedValue}`, { method: 'PUT', headers: headers(value) })
    for (const broken of ['%', '%zz', '%c0%af'])
      yield new Request(`http://${host}/cancelBooking/${encodedValue}${broken}`, { headers: headers(value) })
    yield new Request(`http://${host}/api/signOut`, {
      method: 'POST',
      body: `{"${kind}":"${value}"`,
      headers: { ...headers(value), 'content-type': 'application/json' },
    })
    yield new Request(`http://${host}/api/countries`, { headers: { authorization: `Bearer ${value}` } })
    yield new Request(`http://${host}/api/countries`, {
      headers: { host: `${value.replace(/[^\w.-]/g, '')}.localhost` },
    })
    // Each page, with the secret in its parameters and as a form field.
    for (const [index, page] of pages.entries()) {
      if ((index + at) % 7 !== 0) continue
      const path = page
        .replace('/:lang?', '')
        .replace(/:\w+\??/g, encodedValue)
        .replace('*', encodedValue)
      const form = new URLSearchParams(
        Object.fromEntries(
          [
            'email',
            'password',
            'firstname',
            'lastname',
            'mobile',
            'to',
            'lang',
            'start',
            'hold',
            'handle',
            'services',
            'price',
            'id',
          ].map((field) => [field, value]),
        ),
      )
      yield new Request(`http://${host}${path}?${form}`, { headers: headers(value) })
      yield new Request(`http://${host}${path}?x=${encodedValue}`, {
        method: 'POST',
        body: new URLSearchParams([
          ...form,
          ['drawnFor', drawnForMark(app.deps.secret, tenant.id, tenant.named.uid)],
        ]),
        headers: { ...headers(value), cookie: `session=${session}` },
      })
    }
  }
}

/** Every call with a secret in each of its fields, by the owner and by an anonymous caller. */
function* callRequests(): Generator<Request> {
  const values = Object.values(secrets())
  for (const [at, [name, example]] of (
    Object.entries(examplesOf(tenant.named)) as [CallName, Record<string, unknown>][]
  ).entries()) {
    for (const [index, field] of [
      null,
      ...Object.keys(example),
      'details',
      'firstname',
      'address',
    ].entries()) {
      const value = values[(at + index) % values.length]
      const { email, password, ...rest } = example
      const input = {
        ...rest,
        ...(email ? { email: secrets().email } : {}),
        ...(password ? { password: secrets().password } : {}),
        ...(field === null
          ? {}
          : {
              [field]:
                field === 'details'
                  ? { firstname: value, lastname: value, email: secrets().email, mobile: value }
                  : value,
            }),
      }
      for (const signedIn of [true, false]) {
        const request = requestFor(`http://${tenant.id}.localhost`, name, input as never)
        if (signedIn && name !== 'signOut') request.headers.set('cookie', `session=${session}`)
        yield request
      }
    }
  }
}

async function send(
  server: ReturnType<typeof createApp>,
  requests: Iterable<Request>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (const request of requests) {
    const headers = new Headers(request.headers)
    if (!headers.has('host')) headers.set('host', `${tenant.id}.localhost`)
    const answer = await server.fetch(new Request(request, { headers }), {})
    await answer.text()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  return statuses
}

/** Checks that each line is one JSON object with time, message, tenant and request id. */
function expectCompleteLines(lines: string[]) {
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    const entry = JSON.parse(line) as Record<string, unknown>
    expect(entry).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      msg: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    if (entry.msg === 'request') {
      expect(Object.keys(entry).toSorted()).toEqual(
        expect.arrayContaining(['level', 'method', 'ms', 'msg', 'requestId', 'route', 'status', 'time']),
      )
      expect(entry).toMatchObject({
        method: expect.stringMatching(/^[A-Z]+$/),
        status: expect.any(Number),
        ms: expect.any(Number),
        route: expect.stringMatching(/^\/[\w*:/.-]*$/),
      })
    }
  }
}

test(
  'thirty kinds of secrets in every page and call appear neither in the log nor in other output',
  { ...exhaustive, timeout: 300_000 },
  async () => {
    expect(Object.keys(secrets()).length).toBeGreaterThanOrEqual(30)
    const server = serverOver(app.deps.db)
    const statuses = await send(server, [...requests(), ...callRequests()])
    const sent = [...statuses.values()].reduce((sum, one) => sum + one, 0)
    vi.mocked(console.info).mockRestore()
    console.info(
      `log: ${Object.keys(secrets()).length} kinds of secrets in ${sent} requests to ` +
        `${Object.keys(build.routes).length} routes and ${Object.keys(calls).length} calls: ${[...statuses]
          .toSorted(([one], [other]) => one - other)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}`,
    )
    expect(log.filter((line) => line.includes('"msg":"request"'))).toHaveLength(sent)
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])
    expectCompleteLines(log)
    expect(found(log)).toEqual([])
    expect(found(otherOutput)).toEqual([])
  },
)

test(
  'when every call fails with an error that contains the guest’s data, the log does not',
  { ...exhaustive, timeout: 300_000 },
  async () => {
    const all = secrets()
    const message = `Failed query: insert into guest (email, firstname)
      values ($1, $2)\nparams: ${Object.values(all).join(',')}\n    at ${all.email} (${all.password})`
    const failing = () => {
      throw Object.assign(
        new Error(message, {
          cause: new Error(
            `duplicate key value violates unique constraint\nDETAIL: Key (tenant_id, ` +
              `email)=(${all.email}) already exists.\n   at ${all.phone}`,
          ),
        }),
        { detail: all.email, parameters: [all.password] },
      )
    }
    let failures = 0
    const broken: Db = {
      ...app.deps.db,
      read: async () => {
        failures += 1
        return failing()
      },
      write: async () => {
        failures += 1
        return failing()
      },
    }
    const statuses = await send(serverOver(broken), [
      ...callRequests(),
      ...[...requests()].filter((_, index) => index % 3 === 0),
    ])
    expect(failures).toBeGreaterThan(100)
    expect(statuses.get(500) ?? 0).toBeGreaterThan(100)
    expectCompleteLines(log)
    const failed = log
      .map((line) => JSON.parse(line) as { msg: string; err?: { name: string; at?: string[] } })
      .filter(({ err }) => err)
    expect(failed.length).toBeGreaterThan(100)
    // The location must be logged, so that the error can be fixed.
    for (const { err } of failed.filter(({ msg }) => msg !== 'page failed'))
      expect(err).toMatchObject({
        name: 'Error',
        at: expect.arrayContaining([expect.stringMatching(/log\.test\.ts/)]),
      })
    expect(found(log)).toEqual([])
    expect(found(otherOutput)).toEqual([])
  },
)

test('no source file writes to the console instead of the log', async () => {
  const forged = '{"level":60,"msg":"forged"}'
  const injections = [
    '\r\n',
    '\n',
    '%0d%0a',
    '%0A',
    '\u2028',
    '\u0085',
    '\u001b[31m',
    '%1b%5b2J',
    '\\n',
    '"}\n',
    '\u0000',
  ].map((one) => `${one}${forged}`)
  const server = serverOver(app.deps.db)
  const list = injections.flatMap((text) => {
    const inPath = encodeURIComponent(text)
    const inHeader = [...text].filter((char) => !'\r\n\0'.includes(char) && char <= '\u00ff').join('')
    return [
      new Request(`http://x/${inPath}`),
      new Request(`http://x/${text.replace(/["{}\s\0]/g, '')}`),
      new Request(`http://x/api/${inPath}`),
      new Request(`http://x/api/tenants/${inPath}`),
      new Request(`http://x/book?services=${inPath}`),
      new Request('http://x/', {
        headers: {
          'user-agent': inHeader,
          referer: inHeader,
          'x-request-id': inHeader,
          'x-forwarded-for': inHeader,
        },
      }),
      new Request('http://x/api/signInWithEmailAndPassword', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `a@b.dk${text}`, password: text }),
      }),
    ]
  })
  await send(server, list)
  expect(log.filter((line) => line.includes('"msg":"request"')).length).toBe(list.length)
  expectCompleteLines(log)
  expect(
    log.filter((line) => ['forged', '\u001b', '\u2028', '\u0085'].some((one) => line.includes(one))),
  ).toEqual([])
})

test('a rejected request is logged with tenant and route, and a flood causes no query', async () => {
  const at = (path: string, init: RequestInit = {}) =>
    new Request(`http://x${path}`, { ...init, headers: { host: `${tenant.id}.localhost`, ...init.headers } })
  const [uid, handle] = [tenant.named.uid, tenant.named.cancel]
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
  const large = { method: 'POST', body: 'x'.repeat(70_000) }
  const refused: [number, string, Request][] = [
    [403, '/api/signOut', at('/api/signOut', foreign)],
    [
      403,
      '/api/tenants/:tenantId/users/:uid',
      at(`/api/tenants/${tenant.id}/users/${uid}`, { ...foreign, method: 'PATCH' }),
    ],
    [403, '/cancelBooking/*', at(`/cancelBooking/${handle}/en`, foreign)],
    [403, '/api/*', at(`/api/${uid}`, foreign)],
    [413, '/api/signOut', at('/api/signOut', large)],
    [413, '/book/*', at('/book/confirm', large)],
    [413, '/*', at(`/${handle}`, large)],
  ]
  const flood = [
    ['/api/countries', '/api/countries'],
    [`/api/tenants/${tenant.id}/visits/${handle}`, '/api/tenants/:tenantId/visits/:handle'],
    [`/cancelBooking/${handle}/en`, '/cancelBooking/*'],
    [`/move/${handle}/en`, '/move/*'],
    [`/art/${uid}/x.svg`, '/art/*'],
    [`/dev/outbox/${crypto.randomUUID()}`, '/dev/outbox/:id'],
  ]
  const server = serverOver(app.deps.db, refused.length)
  await send(
    server,
    refused.map(([, , request]) => request),
  )
  let queries = 0
  const count = () => {
    queries += 1
  }
  app.deps.db.pool.on('acquire', count)
  await send(
    server,
    flood.map(([path = '']) => at(path)),
  )
  app.deps.db.pool.off('acquire', count)
  expect(queries).toBe(0)
  const reported = log.map((line) => JSON.parse(line) as { tenant: string; route: string; status: number })
  expect(reported.map(({ tenant: of, status, route }) => [of, status, route])).toEqual([
    ...refused.map(([status, route]) => [tenant.id, status, route]),
    ...flood.map(([, route]) => [tenant.id, 429, route]),
  ])
})
