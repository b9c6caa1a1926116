import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '#test/count-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createApp } from '../app.ts'
import { createRequestLimit } from './request-limit.ts'

const MINUTE = 60_000

/** The number of requests that pass at one moment. */
const countPassed = (
  limit: ReturnType<typeof createRequestLimit>,
  attempts: number,
  now: number,
  address = '192.0.2.1',
) => Array.from({ length: attempts }, () => limit(address, now)).filter((wait) => wait === null).length

test.for([1, 5, 60, 600])('with a limit of %i a minute exactly that many pass at once', (perMinute) => {
  expect(countPassed(createRequestLimit(perMinute), perMinute + 1_000, 0)).toBe(perMinute)
})

test('10,000 requests at one moment do not exceed the limit', () => {
  expect(countPassed(createRequestLimit(60), 10_000, 0)).toBe(60)
})

test('the bucket refills evenly up to the limit', () => {
  const limit = createRequestLimit(60)
  countPassed(limit, 60, 0)
  expect(countPassed(limit, 10, 1_000)).toBe(1)
  expect(countPassed(limit, 10, 6_000)).toBe(5)
  expect(countPassed(limit, 1_000, 60 * MINUTE)).toBe(60)
})

test('within any minute at most twice the limit passes, for every pattern', () => {
  const limit = createRequestLimit(60)
  const at = Array.from({ length: 4 * 600 }, (_, index) => index * 100).filter(
    (now) => limit('192.0.2.1', now) === null,
  )
  const busiest = Math.max(...at.map((from) => at.filter((one) => one >= from && one < from + MINUTE).length))
  expect(busiest).toBeLessThanOrEqual(120)
  expect(at).toHaveLength(60 + 4 * 60 - 1)
})

test.for([
  [1, 60],
  [2, 30],
  [60, 1],
  [600, 1],
] as const)(
  'a limit of %i returns a wait of at most %i seconds, after which the request passes',
  ([perMinute, longest]) => {
    const limit = createRequestLimit(perMinute)
    countPassed(limit, perMinute, 0)
    const wait = limit('192.0.2.1', 0)
    expect(wait).toBe(longest)
    expect(limit('192.0.2.1', (wait ?? 0) * 1_000)).toBeNull()
  },
)

test('a rejected request costs nothing', () => {
  const limit = createRequestLimit(60)
  countPassed(limit, 60, 0)
  for (let now = 0; now < 1_000; now += 1) limit('192.0.2.1', now)
  expect(limit('192.0.2.1', 1_000)).toBeNull()
})

test('each client IP has its own bucket', () => {
  const limit = createRequestLimit(5)
  expect(countPassed(limit, 10, 0)).toBe(5)
  expect(countPassed(limit, 10, 0, '192.0.2.2')).toBe(5)
})

test('a clock that steps back refills nothing', () => {
  const limit = createRequestLimit(5)
  expect(countPassed(limit, 10, MINUTE)).toBe(5)
  expect(countPassed(limit, 10, 0)).toBe(0)
})

test('100,000 client IPs are remembered, including the most active one', () => {
  const limit = createRequestLimit(5)
  expect(countPassed(limit, 5, 0, 'me')).toBe(5)
  for (let index = 0; index < 100_010; index += 1) {
    limit(`address ${index}`, 0)
    if (index % 50_000 === 49_999) limit('me', 12_000)
  }
  expect(countPassed(limit, 5, 12_000, 'me')).toBe(0)
})

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { RATE_LIMIT: '5', TRUSTED_PROXIES: '1' } })
})
afterAll(() => app.close())

test('over HTTP, the request beyond the limit gets 429 and Retry-After, over all tenants', async () => {
  app.clock.now = 1_000_000
  const [one, other] = [await makeTenant(app), await makeTenant(app)]
  const ask = (tenant: typeof one, address: string, path = '/api/countries') =>
    app.fetch(
      tenant,
      new Request(`http://x${path}`, { headers: { 'x-forwarded-for': `10.9.9.9, ${address}` } }),
    )
  const statuses = async (tenant: typeof one, address: string) => {
    const got: number[] = []
    for (let attempts = 0; attempts < 7; attempts += 1) got.push((await ask(tenant, address)).status)
    return got
  }
  expect(await statuses(one, '192.0.2.1')).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await statuses(other, '192.0.2.1')).toEqual([429, 429, 429, 429, 429, 429, 429])
  expect(await statuses(other, '192.0.2.2')).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await statuses(one, '2001:db8::1')).toEqual([200, 200, 200, 200, 200, 429, 429])
  const rejection = await ask(one, '2001:db8::2', '/api/anything')
  expect(rejection.status).toBe(429)
  expect(rejection.headers.get('retry-after')).toBe('12')
  expect(await rejection.json()).toEqual({
    error: { status: 'RESOURCE_EXHAUSTED', message: 'request/too-many', code: 'request/too-many' },
  })
  for (let attempts = 0; attempts < 20; attempts += 1)
    expect((await ask(one, '192.0.2.1', '/healthz')).status).toBe(200)
  app.clock.now += 12_000
  expect((await ask(one, '192.0.2.1')).status).toBe(200)
  expect((await ask(one, '192.0.2.1')).status).toBe(429)
})

test('a rejected client causes no look-up of a tenant', async () => {
  const fresh = createApp({ ...app.deps, config: { ...app.deps.config, trustedProxies: 1 } }, null)
  const queries = await countQueries(app, async () => {
    for (let attempts = 0; attempts < 200; attempts += 1) {
      const host = attempts % 2 ? `${randomUUID()}.localhost` : `www.${randomUUID()}.example:${attempts + 1}`
      const headers = { host, 'x-forwarded-for': '203.0.113.77' }
      expect((await fresh.fetch(new Request('http://x/api/countries', { headers }), {})).status).toBe(
        attempts < 5 ? 200 : 429,
      )
    }
  })
  // All tenant names and the neutral tenant, once; of the five requests that pass, with unknown hosts, the
  // first is looked up.
  expect(queries).toBe(3)
})

test('calls made while rendering a page are not counted separately', async () => {
  const tenant = await makeTenant(app)
  const inner = createApp(app.deps, async (_request, _ctx, call) => {
    for (let calls = 0; calls < 20; calls += 1) await call('listCountries', {})
    return new Response('page')
  })
  const page = async () =>
    (await inner.fetch(new Request('http://x/page', { headers: { host: `${tenant}.localhost` } }), {})).status
  expect([await page(), await page(), await page(), await page(), await page(), await page()]).toEqual([
    200, 200, 200, 200, 200, 429,
  ])
})
