import { expect, test } from 'vitest'
import type { FoundLocation } from '#contract/shop/checkout.ts'
import { CarrierError } from './request.ts'
import { createPickupFinder, type PickupService } from './create-finder.ts'
import type { PickupSearch } from './port.ts'

const location = (parcelShopId: string): FoundLocation => ({
  parcelShopId,
  name: 'Kiosk',
  address: { street: 'Vestergade', houseNumber: '1', zipCode: '8000', city: 'Aarhus' },
  countryCode: 'DK',
  openingHours: [],
  distance: 10,
})
const near = (street: string): PickupSearch => ({ countryCode: 'DK', zipCode: '8000', street, limit: 10 })
const HOUR_MS = 3_600_000

/** A finder with a service that answers as `answer` says, and a clock of its own. */
function makeFinder(answer: (signal: AbortSignal) => Promise<FoundLocation[]>, deadlineMs = 10_000) {
  const clock = { ms: 1_000 }
  const streets: string[] = []
  const service: PickupService = {
    normalize: (search) => search,
    async search({ street }, signal) {
      streets.push(street)
      return answer(signal)
    },
  }
  const finder = createPickupFinder({ serviceOf: () => service, now: () => clock.ms, deadlineMs })
  return { finder, clock, streets }
}

test('a result is cached for an hour, an empty one for five minutes', async () => {
  let locations = [location('1')]
  const { finder, clock, streets } = makeFinder(async () => locations)
  await finder.find(near('Vestergade 1'))
  clock.ms += HOUR_MS - 1
  expect(await finder.find(near(' vestergade  1 '))).toEqual({ ok: true, locations, stale: false })
  expect(streets).toHaveLength(1)
  clock.ms += 1
  locations = []
  await finder.find(near('Vestergade 1'))
  clock.ms += 299_999
  await finder.find(near('Vestergade 1'))
  expect(streets).toHaveLength(2)
  clock.ms += 1
  await finder.find(near('Vestergade 1'))
  expect(streets).toHaveLength(3)
})

test('equal searches at the same time share one request, with different limits too', async () => {
  const { finder, streets } = makeFinder(async () => ['1', '2', '3'].map(location))
  const found = await Promise.all([1, 2, 3, 10].map((limit) => finder.find({ ...near('One 1'), limit })))
  expect(found.map((one) => one.ok && one.locations.length)).toEqual([1, 2, 3, 3])
  expect(streets).toHaveLength(1)
  await finder.find(near('Two 2'))
  expect(streets).toHaveLength(2)
})

test('while the service fails, a result of up to a week is returned as stale', async () => {
  let isDown = false
  const { finder, clock } = makeFinder(async () => {
    if (isDown) throw new CarrierError('status 503')
    return [location('1')]
  })
  await finder.find(near('One 1'))
  isDown = true
  clock.ms += 7 * 24 * HOUR_MS - 1
  const stale = { ok: true, locations: [location('1')], stale: true }
  expect(await finder.find(near('One 1'))).toEqual({ ...stale, code: 'status 503' })
  expect(await finder.find(near('Two 2'))).toEqual({ ok: false, code: 'status 503' })
  for (let count = 0; count < 3; count += 1) await finder.find(near('Three 3'))
  expect(await finder.find(near('One 1'))).toEqual({ ...stale, code: 'circuit open' })
  clock.ms += 1
  expect(await finder.find(near('One 1'))).toEqual({ ok: false, code: 'circuit open' })
})

test('after five failures in a row no request is sent for 30 s, then one is tried', async () => {
  let isDown = true
  const { finder, clock, streets } = makeFinder(async () => {
    if (isDown) throw new CarrierError('ECONNREFUSED')
    return [location('1')]
  })
  for (let count = 0; count < 5; count += 1) await finder.find(near(`Street ${count}`))
  expect(await finder.find(near('Other 1'))).toEqual({ ok: false, code: 'circuit open' })
  expect(streets).toHaveLength(5)
  clock.ms += 30_000
  expect(await finder.find(near('Other 1'))).toEqual({ ok: false, code: 'ECONNREFUSED' })
  expect(await finder.find(near('Other 1'))).toEqual({ ok: false, code: 'circuit open' })
  clock.ms += 30_000
  isDown = false
  expect(await finder.find(near('Other 1'))).toMatchObject({ ok: true, stale: false })
  expect(await finder.find(near('Other 2'))).toMatchObject({ ok: true, stale: false })
  expect(streets).toHaveLength(8)
})

test('a rejected address is no failure of the service, but an unexpected error is one', async () => {
  let error = new CarrierError('E000', { rejected: true }) as Error
  const { finder, streets } = makeFinder(async () => Promise.reject(error))
  for (let count = 0; count < 9; count += 1)
    expect(await finder.find(near(`Street ${count}`))).toEqual({ ok: false, code: 'E000' })
  error = new TypeError('a bug')
  for (let count = 0; count < 9; count += 1) await finder.find(near(`Road ${count}`))
  expect(streets).toHaveLength(14)
})

test('a search ends at its deadline, and the next one has a deadline of its own', async () => {
  const { finder, streets } = makeFinder(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CarrierError('timeout')))
      }),
    50,
  )
  for (let count = 0; count < 2; count += 1)
    expect(await finder.find(near('One 1'))).toEqual({ ok: false, code: 'timeout' })
  expect(streets).toHaveLength(2)
})

test('the services of two countries have circuits of their own', async () => {
  const serviceThat = (search: PickupService['search']): PickupService => ({
    normalize: (one) => one,
    search,
  })
  const failing = serviceThat(() => Promise.reject(new CarrierError('timeout')))
  const working = serviceThat(async () => [location('1')])
  const finder = createPickupFinder({ serviceOf: (country) => (country === 'DK' ? working : failing) })
  for (let count = 0; count < 6; count += 1) await finder.find({ ...near(`S ${count}`), countryCode: 'DE' })
  expect(await finder.find({ ...near('One 1'), countryCode: 'DE' })).toMatchObject({ code: 'circuit open' })
  expect(await finder.find(near('One 1'))).toMatchObject({ ok: true })
})
