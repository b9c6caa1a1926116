import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { errorCodeOf, freja, register, summer, type TestGuest } from '#test/steps.ts'
import { makeEntry } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const day = 86_400_000
const ten = summer('2026-06-11T10:00')
const at = (index: number) => ten + index * 7 * day

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, { ...wanted, rules: { horizonDays: 400, ...wanted.rules } })
}

const rows = async <T extends Record<string, unknown>>(tenant: TenantId, query: string) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute<T>(sql.raw(query)))).rows
const statesOf = async (tenant: TenantId) =>
  (
    await rows<{ state: string }>(tenant, "select state from visit where held_for = 'guest' order by start")
  ).map(({ state }) => state)

/** Books four dates, a week apart. @returns the handles of their pages. */
async function bookSeries(guest: TestGuest, tenantId: TenantId, details: object | undefined = freja) {
  const dates = [0, 1, 2, 3].map((index) => ({ start: at(index) }))
  const held = await guest('holdSeries', { tenantId, services: ['cut'], start: ten, weeks: 1, dates })
  if (!held.ok) throw new Error(held.reason)
  const { handle, group } = held.hold
  const confirm = { tenantId, handle, ...(details ? { details: freja } : {}) }
  if (!(await guest('confirmVisit', confirm)).ok) throw new Error('not booked')
  return (group?.visits ?? []).map((one) => one.handle)
}

test('a visit names its series and the other dates, to its guest only', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const [first = '', second = ''] = await bookSeries(guest, tenantId)
  const { series } = await guest('getVisit', { tenantId, handle: second })
  expect(series).toMatchObject({ weeks: 1 })
  expect(series?.visits.map(({ start }) => start)).toEqual([0, 1, 2, 3].map(at))
  expect(series?.visits[0]?.handle).toBe(first)
  // Whoever has the link of one date.
  expect((await app.guest(tenantId)('getVisit', { tenantId, handle: second })).series).toBeNull()
})

test('one date is cancelled by itself', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const [, second = ''] = await bookSeries(guest, tenantId)
  const { cancelHandle } = await guest('getVisit', { tenantId, handle: second })
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, bookingId: cancelHandle ?? '', confirmed: true })
  expect(await statesOf(tenantId)).toEqual(['booked', 'cancelled', 'booked', 'booked'])
})

test('the fee of each date and the sum are shown, and it and all later dates are cancelled for them', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const [first = '', second = ''] = await bookSeries(guest, tenantId)
  // The second date is within its 24 hours.
  app.clock.now = at(1) - day / 2
  const terms = await guest('getSeriesTerms', { tenantId, handle: second })
  expect(terms).toMatchObject({ fee: 20_000, refund: 0, currency: 'DKK' })
  expect(terms.visits.map(({ start, fee, late }) => [start, fee, late])).toEqual([
    [at(1), 20_000, true],
    [at(2), 0, false],
    [at(3), 0, false],
  ])
  const cancel = (fee: number) => guest('cancelSeries', { tenantId, handle: second, confirmed: true, fee })
  expect(await errorCodeOf(cancel(0))).toBe('amount/changed')
  expect(await statesOf(tenantId)).toEqual(['booked', 'booked', 'booked', 'booked'])
  expect(await cancel(20_000)).toEqual({
    ids: terms.visits.map(({ id }) => id),
    fee: 20_000,
    refund: 0,
    currency: 'DKK',
  })
  expect(await statesOf(tenantId)).toEqual(['booked', 'cancelled', 'cancelled', 'cancelled'])
  expect(await rows(tenantId, 'select fee from visit order by start')).toEqual(
    [0, 20_000, 0, 0].map((fee) => ({ fee })),
  )
  expect(await rows(tenantId, 'select 1 from segment where taken')).toHaveLength(1)
  // Again: nothing more happens.
  expect(await cancel(20_000)).toMatchObject({ ids: [] })
  // A date that has begun cannot be.
  app.clock.now = at(0) + 1
  expect(await errorCodeOf(guest('cancelSeries', { tenantId, handle: first, confirmed: true, fee: 0 }))).toBe(
    'visit/not-cancellable',
  )
})

test('what was paid comes back by date, and the refund is the sum', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const [first = ''] = await bookSeries(guest, tenantId)
  await app.unrecorded.write(tenantId, (tx) => tx.execute(sql`update visit set paid = 30000`))
  app.clock.now = at(0) - day / 2
  const { fee, refund } = await guest('getSeriesTerms', { tenantId, handle: first })
  expect({ fee, refund }).toEqual({ fee: 20_000, refund: 100_000 })
  expect(await guest('cancelSeries', { tenantId, handle: first, confirmed: true, fee })).toMatchObject({
    refund: 100_000,
  })
})

test('the guest gets one mail about all dates, each with its link, and a calendar file with all', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const handles = await bookSeries(guest, tenantId)
  const [, second = ''] = handles
  const sent = async () => (await app.db.read(tenantId, listMail)).filter(({ to }) => to === freja.email)
  const [booked, ...more] = await sent()
  expect(more).toEqual([])
  for (const handle of handles) expect(booked?.text).toContain(`/book/done?visit=${handle}`)
  expect(booked?.text).toContain('1,600.00')
  expect(booked?.ics?.match(/BEGIN:VEVENT/g)).toHaveLength(4)
  expect(booked?.icsMethod).toBeNull()
  expect(new Set(booked?.ics?.match(/UID:.*/g)).size).toBe(4)
  app.clock.now = now + 60_000
  const { fee } = await guest('getSeriesTerms', { tenantId, handle: second })
  await guest('cancelSeries', { tenantId, handle: second, confirmed: true, fee })
  const all = await sent()
  expect(all).toHaveLength(2)
  const cancelled = all.find(({ id }) => id !== booked?.id)
  expect(cancelled?.subject).toContain('are cancelled')
  expect(cancelled?.ics?.match(/STATUS:CANCELLED/g)).toHaveLength(3)
  // Reminders are of each date: those of cancelled ones are not sent.
  expect(await rows(tenantId, "select 1 from visit_change where notified @> '{mail}'")).toHaveLength(7)
})

test('each date that is cancelled is kept for the waitlist', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const [first = ''] = await bookSeries(guest, tenantId)
  await makeEntry(app, tenantId)
  await guest('cancelSeries', { tenantId, handle: first, confirmed: true, fee: 0 })
  expect(
    await rows(
      tenantId,
      "select start from visit where state = 'held' and held_for = 'queue' order by start",
    ),
  ).toEqual([0, 1, 2, 3].map((index) => ({ start: expect.stringContaining(isoDay(at(index))) })))
})
const isoDay = (instant: number) => new Date(instant).toISOString().slice(0, 10)

test('moving a date moves only that one', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const [, second = ''] = await bookSeries(guest, tenantId)
  const { moveHandle } = await guest('getVisit', { tenantId, handle: second })
  const start = at(1) + 2 * 3_600_000
  expect(await guest('moveVisit', { tenantId, handle: moveHandle ?? '', start })).toMatchObject({ ok: true })
  const { series } = await guest('getVisit', { tenantId, handle: second })
  expect(series?.visits.map((one) => one.start)).toEqual([at(0), start, at(2), at(3)])
})

test('who has only a link cannot cancel several, nor see what that costs', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const [first = ''] = await bookSeries(guest, tenantId)
  const { cancelHandle } = await guest('getVisit', { tenantId, handle: first })
  const stranger = app.guest(tenantId)
  for (const handle of [first, cancelHandle ?? '']) {
    expect(await errorCodeOf(stranger('getSeriesTerms', { tenantId, handle }))).toBe('not-found')
    expect(await errorCodeOf(stranger('cancelSeries', { tenantId, handle, confirmed: true, fee: 0 }))).toBe(
      'not-found',
    )
  }
  expect(await statesOf(tenantId)).toEqual(['booked', 'booked', 'booked', 'booked'])
})

test('an account books a series, and only its own session cancels it', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const [first = ''] = await bookSeries(guest, tenantId, undefined)
  const { documents } = await guest('listBookings', { tenantId, uid, from: 'now' })
  expect(documents).toHaveLength(4)
  const { series } = await guest('getBooking', { tenantId, uid, id: documents[0]?.id ?? '' })
  expect(series?.visits).toHaveLength(4)
  const other = app.guest(tenantId)
  await register(other, tenantId, 'other@example.com')
  expect(await errorCodeOf(other('getSeriesTerms', { tenantId, handle: first }))).toBe('not-found')
  expect(await guest('cancelSeries', { tenantId, handle: first, confirmed: true, fee: 0 })).toMatchObject({
    fee: 0,
  })
  expect(await rows(tenantId, "select 1 from notification where type = 'bookingChanged'")).toHaveLength(2)
})

test('a visit that is in no series is cancelled alone', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await guest('holdVisit', { tenantId, services: ['cut'], start: ten })
  if (!held.ok) throw new Error(held.reason)
  const { handle } = held.hold
  await guest('confirmVisit', { tenantId, handle, details: freja })
  expect((await guest('getSeriesTerms', { tenantId, handle })).visits).toHaveLength(1)
  await guest('cancelSeries', { tenantId, handle, confirmed: true, fee: 0 })
  expect(await statesOf(tenantId)).toEqual(['cancelled'])
})

test('concurrent cancels of one series have one effect and one mail', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const handles = await bookSeries(guest, tenantId)
  await Promise.all(
    handles.map((handle) =>
      guest('cancelSeries', { tenantId, handle, confirmed: true, fee: 0 }).catch(() => null),
    ),
  )
  expect(await statesOf(tenantId)).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
  expect(await rows(tenantId, "select 1 from visit_change where kind = 'cancelled'")).toHaveLength(4)
})
