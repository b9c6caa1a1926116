import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePaths } from '#contract/site-map.ts'
import { exchange } from '#test/listen.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createRequestGuards } from '../app.ts'
import { LruCache } from '../cache/lru-cache.ts'
import type { Tenant } from '../context/context.ts'
import { serveFromPageCache, pageKey, type CachedPage } from './page-cache.ts'
import type { RequestGuards } from '../http/request-context.ts'

const BODY = 'kept bytes'
const LIMIT = 20
let app: TestApp
let guards: RequestGuards
let host: string
let tenant: Tenant
let server: Server
let port: number
const lines: { tenant?: string; route?: string; status?: number }[] = []
const cache = new LruCache<CachedPage>(1_000_000, ({ bytes }) => bytes.length)

const keep = (language: 'da' | 'en', address: string) =>
  cache.set(pageKey(tenant, { language, dateLanguage: language }, address, app.deps.now()) ?? '', {
    status: 200,
    headers: ['content-type', 'text/html', 'content-language', language],
    bytes: new TextEncoder().encode(BODY),
    etag: '"x"',
  })

beforeAll(async () => {
  app = await makeApp({ env: { RATE_LIMIT: String(LIMIT) } })
  app.clock.now = 1_000_000
  const id = await makeTenant(app)
  host = `${id}.localhost`
  guards = createRequestGuards(app.deps)
  tenant = await guards.find(host, { staged: null, address: '127.0.0.1' })
  const log = Object.assign(Object.create(app.deps.log) as typeof app.deps.log, {
    info: (line: object) => {
      lines.push(line)
    },
  })
  const answered = serveFromPageCache({
    deps: { ...app.deps, log },
    guards,
    cache,
    routeOf: () => '/route',
  })
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

test('a client over the rate limit goes through the application', async () => {
  const now = app.deps.now()
  while (guards.limit('127.0.0.1', now) === null);
  app.clock.now = now - 10_000
  expect((await ask('GET /')).status).toBe(299)
  expect((await ask('GET /')).status).toBe(200)
})

test('where tenants are staged by a cookie or an address, every request goes the long way', async () => {
  const answered = serveFromPageCache({
    deps: { ...app.deps, config: { ...app.deps.config, staging: true } },
    guards,
    cache,
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

test('pages with Finnish dates are kept apart from those with the same texts', () => {
  const key = (dateLanguage: 'en' | 'fi') => pageKey(tenant, { language: 'en', dateLanguage }, '/', 0)
  expect(key('fi')).not.toBe(key('en'))
})

const isCached = (url: string) => pageKey(tenant, { language: 'da', dateLanguage: 'da' }, url, 0) !== null

test('content pages are cached, a message to a guest is not', () => {
  for (const url of ['/om-os', '/inspiration/farve', '/messages', '/index?lang=en'])
    expect([url, isCached(url)]).toEqual([url, true])
  for (const url of [`/message/${'x'.repeat(32)}`, '/message/abc?lang=da'])
    expect([url, isCached(url)]).toEqual([url, false])
})

test.each(pagePaths.map(({ path, cacheable }) => [path, cacheable ? 'is' : 'is not', cacheable] as const))(
  '%s %s cached, only by the site map, and only as links write it',
  (path, _, cacheable) => {
    const url = path === '/*' ? '/there/is/nothing' : path.replace('/*', '').replace(/:\w+\??/g, 'x-y')
    expect([url, isCached(url)]).toEqual([url, Boolean(cacheable)])
    for (const other of [
      `${url}/`,
      `${url}.data`,
      `${url};a=b`,
      `/%62${url.slice(2)}`,
      `${url}?utm_source=x`,
    ])
      expect([other, isCached(other)]).toEqual([other, false])
    for (const name of ['lang', 'original', ...(cacheable ?? [])])
      expect([name, isCached(`${url}?${name}=x`)]).toEqual([name, Boolean(cacheable)])
    expect(isCached(`${url}?lang=${'x'.repeat(200)}`)).toBe(false)
  },
)

test('a step of a booking or of an account is cached in no spelling', () => {
  for (const path of [
    '/book/done',
    '/appointments',
    '/my-account',
    '/cookies',
    '/new-guest2',
    '/sign-in/magic',
  ])
    for (const url of [path, path.toUpperCase(), `/${path}`, path.replace('o', '%6f'), `${path}?lang=da`])
      expect([url, isCached(url)]).toEqual([url, false])
})

test('what one browser says in its headers decides nothing for another that says it otherwise', async () => {
  expect((await ask('GET /', { 'accept-encoding': 'gzip,', 'accept-language': 'br da' })).status).toBe(299)
  expect((await ask('GET /', { 'accept-encoding': 'gzip, br', 'accept-language': 'da' })).status).toBe(200)
})
