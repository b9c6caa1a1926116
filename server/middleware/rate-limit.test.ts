import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '#test/count-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createApp } from '../app.ts'
import { innerClient } from '../run-call.ts'
import { rateLimit } from './rate-limit.ts'

const MINUTE = 60_000

/** How many of so many requests at one moment are let through. */
const passed = (limit: ReturnType<typeof rateLimit>, tries: number, now: number, address = '192.0.2.1') =>
  Array.from({ length: tries }, () => limit(address, now)).filter((wait) => wait === null).length

test.for([1, 5, 60, 600])('with a limit of %i a minute exactly so many pass at once', (perMinute) => {
  expect(passed(rateLimit(perMinute), perMinute + 1_000, 0)).toBe(perMinute)
})

test('ten thousand requests at one moment pass no more than the limit', () => {
  expect(passed(rateLimit(60), 10_000, 0)).toBe(60)
})

test('room comes back evenly, and never more than the limit', () => {
  const limit = rateLimit(60)
  passed(limit, 60, 0)
  expect(passed(limit, 10, 1_000)).toBe(1)
  expect(passed(limit, 10, 6_000)).toBe(5)
  expect(passed(limit, 1_000, 60 * MINUTE)).toBe(60)
})

test('within any minute no more than twice the limit passes, however the requests are spread', () => {
  const limit = rateLimit(60)
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
  'a limit of %i asks to wait %i seconds at most, and whoever waits passes',
  ([perMinute, longest]) => {
    const limit = rateLimit(perMinute)
    passed(limit, perMinute, 0)
    const wait = limit('192.0.2.1', 0)
    expect(wait).toBe(longest)
    expect(limit('192.0.2.1', (wait ?? 0) * 1_000)).toBeNull()
  },
)

test('being refused costs nothing', () => {
  const limit = rateLimit(60)
  passed(limit, 60, 0)
  for (let now = 0; now < 1_000; now += 1) limit('192.0.2.1', now)
  expect(limit('192.0.2.1', 1_000)).toBeNull()
})

test('each address counts apart', () => {
  const limit = rateLimit(5)
  expect(passed(limit, 10, 0)).toBe(5)
  expect(passed(limit, 10, 0, '192.0.2.2')).toBe(5)
})

test('a clock that steps back gives nothing away', () => {
  const limit = rateLimit(5)
  expect(passed(limit, 10, MINUTE)).toBe(5)
  expect(passed(limit, 10, 0)).toBe(0)
})

test('a hundred thousand addresses are remembered, the one that asks all the time among them', () => {
  const limit = rateLimit(5)
  expect(passed(limit, 5, 0, 'me')).toBe(5)
  for (let index = 0; index < 100_010; index += 1) {
    limit(`address ${index}`, 0)
    if (index % 50_000 === 49_999) limit('me', 12_000)
  }
  expect(passed(limit, 5, 12_000, 'me')).toBe(0)
})

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { RATE_LIMIT: '5', TRUSTED_PROXIES: '1' } })
})
afterAll(() => app.close())

test('over HTTP the sixth request of five is refused with a stable code and Retry-After, per client address over all tenants', async () => {
  app.clock.now = 1_000_000
  const [one, other] = [await makeTenant(app), await makeTenant(app)]
  const ask = (tenant: typeof one, address: string, path = '/api/countries') =>
    app.fetch(
      tenant,
      new Request(`http://x${path}`, { headers: { 'x-forwarded-for': `10.9.9.9, ${address}` } }),
    )
  const statuses = async (tenant: typeof one, address: string) => {
    const got: number[] = []
    for (let tries = 0; tries < 7; tries += 1) got.push((await ask(tenant, address)).status)
    return got
  }
  expect(await statuses(one, '192.0.2.1')).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await statuses(other, '192.0.2.1')).toEqual([429, 429, 429, 429, 429, 429, 429])
  expect(await statuses(other, '192.0.2.2')).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await statuses(one, '2001:db8::1')).toEqual([200, 200, 200, 200, 200, 429, 429])
  const refused = await ask(one, '2001:db8::2', '/api/anything')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('12')
  expect(await refused.json()).toEqual({
    error: { status: 'RESOURCE_EXHAUSTED', message: 'request/too-many', code: 'request/too-many' },
  })
  for (let tries = 0; tries < 20; tries += 1)
    expect((await ask(one, '192.0.2.1', '/healthz')).status).toBe(200)
  app.clock.now += 12_000
  expect((await ask(one, '192.0.2.1')).status).toBe(200)
  expect((await ask(one, '192.0.2.1')).status).toBe(429)
})

test('a client that is refused costs no look-up of a tenant, whatever hosts it names', async () => {
  const fresh = createApp({ ...app.deps, config: { ...app.deps.config, trustedProxies: 1 } }, null)
  const queries = await countQueries(app, async () => {
    for (let tries = 0; tries < 200; tries += 1) {
      const host = tries % 2 ? `${randomUUID()}.localhost` : `www.${randomUUID()}.example:${tries + 1}`
      const headers = { host, 'x-forwarded-for': '203.0.113.77' }
      expect((await fresh.fetch(new Request('http://x/api/countries', { headers }), {})).status).toBe(
        tries < 5 ? 200 : 429,
      )
    }
  })
  // The names of all tenants and the neutral one, once; of the five that pass, which name nobody, the first is looked up.
  expect(queries).toBe(3)
})

test('calls made while a page is rendered count with the page and not once more', async () => {
  const tenant = await makeTenant(app)
  const inner = createApp(app.deps, async (_, scope) => {
    for (let calls = 0; calls < 20; calls += 1) await innerClient(scope)('listCountries', {})
    return new Response('page')
  })
  const page = async () =>
    (await inner.fetch(new Request('http://x/page', { headers: { host: `${tenant}.localhost` } }), {})).status
  expect([await page(), await page(), await page(), await page(), await page(), await page()]).toEqual([
    200, 200, 200, 200, 200, 429,
  ])
})
