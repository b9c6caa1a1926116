import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
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
const two = [{ services: ['cut'] }, { services: ['cut'] }]
/** So many persons who want the same. */
const each = (count: number, services: string[]) => Array.from({ length: count }, () => ({ services }))
const names = [{}, { visitor: 'Ida Marie Holm' }]

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}

const later = (by: number) => {
  app.clock.now = (app.clock.now ?? now) + by
}

type Guest = ReturnType<TestApp['guest']>
async function holdTwo(guest: Guest, tenantId: TenantId, start = nine): Promise<Output<'getHold'>> {
  const outcome = await guest('holdParty', { tenantId, persons: two, start })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.hold
}
const membersOf = ({ group }: Output<'getHold'>) =>
  group?.visits.map(({ segments }) => segments.map(({ member }) => member.id))

const rows = async (tenant: TenantId, query: string) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute(sql.raw(query)))).rows
const countVisits = async (tenant: TenantId, state: string) =>
  (await rows(tenant, `select 1 from visit where state = '${state}'`)).length

test('times are those at which everybody can come, with the visit of each', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await book(app.guest(tenantId), { tenantId, teamMember: ['anna'], start: nine + 30 * minutes })
  const { offers, unsearched, nextDay } = await guest('getPartyTimes', {
    tenantId,
    persons: two,
    from: '2026-06-11',
  })
  expect([unsearched, nextDay]).toEqual([0, null])
  expect(offers[0]).toEqual({
    start: nine,
    end: nine + 30 * minutes,
    price: 80_000,
    visits: [
      { start: nine, end: nine + 30 * minutes, price: 40_000, members: ['anna'] },
      { start: nine, end: nine + 30 * minutes, price: 40_000, members: ['bo'] },
    ],
  })
  expect(offers.map(({ start }) => (start - nine) / minutes).slice(0, 3)).toEqual([0, 45, 60])
})

test('anyone leaves the only member of the second person to them', async () => {
  const tenantId = await salon({ services: [{ id: 'cut' }, { id: 'nails', members: ['anna'] }] })
  const outcome = await app.guest(tenantId)('holdParty', {
    tenantId,
    persons: [{ services: ['cut'] }, { services: ['nails'] }],
    start: nine,
  })
  expect(outcome.ok && membersOf(outcome.hold)).toEqual([['bo'], ['anna']])
})

test('a party is one hold with one end: held, found, prolonged and released together', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await holdTwo(guest, tenantId)
  expect(held).toMatchObject({ start: nine, holdUntil: now + 10 * minutes, prolonged: false })
  expect(held.group).toMatchObject({ kind: 'party', total: 80_000, ownContacts: true })
  expect(membersOf(held)).toEqual([['anna'], ['bo']])
  expect(await holdTwo(guest, tenantId)).toEqual(held)
  expect((await guest('listHolds', { tenantId })).documents).toEqual([held])
  const second = held.group?.visits[1]?.handle ?? ''
  expect(await guest('getHold', { tenantId, handle: second })).toEqual(held)
  expect(await errorCodeOf(app.guest(tenantId)('getHold', { tenantId, handle: second }))).toBe('not-found')
  later(5 * minutes)
  const prolonged = await guest('prolongHold', { tenantId, handle: second })
  expect(prolonged).toMatchObject({ handle: held.handle, holdUntil: now + 15 * minutes, prolonged: true })
  expect(await guest('releaseHold', { tenantId, handle: second })).toEqual({ released: true })
  expect(await countVisits(tenantId, 'held')).toBe(0)
  await app.unrecorded.write(tenantId, (tx) => sweepHolds(tx, now + 5 * minutes))
  expect(await rows(tenantId, 'select 1 from party')).toEqual([])
})

test('a party counts as one hold, and what overlaps one of its visits releases all', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  await holdTwo(guest, tenantId)
  await holdTwo(guest, tenantId, nine + 60 * minutes)
  await holdTwo(guest, tenantId, nine + 120 * minutes)
  expect(await countVisits(tenantId, 'held')).toBe(6)
  const fourth = await guest('holdParty', { tenantId, persons: two, start: nine + 180 * minutes })
  expect(fourth).toMatchObject({ ok: false, reason: 'too-many-holds' })
  await hold(guest, { tenantId, services: ['cut'], teamMember: ['bo'], start: nine })
  expect(await countVisits(tenantId, 'held')).toBe(5)
  await guest('holdParty', { tenantId, persons: two, start: nine, releaseOthers: true })
  expect(await countVisits(tenantId, 'held')).toBe(2)
})

test('where one person cannot come nothing is held, and the nearest times for all are returned', async () => {
  const tenantId = await salon()
  await book(app.guest(tenantId), { tenantId, teamMember: ['bo'], start: nine })
  const outcome = await app.guest(tenantId)('holdParty', { tenantId, persons: two, start: nine })
  expect(outcome).toMatchObject({ ok: false, reason: 'taken' })
  expect(outcome.ok || outcome.alternatives.map(({ start }) => (start - nine) / minutes)).toEqual([
    15, 30, 45,
  ])
  expect(await countVisits(tenantId, 'held')).toBe(0)
  const late = await app.guest(tenantId)('holdParty', { tenantId, persons: two, start: now - 60 * minutes })
  expect(late).toMatchObject({ ok: false, reason: 'too-late' })
})

test('each person gets a visit with its own number, name, mail and links', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await holdTwo(guest, tenantId)
  const confirmed = await guest('confirmVisit', {
    tenantId,
    handle: held.handle,
    price: 80_000,
    details: freja,
    note: 'By the window',
    persons: [{}, { visitor: 'Ida Marie Holm', email: 'ida@example.com' }],
  })
  expect(confirmed).toEqual({ ok: true, handle: held.handle })
  expect(
    await guest('confirmVisit', { tenantId, handle: held.handle, details: freja, persons: names }),
  ).toEqual(confirmed)
  const [first, second] = await Promise.all(
    (held.group?.visits ?? []).map(({ handle }) => guest('getVisit', { tenantId, handle })),
  )
  expect(first).toMatchObject({ firstname: freja.firstname, email: freja.email, note: 'By the window' })
  expect(first?.party).toEqual([
    { name: 'Ida Marie', start: nine, end: nine + 30 * minutes, state: 'booked' },
  ])
  // A person with an address is the guest of their visit: who booked has no key to it.
  expect(second).toMatchObject({ firstname: 'Ida Marie', email: 'ida@example.com', note: null })
  expect(second?.cancelHandle).toBeNull()
  expect(second?.party).toMatchObject([{ name: freja.firstname }])
  expect(first?.number).not.toBe(second?.number)
  expect(await rows(tenantId, `select "to" from mail where key like 'visit-booked:%' order by 1`)).toEqual([
    { to: freja.email },
    { to: 'ida@example.com' },
  ])
  expect(
    await rows(tenantId, 'select party_position as place, contact, note from visit order by party_position'),
  ).toMatchObject([
    { place: 0, contact: { firstname: freja.firstname }, note: 'By the window' },
    { place: 1, contact: { firstname: 'Ida Marie', lastname: 'Holm', mobile: '' }, note: null },
  ])
})

test('cancelling and moving one leaves the others, and names them', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await holdTwo(guest, tenantId)
  await guest('confirmVisit', { tenantId, handle: held.handle, details: freja, persons: names })
  const visits = await Promise.all(
    (held.group?.visits ?? []).map(({ handle }) => guest('getVisit', { tenantId, handle })),
  )
  const [first, second] = visits
  const handle = second?.moveHandle ?? ''
  expect((await guest('getMoveDetails', { tenantId, handle })).party).toEqual([
    { name: freja.firstname, start: nine, end: nine + 30 * minutes, state: 'booked' },
  ])
  const moved = await guest('moveVisit', { tenantId, handle, start: nine + 120 * minutes })
  expect(moved.ok).toBe(true)
  const details = await guest('gen2_crudWaitlist-getCancelDetails', {
    tenantId,
    bookingId: first?.cancelHandle ?? '',
  })
  expect(details.party).toEqual([
    { name: 'Ida Marie', start: nine + 120 * minutes, end: nine + 150 * minutes, state: 'booked' },
  ])
  await guest('gen2_crudWaitlist-cancelBooking', {
    tenantId,
    bookingId: first?.cancelHandle ?? '',
    confirmed: true,
  })
  expect(await rows(tenantId, 'select state from visit order by party_position')).toEqual([
    { state: 'cancelled' },
    { state: 'booked' },
  ])
})

test('where guests may have so many visits ahead, all of a party count for who books', async () => {
  const tenantId = await salon({ services: [{ id: 'cut', booking: { openVisits: 2 } }] })
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  const { handle, group } = await holdTwo(guest, tenantId)
  expect(group).toMatchObject({ ownContacts: false })
  const confirm = (persons: { visitor?: string; email?: string }[]) =>
    guest('confirmVisit', { tenantId, handle, persons })
  expect(await errorCodeOf(confirm([{}, { visitor: 'Ida', email: 'ida@example.com' }]))).toBe(
    'request/invalid',
  )
  expect(await confirm(names)).toMatchObject({ ok: true })
  const third = await guest('holdVisit', { tenantId, services: ['cut'], start: nine + 60 * minutes })
  expect(third).toMatchObject({ ok: false, reason: 'too-many-open' })
})

test('what ends a visit and the later dates of its series ends nobody else of a party', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await holdTwo(guest, tenantId)
  await guest('confirmVisit', { tenantId, handle: held.handle, details: freja, persons: names })
  const { handle } = held
  expect((await guest('getSeriesTerms', { tenantId, handle })).visits).toHaveLength(1)
  expect((await guest('cancelSeries', { tenantId, handle, confirmed: true, fee: 0 })).ids).toHaveLength(1)
  expect(await rows(tenantId, 'select state from visit order by party_position')).toEqual([
    { state: 'cancelled' },
    { state: 'booked' },
  ])
})

test('an expired party is renewed at the same times, all of it or nothing', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await holdTwo(guest, tenantId)
  later(11 * minutes)
  expect(await errorCodeOf(guest('getHold', { tenantId, handle: held.handle }))).toBe('visit/hold-expired')
  await book(app.guest(tenantId), { tenantId, teamMember: ['bo'], start: nine })
  const lost = await guest('confirmVisit', { tenantId, handle: held.handle, details: freja, persons: names })
  expect(lost).toMatchObject({ ok: false, reason: 'taken', lost: [nine, nine], alternatives: [] })
  expect(await countVisits(tenantId, 'booked')).toBe(1)
  const again = await holdTwo(guest, tenantId, nine + 60 * minutes)
  later(11 * minutes)
  expect(
    await guest('confirmVisit', { tenantId, handle: again.handle, details: freja, persons: names }),
  ).toMatchObject({ ok: true })
  expect(await countVisits(tenantId, 'booked')).toBe(3)
})

test.each([
  ['nobody', []],
  ['one person too few', [{}]],
  ['one too many', [{}, { visitor: 'Ida' }, { visitor: 'Ea' }]],
  ['the second without a name', [{}, { email: 'ida@example.com' }]],
  ['the first with an address and no name', [{ email: 'ida@example.com' }, { visitor: 'Ida' }]],
  ['the first with an address', [{ visitor: 'Ea', email: 'ida@example.com' }, { visitor: 'Ida' }]],
])('persons must be those of the hold: %s', async (_, persons) => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await holdTwo(guest, tenantId)
  const sent = guest('confirmVisit', { tenantId, handle: held.handle, details: freja, persons })
  expect(await errorCodeOf(sent)).toBe('request/invalid')
  const single = await hold(app.guest(tenantId), { tenantId, start: nine + 60 * minutes })
  expect(single.group).toBeNull()
  expect(await countVisits(tenantId, 'booked')).toBe(0)
})

test.each<[string, { services: string[]; teamMember?: (string | null)[] }[], string]>([
  ['one person', [{ services: ['cut'] }], 'party/too-few'],
  ['nobody', [], 'party/too-few'],
  ['six persons', each(6, ['cut']), 'party/too-many'],
  ['eleven services', each(4, ['cut', 'color', 'cut']), 'party/too-many-services'],
  [
    'seven services of one',
    [{ services: Array(7).fill('cut') }, { services: ['cut'] }],
    'party/too-many-services',
  ],
  ['an unknown service', [{ services: ['cut'] }, { services: ['massage'] }], 'not-found'],
  [
    'a member who is not there',
    [{ services: ['cut'] }, { services: ['cut'], teamMember: ['x'] }],
    'not-found',
  ],
  ['the same service twice', [{ services: ['cut', 'cut'] }, { services: ['cut'] }], 'request/invalid'],
  [
    'two members for one service',
    [{ services: ['cut'] }, { services: ['cut'], teamMember: ['anna', 'bo'] }],
    'request/invalid',
  ],
])('a party of %s is refused with a code', async (_, persons, code) => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  expect(await errorCodeOf(guest('getPartyTimes', { tenantId, persons }))).toBe(code)
  expect(await errorCodeOf(guest('holdParty', { tenantId, persons, start: nine }))).toBe(code)
  expect(await countVisits(tenantId, 'held')).toBe(0)
})
