import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { cancelAsSalon, moveAsSalon } from '#test/move.ts'
import { asOwner } from '#test/seeded.ts'
import { makeSignedIn, staffClient, staffContext } from '#test/signed-in.ts'
import { book, errorCodeOf, freja, hold, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry, matchAll } from '#test/waitlist.ts'
import { scheduleEtag } from './schedule-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-11T08:00')
const nine = summer(`${date}T09:00`)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
const reception = makeSignedIn()
const anna = makeSignedIn({ role: 'practitioner', memberId: 'anna' })

test('a day has its people with their hours, the visits, and what is only kept', async () => {
  const tenant = await salon({
    services: [
      { id: 'cut', duration: 30, bufferAfter: 10 },
      { id: 'color', duration: 60, processingAfter: 15, processingMinutes: 30 },
    ],
  })
  const { id, number } = await book(app.guest(tenant), {
    tenantId: tenant,
    start: nine,
    services: ['cut', 'color'],
    teamMember: ['anna', 'bo'],
  })
  await hold(app.guest(tenant), { tenantId: tenant, start: nine + 2 * hour, teamMember: ['bo'] })
  const call = await staffClient(app, tenant, reception)
  const shown = await call('getSchedule', { date })
  expect(shown).toMatchObject({
    timeZone: 'Europe/Copenhagen',
    slotMinutes: 15,
    days: [{ date, from: summer(`${date}T00:00`), until: summer(`${date}T00:00`) + day }],
    members: [
      { id: 'anna', open: true, left: false, hours: [{ start: nine, end: nine + 8 * hour }], away: [] },
      { id: 'bo', open: true, left: false },
    ],
    visits: [
      {
        id,
        number,
        start: nine,
        end: nine + 90 * minute,
        progress: 'expected',
        source: 'web',
        unanswered: false,
        asked: false,
        guest: { firstname: 'Freja', name: 'Freja Holm', mobile: '+4520123456', email: freja.email },
        price: null,
        segments: [
          {
            serviceId: 'cut',
            memberId: 'anna',
            kind: 'hair',
            kindName: 'Hair',
            before: 0,
            after: 10,
            gaps: [],
            over: null,
            uncovered: null,
          },
          {
            serviceId: 'color',
            memberId: 'bo',
            start: nine + 30 * minute,
            gaps: [{ start: nine + 45 * minute, end: nine + 75 * minute }],
          },
        ],
      },
    ],
    holds: [{ kind: 'hold', memberId: 'bo', start: nine + 2 * hour, until: now + 10 * minute }],
    busy: [],
    unclosed: [],
  })
  app.clock.now = now + 11 * minute
  expect((await call('getSchedule', { date })).holds).toEqual([])
  expect((await call('getSchedule', { date: addDays(date, 1) })).visits).toEqual([])
  expect((await call('getSchedule', { date: addDays(date, -3), days: 7 })).visits).toHaveLength(1)
  expect((await call('getSchedule', { date, member: 'bo' })).visits[0]?.segments).toHaveLength(1)
})

test('of the services of a visit, each person has those that they perform', async () => {
  const tenant = await salon()
  const wanted = { services: ['cut', 'color'], teamMember: ['bo', 'bo'] }
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, ...wanted })
  await asOwner(
    app,
    tenant,
    "delete from service_member where tenant_id = $1 and member_id = 'anna' and service_id = 'color'",
    [tenant],
  )
  const call = await staffClient(app, tenant, reception)
  const performed = [
    { id: 'anna', services: ['cut'] },
    { id: 'bo', services: ['color', 'cut'] },
  ]
  expect((await call('getSchedule', { date })).members).toMatchObject(performed)
  expect((await call('getSalonVisit', { visit: id })).members).toMatchObject(performed)
  // Which services others are busy with is not told.
  const own = await staffClient(app, tenant, anna)
  expect((await own('getSchedule', { date })).members.map((one) => one.services)).toEqual([[], []])
})

test('a practitioner sees what is theirs, and of others only when they are busy', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  await book(guest, { tenantId: tenant, start: nine, teamMember: ['bo'] })
  await hold(guest, { tenantId: tenant, start: nine + hour, teamMember: ['bo'] })
  await asOwner(
    app,
    tenant,
    `insert into absence (tenant_id, member_id, "from", until, kind, reason, origin)
    values ($1, 'bo', '${date}T13:00', '${date}T14:00', 'ill', 'Knee', 'desk')`,
    [tenant],
  )
  const call = await staffClient(app, tenant, anna)
  const shown = await call('getSchedule', { date })
  expect(shown.visits.map(({ segments }) => segments.map(({ memberId }) => memberId))).toEqual([['anna']])
  expect(shown.holds).toEqual([])
  expect(shown.busy).toEqual([
    { memberId: 'bo', start: nine, end: nine + 30 * minute },
    { memberId: 'bo', start: nine + hour, end: nine + 90 * minute },
  ])
  expect(shown.members).toMatchObject([
    { open: true },
    { open: false, away: [{ kind: 'absence', reason: null }] },
  ])
  // More than a day ahead a first name, and no amount; near the visit how to reach the guest.
  expect(shown.visits[0]).toMatchObject({
    guest: { firstname: 'Freja', name: null, mobile: null, email: null },
    price: null,
  })
  expect(JSON.stringify(shown)).not.toMatch(/Holm|20123456|example\.com|Knee/)
  app.clock.now = nine - day + 1
  expect((await call('getSchedule', { date })).visits[0]?.guest).toMatchObject({
    name: 'Freja Holm',
    mobile: '+4520123456',
  })
})

test('who reaches their own guests only reaches nobody else’s, near the visit either', async () => {
  const tenant = await salon()
  for (const member of ['anna', 'bo'])
    await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: [member] })
  app.clock.now = nine - hour
  const mobiles = async (memberId: string | null) => {
    const rights = { ...reception.rights, contact: 'own' } as const
    const call = await staffClient(app, tenant, makeSignedIn({ memberId, rights }))
    const { visits } = await call('getSchedule', { date })
    return new Map(visits.map(({ guest, segments }) => [segments[0]?.memberId, guest.mobile]))
  }
  expect(await mobiles('anna')).toEqual(
    new Map([
      ['anna', '+4520123456'],
      ['bo', null],
    ]),
  )
  expect([...(await mobiles(null)).values()]).toEqual([null, null])
})

test('amounts are for who may see them: all, or those of today', async () => {
  const tenant = await salon()
  await book(app.guest(tenant), { tenantId: tenant, start: nine })
  const price = async (role: Parameters<typeof makeSignedIn>[0]) =>
    (await (await staffClient(app, tenant, makeSignedIn(role)))('getSchedule', { date })).visits[0]?.price
  expect(await price({ role: 'owner' })).toBe(40_000)
  expect(await price({ role: 'reception' })).toBe(null)
  app.clock.now = nine
  expect(await price({ role: 'reception' })).toBe(40_000)
  expect(await price({ role: 'practitioner', memberId: 'anna' })).toBe(null)
})

test('what the schedule has no place for is marked, and no longer once the absence is gone', async () => {
  const tenant = await salon()
  await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const call = await staffClient(app, tenant, reception)
  const why = async () => (await call('getSchedule', { date })).visits[0]?.segments[0]?.uncovered
  expect(await why()).toBe(null)
  await asOwner(
    app,
    tenant,
    `insert into absence (tenant_id, member_id, "from", until, origin)
    values ($1, 'anna', '${date}T08:00', '${date}T10:00', 'desk')`,
    [tenant],
  )
  expect(await why()).toBe('absence')
  await asOwner(app, tenant, 'delete from absence where tenant_id = $1', [tenant])
  expect(await why()).toBe(null)
  await asOwner(app, tenant, "update member set active = false where tenant_id = $1 and id = 'anna'", [
    tenant,
  ])
  expect(await why()).toBe('member')
  const { members } = await call('getSchedule', { date })
  expect(members.find(({ id }) => id === 'anna')).toMatchObject({ left: true })
  expect((await call('getSchedule', { date: addDays(date, 1) })).members.map(({ id }) => id)).toEqual(['bo'])
})

test('offers and what is kept for the queue are shown as that', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  const { cancelHandle } = await book(app.guest(tenant), { tenantId: tenant, start: nine })
  await makeEntry(app, tenant, { atNight: true })
  await app.guest(tenant)('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  const call = await staffClient(app, tenant, reception)
  const kinds = async () => (await call('getSchedule', { date })).holds.map(({ kind }) => kind)
  expect(await kinds()).toEqual(['queue'])
  await matchAll(app, tenant)
  expect(await kinds()).toEqual(['offer'])
})

test('visits of earlier days that nobody has closed come first, the latest on top', async () => {
  const tenant = await salon()
  const cut = { id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 1 }
  const visits = []
  for (const daysAgo of [1, 2, 6, 9])
    visits.push(await makeVisit(app, tenant, { start: new Date(now - daysAgo * day), services: [cut] }))
  await makeVisit(app, tenant, {
    start: new Date(now - day + hour),
    services: [{ ...cut, member: 'bo' }],
    progress: 'noShow',
  })
  const ids = async (staff: typeof anna) =>
    (await (await staffClient(app, tenant, staff))('getSchedule', { date })).unclosed.map(({ id }) => id)
  expect(await ids(reception)).toEqual(visits.slice(0, 3).map(({ id }) => id))
  expect(await ids(anna)).toEqual(visits.slice(0, 3).map(({ id }) => id))
  expect(await ids(makeSignedIn({ role: 'practitioner', memberId: 'bo' }))).toEqual([])
})

test('a day on which clocks change is as long as it is', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const lengths = async (one: string) =>
    (await call('getSchedule', { date: one })).days.map(({ from, until }) => (until - from) / hour)
  expect(await lengths('2026-03-29')).toEqual([23])
  expect(await lengths('2026-10-25')).toEqual([25])
})

test('the ETag changes with all that is shown, and with who asks', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const tagOf = async (staff = reception) =>
    scheduleEtag(await staffContext(app, tenant, staff), { tenantId: tenant, date, days: 1 })
  const seen = [await tagOf()]
  const changes = async (work: () => Promise<unknown>) => {
    await work()
    const tag = await tagOf()
    expect(seen).not.toContain(tag)
    seen.push(tag)
  }
  expect(await tagOf()).toBe(seen[0])
  expect(await tagOf(anna)).not.toBe(seen[0])
  let visit = { id: '', cancelHandle: '' }
  await changes(() => hold(guest, { tenantId: tenant, start: nine + 4 * hour, teamMember: ['bo'] }))
  await changes(async () => {
    visit = await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  })
  await changes(() =>
    guest('changeVisitNote', { tenantId: tenant, handle: visit.cancelHandle, note: 'Hello' }),
  )
  await changes(() => moveAsSalon(app, tenant, visit.id, { start: nine + hour }))
  await changes(() => cancelAsSalon(app, tenant, visit.id))
  await changes(async () => (app.clock.now = now + 11 * minute))
  expect(await tagOf()).toBe(seen.at(-1))
})

test('nobody but people of the salon gets it, on the salon’s own site', async () => {
  const tenant = await salon()
  expect(await errorCodeOf(app.guest(tenant)('getSchedule', {}))).toBe('auth/unauthenticated')
  const other = await salon()
  const call = await staffClient(app, tenant, reception)
  expect(await errorCodeOf(call('getSchedule', { tenantId: other } as object))).toBe('not-found')
})
