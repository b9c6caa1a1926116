import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { CallInput, Input } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { listStatements } from '#test/list-statements.ts'
import { errorCodeOf, freja, hold, summer, type TestGuest } from '#test/steps.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { sweepHolds } from '../mail/jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const minutes = 60_000
const week = 7 * 24 * 60 * minutes
/** A Thursday. */
const ten = summer('2026-06-11T10:00')
const onlyAnna: MakeTenant = { members: [{ id: 'anna' }] }

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, { ...wanted, rules: { horizonDays: 400, ...wanted.rules } })
}

const rows = async <T extends Record<string, unknown>>(tenant: TenantId, query: string) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute<T>(sql.raw(query)))).rows

const everyWeek = (count: number, weeks = 1) =>
  Array.from({ length: count }, (_, index) => ({ start: ten + index * weeks * week }))

type Wanted = Partial<Omit<Input<'holdSeries'>, 'tenantId'>>
const holdSeries = (guest: TestGuest, tenantId: TenantId, wanted: Wanted = {}) =>
  guest('holdSeries', { tenantId, services: ['cut'], start: ten, weeks: 1, dates: everyWeek(4), ...wanted })

async function held(guest: TestGuest, tenantId: TenantId, wanted: Wanted = {}) {
  const outcome = await holdSeries(guest, tenantId, wanted)
  if (!outcome.ok) throw new Error(`not held: ${outcome.reason}`)
  return outcome.hold
}

test('a series is held as visits of its own with one end', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const hold = await held(guest, tenantId, { dates: everyWeek(12) })
  expect(hold).toMatchObject({ start: ten, holdUntil: now + 10 * minutes, prolonged: false })
  expect(hold.group).toMatchObject({ kind: 'series', weeks: 1, total: 12 * 40_000 })
  expect(hold.group?.visits.map(({ start }) => start)).toEqual(everyWeek(12).map(({ start }) => start))
  expect(new Set(hold.group?.visits.map(({ handle }) => handle)).size).toBe(12)
  expect(hold.handle).toBe(hold.group?.visits[0]?.handle)
  const later = hold.group?.visits[5]?.handle ?? ''
  expect(await guest('getHold', { tenantId, handle: later })).toEqual(hold)
  expect(await guest('listHolds', { tenantId })).toEqual({ documents: [hold] })
  expect(await rows(tenantId, 'select weeks, first_date::text, minute from series')).toEqual([
    { weeks: 1, first_date: '2026-06-11', minute: 600 },
  ])
})

test('one date that is lost: nothing is held, and it is named with other times', async () => {
  const tenantId = await salon(onlyAnna)
  const lost = ten + 2 * week
  await hold(app.guest(tenantId), { tenantId, start: lost })
  const before = await rows(tenantId, 'select id from visit')
  const outcome = await holdSeries(app.guest(tenantId), tenantId)
  expect(outcome).toMatchObject({ ok: false, reason: 'taken', lost: [{ start: lost }] })
  expect(outcome.ok || outcome.lost[0]?.others.map(({ start }) => (start - lost) / minutes)).toEqual([
    -45, -30, 30,
  ])
  expect(await rows(tenantId, 'select id from visit')).toEqual(before)
  expect(await rows(tenantId, 'select id from series')).toEqual([])
})

test('what is refused leaves the hold that the guest had', async () => {
  const tenantId = await salon(onlyAnna)
  const guest = app.guest(tenantId)
  const mine = await hold(guest, { tenantId, start: ten })
  await hold(app.guest(tenantId), { tenantId, start: ten + week })
  expect(await holdSeries(guest, tenantId, { releaseOthers: true })).toMatchObject({ ok: false })
  expect(await guest('listHolds', { tenantId })).toEqual({ documents: [mine] })
})

test('a series takes the place of the hold of its first date', async () => {
  const tenantId = await salon(onlyAnna)
  const guest = app.guest(tenantId)
  await hold(guest, { tenantId, start: ten })
  const series = await held(guest, tenantId, { releaseOthers: true })
  expect(await guest('listHolds', { tenantId })).toEqual({ documents: [series] })
  expect(await rows(tenantId, 'select 1 from visit')).toHaveLength(4)
})

test('a double click gets the same series', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await guest('getAvailability', { tenantId, services: 'cut' })
  const holds = await Promise.all(Array.from({ length: 6 }, () => held(guest, tenantId)))
  expect(new Set(holds.map(({ handle }) => handle)).size).toBe(1)
  expect(await rows(tenantId, 'select 1 from visit')).toHaveLength(4)
  expect(await rows(tenantId, 'select 1 from series')).toHaveLength(1)
})

test('it is prolonged and released as a whole, by the handle of any date', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const hold = await held(guest, tenantId)
  app.clock.now = now + 5 * minutes
  const handle = hold.group?.visits[2]?.handle ?? ''
  const longer = await guest('prolongHold', { tenantId, handle })
  expect(longer).toMatchObject({ handle: hold.handle, prolonged: true, holdUntil: now + 15 * minutes })
  expect(await rows(tenantId, 'select distinct hold_until, prolonged from visit')).toHaveLength(1)
  expect(await errorCodeOf(guest('prolongHold', { tenantId, handle: hold.handle }))).toBe(
    'visit/already-prolonged',
  )
  expect(await guest('releaseHold', { tenantId, handle })).toEqual({ released: true })
  expect(await rows(tenantId, 'select 1 from visit')).toEqual([])
  await app.unrecorded.write(tenantId, (tx) => sweepHolds(tx, now))
  expect(await rows(tenantId, 'select 1 from series')).toEqual([])
})

test("another guest's series is not found", async () => {
  const tenantId = await salon()
  const { handle } = await held(app.guest(tenantId), tenantId)
  const other = app.guest(tenantId)
  for (const call of ['getHold', 'prolongHold', 'releaseHold'] as const)
    expect(await errorCodeOf(other(call, { tenantId, handle }))).toBe('not-found')
  expect(await errorCodeOf(other('confirmVisit', { tenantId, handle, details: freja }))).toBe('not-found')
  const elsewhere = await salon()
  expect(await errorCodeOf(app.guest(elsewhere)('getHold', { tenantId: elsewhere, handle }))).toBe(
    'not-found',
  )
})

describe('booking', () => {
  test('books all dates at the sum of their prices, each a visit with its own number and links', async () => {
    const tenantId = await salon()
    const guest = app.guest(tenantId)
    const { handle, group } = await held(guest, tenantId)
    const confirm = { tenantId, handle, price: 160_000, currency: 'DKK', details: freja }
    expect(await guest('confirmVisit', confirm)).toEqual({ ok: true, handle })
    expect(await guest('confirmVisit', confirm)).toEqual({ ok: true, handle })
    const booked = await rows(
      tenantId,
      "select number, cancel_hash from visit where state = 'booked' and hold_until is null",
    )
    expect(new Set(booked.map(({ number }) => number)).size).toBe(4)
    expect(new Set(booked.map((one) => one['cancel_hash'])).size).toBe(4)
    for (const one of group?.visits ?? [])
      expect(await guest('getVisit', { tenantId, handle: one.handle })).toMatchObject({ state: 'booked' })
    expect(await rows(tenantId, "select 1 from visit_change where kind = 'booked'")).toHaveLength(4)
    expect(await rows(tenantId, `select 1 from mail where "to" = 'freja@example.com'`)).toHaveLength(1)
  })

  test('the price of one date only is answered with that of all', async () => {
    const tenantId = await salon()
    const guest = app.guest(tenantId)
    const { handle } = await held(guest, tenantId)
    const confirm = { tenantId, handle, price: 40_000, currency: 'DKK', details: freja }
    expect(await errorCodeOf(guest('confirmVisit', confirm))).toBe('amount/changed')
    expect(await rows(tenantId, "select 1 from visit where state = 'booked'")).toEqual([])
  })

  test('an expired series is held again as a whole', async () => {
    const tenantId = await salon(onlyAnna)
    const guest = app.guest(tenantId)
    const { handle } = await held(guest, tenantId)
    app.clock.now = now + 11 * minutes
    expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
    expect(await rows(tenantId, "select 1 from visit where state = 'booked'")).toHaveLength(4)
    expect(await rows(tenantId, 'select 1 from segment where taken')).toHaveLength(4)
  })

  test('an expired series of which one date is taken books nothing, and names it', async () => {
    const tenantId = await salon(onlyAnna)
    const guest = app.guest(tenantId)
    const { handle } = await held(guest, tenantId)
    app.clock.now = now + 11 * minutes
    const lost = ten + 2 * week
    await hold(app.guest(tenantId), { tenantId, start: lost })
    expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toMatchObject({
      ok: false,
      reason: 'taken',
      lost: [lost],
    })
    expect(await rows(tenantId, "select 1 from visit where state = 'booked'")).toEqual([])
  })

  test('a service that the salon has taken off books nothing', async () => {
    const tenantId = await salon()
    const guest = app.guest(tenantId)
    const { handle } = await held(guest, tenantId)
    await app.unrecorded.write(tenantId, (tx) =>
      tx.execute(sql`update service set active = false where tenant_id = ${tenantId} and id = 'cut'`),
    )
    expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toMatchObject({
      ok: false,
      reason: 'service-unavailable',
    })
    expect(await rows(tenantId, "select 1 from visit where state = 'booked'")).toEqual([])
  })
})

describe('limits', () => {
  test('a series is one of the three holds of a guest', async () => {
    const tenantId = await salon()
    const guest = app.guest(tenantId)
    await held(guest, tenantId, { dates: everyWeek(3) })
    for (const day of [1, 2]) await hold(guest, { tenantId, start: ten + (day * week) / 7 })
    expect(
      await guest('holdVisit', { tenantId, services: ['cut'], start: ten + (5 * week) / 7 }),
    ).toMatchObject({ ok: false, reason: 'too-many-holds' })
  })

  test('its minutes count all: two long series from one address are too many', async () => {
    const tenantId = await salon()
    await held(app.guest(tenantId), tenantId, { services: ['cut', 'color'], dates: everyWeek(9) })
    expect(
      await holdSeries(app.guest(tenantId), tenantId, {
        start: ten + 180 * minutes,
        services: ['cut', 'color'],
        dates: everyWeek(9).map(({ start }) => ({ start: start + 180 * minutes })),
      }),
    ).toMatchObject({ ok: false, reason: 'too-many-at-address' })
  })
})

test('a guest whose series waits too long for others is told so, and nothing is held', async () => {
  const tenantId = await salon(onlyAnna)
  let free = () => {}
  const locked = new Promise<void>((resolve) => {
    free = resolve
  })
  const other = app.unrecorded.write(tenantId, async (tx) => {
    await lockMembers(tx, ['anna'])
    await locked
  })
  expect(await holdSeries(app.guest(tenantId), tenantId)).toEqual({ ok: false, reason: 'busy', lost: [] })
  free()
  await other
  expect(await rows(tenantId, 'select 1 from visit')).toEqual([])
})

describe('absurd input is refused', () => {
  test.each<[string, Wanted]>([
    ['no weeks', { weeks: 0 }],
    ['13 weeks', { weeks: 13, dates: everyWeek(2, 13) }],
    ['half a week', { weeks: 0.5 }],
    ['one date', { dates: everyWeek(1) }],
    ['13 dates', { dates: everyWeek(13) }],
    ['the same date twice', { dates: [{ start: ten }, { start: ten }] }],
    ['two times of one date', { dates: [{ start: ten }, { start: ten + 30 * minutes }] }],
    [
      'a time that is four days from its date',
      { weeks: 4, dates: [{ start: ten }, { start: ten + (4 * week * 8) / 7 }] },
    ],
    ['a date before the first', { dates: [{ start: ten - week }, { start: ten }] }],
    ['half a minute', { dates: [{ start: ten + 30_000 }, { start: ten + week }] }],
    [
      'people for two services',
      { dates: [{ start: ten, teamMember: ['anna', 'bo'] }, { start: ten + week }] },
    ],
  ])('%s', async (_, wanted) => {
    const tenantId = await salon()
    expect(await errorCodeOf(holdSeries(app.guest(tenantId), tenantId, wanted))).toBe('request/invalid')
    expect(await rows(tenantId, 'select 1 from visit')).toEqual([])
  })

  test.each<[string, Wanted]>([
    ['an unknown service', { services: ['nothing'] }],
    ['an unknown person', { dates: everyWeek(2).map((one) => ({ ...one, teamMember: ['nobody'] })) }],
  ])('%s', async (_, wanted) => {
    const tenantId = await salon()
    expect(await errorCodeOf(holdSeries(app.guest(tenantId), tenantId, wanted))).toBe('not-found')
  })

  test.each([
    ['0 weeks', { weeks: 0 }],
    ['13 dates', { count: 13 }],
    ['no number', { weeks: Number.NaN }],
  ])('in the preview: %s', async (_, wanted) => {
    const tenantId = await salon()
    const series = { services: 'cut', start: ten, weeks: 4, count: 4, ...wanted }
    expect(await errorCodeOf(app.guest(tenantId)('previewSeries', { tenantId, ...series }))).toBe(
      'request/invalid',
    )
  })
})

describe('preview', () => {
  const preview = (guest: TestGuest, tenantId: TenantId, wanted: Partial<CallInput<'previewSeries'>> = {}) =>
    guest('previewSeries', { tenantId, services: 'cut', start: ten, weeks: 1, count: 4, ...wanted })

  test('each date is free, taken with other times, or not open yet', async () => {
    const tenantId = await salon({ rules: { horizonDays: 20 } })
    const lost = ten + week
    await hold(app.guest(tenantId), { tenantId, start: lost, teamMember: ['anna'] })
    const { dates, lastDay } = await preview(app.guest(tenantId), tenantId, { teamMember: 'anna' })
    expect(lastDay).toBe('2026-06-30')
    expect(dates.map(({ state }) => state)).toEqual(['free', 'taken', 'free', 'not-open'])
    expect(dates[0]).toMatchObject({
      date: '2026-06-11',
      start: ten,
      offer: { price: 40_000, members: ['anna'] },
    })
    expect(dates[1]?.others).toMatchObject([
      { start: lost - 45 * minutes, teamMember: ['anna'] },
      { start: lost - 30 * minutes, teamMember: ['anna'] },
      { start: lost + 30 * minutes, teamMember: ['anna'] },
    ])
    expect(dates[3]).toEqual({
      date: '2026-07-02',
      start: ten + 3 * week,
      near: ten + 3 * week,
      state: 'not-open',
      offer: null,
      others: [],
    })
  })

  test('what the guest holds counts as free', async () => {
    const tenantId = await salon(onlyAnna)
    const guest = app.guest(tenantId)
    await hold(guest, { tenantId, start: ten })
    expect((await preview(guest, tenantId)).dates[0]).toMatchObject({ state: 'free' })
    expect((await preview(app.guest(tenantId), tenantId)).dates[0]).toMatchObject({ state: 'taken' })
  })

  test('it reads busy times in one statement, and in at most two more around dates that are not free', async () => {
    const tenantId = await salon()
    for (const start of [ten, ten + 2 * week])
      await hold(app.guest(tenantId), { tenantId, start, teamMember: ['anna'] })
    const asked = async (wanted: Partial<CallInput<'previewSeries'>>) => {
      const statements = await listStatements(app, () => preview(app.guest(tenantId), tenantId, wanted))
      return statements.filter((statement) => statement.includes('unnest(busy)')).length
    }
    expect(await asked({ count: 12, teamMember: 'bo' })).toBe(1)
    expect(await asked({ count: 12, teamMember: 'anna' })).toBe(2)
  })
})
