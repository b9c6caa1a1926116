import { randomBytes } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, requestFor } from '#contract/client.ts'
import { tenantId, type TenantId } from '#server/database/db.ts'
import { makeDemoDb } from '#test/demo-db.ts'
import { makeTenant, type TestDb } from '#test/make.ts'
import { freePort, startProcess, type ServerProcess } from '#test/process.ts'
import { raceForEqualTimes, raceForMixes, type RaceSetup } from '#test/race-rounds.ts'
import { freja } from '#test/steps.ts'
import { exhaustive } from '#test/tier.ts'

let testDb: TestDb
let servers: [ServerProcess, ServerProcess]
let env: Record<string, string>
beforeAll(async () => {
  testDb = await makeDemoDb()
  env = {
    DATABASE_URL: testDb.ownerUrl,
    DATABASE_APP_URL: testDb.appUrl,
    DEMO: 'force',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '1',
    RATE_LIMIT: '10000000',
  }
  servers = [startProcess(await freePort(), env), startProcess(await freePort(), env)]
  await Promise.all(servers.map((server) => server.ready()))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  await testDb.close()
})

const hourMs = 3_600_000
/** Around noon in Copenhagen, this many days after tomorrow. */
const noon = (days: number) => Math.floor(Date.now() / (24 * hourMs) + 1 + days) * 24 * hourMs + 11 * hourMs

/** A guest whose cookies are sent to both servers of the tenant. */
function makeGuest(tenant: TenantId) {
  const cookies = new Map<string, string>([['booking', randomBytes(16).toString('base64url')]])
  const send = async (server: ServerProcess, sent: Request): Promise<Response> => {
    const { pathname, search } = new URL(sent.url)
    const host = `${tenant}.localhost:${server.port}`
    const headers = {
      ...Object.fromEntries(sent.headers),
      host,
      origin: `http://${host}`,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const body = await sent.text()
    // fetch would set its own Host header.
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port: server.port, method: sent.method, path: `${pathname}${search}`, headers },
        resolve,
      )
        .on('error', reject)
        .end(body)
    })
    for (const line of answer.headers['set-cookie'] ?? [])
      cookies.set(line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).split(';')[0] ?? '')
    const status = answer.statusCode ?? 0
    return new Response(status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
      status,
      headers: answer.headers.etag ? { etag: answer.headers.etag } : {},
    })
  }
  return {
    send,
    at: (server: ServerProcess) =>
      createClient(`http://${tenant}.localhost`, (request) => send(server, request)),
  }
}

test('two servers that start at the same time create the demo once', async () => {
  const found = await Promise.all(
    servers.map((server) => makeGuest(tenantId('aurora')).at(server)('findTenants', { firstpath: 'aurora' })),
  )
  expect(found.map((answer) => answer.documents.length)).toEqual([1, 1])
})

test('a time held at one server is taken at the other, and a booking is visible there', async () => {
  const tenant = await makeTenant(testDb, { members: [{ id: 'anna' }] })
  const [here, there] = servers
  const [guest, otherGuest] = [makeGuest(tenant), makeGuest(tenant)]
  const start = noon(1)
  const request = { tenantId: tenant, services: ['cut'], start }
  const held = await guest.at(here)('holdVisit', request)
  expect(await otherGuest.at(there)('holdVisit', request)).toMatchObject({ ok: false, reason: 'taken' })
  const handle = held.ok ? held.hold.handle : ''
  expect(await guest.at(there)('confirmVisit', { tenantId: tenant, handle, details: freja })).toEqual({
    ok: true,
    handle,
  })
  expect(await guest.at(here)('getVisit', { tenantId: tenant, handle })).toMatchObject({
    state: 'booked',
    start,
  })
})

test('a booking at either server invalidates the cached free times of both', async () => {
  const tenant = await makeTenant(testDb, { members: [{ id: 'anna' }] })
  const [here, there] = servers
  const guest = makeGuest(tenant)
  const month = new Date(noon(2)).toISOString().slice(0, 7)
  const ask = async (server: ServerProcess, etag = '') => {
    const request = requestFor(`http://${tenant}.localhost`, 'getAvailability', {
      tenantId: tenant,
      services: 'cut',
      month,
    })
    if (etag) request.headers.set('if-none-match', etag)
    const answer = await guest.send(server, request)
    return { status: answer.status, etag: answer.headers.get('etag') ?? '' }
  }
  const { etag } = await ask(here)
  expect((await ask(there, etag)).status).toBe(304)
  const held = await guest.at(there)('holdVisit', { tenantId: tenant, services: ['cut'], start: noon(2) })
  expect(held.ok).toBe(true)
  expect((await ask(here, etag)).status).toBe(200)
  expect((await ask(there, etag)).status).toBe(200)
})

test('a page that is open at one server is notified of a booking at the other', async () => {
  const tenant = await makeTenant(testDb, { members: [{ id: 'anna' }] })
  const [here, there] = servers
  const guest = makeGuest(tenant)
  const { uid } = await guest.at(here)('createUserWithEmailAndPassword', {
    tenantId: tenant,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  await guest.at(here)('updateUser', {
    tenantId: tenant,
    uid,
    firstname: 'Noah',
    lastname: 'Berg',
    mobile: '20123456',
    countryCode: 'DK',
  })
  const request = requestFor(`http://${tenant}.localhost`, 'listBookings', { tenantId: tenant, uid })
  request.headers.set('accept', 'text/event-stream')
  const stream = (await guest.send(here, request)).body?.pipeThrough(new TextDecoderStream()).getReader()
  const start = noon(3)
  const received = (async () => {
    let text = ''
    while (!text.includes(`"seconds":${start / 1000}`)) {
      const { done, value = '' } = (await stream?.read()) ?? { done: true }
      if (done) throw new Error(`the stream ended: ${text}`)
      text += value
    }
  })()
  const held = await guest.at(there)('holdVisit', { tenantId: tenant, services: ['cut'], start })
  await guest.at(there)('confirmVisit', { tenantId: tenant, handle: held.ok ? held.hold.handle : '' })
  await received
  await stream?.cancel()
})

test('rate limits apply to both servers together, and after a restart', exhaustive, async () => {
  const tenant = await makeTenant(testDb)
  const host = `${tenant}.localhost`
  const ask = (server: ServerProcess, call: string, body: object, address: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        host,
        origin: `http://${host}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      }
      request(
        { host: '127.0.0.1', port: server.port, method: 'POST', path: `/api/${call}`, headers },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        },
      )
        .on('error', reject)
        .end(JSON.stringify(body))
    })
  /** Counts each status when both servers get requests at the same time. */
  const statuses = async (
    times: number,
    call: string,
    of: (index: number) => { body: object; address: string },
  ) => {
    const found: Record<number, number> = {}
    for (const status of await Promise.all(
      Array.from({ length: times }, (_, index) => {
        const { body, address } = of(index)
        return ask(servers[index % 2 ? 1 : 0], call, body, address)
      }),
    ))
      found[status] = (found[status] ?? 0) + 1
    return found
  }
  const flood = {
    signInWithEmailAndPassword: (index: number) => ({
      body: { email: `guest${index}@example.com`, password: 'a guess' },
      address: '203.0.113.4',
    }),
    sendPasswordResetEmail: (index: number) => ({
      body: { email: `guest${index}@example.com` },
      address: '203.0.113.1',
    }),
    createUserWithEmailAndPassword: (index: number) => ({
      body: { email: `new${index}@example.com`, password: 'ælgpåtur i marts' },
      address: '203.0.113.2',
    }),
    signInWithCode: (index: number) => ({
      body: { email: `guest${index}@example.com`, code: '000000' },
      address: '203.0.113.3',
    }),
  }
  const guesses = (index: number) => ({
    body: { email: 'freja@example.com', password: `guess ${index}` },
    address: `198.51.100.${index}`,
  })
  expect(await statuses(40, 'signInWithEmailAndPassword', guesses)).toEqual({ 401: 10, 429: 30 })
  expect(await statuses(40, 'signInWithEmailAndPassword', flood.signInWithEmailAndPassword)).toEqual({
    401: 30,
    429: 10,
  })
  expect(await statuses(40, 'sendPasswordResetEmail', flood.sendPasswordResetEmail)).toEqual({
    200: 20,
    429: 20,
  })
  expect(await statuses(20, 'createUserWithEmailAndPassword', flood.createUserWithEmailAndPassword)).toEqual({
    200: 10,
    429: 10,
  })
  expect(await statuses(40, 'signInWithCode', flood.signInWithCode)).toEqual({ 401: 30, 429: 10 })
  const [here, there] = servers
  await there.kill('SIGTERM')
  servers = [here, startProcess(there.port, env)]
  await servers[1].ready()
  for (const [call, of] of Object.entries(flood)) {
    const { body, address } = of(100)
    expect([call, await ask(servers[1], call, body, address)]).toEqual([call, 429])
  }
})

test(
  'in a race over both servers each time has one winner, and no rejected booking would fit',
  { ...exhaustive, timeout: 180_000 },
  async () => {
    const field: RaceSetup = {
      testDb,
      servers: { ports: servers.map((server) => server.port) },
      clients: 20,
      slots: 8,
    }
    const equal = await raceForEqualTimes(field)
    expect({ winners: equal.winners, failures: equal.failures, overlapping: equal.overlapping }).toEqual({
      winners: Array(8).fill(1),
      failures: [],
      overlapping: 0,
    })
    const { failures, overlapping, fitting } = await raceForMixes(field, 20_261_120)
    expect({ failures, overlapping, fitting }).toEqual({ failures: [], overlapping: 0, fitting: [] })
  },
)
