import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, hold, summer } from '#test/steps.ts'
import { makeEntry, matchAll } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-10T08:00')
const eight = summer(`${date}T08:00`)
const nine = summer(`${date}T09:00`)
const hour = 3_600_000
const reception = makeSignedIn()
const anna = makeSignedIn({ role: 'practitioner', memberId: 'anna' })
const wholeDay = { memberId: 'anna', from: `${date}T00:00`, until: `${date}T23:59` }
const illness = { ...wholeDay, kind: 'ill' as const, reason: 'Flu' }

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
const visitAt = async (tenant: TenantId, start: number, member = 'anna') =>
  (await book(app.guest(tenant), { tenantId: tenant, start, teamMember: [member] })).id
/** State, time and sequence of each visit: what nothing here may change. */
async function visitsOf(tenant: TenantId) {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select id, state, start, sequence from visit where state <> 'held' order by id`),
  )
  return rows
}
async function auditOf(tenant: TenantId) {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ what: string }>(sql`select what, actor, subject_name as name, before, after from audit
      where tenant_id = ${tenant} order by at, id`),
  )
  return rows
}

test('illness at eight with six visits: all listed, the next two hours first, none changed or told', async () => {
  const tenant = await salon()
  const ids = []
  for (let index = 0; index < 6; index += 1) ids.push(await visitAt(tenant, nine + index * hour))
  await visitAt(tenant, nine, 'bo')
  app.clock.now = eight
  const [before, mails] = [await visitsOf(tenant), (await app.db.read(tenant, listMail)).length]
  const call = await staffClient(app, tenant, reception)
  const preview = await call('previewBlock', wholeDay)
  expect(preview).toMatchObject({ holds: 0, offers: 0 })
  expect(preview.visits.map(({ id }) => id)).toEqual(ids)
  expect(preview.visits.map(({ soon }) => soon)).toEqual([true, false, false, false, false, false])
  expect(preview.visits[0]).toMatchObject({
    name: 'Freja Holm',
    mobile: '+4520123456',
    services: [`cut of ${tenant}`],
    start: nine,
  })
  const added = await call('addBlock', illness)
  expect(added).toMatchObject({ id: expect.any(String), withdrawn: 0 })
  expect(added.visits).toHaveLength(6)
  expect(await visitsOf(tenant)).toEqual(before)
  expect((await app.db.read(tenant, listMail)).length).toBe(mails)
  const shown = await call('getSchedule', { date })
  expect(shown.members[0]).toMatchObject({
    away: [{ id: added.id, kind: 'ill', reason: 'Flu', ofFile: false }],
  })
  expect(shown.visits.flatMap(({ segments }) => segments.map(({ uncovered }) => uncovered))).toEqual(
    expect.arrayContaining(['absence', null]),
  )
  // Removing it clears what is uncovered, and writes nothing else.
  app.clock.now = eight + 60_000
  expect(await call('removeBlock', { id: added.id ?? '' })).toMatchObject({ removed: true, ofFile: false })
  expect(await call('removeBlock', { id: added.id ?? '' })).toMatchObject({ removed: false, undo: null })
  const after = await call('getSchedule', { date })
  expect(new Set(after.visits.flatMap(({ segments }) => segments.map(({ uncovered }) => uncovered)))).toEqual(
    new Set([null]),
  )
  expect(await visitsOf(tenant)).toEqual(before)
  const time = `${date}T00:00–${date}T23:59`
  expect(await auditOf(tenant)).toMatchObject([
    { what: 'blockAdded', actor: 'Mia Lund', name: 'anna', after: { kind: 'ill', time } },
    { what: 'blockRemoved', before: { kind: 'ill', time } },
  ])
})

test('holds are counted and stay, offers of the waitlist are withdrawn', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  const { cancelHandle } = await book(app.guest(tenant), { tenantId: tenant, start: nine })
  await makeEntry(app, tenant, { atNight: true })
  await app.guest(tenant)('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const guest = app.guest(tenant)
  const kept = await hold(guest, { tenantId: tenant, start: nine + 2 * hour })
  const call = await staffClient(app, tenant, reception)
  expect(await call('previewBlock', wholeDay)).toMatchObject({ visits: [], holds: 1, offers: 1 })
  expect(await call('addBlock', { ...wholeDay, kind: 'busy' })).toMatchObject({ visits: [], withdrawn: 1 })
  expect((await call('getSchedule', { date })).holds).toMatchObject([{ kind: 'hold' }])
  expect(await guest('getHold', { tenantId: tenant, handle: kept.handle })).toMatchObject({
    start: nine + 2 * hour,
  })
})

test('other hours of a day: the visits outside them are listed and stay, and the last of a day by hand applies', async () => {
  const tenant = await salon()
  const early = await visitAt(tenant, nine)
  const late = await visitAt(tenant, nine + 7 * hour, 'bo')
  const call = await staffClient(app, tenant, reception)
  const hours = [{ from: '12:00', to: '16:00' }]
  const before = await visitsOf(tenant)
  const preview = (await call('previewDayHours', { date, hours })).visits
  expect(preview.map((one) => [one.id, one.uncovered])).toEqual([
    [early, false],
    [late, false],
  ])
  expect(
    (await call('previewDayHours', { date, hours, members: ['bo'] })).visits.map(({ id }) => id),
  ).toEqual([late])
  await call('setDayHours', { date, hours: [] })
  const { id } = await call('setDayHours', { date, hours, reason: 'Course' })
  const shown = await call('getSchedule', { date })
  expect(shown.otherHours).toEqual([{ id, date, hours, members: null, reason: 'Course', ofFile: false }])
  expect(shown.members[0]?.hours).toEqual([{ start: nine + 3 * hour, end: nine + 7 * hour }])
  // They are broken already, and in the way still.
  const again = (await call('previewDayHours', { date, hours })).visits
  expect(again.map((one) => [one.id, one.uncovered])).toEqual([
    [early, true],
    [late, true],
  ])
  expect((await call('previewDayHours', { date, hours, members: ['bo'] })).visits).toMatchObject([
    { id: late, uncovered: true },
  ])
  expect((await call('previewBlock', wholeDay)).visits).toMatchObject([{ id: early, uncovered: true }])
  expect(await call('removeDayHours', { id })).toMatchObject({ removed: true, ofFile: false })
  expect(await call('removeDayHours', { id })).toEqual({ removed: false, ofFile: false, undo: null })
  expect((await call('getSchedule', { date })).otherHours).toEqual([])
  expect(await visitsOf(tenant)).toEqual(before)
  expect((await auditOf(tenant)).map(({ what }) => what).toSorted()).toEqual([
    'hoursChanged',
    'hoursChanged',
    'hoursRemoved',
  ])
})

test('who blocks their own time blocks no other, and not the whole salon', async () => {
  const tenant = await salon()
  await visitAt(tenant, nine)
  await visitAt(tenant, nine, 'bo')
  const mine = await staffClient(app, tenant, anna)
  const hours = [{ from: '12:00', to: '16:00' }]
  expect(await mine('addBlock', { ...illness, kind: 'break' })).toMatchObject({ visits: [{ name: null }] })
  await mine('setDayHours', { date, hours, members: ['anna'] })
  const refused = [
    mine('previewBlock', { ...wholeDay, memberId: 'bo' }),
    mine('addBlock', { ...illness, memberId: 'bo' }),
    mine('previewDayHours', { date, hours }),
    mine('setDayHours', { date, hours }),
    mine('setDayHours', { date, hours, members: ['anna', 'bo'] }),
  ]
  for (const one of refused) expect(await errorCodeOf(one)).toBe('auth/forbidden')
  const all = await staffClient(app, tenant, reception)
  const { id } = await all('addBlock', { ...illness, memberId: 'bo' })
  const { id: ofSalon } = await all('setDayHours', { date, hours })
  expect(await errorCodeOf(mine('removeBlock', { id: id ?? '' }))).toBe('auth/forbidden')
  expect(await errorCodeOf(mine('removeDayHours', { id: ofSalon }))).toBe('auth/forbidden')
  expect(await errorCodeOf(all('addBlock', { ...illness, memberId: 'nobody' }))).toBe('not-found')
  const elsewhere = await staffClient(app, await salon(), reception)
  expect(await elsewhere('removeBlock', { id: id ?? '' })).toMatchObject({ removed: false, undo: null })
})

test('times that do not exist or go back are refused', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  for (const times of [
    { from: `${date}T10:00`, until: `${date}T10:00` },
    { from: `${date}T11:00`, until: `${date}T10:00` },
    { from: '2026-02-30T10:00', until: `${date}T10:00` },
    { from: `${date}T25:00`, until: `${date}T26:00` },
  ])
    expect(await errorCodeOf(call('addBlock', { ...illness, ...times }))).toBe('request/invalid')
  expect(await errorCodeOf(call('setDayHours', { date, hours: [{ from: '16:00', to: '12:00' }] }))).toBe(
    'request/invalid',
  )
})

test('one that is of the file says that the next import adds it again', async () => {
  const tenant = await salon()
  await asOwner(
    app,
    tenant,
    `insert into absence (tenant_id, id, member_id, "from", until, origin)
    values ($1, 'b0000000-0000-4000-8000-000000000001', 'anna', '${date}T08:00', '${date}T10:00', 'file')`,
    [tenant],
  )
  const call = await staffClient(app, tenant, reception)
  expect(await call('removeBlock', { id: 'b0000000-0000-4000-8000-000000000001' })).toMatchObject({
    removed: true,
    ofFile: true,
  })
})
