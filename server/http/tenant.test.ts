import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { countQueries } from '#test/count-queries.ts'
import { listen, type Listening } from '#test/listen.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import type { Db } from '../database/db.ts'
import type { ChangeEvents } from '../database/change-events.ts'
import { canonicalHost, firstLabel } from '../tenant/host.ts'
import { createTenantResolver } from './tenant.ts'

const suffixes = ['stamgast.dk', 'stamgast.com', 'stamgast.app', 'localhost']

/**
 * Every form of host header and whose it is: a tenant's, the neutral one's (`default`), or a rejected request
 * (400).
 */
const aurora = [
  'aurora.localhost',
  'aurora.localhost:3000',
  'aurora.localhost:80',
  'aurora.localhost:443',
  'aurora.localhost:65535',
  'aurora.localhost.',
  'aurora.localhost.:3000',
  'AURORA.localhost',
  'Aurora.Localhost',
  'aurora.LOCALHOST',
  'aUrOrA.lOcAlHoSt:3000',
  'AURORA.LOCALHOST.',
  'aurora.stamgast.dk',
  'aurora.stamgast.com',
  'aurora.stamgast.app',
  'aurora.stamgast.dk:8080',
  'aurora.stamgast.com.',
  'AURORA.STAMGAST.DK',
  'Aurora.Stamgast.App:443',
]
const fjord = [
  'www.fjordbarber.dk',
  'www.fjordbarber.dk:443',
  'www.fjordbarber.dk.',
  'WWW.FJORDBARBER.DK',
  'www.FjordBarber.dk:8080',
  'www.fjordbarber.dk.:3000',
  'fjord.localhost',
  'fjord.stamgast.dk',
  'fjord.stamgast.com:3000',
]
const smorrebrod = [
  'xn--smrrebrd-64af.dk',
  'XN--SMRREBRD-64AF.DK',
  'xn--smrrebrd-64af.dk:3000',
  'xn--smrrebrd-64af.dk.',
  'Xn--Smrrebrd-64af.Dk.:443',
]
const ownSuffix = ['deep.salon.localhost', 'deep.salon.localhost:3000', 'Deep.Salon.Localhost.']
const nobody = [
  // The bare product domains, other domains, other depths.
  'localhost',
  'localhost:3000',
  'localhost.',
  'stamgast.dk',
  'stamgast.com',
  'stamgast.app',
  'STAMGAST.DK',
  'www.stamgast.dk',
  'www.localhost',
  'go.stamgast.dk',
  'go.localhost',
  'example.com',
  'aurora.example.com',
  'aurora.dk',
  'aurora',
  'aurora:3000',
  'fjord',
  'fjordbarber.dk',
  'www.fjordbarber.dk.stamgast.dk',
  'www.fjordbarber.com',
  'a.aurora.localhost',
  'aurora.a.localhost',
  'aurora.fjord.localhost',
  'www.aurora.localhost',
  'aurora.stamgast.dk.localhost',
  'aurora.localhost.stamgast.dk',
  'x.y.z.localhost',
  // Near misses.
  'auroralocalhost',
  'aurora-localhost',
  'aurora.localhost1',
  'aurora.localhostx',
  'xaurora.localhost',
  'aurorax.localhost',
  'aurora.stamgast.de',
  'aurora.stamgastdk',
  'aurora.xstamgast.dk',
  'aurora.stamgast.dk.evil.com',
  'evil.com.aurora.localhost',
  'aurora_.localhost',
  '_aurora.localhost',
  '-aurora.localhost',
  'aurora-.localhost',
  'default.localhost',
  'null',
  'undefined',
  '0',
  // Dots where none belong.
  'aurora.localhost..',
  '.aurora.localhost',
  'aurora..localhost',
  '..aurora.localhost',
  // Addresses.
  '127.0.0.1',
  '127.0.0.1:3000',
  '10.0.0.1',
  '0x7f.1',
  '2130706433',
  // A homograph IDN.
  'xn--smrrebrd-64af.com',
  'xn--smrrebrd-54a.dk',
  'xn--aurora-.localhost',
  'xn--aurr-u5a.localhost',
]
const refused = [
  // IDN that is not encoded: as latin1, as UTF-8, with letters that vanish.
  'sm\u00f8rrebr\u00f8d.dk',
  'sm\u00c3\u00b8rrebr\u00c3\u00b8d.dk',
  'aurora\u00b7.localhost',
  'a\u00adurora.localhost',
  'aurora.localhost:',
  'aurora.localhost:x',
  'aurora.localhost:3000:3000',
  '',
  ' ',
  'aurora.localhost/',
  'aurora.localhost/x',
  'aurora.localhost?x',
  'aurora.localhost#x',
  'user@aurora.localhost',
  'user:pass@aurora.localhost',
  'aurora.localhost@fjord.localhost',
  'aurora.localhost\\x',
  'aurora .localhost',
  'aurora.localhost fjord.localhost',
  'aurora.localhost:123456',
  'aurora%2elocalhost',
  '%61urora.localhost',
  'aurora.localhost%00',
  'aurora.localhost, fjord.localhost',
  '[::1]]',
  'http://aurora.localhost',
  '//aurora.localhost',
  '<aurora.localhost>',
  'aurora.localhost|',
  'aurora^.localhost',
  '[aurora.localhost]',
  'aurora.localhost:99999',
]

const table: [string, string | 400][] = [
  ...aurora.map((host): [string, string] => [host, 'aurora']),
  ...fjord.map((host): [string, string] => [host, 'fjord']),
  ...smorrebrod.map((host): [string, string] => [host, 'smorrebrod']),
  ...ownSuffix.map((host): [string, string] => [host, 'deep']),
  ...nobody.map((host): [string, string] => [host, 'default']),
  ...refused.map((host): [string, 400] => [host, 400]),
]

let app: TestApp
let server: Listening
beforeAll(async () => {
  app = await makeApp({
    env: {
      HOST: '127.0.0.1',
      DOMAIN_SUFFIXES: 'stamgast.dk,stamgast.com,stamgast.app,localhost',
      TRUSTED_PROXIES: '1',
    },
  })
  await makeTenant(app, { id: 'aurora' })
  await makeTenant(app, { id: 'fjord', vanityHost: 'www.fjordbarber.dk' })
  await makeTenant(app, { id: 'smorrebrod', firstpath: null, vanityHost: 'xn--smrrebrd-64af.dk' })
  await makeTenant(app, { id: 'deep', firstpath: null, vanityHost: 'deep.salon.localhost' })
  server = await listen(app.app.fetch)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** Whose page answers, or the status of a refusal. */
async function whose(lines: string[], target = '/dev/outbox'): Promise<string | number> {
  const { status, body } = await server.exchange(
    [`GET ${target} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'),
  )
  return status === 200 ? (/What Company (\S+) has sent/.exec(body)?.[1] ?? 'unreadable') : status
}

test(`${table.length} forms of the Host header each lead to their own tenant, to the neutral one, or are refused`, async () => {
  expect(table.length).toBeGreaterThanOrEqual(120)
  expect(new Set(table.map(([host]) => host)).size).toBe(table.length)
  const wrong: unknown[] = []
  for (const [host, expected] of table) {
    const got = await whose([`Host: ${host}`])
    // An invalid host may also get the neutral tenant; never another one.
    const right = expected === 400 ? got === 400 || got === 'default' : got === expected
    if (!right) wrong.push({ host, expected, got })
  }
  expect(wrong).toEqual([])
})

test.for([
  ['X-Forwarded-Host', ['X-Forwarded-Host: fjord.localhost']],
  ['X-Forwarded-Server', ['X-Forwarded-Server: fjord.localhost']],
  ['X-Host', ['X-Host: fjord.localhost']],
  ['X-Original-Host', ['X-Original-Host: fjord.localhost']],
  ['Forwarded', ['Forwarded: for=192.0.2.1;host=fjord.localhost']],
  ['X-HTTP-Host-Override', ['X-HTTP-Host-Override: fjord.localhost']],
  ['X-Original-URL', ['X-Original-URL: http://fjord.localhost/dev/outbox']],
  ['X-Tenant', ['X-Tenant: fjord', 'tenant: fjord', 'tenantId: fjord']],
  ['Origin and Referer', ['Origin: http://fjord.localhost', 'Referer: http://fjord.localhost/']],
  ['a cookie', ['Cookie: tenant=fjord; __Host-tenant=fjord']],
] as const)('%s does not move a request to another tenant', async ([, lines]) => {
  expect(await whose(['Host: aurora.localhost', ...lines])).toBe('aurora')
})

test('two Host headers are refused, and so is none', async () => {
  expect(await whose(['Host: aurora.localhost', 'Host: fjord.localhost'])).toBe(400)
  expect(await whose(['Host: aurora.localhost', 'host: aurora.localhost'])).toBe(400)
  expect(await whose([])).toBe(400)
})

test('a target that names a host is followed only where the Host header says the same', async () => {
  expect(await whose(['Host: aurora.localhost'], 'http://aurora.localhost/dev/outbox')).toBe('aurora')
  expect(await whose(['Host: aurora.localhost:3000'], 'http://AURORA.localhost./dev/outbox')).toBe('aurora')
  expect(await whose(['Host: aurora.localhost'], 'http://fjord.localhost/dev/outbox')).toBe(400)
  expect(await whose(['Host: fjord.localhost'], 'https://aurora.localhost/dev/outbox')).toBe(400)
  expect(await whose(['Host: aurora.localhost'], '//fjord.localhost/dev/outbox')).not.toBe('fjord')
})

test('a host is lower case, in punycode, without port and trailing dot, or it is none', () => {
  expect(canonicalHost('Sm\u00f8rrebr\u00f8d.DK.:3000')).toBe('xn--smrrebrd-64af.dk')
  expect(canonicalHost('AURORA.localhost')).toBe('aurora.localhost')
  for (const none of [
    undefined,
    '',
    '.',
    ':3000',
    'a b',
    'a..b',
    '-a',
    'a-',
    'a_b',
    '%61',
    '[::1]',
    'a'.repeat(256),
  ])
    expect(canonicalHost(none)).toBeNull()
})

test('the longest product domain that fits decides the first label', () => {
  expect(firstLabel('aurora.stamgast.dk', suffixes)).toBe('aurora')
  expect(firstLabel('aurora.app.example.dk', ['example.dk', 'app.example.dk'])).toBe('aurora')
  expect(firstLabel('app.example.dk', ['example.dk', 'app.example.dk'])).toBe('app')
  for (const host of ['stamgast.dk', 'a.b.stamgast.dk', 'aurorastamgast.dk', 'example.com'])
    expect(firstLabel(host, suffixes)).toBeNull()
})

test('of 20,000 random hosts, ports and staged names of one client thirty reach the database, of a second flood none, and no tenant is pushed out', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const find = createTenantResolver(app.db, app.deps.changeEvents, {
    ...app.deps.config,
    staging: true,
    rateLimit: 600,
  })
  const address = '192.0.2.1'
  for (const host of ['aurora.localhost', 'www.fjordbarber.dk', 'localhost'])
    await find(host, { staged: null, address })
  const queries = await countQueries(app, async () => {
    for (let index = 0; index < 20_000; index += 1) {
      const name = `${index.toString(36)}-${randomUUID()}`
      const hosts = [
        `${name}.localhost`,
        `www.${name}.example`,
        `aurora.localhost:${(index % 65_535) + 1}`,
        `${name}\u00b7`,
      ]
      expect((await find(hosts[index % 4] ?? '', { staged: index % 3 ? null : name, address })).id).toBe(
        index % 4 === 2 ? 'aurora' : 'default',
      )
    }
  })
  expect(queries).toBe(29)
  for (let index = 0; index < 600; index += 1)
    await find(`${randomUUID()}.example`, { staged: null, address: `198.51.${index >> 8}.${index & 255}` })
  const beyond = await countQueries(app, async () => {
    for (let index = 0; index < 5_000; index += 1)
      await find(`${randomUUID()}.example`, { staged: null, address: `203.0.${index >> 8}.${index & 255}` })
  })
  expect(beyond).toBe(0)
  expect([
    find.known('aurora.localhost')?.id,
    find.known('WWW.fjordbarber.dk.:443')?.id,
    find.known('localhost')?.id,
  ]).toEqual(['aurora', 'fjord', 'default'])
})

test('a changed tenant is read again as soon as the import announces it', async () => {
  const id = await makeTenant(app, { firstpath: 'old-name' })
  expect(await whose(['Host: old-name.localhost'])).toBe(id)
  expect(await whose(['Host: new-name.localhost'])).toBe('default')
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query("update tenant set firstpath = 'new-name' where id = $1", [id])
  await owner.query('select pg_notify($1, $2)', [
    'stamgast',
    JSON.stringify({ tenant: id, topic: 'tenant', id: '' }),
  ])
  await owner.end()
  await expect.poll(() => whose(['Host: new-name.localhost'])).toBe(id)
  expect(await whose(['Host: old-name.localhost'])).toBe('default')
})

test('a tenant that was read while it was being changed is not kept', async () => {
  const id = await makeTenant(app)
  let tell: Parameters<ChangeEvents['subscribe']>[0] = () => {}
  const changeEvents = {
    ...app.deps.changeEvents,
    subscribe: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
  }
  let asked = 0
  // The announcement comes between the question to the database and its answer.
  const db = new Proxy(app.db, {
    get: (target, name: keyof Db) => {
      if (name === 'shared') {
        asked += 1
        if (asked === 1) tell('reconnected')
      }
      return target[name]
    },
  })
  const find = createTenantResolver(db, changeEvents, app.deps.config)
  const host = `${id}.localhost`
  expect((await find(host, { staged: null, address: '192.0.2.1' })).id).toBe(id)
  expect(find.known(host)).toBeNull()
  expect((await find(host, { staged: null, address: '192.0.2.1' })).id).toBe(id)
  expect(find.known(host)?.id).toBe(id)
})
