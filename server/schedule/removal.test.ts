import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORT_MS, UNDO_MS } from '#domain/visit/undo.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, hold, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-11T08:00')
const nine = summer(`${date}T09:00`)
const hour = 3_600_000
const reception = makeSignedIn()
const illness = {
  memberId: 'anna',
  from: `${date}T00:00`,
  until: '2026-06-13T00:00',
  kind: 'ill' as const,
  reason: 'Flu',
}

/** A salon where Anna is ill on a day on which somebody has booked her. */
async function salon() {
  app.clock.now = now
  const tenant = await makeTenant(app)
  const call = await staffClient(app, tenant, reception)
  await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const { id } = await call('addBlock', illness)
  const removed = async () => (await call('removeBlock', { id: id ?? '' })).undo?.removal ?? ''
  const away = async () => (await call('getSchedule', { date })).members[0]?.away ?? []
  return { tenant, call, id: id ?? '', removed, away }
}
const jobsOf = async (tenant: TenantId) => {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ after: Date }>(sql`select start_after as after from pgboss.job
      where data ->> 'tenant' = ${tenant} and name = 'match-open-times'`),
  )
  return rows.map(({ after }) => new Date(after).getTime())
}

test('a block that was removed is there again as it was, once, over the visits that it had', async () => {
  const { tenant, call, id, removed, away } = await salon()
  const removal = await removed()
  // It may say why somebody is ill: nobody reads it in an address.
  expect(Buffer.from(removal, 'base64url').toString()).not.toContain('Flu')
  expect(await away()).toEqual([])
  // Until it can no longer be taken back, nobody who waits is offered its time.
  expect(await jobsOf(tenant)).toEqual([now + REPORT_MS])
  app.clock.now = now + UNDO_MS
  expect(await call('undoRemoval', { removal })).toEqual({ ok: true })
  expect(await away()).toMatchObject([{ id, kind: 'ill', reason: 'Flu', ofFile: false }])
  expect((await call('getSchedule', { date })).visits[0]?.segments[0]?.uncovered).toBe('absence')
  expect(await call('undoRemoval', { removal })).toEqual({ ok: false, reason: 'undone' })
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select what, subject_name as name, before, after from audit
      where tenant_id = ${tenant} order by at desc, what`),
  )
  const ill = { kind: 'ill', time: `${illness.from}–${illness.until}` }
  expect(rows[0]).toEqual({ what: 'removalUndone', name: 'anna', before: null, after: ill })
})

test('later than twenty seconds it stays removed', async () => {
  const { call, removed, away } = await salon()
  const removal = await removed()
  app.clock.now = now + UNDO_MS + 1
  expect(await call('undoRemoval', { removal })).toEqual({ ok: false, reason: 'over' })
  expect(await away()).toEqual([])
})

test('where its time has been booked or is being booked since, that is said and nothing changes', async () => {
  const { tenant, call, removed, away } = await salon()
  const removal = await removed()
  app.clock.now = now + 5_000
  const guest = app.guest(tenant)
  const { handle } = await hold(guest, { tenantId: tenant, start: nine + hour, teamMember: ['anna'] })
  expect(await call('undoRemoval', { removal })).toEqual({ ok: false, reason: 'held' })
  await guest('releaseHold', { tenantId: tenant, handle })
  // Somebody else's time is not in the way.
  await book(guest, { tenantId: tenant, start: nine + hour, teamMember: ['bo'] })
  const { visits } = await call('getSchedule', { date })
  const [early] = visits
  await call('placeVisit', {
    id: early?.id ?? '',
    sequence: early?.sequence ?? 0,
    start: nine + 2 * hour,
    inform: 'none',
  })
  expect(await call('undoRemoval', { removal })).toEqual({ ok: false, reason: 'taken' })
  expect(await away()).toEqual([])
})

test('nobody takes back what another person, or somebody in another salon, has removed', async () => {
  const { tenant, call, removed } = await salon()
  const removal = await removed()
  const other = await staffClient(app, tenant, makeSignedIn({ name: 'Emil' }))
  expect(await errorCodeOf(other('undoRemoval', { removal }))).toBe('not-found')
  const elsewhere = await staffClient(app, (await salon()).tenant, reception)
  expect(await errorCodeOf(elsewhere('undoRemoval', { removal }))).toBe('not-found')
  expect(await errorCodeOf(call('undoRemoval', { removal: `${removal.slice(0, -4)}AAAA` }))).toBe('not-found')
  const practitioner = makeSignedIn({ ...reception, role: 'practitioner', memberId: 'bo' })
  const { rights } = makeSignedIn({ role: 'practitioner' })
  const own = await staffClient(app, tenant, { ...practitioner, rights })
  expect(await errorCodeOf(own('undoRemoval', { removal }))).toBe('auth/forbidden')
})

test('other hours of a day come back too, unless others were set since', async () => {
  const { call } = await salon()
  const hours = [{ from: '12:00', to: '16:00' }]
  const set = await call('setDayHours', { date, hours, reason: 'Course' })
  const remove = async (id: string) => (await call('removeDayHours', { id })).undo?.removal ?? ''
  const removal = await remove(set.id)
  expect(await call('undoRemoval', { removal })).toEqual({ ok: true })
  expect((await call('getSchedule', { date })).otherHours).toMatchObject([
    { id: set.id, hours, reason: 'Course' },
  ])
  const again = await remove(set.id)
  await call('setDayHours', { date, hours: [] })
  expect(await call('undoRemoval', { removal: again })).toEqual({ ok: false, reason: 'undone' })
})
