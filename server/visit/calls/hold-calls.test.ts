import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'
import { sweepHolds } from '../mail/jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-11T09:00')
const minutes = 60_000
const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
const onlyAnna: MakeTenant = { members: [{ id: 'anna' }] }

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}

const rows = async (tenant: TenantId, query: string) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute(sql.raw(query)))).rows

test('a hold lasts ten minutes and returns price and members', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await hold(guest, {
    tenantId,
    services: ['cut', 'color'],
    teamMember: [null, 'bo'],
    start: nine,
  })
  expect(held).toMatchObject({
    start: nine,
    end: nine + 90 * minutes,
    currency: 'DKK',
    price: 120_000,
    holdUntil: now + 10 * minutes,
    prolonged: false,
    teamMember: [null, 'bo'],
  })
  expect(held.segments).toMatchObject([
    { id: 'cut', price: 40_000, member: { id: 'bo' } },
    { id: 'color', price: 80_000, start: nine + 30 * minutes, member: { id: 'bo', name: 'bo' } },
  ])
  expect(await guest('getHold', { tenantId, handle: held.handle })).toEqual(held)
})

test.each<[string, MakeTenant, object]>([
  ['half of the price', {}, { limitHours: 24, late: false, lateFee: 20_000 }],
  [
    'a fixed fee, never more than the price',
    { lateFee: { kind: 'fixed', amount: 90_000 } },
    { limitHours: 24, late: false, lateFee: 40_000 },
  ],
  [
    'inside the limit',
    { profile: { tenantMessages: { cancelLimit: 48 } } },
    { limitHours: 48, late: true, lateFee: 20_000 },
  ],
  ['no fee', { lateFee: { kind: 'none' } }, { limitHours: 24, late: false, lateFee: 0 }],
  [
    'no limit',
    { profile: { tenantMessages: { cancelLimit: 0 } } },
    { limitHours: 0, late: false, lateFee: 0 },
  ],
])('a hold says what cancelling costs: %s', async (_, wanted, cancelling) => {
  const tenantId = await salon(wanted)
  const held = await hold(app.guest(tenantId), { tenantId, start: nine + 60 * minutes })
  const { limitHours } = held.cancelling
  expect(held.cancelling).toEqual({
    ...cancelling,
    owed: 0,
    deadline: held.start - limitHours * 60 * minutes,
  })
})

test("neither the browser's secret nor a handle is stored", async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const visit = await book(guest, { tenantId, start: nine })
  const stored = JSON.stringify([
    await rows(tenantId, 'select * from visit'),
    await rows(tenantId, 'select * from segment'),
  ])
  for (const secret of [guest.cookies.get('booking') ?? 'no cookie', visit.handle, visit.cancelHandle]) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{22,}$/)
    expect(stored).not.toContain(secret)
  }
})

test('a double click or a second tab gets the same hold', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await guest('getAvailability', { tenantId, services: 'cut', month: '2026-06' })
  const holds = await Promise.all(Array.from({ length: 8 }, () => hold(guest, { tenantId, start: nine })))
  expect(new Set(holds.map((one) => one.handle)).size).toBe(1)
  expect(await rows(tenantId, 'select 1 from visit')).toHaveLength(1)
})

test('"anyone" is assigned each free member once; then three alternatives are returned', async () => {
  const tenantId = await salon()
  const first = await hold(app.guest(tenantId), { tenantId, start: nine + 60 * minutes })
  const second = await hold(app.guest(tenantId), { tenantId, start: nine + 60 * minutes })
  expect([first, second].map((one) => one.segments[0]?.member.id)).toEqual(['anna', 'bo'])
  const third = await app.guest(tenantId)('holdVisit', {
    tenantId,
    services: ['cut'],
    start: nine + 60 * minutes,
  })
  expect(third).toMatchObject({ ok: false, reason: 'taken' })
  expect(third.ok || third.alternatives.map((offer) => (offer.start - nine) / minutes)).toEqual([15, 30, 90])
})

test('when the day is full, alternatives come from the nearest days before and after', async () => {
  const tenantId = await salon({
    ...onlyAnna,
    members: [
      {
        id: 'anna',
        hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '09:30' })),
      },
    ],
  })
  await hold(app.guest(tenantId), { tenantId, start: nine })
  const answer = await app.guest(tenantId)('holdVisit', { tenantId, services: ['cut'], start: nine })
  expect(answer.ok || answer.alternatives.map((offer) => (offer.start - nine) / minutes / 1440)).toEqual([
    -1, 1, 2,
  ])
})

test.each([
  ['off the slot grid', nine + 7 * minutes, 'taken'],
  ['off the minute', nine + 1, 'taken'],
  ['outside opening hours', nine - 60 * minutes, 'taken'],
  ['in the past', now - 24 * 60 * minutes, 'too-late'],
  ['beyond the horizon', nine + 200 * 1440 * minutes, 'too-far'],
])('a time %s cannot be held', async (_, start, reason) => {
  const tenantId = await salon()
  expect(await app.guest(tenantId)('holdVisit', { tenantId, services: ['cut'], start })).toMatchObject({
    ok: false,
    reason,
  })
})

test('a time that has come closer than the notice is too soon, but stays held for who holds it', async () => {
  const tenantId = await salon({ ...onlyAnna, rules: { leadMinutes: 60 } })
  const [guest, other] = [app.guest(tenantId), app.guest(tenantId)]
  app.clock.now = nine - 60 * minutes
  const held = await hold(guest, { tenantId, start: nine })
  const ask = (caller: typeof guest) => caller('holdVisit', { tenantId, services: ['cut'], start: nine })
  expect(await ask(other)).toMatchObject({ ok: false, reason: 'taken' })
  app.clock.now += minutes
  expect(await ask(other)).toMatchObject({
    ok: false,
    reason: 'too-soon',
    alternatives: [{ start: nine + 30 * minutes }, {}, {}],
  })
  expect((await hold(guest, { tenantId, start: nine })).handle).toBe(held.handle)
})

test("a guest's own hold counts as free for that guest only, overlapping times included", async () => {
  const tenantId = await salon(onlyAnna)
  const [guest, other] = [app.guest(tenantId), app.guest(tenantId)]
  const timesFor = async (who: typeof guest, member?: string) => {
    const asked = { tenantId, services: 'cut', month: '2026-06', ...(member ? { teamMember: member } : {}) }
    const { offers } = await who('getAvailability', asked)
    return offers.map((one) => (one.start - nine) / minutes).filter((at) => at >= 60 && at <= 150)
  }
  const grid = [60, 75, 90, 105, 120, 135, 150]
  expect(await timesFor(guest)).toEqual(grid)
  const held = await hold(guest, { tenantId, start: nine + 105 * minutes })
  expect(await timesFor(guest)).toEqual(grid)
  expect(await timesFor(guest, 'anna')).toEqual(grid)
  expect(await timesFor(other)).toEqual([60, 75, 135, 150])
  expect(await guest('listHolds', { tenantId })).toEqual({ documents: [held] })
  expect(await other('listHolds', { tenantId })).toEqual({ documents: [] })
  await register(guest, tenantId)
  expect(await timesFor(guest)).toEqual(grid)
  await guest('confirmVisit', { tenantId, handle: held.handle })
  expect(await timesFor(guest)).toEqual([60, 75, 135, 150])
})

test('a hold of a signed-in guest is theirs in every browser, and not once they have signed out', async () => {
  const tenantId = await salon(onlyAnna)
  const [phone, laptop] = [app.guest(tenantId), app.guest(tenantId)]
  await register(phone, tenantId, 'two@example.com')
  await laptop('signInWithEmailAndPassword', {
    tenantId,
    email: 'two@example.com',
    password: 'stamgast-demo',
  })
  const { handle } = await hold(phone, { tenantId, start: nine })
  expect((await laptop('listHolds', { tenantId })).documents).toMatchObject([{ handle }])
  const moved = await laptop('holdVisit', {
    tenantId,
    services: ['cut'],
    start: nine + 15 * minutes,
    releaseOthers: true,
  })
  expect(moved.ok && (await phone('listHolds', { tenantId })).documents).toEqual([moved.ok && moved.hold])
  await phone('signOut', { tenantId })
  expect((await phone('listHolds', { tenantId })).documents).toEqual([])
})

test('a new hold releases those that it overlaps; with releaseOthers, all', async () => {
  const tenantId = await salon(onlyAnna)
  const guest = app.guest(tenantId)
  const at = async (minute: number, releaseOthers?: boolean) =>
    guest('holdVisit', { tenantId, services: ['cut'], start: nine + minute * minutes, releaseOthers })
  const heldStarts = async () =>
    (await guest('listHolds', { tenantId })).documents
      .map(({ start }) => (start - nine) / minutes)
      .toSorted((a, b) => a - b)
  for (const minute of [0, 60, 120]) expect(await at(minute)).toMatchObject({ ok: true })
  expect(await at(180)).toMatchObject({ ok: false, reason: 'too-many-holds' })
  expect(await at(75)).toMatchObject({ ok: true })
  expect(await heldStarts()).toEqual([0, 75, 120])
  expect(await at(180, true)).toMatchObject({ ok: true })
  expect(await heldStarts()).toEqual([180])
  expect(await at(0)).toMatchObject({ ok: true })
  expect(await at(180, true)).toMatchObject({ ok: true })
  expect(await heldStarts()).toEqual([180])
})

test('a second hold of "anyone" takes a free person before it releases the first', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await hold(guest, { tenantId, start: nine })
  const color = await hold(guest, { tenantId, services: ['color'], start: nine })
  expect(color.segments[0]?.member.id).toBe('bo')
  expect((await guest('listHolds', { tenantId })).documents).toHaveLength(2)
})

test.each([
  ['taken', { start: nine + 30 * minutes }],
  ['too late', { start: now - 24 * 60 * minutes }],
  ['more than the IP address may hold', { start: nine + 24 * 60 * minutes, services: ['week'] }],
])('a refused time releases nothing: %s', async (_, refused) => {
  const tenantId = await salon({
    members: [{ id: 'anna', hours: allDay }],
    services: [{ id: 'cut' }, { id: 'week', duration: 900 }],
    rules: { slotMinutes: 30 },
  })
  await hold(app.guest(tenantId), { tenantId, start: nine + 30 * minutes })
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  expect(
    await guest('holdVisit', { tenantId, services: ['cut'], releaseOthers: true, ...refused }),
  ).toMatchObject({ ok: false })
  expect(await guest('getHold', { tenantId, handle })).toMatchObject({ start: nine })
})

test('an unknown service, and a member who does not perform it, are not found', async () => {
  const tenantId = await salon({
    services: [{ id: 'cut' }, { id: 'nails', members: ['anna'] }, { id: 'club', onlyMember: true }],
  })
  const ask = (services: string[], teamMember?: (string | null)[]) =>
    errorCodeOf(app.guest(tenantId)('holdVisit', { tenantId, services, teamMember, start: nine }))
  expect(await ask(['nothing'])).toBe('not-found')
  expect(await ask(['cut'], ['nobody'])).toBe('not-found')
  expect(await ask(['cut', 'nails'], [null, 'bo'])).toBe('not-found')
  expect(await ask(['club'])).toBe('not-found')
  expect(await ask(['cut', 'nails'], [null, null, null])).toBe('request/invalid')
})

test('a guest has at most three holds, also with concurrent requests', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await guest('getAvailability', { tenantId, services: 'cut', month: '2026-06' })
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      guest('holdVisit', { tenantId, services: ['cut'], start: nine + index * 30 * minutes }),
    ),
  )
  expect(results.filter((one) => one.ok)).toHaveLength(3)
  expect(results.filter((one) => !one.ok).map((one) => one.ok || one.reason)).toEqual(
    Array(5).fill('too-many-holds'),
  )
  app.clock.now = now + 10 * minutes
  expect(await guest('holdVisit', { tenantId, services: ['cut'], start: nine })).toMatchObject({ ok: true })
})

test('an IP address has at most ten holds, across all its guests', async () => {
  const tenantId = await salon()
  const results = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      app.guest(tenantId)('holdVisit', { tenantId, services: ['cut'], start: nine + index * 30 * minutes }),
    ),
  )
  expect(results.filter((one) => one.ok)).toHaveLength(10)
  expect(results.filter((one) => !one.ok).map((one) => one.ok || one.reason)).toEqual(
    Array(4).fill('too-many-at-address'),
  )
})

test('an IP address holds at most 15 hours, concurrent requests included, after its first hold', async () => {
  const tenantId = await salon({
    services: [
      { id: 'day', duration: 360 },
      { id: 'week', duration: 960 },
      { id: 'cut', duration: 30 },
    ],
    members: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, hours: allDay })),
    rules: { slotMinutes: 30 },
  })
  const at = (start: number, service = 'day') =>
    app.guest(tenantId)('holdVisit', { tenantId, services: [service], start })
  const results = await Promise.all(Array.from({ length: 5 }, () => at(nine)))
  expect(results.filter((one) => one.ok)).toHaveLength(2)
  expect(results.flatMap((one) => (one.ok ? [] : [one.reason]))).toEqual(Array(3).fill('too-many-at-address'))
  const short = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((half) => at(nine + half * 30 * minutes, 'cut')))
  expect(short.filter((one) => one.ok)).toHaveLength(6)
  expect(
    await rows(
      tenantId,
      'select sum(extract(epoch from "end" - start))::int / 60 as minutes from visit where state = \'held\'',
    ),
  ).toEqual([{ minutes: 900 }])
  app.clock.now = now + 10 * minutes
  expect(await at(nine + 15 * 60 * minutes, 'week')).toMatchObject({ ok: true })
  expect(await at(nine + 24 * 60 * minutes, 'cut')).toMatchObject({
    ok: false,
    reason: 'too-many-at-address',
  })
})

test('the hash of the IP address is cleared when a hold expires', async () => {
  const tenantId = await salon()
  await hold(app.guest(tenantId), { tenantId, start: nine })
  const hashes = () => rows(tenantId, 'select address_hash is null as gone from visit')
  expect(await hashes()).toEqual([{ gone: false }])
  await app.db.write(tenantId, (tx) => sweepHolds(tx, now + 10 * minutes))
  expect(await hashes()).toEqual([{ gone: true }])
})

test('a double click without a cookie makes one hold, owned by the last response', async () => {
  const tenantId = await salon()
  const clicks = [app.guest(tenantId), app.guest(tenantId)]
  for (const { cookies } of clicks) cookies.clear()
  const held = await Promise.all(clicks.map((guest) => hold(guest, { tenantId, start: nine })))
  expect(new Set(held.map((one) => one.handle)).size).toBe(1)
  expect(await rows(tenantId, 'select distinct member_id from segment')).toHaveLength(1)
  const owners = await Promise.all(
    clicks.map((guest) =>
      guest('getHold', { tenantId, handle: held[0]?.handle ?? '' }).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(owners.filter(Boolean)).toHaveLength(1)
  app.clock.now = now + 11_000
  const later = app.guest(tenantId)
  later.cookies.clear()
  expect((await hold(later, { tenantId, start: nine })).handle).not.toBe(held[0]?.handle)
})

test('the same service twice is held only where the tenant allows it', async () => {
  const twice = ['cut', 'cut']
  const [usual, allowing] = [await salon(), await salon({ rules: { sameServiceTwice: true } })]
  expect(await errorCodeOf(hold(app.guest(usual), { tenantId: usual, services: twice, start: nine }))).toBe(
    'request/invalid',
  )
  expect(
    (await hold(app.guest(allowing), { tenantId: allowing, services: twice, start: nine })).segments,
  ).toHaveLength(2)
})

test('only its owner can use a hold; others get the response for an unknown one', async () => {
  const tenantId = await salon()
  const owner = app.guest(tenantId)
  const { handle } = await hold(owner, { tenantId, start: nine })
  const [otherGuest, unknown] = [app.guest(tenantId), 'x'.repeat(32)]
  await hold(otherGuest, { tenantId, start: nine + 60 * minutes })
  const [account, otherTenant] = [app.guest(tenantId), await makeTenant(app)]
  await register(account, tenantId, 'stranger@example.com')
  for (const name of ['getHold', 'prolongHold', 'releaseHold', 'confirmVisit'] as const) {
    for (const guest of [otherGuest, account]) {
      const [foreign, missing] = await Promise.all(
        [handle, unknown].map(async (one) => (await guest.send(name, { tenantId, handle: one })).text()),
      )
      expect(foreign).toBe(missing)
      expect(foreign).toContain('not-found')
    }
    const elsewhere = app.guest(otherTenant)
    elsewhere.cookies.set('booking', owner.cookies.get('booking') ?? '')
    expect(await errorCodeOf(elsewhere(name, { tenantId: otherTenant, handle }))).toBe('not-found')
  }
  expect(await errorCodeOf(otherGuest('getVisit', { tenantId, handle }))).toBe('not-found')
  expect(await owner('getHold', { tenantId, handle })).toMatchObject({ handle })
})

test('a hold is prolonged once, to ten minutes from then', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  app.clock.now = now + 9 * minutes
  expect(await guest('prolongHold', { tenantId, handle })).toMatchObject({
    handle,
    prolonged: true,
    holdUntil: now + 19 * minutes,
  })
  expect(await errorCodeOf(guest('prolongHold', { tenantId, handle }))).toBe('visit/already-prolonged')
  app.clock.now = now + 19 * minutes
  expect(await errorCodeOf(guest('prolongHold', { tenantId, handle }))).toBe('visit/hold-expired')
  expect(await errorCodeOf(guest('getHold', { tenantId, handle }))).toBe('visit/hold-expired')
})

test('concurrent requests prolong a hold once', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  const answers = await Promise.allSettled([1, 2, 3].map(() => guest('prolongHold', { tenantId, handle })))
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})

test('a released time is free at once', async () => {
  const tenantId = await salon(onlyAnna)
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  expect(await guest('releaseHold', { tenantId, handle })).toEqual({ released: true })
  expect(await errorCodeOf(guest('releaseHold', { tenantId, handle }))).toBe('not-found')
  await hold(app.guest(tenantId), { tenantId, start: nine })
})

test('an expired hold does not block the next guest, swept or not', async () => {
  const tenantId = await salon(onlyAnna)
  const [late, quick] = [app.guest(tenantId), app.guest(tenantId)]
  const { handle } = await hold(late, { tenantId, start: nine })
  app.clock.now = now + 10 * minutes
  await book(quick, { tenantId, start: nine })
  const answer = await late('confirmVisit', { tenantId, handle, details: freja })
  expect(answer).toMatchObject({ ok: false, reason: 'taken' })
  expect(answer.ok || answer.alternatives.map((offer) => (offer.start - nine) / minutes)).toEqual([
    30, 45, 60,
  ])
})

test('the sweep releases expired holds and deletes them a day later', async () => {
  const tenantId = await salon(onlyAnna)
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  await hold(guest, { tenantId, start: nine + 60 * minutes })
  const sweep = (at: number) => app.db.write(tenantId, (tx) => sweepHolds(tx, at))
  expect(await sweep(now)).toBe(0)
  expect(await sweep(now + 10 * minutes)).toBe(2)
  expect(await sweep(now + 10 * minutes)).toBe(0)
  app.clock.now = now + 10 * minutes
  expect(await errorCodeOf(guest('getHold', { tenantId, handle }))).toBe('visit/hold-expired')
  expect(await sweep(now + 1450 * minutes)).toBe(2)
  expect(await errorCodeOf(guest('getHold', { tenantId, handle }))).toBe('not-found')
})

test('at the end of daylight saving time, both passes of the repeated hour can be booked', async () => {
  const hours = [{ weekday: 7, from: '00:00', to: '24:00' }]
  const tenantId = await makeTenant(app, {
    members: [{ id: 'anna', hours }],
    services: [{ id: 'cut', duration: 60 }],
  })
  app.clock.now = Date.parse('2026-10-20T10:00:00Z')
  const starts = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'].map((text) => Date.parse(text))
  for (const start of starts)
    expect(await book(app.guest(tenantId), { tenantId, start })).toMatchObject({
      start,
      end: start + 60 * minutes,
    })
  for (const start of starts)
    expect(await app.guest(tenantId)('holdVisit', { tenantId, services: ['cut'], start })).toMatchObject({
      ok: false,
    })
})
