import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '#test/listen.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import type { TenantId } from '../database/db.ts'
import { pagePolicy } from './security-headers.ts'

let app: TestApp
let secure: TestApp
let tenantId: TenantId
let server: Listening
beforeAll(async () => {
  app = await makeApp({ env: { RATE_LIMIT: '500' } })
  secure = await makeApp({ env: { PUBLIC_ORIGIN_SCHEME: 'https' } })
  tenantId = await makeTenant(app)
  server = await listen(app.app.fetch)
})
afterAll(async () => {
  await server.close()
  await Promise.all([app.close(), secure.close()])
})

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'referrer-policy': 'same-origin',
}
const strict = { ...always, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
const headersOf = (answer: Response) => Object.fromEntries(answer.headers)
const json = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

test('every kind of answer carries the same strict headers', async () => {
  const of = `/api/tenants/${tenantId}`
  const etag = (await app.fetch(tenantId, new Request(`http://x${of}`))).headers.get('etag') ?? ''
  const asked: [number, string, RequestInit?][] = [
    [200, of],
    [304, of, { headers: { 'if-none-match': etag } }],
    [200, '/api/countries'],
    [200, '/healthz'],
    [200, '/readyz'],
    [400, `${of}/availability`],
    [401, `${of}/users/x`],
    [404, '/api/nothing'],
    [404, '/api/tenants/nobody'],
    [404, '/nothing'],
    [404, '/art/x/y.svg'],
    [404, '/assets/nothing.js'],
    [405, '/api/signOut'],
    [405, '/healthz', { method: 'POST' }],
    [403, '/api/signOut', json('{}', { origin: 'https://evil.example' })],
    [413, '/api/signOut', json(`{"tenantId":"${'x'.repeat(70_000)}"}`)],
    [414, `/${'x'.repeat(9_000)}`],
    [415, '/api/signOut', { method: 'POST', body: 'x' }],
    [200, '/api/signOut', json('{}')],
    [200, '/dev/outbox.json'],
  ]
  for (const [status, path, init] of asked) {
    const answer = await app.fetch(tenantId, new Request(`http://x${path}`, init))
    expect([path.slice(0, 60), answer.status, headersOf(answer)]).toEqual([
      path.slice(0, 60),
      status,
      expect.objectContaining({
        ...strict,
        'referrer-policy': /^\/(?:api|dev)\//.test(path) ? 'no-referrer' : 'same-origin',
      }),
    ])
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('x-powered-by') ?? answer.headers.get('server')).toBeNull()
  }
})

test('a refusal by the rate limit carries them too', async () => {
  const busy = await makeTenant(app)
  // A while ago, so that what comes after has room again.
  app.clock.now = Date.now() - 3_600_000
  let answer = new Response()
  for (let attempts = 0; attempts < 501; attempts += 1)
    answer = await app.fetch(busy, new Request('http://x/api/healthy'))
  app.clock.now = null
  expect([answer.status, headersOf(answer)]).toEqual([
    429,
    expect.objectContaining({ ...strict, 'referrer-policy': 'no-referrer' }),
  ])
})

test('a stream carries them, and is never kept or held back', async () => {
  const { head, status } = await server.exchange(
    `HEAD /api/live HTTP/1.1\r\nHost: ${tenantId}.localhost\r\nConnection: close\r\n\r\n`,
  )
  expect(status).toBe(200)
  const answer = await app.fetch(tenantId, new Request('http://x/api/live'))
  await answer.body?.cancel()
  const wanted = { ...strict, 'referrer-policy': 'no-referrer' }
  expect(headersOf(answer)).toMatchObject({
    ...wanted,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  for (const [name, value] of Object.entries(wanted))
    expect(head.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
})

test('the outbox may show one page, and the mails in it may do nothing', async () => {
  const start = Date.now() + 86_400_000
  await app.unrecorded.write(tenantId, (tx) =>
    tx.execute(
      `insert into mail (tenant_id, id, key, "to", subject, text, html, created_at)
        values ('${tenantId}', gen_random_uuid(), 'x', 'a@example.com', 's', 't',
        '<html><head></head><body><script>1</script></body></html>', to_timestamp(${start / 1000}))`,
    ),
  )
  const { mail } = (await (await app.fetch(tenantId, new Request('http://x/dev/outbox.json'))).json()) as {
    mail: { id: string }[]
  }
  const policies = await Promise.all(
    ['/dev/outbox', `/dev/outbox/${mail[0]?.id}`].map(
      async (path) =>
        (await app.fetch(tenantId, new Request(`http://x${path}`))).headers.get('content-security-policy') ??
        '',
    ),
  )
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|unsafe-eval|\*/)
  }
  expect(policies[1]).toContain('sandbox allow-popups')
})

test('personal answers are never kept, public ones only after asking again', async () => {
  const guest = app.guest(tenantId)
  const { uid } = await guest('createUserWithEmailAndPassword', {
    tenantId,
    email: 'freja@example.com',
    password: 'stamgast-demo',
  })
  const kept = async (name: 'getUser' | 'listBookings') =>
    (await guest.send(name, { tenantId, uid })).headers.get('cache-control')
  expect([await kept('getUser'), await kept('listBookings')]).toEqual(['no-store', 'no-store'])
  for (const path of ['visits', 'holds', 'moves'])
    expect(
      (
        await app.fetch(tenantId, new Request(`http://x/api/tenants/${tenantId}/${path}/${'x'.repeat(32)}`))
      ).headers.get('cache-control'),
    ).toBe('no-store')
  expect((await guest.send('getTenant', { tenantId })).headers.get('cache-control')).toBe('private, no-cache')
})

test('where the connection is secure, it stays so for a year', async () => {
  const id = await makeTenant(secure)
  for (const path of ['/healthz', '/api/countries', '/nothing', '/api/nothing']) {
    expect(
      (await secure.fetch(id, new Request(`https://x${path}`))).headers.get('strict-transport-security'),
    ).toBe('max-age=31536000; includeSubDomains')
  }
})

test('a tenant’s own domain gets no header for its other subdomains, not even before its tenant is known', async () => {
  await makeTenant(secure, { vanityHost: 'www.own-salon.example' })
  for (const path of ['/healthz', '/assets/nothing.js', '/api/countries', '/nothing']) {
    const answer = await secure.app.fetch(
      new Request(`https://x${path}`, { headers: { host: 'www.own-salon.example' } }),
      {},
    )
    expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
  }
})

test('the policy of a page allows only its own scripts and styles', () => {
  const policy = pagePolicy(["'nonce-abc'"], ["'sha256-abc'"])
  const directives = Object.fromEntries(
    policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]),
  )
  expect(directives).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'nonce-abc'"],
    'style-src': ["'self'", "'sha256-abc'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'worker-src': ["'self'"],
    'frame-src': ['www.youtube-nocookie.com', 'player.vimeo.com'],
    'manifest-src': ["'self'"],
  })
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})
