import type { PageClient } from '#contract/client.ts'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createContext, data, redirect } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createApp, pageRoutes } from '../app.ts'
import type { RequestContext } from '../context/context.ts'
import { createPages, type Build } from './render-page.ts'

let made: TestApp
let app: ReturnType<typeof createApp>
let host: string
let rendered = 0

/** A front end of one page, which writes down what stands in its address as a careless one would. */
function careless(): Build {
  const pageContext = createContext<PageContext>()
  const handleRequest = async (
    request: Request,
    status: number,
    headers: Headers,
    _: unknown,
    context: Parameters<Build['entry']['module']['default']>[4],
  ) => {
    rendered += 1
    const { nonce, setDocument } = (context as { get(key: typeof pageContext): PageContext }).get(pageContext)
    const asked = new URL(request.url).searchParams.get('type') ?? ''
    const mark = `nonce="${nonce}"`
    const html = `<html><style ${mark}>p{}</style><p>${asked}</p><script ${mark}>ours()</script></html>`
    setDocument(Buffer.from(html))
    return new Response(null, { status, headers })
  }
  const route = (id: string, path: string, parentId?: string) => ({
    id,
    path,
    parentId,
    module: { default: () => null },
  })
  const handleError = (error: unknown, { context }: { context: unknown }) =>
    (context as { get(key: typeof pageContext): PageContext }).get(pageContext).logError(error)
  const gone = () => {
    throw data(null, { status: 404 })
  }
  const act = () => redirect('/done')
  const long = () => 'word '.repeat(1_000)
  const away = () => {
    throw new CallError('server/unavailable')
  }
  return {
    entry: { module: { default: handleRequest, handleError, pageContext } },
    routes: {
      root: route('root', ''),
      all: route('all', '*', 'root'),
      gone: { ...route('gone', 'gone/:page', 'root'), module: { default: () => null, loader: gone } },
      away: { ...route('away', 'away', 'root'), module: { default: () => null, loader: away } },
      long: { ...route('long', 'long', 'root'), module: { default: () => null, loader: long } },
      act: { ...route('act', 'act', 'root'), module: { default: () => null, action: act } },
    },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as Build
}

beforeAll(async () => {
  made = await makeApp()
  // A cached page expires after five minutes.
  made.clock.now = Date.now()
  const tenant = await makeTenant(made)
  host = `${tenant}.localhost`
  app = createApp(made.deps, createPages({ build: careless(), messages: {}, cacheBytes: 1_000_000 }))
})
afterAll(() => made.close())

const open = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`http://${host}${path}`, { headers: { host, ...headers } }), {})
const rendersOf = async (path: string) => {
  const before = rendered
  for (let time = 0; time < 2; time += 1) expect((await open(path)).status).toBe(200)
  return rendered - before
}

const hash = async (text: string) =>
  `'sha256-${Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64')}'`

test('a cached page’s HSTS header excludes subdomains of a domain that may be a tenant’s', async () => {
  const secure = await makeApp({ env: { PUBLIC_ORIGIN_SCHEME: 'https' } })
  try {
    secure.clock.now = Date.now()
    const [plain, own] = [
      await makeTenant(secure),
      await makeTenant(secure, { vanityHost: 'www.own-salon.example' }),
    ]
    const pages = createApp(
      secure.deps,
      createPages({ build: careless(), messages: {}, cacheBytes: 1_000_000 }),
    )
    const responseHeaders = async (at: string) =>
      (await pages.fetch(new Request(`https://${at}/`, { headers: { host: at } }), {})).headers.get(
        'strict-transport-security',
      )
    for (const [at, hsts] of [
      [`${plain}.localhost`, 'max-age=31536000; includeSubDomains'],
      [`${own}.localhost`, 'max-age=31536000'],
      ['www.own-salon.example', 'max-age=31536000'],
      ['own-salon.example', 'max-age=31536000'],
    ]) {
      // Drawn, and kept.
      expect([at, await responseHeaders(at ?? ''), await responseHeaders(at ?? '')]).toEqual([at, hsts, hsts])
    }
  } finally {
    await secure.close()
  }
})

test.each(['/', '/behandlinger', '/book', '/behandlinger?lang=da'])(
  'the page at %s is rendered once for all',
  async (path) => {
    expect(await rendersOf(path)).toBe(1)
  },
)

test.each([
  '/book/done?visit=x',
  '/Book/done?visit=x',
  '/%62ook/done?visit=x',
  '/book%2Fdone',
  '/cancelBooking/x',
  '/CANCELBOOKING/x',
  '/cancelbooking/x',
  '/Appointments',
  '/visit/x',
  '//book/done',
])('the page %s is not cached, however its URL is written', async (path) => {
  expect(await rendersOf(path)).toBe(2)
})

test.each([
  '/om-os',
  '/visitkort',
  '/confirmation',
  '/clinic',
  '/message-to-guests',
  '/appointments-and-more',
  '/inspiration/farve-der-holder',
])('the content page %s is rendered once for all', async (path) => {
  expect(await rendersOf(path)).toBe(1)
})

test.each(['/message/demo-handle-of-lower-case-letters', '/message'])(
  'the page %s is not cached',
  async (path) => {
    expect(await rendersOf(path)).toBe(2)
  },
)

test('a page that does not exist is never cached', async () => {
  const before = rendered
  for (const name of ['a', 'a', 'b', 'b']) expect((await open(`/gone/${name}`)).status).toBe(404)
  expect(rendered - before).toBe(4)
})

test('a form is accepted behind a TLS proxy and with origin null, not from another site', async () => {
  const post = async (headers: Record<string, string>) =>
    (
      await app.fetch(
        new Request(`http://${host}/act`, {
          method: 'POST',
          body: 'a=b',
          headers: {
            host,
            cookie: 'session=x',
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
        }),
        {},
      )
    ).status
  const own = { 'sec-fetch-site': 'same-origin' }
  const welcome: Record<string, string>[] = [
    { ...own, origin: `https://${host}` },
    { ...own, origin: `http://${host}` },
    { ...own, origin: 'null' },
    own,
    { origin: `https://${host}` },
  ]
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site', origin: `https://${host}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const headers of welcome) expect([headers, await post(headers)]).toEqual([headers, 302])
  for (const headers of foreign) expect([headers, await post(headers)]).toEqual([headers, 403])
})

test('of the address of a content page the log tells only that it is one', () => {
  const routeOf = pageRoutes(new Set(['book', 'message']))
  expect(
    [
      '/',
      '/om-os',
      '/om-os.data',
      '/inspiration/farve',
      '/message/a-handle',
      '/book/time',
      '/x'.repeat(50),
    ].map(routeOf),
  ).toEqual(['/', '/*', '/*', '/*/*', '/message/*', '/book/*', '/*/*'])
})

test('a script injected by the URL is allowed neither on a cached page nor on another', async () => {
  const kept = await open(`/behandlinger?type=${encodeURIComponent('<script>theirs()</script>')}`)
  expect(await kept.text()).toBe(
    '<html><style>p{}</style><p><script>theirs()</script></p><script>ours()</script></html>',
  )
  const policy = kept.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(await hash('ours()'))
  expect(policy).not.toContain(await hash('theirs()'))
  const other = await open('/cancelBooking/x')
  const nonce = /nonce="([^"]+)"/.exec(await other.text())?.[1]
  expect(other.headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}';`)
})

test('a guest who has the page already gets 304, also where a proxy has weakened its tag', async () => {
  const etag = (await open('/book')).headers.get('etag') ?? ''
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`])
    expect((await open('/book', { 'if-none-match': tag })).status).toBe(304)
  expect((await open('/book', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a page whose content is away for a moment says so with its status, and is not kept', async () => {
  const answer = await open('/away')
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
})

test.each(['br', 'gzip', 'identity'])('a cached page is sent in the encoding %s', async (encoding) => {
  const plain = await (await open('/encoded')).text()
  const before = rendered
  const answer = await open('/encoded', { 'accept-encoding': encoding })
  expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
  expect(decoded(encoding, Buffer.from(await answer.arrayBuffer()))).toBe(plain)
  expect(rendered).toBe(before)
})

test.each(['br', 'gzip', 'identity'])('the data of a page is sent in the encoding %s', async (encoding) => {
  const plain = await (await open('/long.data')).text()
  expect(plain).toContain('word word')
  const answer = await open('/long.data', { 'accept-encoding': encoding })
  expect([answer.headers.get('content-encoding') ?? 'identity', answer.headers.get('cache-control')]).toEqual(
    [encoding, 'no-store'],
  )
  expect(decoded(encoding, Buffer.from(await answer.arrayBuffer()))).toBe(plain)
})

test('a page whose texts are being translated is not cached', async () => {
  const pages = createPages({ build: careless(), messages: {}, cacheBytes: 1_000_000 })
  const awaiting = createApp(
    made.deps,
    Object.assign((request: Request, ctx: RequestContext, call: PageClient) => {
      ctx.untranslated = 'awaited'
      return pages(request, ctx, call)
    }, pages),
  )
  const before = rendered
  for (let time = 0; time < 2; time += 1) {
    const answer = await awaiting.fetch(new Request(`http://${host}/awaited`, { headers: { host } }), {})
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect(rendered - before).toBe(2)
})

const decoded = (coding: string, bytes: Buffer): string =>
  (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
