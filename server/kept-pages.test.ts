import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange } from '#test/listen.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { openDoor } from './app.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Tenant } from './context.ts'
import { answerKept, pageKey, type KeptPage } from './kept-pages.ts'
import type { Door } from './middleware/scope.ts'

const BODY = 'kept bytes'
const STATE = 'kept state'
const LIMIT = 20
let app: TestApp
let door: Door
let host: string
let tenant: Tenant
let server: Server
let port: number
const lines: { tenant?: string; route?: string; status?: number }[] = []
const repeated: string[] = []
const cache = new BoundedCache<KeptPage>(1_000_000, ({ bytes }) => bytes.length)

const keep = (language: 'da' | 'en', address: string) =>
  cache.set(pageKey(tenant, language, address, app.deps.now()) ?? '', {
    status: 200,
    headers: ['content-type', 'text/html', 'content-language', language],
    bytes: new TextEncoder().encode(BODY),
    etag: '"x"',
    state: { headers: ['content-type', 'text/plain'], bytes: new TextEncoder().encode(STATE) },
    squeezed: false,
  })

beforeAll(async () => {
  app = await makeApp({ env: { RATE_LIMIT: String(LIMIT) } })
  app.clock.now = 1_000_000
  const id = await makeTenant(app)
  host = `${id}.localhost`
  door = openDoor(app.deps)
  tenant = await door.find(host, { staged: null, address: '127.0.0.1' })
  const log = Object.assign(Object.create(app.deps.log) as typeof app.deps.log, {
    info: (line: object) => {
      lines.push(line)
    },
  })
  const again = (key: string) => {
    repeated.push(key)
  }
  const answered = answerKept({ deps: { ...app.deps, log }, door, cache, again, routeOf: () => '/route' })
  server = createServer((incoming, outgoing) => {
    if (!answered(incoming, outgoing)) outgoing.writeHead(299, { 'content-length': 0 }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  for (const address of ['/', '/behandlinger?type=cut']) keep('da', address)
  keep('en', '/')
})
afterAll(async () => {
  server.close()
  await app.close()
})

const ask = (start: string, headers: Record<string, string> = {}) => {
  app.clock.now = (app.clock.now ?? 0) + 10_000
  for (const address of ['/', '/behandlinger?type=cut']) keep('da', address)
  keep('en', '/')
  const all = {
    host,
    'accept-encoding': 'gzip, br',
    'accept-language': 'da',
    connection: 'close',
    ...headers,
  }
  return exchange(
    port,
    `${start} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
}

test.each([
  ['a page', 'GET /', {}, 'da'],
  ['a page with a query', 'GET /behandlinger?type=cut', {}, 'da'],
  ['a page in the language of the browser', 'GET /', { 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
] as const)(
  '%s that is kept is sent as it is, with a request id and a line in the log',
  async (_, start, headers, language) => {
    lines.length = 0
    const { status, head, body } = await ask(start, headers)
    expect([status, body]).toEqual([200, BODY])
    expect(head).toContain(`content-language: ${language}`)
    expect(head).toContain('content-encoding: br')
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/)
    expect(lines).toMatchObject([{ tenant: tenant.id, route: '/route', method: 'GET', status: 200 }])
  },
)

test('scripts that ask for the state of a kept page get that alone', async () => {
  repeated.length = 0
  const { status, head, body } = await ask('GET /', { 'x-part': 'state' })
  expect([status, body]).toEqual([200, STATE])
  expect(head).toContain(`content-length: ${STATE.length}`)
  expect(head).toContain('content-type: text/plain')
  expect(repeated).toEqual([])
  await ask('GET /')
  expect(repeated).toEqual([pageKey(tenant, 'da', '/', app.deps.now())])
})

test.each([
  ['one that is not kept', 'GET /login', {}],
  ['one in a language in which it is not kept', 'GET /behandlinger?type=cut', { 'accept-language': 'en' }],
  ['another host', 'GET /', { host: 'nobody.localhost' }],
  ['another method', 'HEAD /', {}],
  ['a form', 'POST /', { 'content-length': '0' }],
  ['a session', 'GET /', { cookie: 'session=abcdefghijklmnopqrst' }],
  ['any other cookie', 'GET /', { cookie: 'lang=en' }],
  ['a token', 'GET /', { authorization: 'Bearer abcdefghijklmnopqrst' }],
  ['a chosen language, which sets a cookie', 'GET /?lang=en', {}],
  ['a browser that has it already', 'GET /', { 'if-none-match': '"x"' }],
  ['one that knows no Brotli', 'GET /', { 'accept-encoding': 'gzip' }],
  ['two hosts', 'GET /', { Host: 'fjord.localhost' }],
  ['an absolute address of another host', 'GET http://fjord.localhost/', {}],
  ['another spelling', 'GET //', {}],
] as const)('%s goes the long way', async (_, start, headers) => {
  expect((await ask(start, headers)).status).toBe(299)
})

test('whoever has asked too often goes the long way too, where that is told', async () => {
  const now = app.deps.now()
  while (door.limit('127.0.0.1', now) === null);
  app.clock.now = now - 10_000
  expect((await ask('GET /')).status).toBe(299)
  expect((await ask('GET /')).status).toBe(200)
})

test('where tenants are staged by a cookie or an address, every request goes the long way', async () => {
  const answered = answerKept({
    deps: { ...app.deps, config: { ...app.deps.config, staging: true } },
    door,
    cache,
    again: () => {},
    routeOf: () => '/',
  })
  expect(
    answered(
      {
        method: 'GET',
        url: '/',
        headers: { host, 'accept-encoding': 'br' },
        rawHeaders: [],
        socket: {},
      } as never,
      {} as never,
    ),
  ).toBe(false)
})

test('content pages are kept, a message to somebody is not', () => {
  const isKept = (address: string) => pageKey(tenant, 'da', address, 0) !== null
  for (const address of ['/om-os', '/inspiration/farve', '/messages', '/index?lang=en'])
    expect([address, isKept(address)]).toEqual([address, true])
  for (const address of [`/message/${'x'.repeat(32)}`, '/message/abc?lang=da'])
    expect([address, isKept(address)]).toEqual([address, false])
})

test('what one browser says in its headers decides nothing for another that says it otherwise', async () => {
  expect((await ask('GET /', { 'accept-encoding': 'gzip,', 'accept-language': 'br da' })).status).toBe(299)
  expect((await ask('GET /', { 'accept-encoding': 'gzip, br', 'accept-language': 'da' })).status).toBe(200)
})
