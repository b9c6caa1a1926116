import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, hold, register, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const wednesday = summer('2026-06-10T08:00')
const month = '2026-06'
const minutes = 60_000

test('a month lists every time of the slot grid with a free member, with price and member', async () => {
  const tenantId = await makeTenant(app)
  app.clock.now = wednesday
  const answer = await app.guest(tenantId)('getAvailability', { tenantId, services: 'cut', month })
  expect(answer).toMatchObject({ timeZone: 'Europe/Copenhagen', currency: 'DKK', nextDay: null })
  expect(answer.offers).toHaveLength(21 * 31)
  expect(answer.offers[0]).toEqual({
    start: summer('2026-06-10T09:00'),
    end: summer('2026-06-10T09:30'),
    price: 40_000,
    members: ['anna'],
  })
})

test('four weeks on from a day cross months', async () => {
  const tenantId = await makeTenant(app)
  app.clock.now = wednesday
  const { offers } = await app.guest(tenantId)('getAvailability', {
    tenantId,
    services: 'cut',
    from: '2026-06-20',
  })
  expect(offers).toHaveLength(28 * 31)
  expect([offers[0]?.start, offers.at(-1)?.start]).toEqual([
    summer('2026-06-20T09:00'),
    summer('2026-07-17T16:30'),
  ])
})

test('what is booked most comes first, with its first free time, once in five minutes', async () => {
  const tenantId = await makeTenant(app)
  app.clock.now = wednesday
  const ask = () => app.guest(tenantId)('getMostBooked', { tenantId })
  const before = await ask()
  expect(before).toEqual({ services: ['color', 'cut'], next: summer('2026-06-10T09:00') })
  for (const start of ['2026-06-10T09:00', '2026-06-11T09:00'])
    for (const teamMember of [['anna'], ['bo']])
      await book(app.guest(tenantId), { tenantId, teamMember, start: summer(start) })
  expect(await ask()).toEqual(before)
  app.clock.now += 5 * minutes
  expect(await ask()).toEqual({ services: ['cut', 'color'], next: summer('2026-06-10T09:30') })
})

test('what only members see, or nobody performs, is not among what is booked most', async () => {
  const tenantId = await makeTenant(app, {
    services: [{ id: 'cut' }, { id: 'club', onlyMember: true }, { id: 'rest', members: [] }],
  })
  app.clock.now = wednesday
  expect(await app.guest(tenantId)('getMostBooked', { tenantId })).toMatchObject({ services: ['cut'] })
})

test('a member can be requested for the whole visit or for each service', async () => {
  const tenantId = await makeTenant(app, {
    services: [
      {
        id: 'cut',
        price: 32_000,
        individual: { bo: { active: true, price: 40_000 }, anna: { active: false, price: 1 } },
      },
      { id: 'nails', members: ['anna'] },
    ],
  })
  app.clock.now = wednesday
  const first = async (services: string, teamMember: string) =>
    (await app.guest(tenantId)('getAvailability', { tenantId, services, teamMember, month })).offers[0]
  expect(await first('cut', 'bo')).toMatchObject({ members: ['bo'], price: 50_000 })
  expect(await first('cut', 'any')).toMatchObject({ members: ['anna'], price: 40_000 })
  expect(await first('cut', '')).toMatchObject({ members: ['anna'] })
  expect(await first('cut,nails', 'bo,any')).toMatchObject({ members: ['bo', 'anna'], price: 90_000 })
  expect(await first('cut,nails', 'bo')).toBeUndefined()
  expect(await first('cut', 'nobody')).toMatchObject({ members: ['anna'] })
})

test('unknown, withdrawn and members-only services are ignored; without any other, not-found', async () => {
  const tenantId = await makeTenant(app, {
    services: [{ id: 'cut' }, { id: 'old', active: false }, { id: 'club', onlyMember: true }],
  })
  app.clock.now = wednesday
  const guest = app.guest(tenantId)
  const ask = (services: string) => guest('getAvailability', { tenantId, services, month })
  expect((await ask('nothing,old,club,cut')).offers[0]).toMatchObject({ members: ['anna'], price: 40_000 })
  for (const services of ['nothing', 'old', 'club', ''])
    expect(await errorCodeOf(ask(services))).toBe('not-found')
  await register(guest, tenantId)
  expect((await ask('club')).offers).not.toEqual([])
})

test('a month without free times returns the next day that has some, up to the horizon', async () => {
  const holidays = [{ from: '2026-06-01', until: '2026-07-31' }]
  const tenantId = await makeTenant(app, { members: [{ id: 'anna' }] })
  await app.unrecorded.write(tenantId, (tx) =>
    tx.execute(`update member set hours = jsonb_set(hours, '{holidays}', '${JSON.stringify(holidays)}')`),
  )
  app.clock.now = wednesday
  const ask = (month: string) => app.guest(tenantId)('getAvailability', { tenantId, services: 'cut', month })
  expect(await ask('2026-06')).toMatchObject({ offers: [], nextDay: '2026-08-01' })
  expect(await ask('2026-01')).toMatchObject({ offers: [], nextDay: '2026-08-01' })
  expect(await ask('2026-08')).toMatchObject({ nextDay: null })
  expect(await ask('2026-10')).toMatchObject({ offers: [], nextDay: null })
  expect(await ask('2099-12')).toMatchObject({ offers: [], nextDay: null })
})

test('a held or booked time is not offered until the hold expires or the visit is cancelled', async () => {
  const tenantId = await makeTenant(app, { members: [{ id: 'anna' }] })
  app.clock.now = wednesday
  const start = summer('2026-06-10T09:00')
  const times = async () =>
    (await app.guest(tenantId)('getAvailability', { tenantId, services: 'cut', month })).offers
      .slice(0, 3)
      .map((offer) => (offer.start - start) / minutes)
  await hold(app.guest(tenantId), { tenantId, start })
  expect(await times()).toEqual([30, 45, 60])
  app.clock.now = wednesday + 10 * minutes
  expect(await times()).toEqual([0, 15, 30])
  const visit = await book(app.guest(tenantId), { tenantId, start: start + 15 * minutes })
  expect(await times()).toEqual([45, 60, 75])
  await app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', { tenantId, booking: visit.cancelHandle })
  expect(await times()).toEqual([0, 15, 30])
})

test('during the processing time of a service, its member can be booked', async () => {
  const services = [
    { id: 'color', duration: 120, processingAfter: 30, processingMinutes: 60 },
    { id: 'cut', duration: 30 },
  ]
  const tenantId = await makeTenant(app, { members: [{ id: 'anna' }], services })
  app.clock.now = wednesday
  const start = summer('2026-06-11T09:00')
  await book(app.guest(tenantId), { tenantId, services: ['color'], start })
  const { offers } = await app.guest(tenantId)('getAvailability', { tenantId, services: 'cut', month })
  expect(offers.map((offer) => (offer.start - start) / minutes).filter((at) => at >= 0 && at < 180)).toEqual([
    30, 45, 60, 120, 135, 150, 165,
  ])
})

test('unchanged free times are answered with 304; every change has a new ETag', async () => {
  const tenantId = await makeTenant(app, { members: [{ id: 'anna' }] })
  app.clock.now = summer('2026-06-10T10:01')
  const guest = app.guest(tenantId)
  const url = `http://${tenantId}.localhost/api/tenants/${tenantId}/availability?services=cut&month=${month}`
  const ask = async (etag: string) =>
    app.fetch(tenantId, new Request(url, { headers: { 'if-none-match': etag } }))
  let etag = ''
  const changed = async () => {
    const answer = await ask(etag)
    const before = etag
    etag = answer.headers.get('etag') ?? ''
    expect(answer.status).toBe(etag === before ? 304 : 200)
    return answer.status === 200
  }
  expect(await changed()).toBe(true)
  expect(await changed()).toBe(false)
  app.clock.now = summer('2026-06-10T10:15')
  expect(await changed()).toBe(false)
  app.clock.now += 1
  expect(await changed()).toBe(true)
  const held = await hold(guest, { tenantId, start: summer('2026-06-20T10:00') })
  expect(await changed()).toBe(true)
  app.clock.now = summer('2026-06-10T10:20')
  expect(await changed()).toBe(false)
  app.clock.now = held.holdUntil
  expect(await changed()).toBe(true)
  const visit = await book(guest, { tenantId, start: summer('2026-06-20T12:00') })
  expect(await changed()).toBe(true)
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: visit.cancelHandle, confirmed: true })
  expect(await changed()).toBe(true)
  expect((await ask('')).headers.get('etag')).toBe(etag)
  const signedIn = app.guest(tenantId)
  await register(signedIn, tenantId)
  expect(
    (await signedIn.send('getAvailability', { tenantId, services: 'cut', month })).headers.get('etag'),
  ).not.toBe(etag)
})

test('a cached response is as new as the last commit, by any process, and sets the owner cookie', async () => {
  const tenantId = await makeTenant(app, { members: [{ id: 'anna' }] })
  app.clock.now = summer('2026-06-10T10:01')
  const ask = () =>
    app.fetch(
      tenantId,
      new Request(
        `http://${tenantId}.localhost/api/tenants/${tenantId}/availability?services=cut&month=${month}`,
      ),
    )
  const starts = async () =>
    ((await (await ask()).json()) as { offers: { start: number }[] }).offers.map((one) => one.start)
  const at = summer('2026-06-20T10:00')
  expect(await starts()).toContain(at)
  const [first, second] = [await ask(), await ask()]
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(await second.text()).toBe(await first.text())
  expect(second.headers.get('set-cookie')).toContain('booking=')
  // Another process holds this time: nothing tells this one.
  const other = app.guest(tenantId)
  const held = await hold(other, { tenantId, start: at })
  expect(await starts()).not.toContain(at)
  app.clock.now = held.holdUntil
  expect(await starts()).toContain(at)
})

test('a tenant of another host is answered like an unknown one', async () => {
  const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  const bytes = async (id: string) =>
    (await app.guest(tenantId).send('getAvailability', { tenantId: id, services: 'cut', month })).text()
  expect(await bytes(other)).toBe(await bytes('no-such-tenant'))
})
