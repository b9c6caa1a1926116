import { createServer } from 'node:net'
import { once } from 'node:events'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PickupLocation, type FoundLocation } from '#contract/shop/checkout.ts'
import { toPickupLocation } from '#server/receipt/to-response.ts'
import { freePort } from '#test/process.ts'
import { listen, type Listening } from '#test/listen.ts'
import { gls } from './gls.ts'
import type { PickupFinder, PickupSearch } from './port.ts'
import { openPickup } from './open.ts'
import { glsSimulator, simulatedPickup, simulatorPaths } from '#simulators/pickup/simulator.ts'
import { simulatedShops, failingZipCodes } from '#simulators/pickup/shops.ts'
import { exhaustive } from '#test/tier.ts'

const simulator = glsSimulator()
let server: Listening
/** The paths of the requests that the simulator has got over HTTP. */
let paths: string[] = []
beforeAll(async () => {
  server = await listen(async (request) => {
    paths.push(new URL(request.url).pathname)
    return simulator.fetch(request)
  })
})
afterAll(() => server.close())

type Timing = { now?: () => number; deadlineMs?: number }
const finderAt = (origin: string, auth: 'basic' | 'oauth', timing: Timing = {}): PickupFinder =>
  gls({
    denmarkUrl: origin + simulatorPaths.denmark,
    shipit: { url: origin + simulatorPaths[auth], auth, user: simulator.user, password: simulator.password },
    hoursOffsetMs: 3_600_000,
    ...timing,
  })
const origin = () => `http://127.0.0.1:${server.port}`

type Kind = {
  name: string
  open(timing?: Timing): PickupFinder
  /** With several shops. */ several: PickupSearch
  /** With one shop. */ single: PickupSearch
  none: PickupSearch
  /** One location of `several`. */ expected: Partial<FoundLocation>
}
const denmark = {
  several: { countryCode: 'DK', zipCode: '8000', street: 'Vestergade 1', limit: 10 },
  single: { countryCode: 'DK', zipCode: '2100', limit: 10 },
  none: { countryCode: 'DK', zipCode: failingZipCodes.none, limit: 10 },
  expected: {
    parcelShopId: '95003',
    name: 'Blomster "Anemone"',
    address: { street: 'Jægergårdsgade', houseNumber: '12B, st.', zipCode: '8000', city: 'Aarhus C' },
    countryCode: 'DK',
    distance: 760,
  },
}
const abroad = {
  several: { countryCode: 'DE', zipCode: '10115', city: 'Berlin', street: 'Gartenstraße 1', limit: 10 },
  single: { countryCode: 'NO', zipCode: '5003', city: 'Bergen', street: 'Torget 1', limit: 10 },
  none: { countryCode: 'DE', zipCode: failingZipCodes.headerError, limit: 10 },
  expected: {
    parcelShopId: 'GLS_DE-2761000002',
    name: 'Schreibwaren Lindner',
    address: { street: 'Chausseestraße', houseNumber: '5a', zipCode: '10115', city: 'Berlin' },
    countryCode: 'DE',
    distance: 620,
  },
}
const kinds: Kind[] = [
  { name: 'Denmark', open: (timing) => finderAt(origin(), 'basic', timing), ...denmark },
  { name: 'ShipIT with Basic', open: (timing) => finderAt(origin(), 'basic', timing), ...abroad },
  { name: 'ShipIT with OAuth', open: (timing) => finderAt(origin(), 'oauth', timing), ...abroad },
  { name: 'simulator, Denmark', open: () => simulatedPickup(), ...denmark },
  { name: 'simulator, abroad', open: () => simulatedPickup(), ...abroad },
]

/** The locations of a fresh result. */
async function locationsOf(finder: PickupFinder, search: PickupSearch): Promise<FoundLocation[]> {
  const found = await finder.find(search)
  expect(found).toMatchObject({ ok: true, stale: false })
  return found.ok ? found.locations : []
}

for (const { name, open, several, single, none, expected } of kinds) {
  test(`${name}: the locations near an address, nearest first, with local opening hours`, async () => {
    const locations = await locationsOf(open(), several)
    expect(() => v.parse(v.array(PickupLocation), locations.map(toPickupLocation))).not.toThrow()
    const distances = locations.map(({ distance }) => distance ?? NaN)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    const split = [0, 1, 2, 3, 4].flatMap((day) => [
      { day, from: '09:00', to: '12:00' },
      { day, from: '13:00', to: '17:30' },
    ])
    const one = locations.find(({ parcelShopId }) => parcelShopId === expected.parcelShopId)
    expect(one).toEqual({ ...expected, openingHours: split })
    for (const location of locations) {
      const shop = simulatedShops.find(({ id }) => id === location.parcelShopId)
      const hours = Object.entries(shop?.hours ?? {}).flatMap(([day, pairs]) =>
        (pairs ?? []).map(([from, to]) => ({ day: Number(day), from, to: to === '00:00' ? '24:00' : to })),
      )
      expect(location.openingHours, location.name).toEqual(hours)
    }
    expect(await locationsOf(open(), { ...several, limit: 2 })).toEqual(locations.slice(0, 2))
  })

  test(`${name}: one location, which services write as an object`, async () => {
    expect(await locationsOf(open(), single)).toHaveLength(1)
  })

  test(`${name}: no locations is a result, as is a postal code that cannot be one`, async () => {
    const finder = open()
    for (let count = 0; count < 6; count += 1)
      expect(await locationsOf(finder, { ...none, street: `Nowhere ${count}` })).toEqual([])
    for (const zipCode of ['', 'x', '<zip/>', '12345678901234567890', '80 00 & 1'])
      expect(await locationsOf(finder, { ...several, zipCode })).toEqual([])
    // None of them counts as a failure of the service.
    expect((await locationsOf(finder, several)).length).toBeGreaterThan(1)
  })

  test(`${name}: a service that is down is a result without locations`, async () => {
    const search = { ...several, zipCode: failingZipCodes.down }
    expect(await open().find(search)).toEqual({ ok: false, code: 'status 503' })
  })
}

test('a search of a slow service ends at its deadline', { ...exhaustive, timeout: 20_000 }, async () => {
  for (const finder of [finderAt(origin(), 'basic'), simulatedPickup()]) {
    const began = performance.now()
    expect(await finder.find({ ...denmark.several, zipCode: failingZipCodes.slow })).toEqual({
      ok: false,
      code: 'timeout',
    })
    // The deadline is 3 s, the simulator's answer comes after 6 s.
    expect(performance.now() - began).toBeLessThan(5_000)
  }
})

test('a service that is unreachable, hangs up or sends half a response is a result', async () => {
  const unreachable = `http://127.0.0.1:${await freePort()}`
  const found = await finderAt(unreachable, 'oauth').find(abroad.several)
  expect(found).toEqual({ ok: false, code: `${new URL(unreachable).host}: ECONNREFUSED` })
  for (const bytes of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"ParcelShop":[']) {
    let connections = 0
    const breaking = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
      socket.once('data', () => socket.end(bytes))
    }).listen(0, '127.0.0.1')
    await once(breaking, 'listening')
    const address = breaking.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const result = await finderAt(`http://127.0.0.1:${port}`, 'basic').find(abroad.several)
    expect(result).toMatchObject({ ok: false })
    // The request and its one repetition.
    expect(connections).toBe(2)
    breaking.close()
  }
})

test('a street that the Danish service does not know is searched by its postal code', async () => {
  paths = []
  const locations = await locationsOf(finderAt(origin(), 'basic'), {
    ...denmark.several,
    street: 'Jægergårdsgade 12B, st. <tv> & "th"',
  })
  expect(paths).toHaveLength(2)
  expect(locations).toHaveLength(6)
  expect(new Set(locations.map(({ distance }) => distance))).toEqual(new Set([null]))
})

test('a token is used again until it expires, and one that was rejected is replaced', async () => {
  let now = 0
  const finder = finderAt(origin(), 'oauth', { now: () => now })
  const tokensAfter = async (street: string) => {
    await locationsOf(finder, { ...abroad.several, street })
    return paths.filter((path) => path === '/oauth2/v2/token').length
  }
  paths = []
  expect([await tokensAfter('One 1'), await tokensAfter('Two 2')]).toEqual([1, 1])
  now += 3_590_000
  expect(await tokensAfter('Three 3')).toBe(2)

  // A restarted simulator has the same credentials and no tokens.
  let current = glsSimulator()
  const { user, password } = current
  const requested: string[] = []
  const revoked = gls({
    denmarkUrl: 'http://gls.test',
    shipit: { url: `http://gls.test${simulatorPaths.oauth}`, auth: 'oauth', user, password },
    hoursOffsetMs: 3_600_000,
    async fetch(url, init) {
      requested.push(new URL(url).pathname)
      return current.fetch(new Request(url, init))
    },
  })
  await locationsOf(revoked, abroad.several)
  current = glsSimulator({ user, password })
  expect(await locationsOf(revoked, { ...abroad.several, street: 'Other 1' })).toHaveLength(3)
  const [token, search] = ['/oauth2/v2/token', `${simulatorPaths.oauth}/parcelshop/address`]
  expect(requested).toEqual([token, search, search, token, search])
})

test('wrong credentials are a result, and Denmark needs none', async () => {
  const shipit = { url: origin() + simulatorPaths.basic, auth: 'basic', user: 'x', password: 'y' } as const
  const finder = gls({ denmarkUrl: origin() + simulatorPaths.denmark, shipit, hoursOffsetMs: 0 })
  for (let count = 0; count < 6; count += 1) await finder.find({ ...abroad.several, street: `One ${count}` })
  expect(await finder.find(abroad.several)).toEqual({ ok: false, code: 'circuit open' })
  expect(await locationsOf(finder, denmark.single)).toHaveLength(1)
})

test('the settings choose GLS, GLS for Denmark only, the simulator or nothing', async () => {
  const denmarkUrl = origin() + simulatorPaths.denmark
  const alone = openPickup({ pickup: { provider: 'gls', denmarkUrl, shipit: null, hoursOffsetMs: 0 } })
  expect(await locationsOf(alone, denmark.several)).toHaveLength(6)
  expect(await locationsOf(alone, abroad.several)).toEqual([])
  expect(
    await locationsOf(openPickup({ pickup: { provider: 'simulator' } }, simulatedPickup()), abroad.several),
  ).toHaveLength(3)
  expect(await openPickup({ pickup: { provider: 'off' } }).find(denmark.several)).toMatchObject({ ok: false })
})

test('the simulator answers the Danish operations by GET too', async () => {
  const url = `${origin()}${simulatorPaths.denmark}/SearchNearestParcelShops`
  const query = 'street=Vestergade%201&countryIso3166A2=DK&Amount=2&zipcode='
  const [found, none] = await Promise.all([fetch(`${url}?${query}8000`), fetch(`${url}?${query}9990`)])
  expect((await found.text()).match(/<ParcelShopSearchResult |<PakkeshopData>/g)).toHaveLength(3)
  expect(none.status).toBe(500)
})
