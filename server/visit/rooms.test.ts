import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { UNDO_MS } from '#domain/visit/undo.ts'
import type { CallInput } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { cancelAsSalon, countOverlaps, moveAsSalon, storedVisit } from '#test/move.ts'
import { countUnequal, countUnitOverlaps } from '#test/rooms.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, freja, hold, summer } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

let app: TestApp
// Connections keep the function that they have when they are opened.
const query = vi.spyOn(pg.Client.prototype, 'query')
beforeAll(async () => {
  app = await makeApp()
})
afterAll(async () => {
  query.mockRestore()
  await app.close()
})

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const [minute, hour] = [60_000, 3_600_000]
const reception = makeSignedIn()
const owner = makeSignedIn({ role: 'owner' })
const people = ['anna', 'bo', 'carl'].map((id) => ({ id }))

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, {
    members: people,
    resources: [{ id: 'room', count: 2 }],
    services: [
      { id: 'cut', duration: 60, uses: { room: 'all' } },
      { id: 'talk', duration: 60 },
    ],
    ...wanted,
  })
}
const bookAt = (tenant: TenantId, start: number, member: string | null = null, services = ['cut']) =>
  book(app.guest(tenant), { tenantId: tenant, start, teamMember: [member], services })
const holdAt = (tenant: TenantId, start: number, member: string | null = null) =>
  app.guest(tenant)('holdVisit', { tenantId: tenant, services: ['cut'], teamMember: [member], start })
const unitsOf = async (tenant: TenantId, id: string) =>
  (await storedVisit(app, tenant, id)).segments.flatMap(({ units }) => units.map(({ unit }) => unit))
const startsOn = async (tenant: TenantId, services = ['cut']) =>
  (
    await app.guest(tenant)('getAvailability', {
      tenantId: tenant,
      services: services.join(),
      teamMember: '',
      month: '2026-06',
    })
  ).offers.map(({ start }) => start)
async function placed(
  tenant: TenantId,
  id: string,
  change: Partial<CallInput<'placeVisit'>>,
  staff = reception,
) {
  const { sequence } = await storedVisit(app, tenant, id)
  return (await staffClient(app, tenant, staff))('placeVisit', { id, sequence, start: nine, ...change })
}
/** Nothing is twice at once, and each unit is taken exactly as long as its segment is. */
async function verify(tenant: TenantId, overbooked = 0): Promise<void> {
  expect([
    await countOverlaps(app, tenant),
    await countUnitOverlaps(app, tenant),
    await countUnequal(app, tenant),
  ]).toEqual([0, overbooked, 0])
}

test('each visit takes the lowest free room, and a time without one is not free though people are', async () => {
  const tenant = await salon()
  const ids = [await bookAt(tenant, nine), await bookAt(tenant, nine)].map(({ id }) => id)
  expect(await Promise.all(ids.map((id) => unitsOf(tenant, id)))).toEqual([[1], [2]])
  expect(await startsOn(tenant)).not.toContain(nine)
  expect(await startsOn(tenant, ['talk'])).toContain(nine)
  expect(await holdAt(tenant, nine)).toMatchObject({
    ok: false,
    reason: 'taken',
    alternatives: [{ start: nine + hour }, {}, {}],
  })
  await bookAt(tenant, nine, 'carl', ['talk'])
  await verify(tenant)
})

test('a cleaning buffer keeps the room, and work alone frees it in the gap', async () => {
  const service = { id: 'cut', duration: 60, bufferAfter: 30, processingAfter: 15, processingMinutes: 30 }
  const whole = {
    resources: [{ id: 'room', count: 1 }],
    services: [{ ...service, uses: { room: 'all' as const } }],
  }
  const kept = await salon(whole)
  await bookAt(kept, nine, 'anna')
  const free = await startsOn(kept)
  expect(free.filter((start) => start < nine + 90 * minute && start >= nine)).toEqual([])
  expect(free).toContain(nine + 90 * minute)
  const freed = await salon({
    ...whole,
    services: [
      { ...service, uses: { room: 'work' } },
      { id: 'short', duration: 30, uses: { room: 'all' } },
    ],
  })
  await bookAt(freed, nine, 'anna')
  expect(await startsOn(freed, ['short'])).toContain(nine + 15 * minute)
  await bookAt(freed, nine + 15 * minute, 'bo', ['short'])
  await verify(freed)
})

test('an expired hold of another person gives its room back, and its guest can renew it in another', async () => {
  const tenant = await salon({ resources: [{ id: 'room', count: 1 }] })
  const guest = app.guest(tenant)
  const kept = await hold(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  expect(await holdAt(tenant, nine, 'bo')).toMatchObject({ ok: false, reason: 'taken' })
  app.clock.now = now + hour
  const { id } = await bookAt(tenant, nine, 'bo')
  expect(await unitsOf(tenant, id)).toEqual([1])
  const confirm = () => guest('confirmVisit', { tenantId: tenant, handle: kept.handle, details: freja })
  expect(await confirm()).toMatchObject({ ok: false, reason: 'taken' })
  await cancelAsSalon(app, tenant, id)
  expect(await confirm()).toMatchObject({ ok: true })
  await verify(tenant)
})

test('a guest’s own hold counts as free by its room too, and is released where the room goes to the next', async () => {
  const tenant = await salon({ resources: [{ id: 'room', count: 1 }] })
  const guest = app.guest(tenant)
  await hold(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const next = await hold(guest, { tenantId: tenant, start: nine + 30 * minute, teamMember: ['bo'] })
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ start: string }>(sql`select visit.start from visit where state = 'held'`),
  )
  expect(rows).toHaveLength(1)
  expect(next.start).toBe(nine + 30 * minute)
  await verify(tenant)
})

test('moving keeps the room where it is free, else it takes another; giving it to others too', async () => {
  const tenant = await salon()
  await bookAt(tenant, nine, 'anna')
  const { id } = await bookAt(tenant, nine, 'bo')
  const later = await bookAt(tenant, nine + 3 * hour, 'anna')
  expect(await unitsOf(tenant, id)).toEqual([2])
  await moveAsSalon(app, tenant, id, { start: nine + 2 * hour })
  expect(await unitsOf(tenant, id)).toEqual([2])
  expect(await placed(tenant, id, { start: nine + 2 * hour, members: ['carl'] })).toMatchObject({ ok: true })
  expect(await unitsOf(tenant, id)).toEqual([2])
  const own = await bookAt(tenant, nine + 3 * hour, 'carl')
  expect(await unitsOf(tenant, own.id)).toEqual([2])
  const guest = app.guest(tenant)
  const moved = await guest('moveVisit', {
    tenantId: tenant,
    handle: own.cancelHandle,
    start: nine + 4 * hour,
  })
  expect(moved).toMatchObject({ ok: true })
  expect(await unitsOf(tenant, own.id)).toEqual([2])
  await cancelAsSalon(app, tenant, later.id)
  await bookAt(tenant, nine + 5 * hour, 'anna')
  const blocked = await bookAt(tenant, nine + 5 * hour, 'bo')
  await moveAsSalon(app, tenant, blocked.id, { start: nine + 4 * hour })
  expect(await unitsOf(tenant, blocked.id)).toEqual([1])
  await verify(tenant)
})

test('the salon is told that no room is free, in which is who, and may overbook with a reason', async () => {
  const tenant = await salon()
  await bookAt(tenant, nine, 'anna')
  await bookAt(tenant, nine, 'bo')
  const { id } = await bookAt(tenant, nine + 2 * hour, 'carl')
  expect(await placed(tenant, id, {})).toMatchObject({
    ok: false,
    reason: 'room',
    inTheWay: [
      { kind: 'visit', name: 'Freja Holm', memberId: 'anna', room: 'room 1', over: 'work' },
      { kind: 'visit', name: 'Freja Holm', memberId: 'bo', room: 'room 2', over: 'work' },
    ],
    alternatives: [{ members: ['carl'] }, {}, {}],
  })
  const call = await staffClient(app, tenant, reception)
  const check = { start: nine, services: [{ serviceId: 'cut', memberId: null }] }
  expect(await call('checkPlacement', check)).toMatchObject({ ok: false, reason: 'room', inTheWay: [{}, {}] })
  const over = 'Only to wait'
  expect(await placed(tenant, id, { over }, owner)).toMatchObject({ ok: true })
  const { visits, rooms } = await call('getSchedule', { date: '2026-06-12' })
  expect(rooms).toEqual([
    { id: 'room 1', name: 'room 1' },
    { id: 'room 2', name: 'room 2' },
  ])
  expect(visits.find((one) => one.id === id)?.segments).toMatchObject([
    { over, memberId: 'carl', rooms: [{ id: 'room 1', name: 'room 1', before: 0, after: 0 }] },
  ])
  await verify(tenant, 1)
  expect(await holdAt(tenant, nine)).toMatchObject({ ok: false, reason: 'taken' })
})

test('what is taken back has its room again, or another one where it is gone', async () => {
  const tenant = await salon()
  const { id } = await bookAt(tenant, nine, 'anna')
  const undo = async (changeId: string | null) => {
    const call = await staffClient(app, tenant, reception)
    return (await call('undoVisitChange', { changeIds: [changeId ?? ''] })).results[0]
  }
  const away = await placed(tenant, id, { start: nine + hour })
  if (!away.ok) throw new Error(away.reason)
  const second = await bookAt(tenant, nine, 'bo')
  expect(await unitsOf(tenant, second.id)).toEqual([1])
  expect(await undo(away.changeId)).toMatchObject({ ok: true })
  expect(await unitsOf(tenant, id)).toEqual([2])
  const again = await placed(tenant, id, { start: nine + hour })
  if (!again.ok) throw new Error(again.reason)
  await bookAt(tenant, nine, 'carl')
  expect(await undo(again.changeId)).toMatchObject({
    ok: false,
    reason: 'taken',
    inTheWay: [{ room: 'room 1' }, { room: 'room 2' }],
  })
  app.clock.now = now + UNDO_MS + 1
  await verify(tenant)
})

test('a cancelled visit frees its room for an entry whose person was free all along', async () => {
  const tenant = await salon({ resources: [{ id: 'room', count: 1 }] })
  const { id } = await bookAt(tenant, nine, 'anna')
  const entry = await makeEntry(app, tenant, {
    services: ['cut'],
    members: ['bo'],
    windows: [{ from: '2026-06-12', until: '2026-06-12', weekdays: [], earliest: '09:00', latest: '10:00' }],
  })
  await cancelAsSalon(app, tenant, id)
  await verify(tenant)
  expect(await holdAt(tenant, nine, 'carl')).toMatchObject({ ok: false, reason: 'taken' })
  await matchAll(app, tenant)
  const [offer, ...others] = await openOffers(app, tenant)
  expect(others).toEqual([])
  expect(offer).toMatchObject({
    entryId: entry,
    start: new Date(nine),
    segments: [{ memberId: 'bo', units: [{ resourceId: 'room', unit: 1 }] }],
  })
  await verify(tenant)
})

test('a place that the salon takes leaves the queue what is left: a member, or a room', async () => {
  const tenant = await salon()
  const { id } = await bookAt(tenant, nine, 'anna')
  await bookAt(tenant, nine, 'bo')
  await makeEntry(app, tenant, { services: ['cut'], members: ['carl'] })
  await cancelAsSalon(app, tenant, id)
  const call = await staffClient(app, tenant, reception)
  const booked = await call('bookVisitBySalon', {
    start: nine,
    services: [{ serviceId: 'talk', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida' },
    source: 'phone',
    inform: false,
  })
  expect(booked.results).toMatchObject([{ ok: true }])
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toMatchObject([
    { start: new Date(nine), segments: [{ memberId: 'carl', units: [{ unit: 1 }] }] },
  ])
  await verify(tenant)
})

test('without rooms a booking sends no statement about them, from the search to the move', async () => {
  const textsOf = async (tenant: TenantId) => {
    query.mockClear()
    const visit = await bookAt(tenant, nine, 'anna')
    await startsOn(tenant)
    await moveAsSalon(app, tenant, visit.id, { start: nine + hour })
    const guest = app.guest(tenant)
    await guest('moveVisit', { tenantId: tenant, handle: visit.cancelHandle, start: nine + 2 * hour })
    await cancelAsSalon(app, tenant, visit.id)
    return query.mock.calls.map(([given]) =>
      typeof given === 'string' ? given : (given as { text: string }).text,
    )
  }
  const about =
    /^\s*(?:select[^(]*?from|insert into|update|delete from)\s+"?(?:resource|segment_unit|service_resource)/
  const asked = await textsOf(await makeTenant(app))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((text) => about.test(text))).toEqual([])
  const withRooms = await textsOf(await salon())
  expect(withRooms.filter((text) => about.test(text)).length).toBeGreaterThan(5)
  console.info(`statements: ${asked.length} without rooms, none about them; ${withRooms.length} with`)
})
