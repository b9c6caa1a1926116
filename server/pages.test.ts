import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createContext, data, redirect } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { PageScope } from '#contract/page.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createApp, pageRoutes } from './app.ts'
import type { Scope } from './context.ts'
import { createPages, type Build } from './pages.ts'

let made: TestApp
let app: ReturnType<typeof createApp>
let host: string
let rendered = 0

/** A front end of one page, which writes down what stands in its address as a careless one would. */
function careless(): Build {
  const pageScope = createContext<PageScope>()
  const handleRequest = async (
    request: Request,
    status: number,
    headers: Headers,
    _: unknown,
    context: Parameters<Build['entry']['module']['default']>[4],
  ) => {
    rendered += 1
    const { nonce, handOver, state } = (context as { get(key: typeof pageScope): PageScope }).get(pageScope)
    headers.set('content-type', 'text/html')
    const beside = state() !== 'within' && status === 200
    const said = `[${rendered},"\\"</script>);"]`
    const html = `<html><style nonce="${nonce}">p{}</style><p>${new URL(request.url).searchParams.get('type') ?? ''}</p><script nonce="${nonce}">ours()</script><script nonce="${nonce}" type="later">import "/app.js"</script>${beside ? '' : `<script type="application/json" data-state>${said.replaceAll('<', '\\u003c')}</script>`}</html>`
    handOver({
      html: Buffer.from(state() === 'alone' && beside ? '' : html),
      state: beside ? Buffer.from(said) : null,
    })
    return new Response(null, { status, headers })
  }
  const route = (id: string, path: string, parentId?: string) => ({
    id,
    path,
    parentId,
    module: { default: () => null },
  })
  const handleError = (error: unknown, { context }: { context: unknown }) =>
    (context as { get(key: typeof pageScope): PageScope }).get(pageScope).report(error)
  const gone = () => {
    throw data(null, { status: 404 })
  }
  const act = () => redirect('/done')
  const away = () => {
    throw new CallError('server/unavailable')
  }
  return {
    entry: { module: { default: handleRequest, handleError, pageScope } },
    routes: {
      root: route('root', ''),
      all: route('all', '*', 'root'),
      gone: { ...route('gone', 'gone/:page', 'root'), module: { default: () => null, loader: gone } },
      away: { ...route('away', 'away', 'root'), module: { default: () => null, loader: away } },
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
  // What is kept is made anew every few minutes.
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

test('a page that is kept says nothing of what lies below a domain that may be somebody else’s', async () => {
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
    const told = async (at: string) =>
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
      expect([at, await told(at ?? ''), await told(at ?? '')]).toEqual([at, hsts, hsts])
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
])('what %s shows is kept for nobody, however it is spelt', async (path) => {
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
  'what %s shows is kept for nobody',
  async (path) => {
    expect(await rendersOf(path)).toBe(2)
  },
)

test('a page that is not there is never kept, however often and under whatever name it is asked for', async () => {
  const before = rendered
  for (const name of ['a', 'a', 'b', 'b']) expect((await open(`/gone/${name}`)).status).toBe(404)
  expect(rendered - before).toBe(4)
})

test('a form comes through wherever TLS ends, and with the origin that a secret page has; one of another site does not', async () => {
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

test('a script that came in with the address is allowed neither on a kept page nor on another', async () => {
  const kept = await open(`/?type=${encodeURIComponent('<script>theirs()</script>')}`)
  expect(await kept.text()).toBe(
    '<html><style>p{}</style><p><script>theirs()</script></p><script>ours()</script><script type="later">import "/app.js"</script></html>',
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

test('a page that is kept comes without its state, which its scripts get at the same address as it stood in that page', async () => {
  const html = await (await open('/state')).text()
  const kept = rendered
  expect(html).toContain('<script type="later">import "/app.js"</script></html>')
  expect(html).not.toContain('data-state')
  for (const coding of ['br', 'gzip', 'identity']) {
    const answer = await open('/state', { 'x-part': 'state', 'accept-encoding': coding })
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('content-encoding') ?? 'identity',
    ]).toEqual([200, 'text/plain; charset=utf-8', 'no-store', coding])
    expect(decoded(coding, Buffer.from(await answer.arrayBuffer()))).toBe(`[${kept},"\\"</script>);"]`)
  }
  expect(rendered).toBe(kept)
  const tag = (await open('/state')).headers.get('etag') ?? ''
  expect([
    (await open('/state', { 'if-none-match': tag })).status,
    (await open('/state', { 'if-none-match': tag, 'x-part': 'state' })).status,
  ]).toEqual([304, 200])
})

test('a page of one’s own has its state in it; asked for, it is that of the page as it is now', async () => {
  const own = await (await open('/book/done')).text()
  expect(own).toContain('data-state')
  const answer = await open('/book/done', { 'x-part': 'state' })
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
    'text/plain; charset=utf-8',
    `[${rendered},"\\"</script>);"]`,
  ])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await open('/gone/x', { 'x-part': 'state' })).status).toBe(404)
})

test('a page whose words are being translated is not kept, and has in it the state that it was drawn from', async () => {
  const pages = createPages({ build: careless(), messages: {}, cacheBytes: 1_000_000 })
  const awaiting = createApp(
    made.deps,
    Object.assign((request: Request, scope: Scope) => {
      scope.words = 'awaited'
      return pages(request, scope)
    }, pages),
  )
  const before = rendered
  for (let time = 0; time < 2; time += 1) {
    const html = await (
      await awaiting.fetch(new Request(`http://${host}/awaited`, { headers: { host } }), {})
    ).text()
    expect(html).toContain('data-state')
  }
  expect(rendered - before).toBe(2)
})

const decoded = (coding: string, bytes: Buffer): string =>
  (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
