import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORT_MS } from '#domain/visit/undo.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, hold, summer } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const [minute, hour] = [60_000, 3_600_000]
const reception = makeSignedIn()

const onlyThatDay = {
  from: '2026-06-12',
  until: '2026-06-12',
  weekdays: [],
  earliest: '00:00',
  latest: '24:00',
}

/** Anna cuts in 30 minutes, Bo in 45, with a gap from 15 to 30. */
async function salon(): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, { services: [{ id: 'cut', lengths: { bo: { minutes: 45, gap: [15, 15] } } }] })
}
const offersOf = async (tenant: TenantId, teamMember?: string) => {
  const query = { tenantId: tenant, services: 'cut', from: '2026-06-12', ...(teamMember && { teamMember }) }
  const { offers } = await app.guest(tenant)('getAvailability', query)
  return offers.filter(({ start }) => start < nine + 8 * hour)
}
const shape = ({ start, end, members }: { start: number; end: number; members: string[] }) =>
  `${(start - nine) / minute}–${(end - nine) / minute} ${members.join()}`

test('each time ends when its person is done, and anyone is the faster at equal rank', async () => {
  const tenant = await salon()
  expect((await offersOf(tenant, 'bo')).slice(0, 2).map(shape)).toEqual(['0–45 bo', '15–60 bo'])
  expect((await offersOf(tenant, 'bo')).at(-1)?.end).toBe(nine + 8 * hour)
  expect((await offersOf(tenant)).slice(0, 1).map(shape)).toEqual(['0–30 anna'])
  await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  // Bo has less to do that day, and is preferred for that.
  expect((await offersOf(tenant)).slice(0, 1).map(shape)).toEqual(['0–45 bo'])
})

test('the price list says the length of each', async () => {
  const tenant = await salon()
  const { documents } = await app.guest(tenant)('listServices', { tenantId: tenant })
  expect(documents).toMatchObject([{ id: 'cut', duration: 30, individualLengths: { bo: 45 } }])
})

test('a visit is held, booked and shown for the length of its person; in their gap another fits', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const held = await hold(guest, { tenantId: tenant, start: nine, teamMember: ['bo'] })
  expect(held).toMatchObject({ end: nine + 45 * minute })
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine + hour, teamMember: ['bo'] })
  const { start, end, segments } = await storedVisit(app, tenant, id)
  expect([start, end]).toEqual([new Date(nine + hour), new Date(nine + hour + 45 * minute)])
  expect(segments).toMatchObject([{ memberId: 'bo', ownLength: false }])
})

test('what is booked keeps its length when the file gives another one', async () => {
  const tenant = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['bo'] })
  await app.owner.query(
    `update service_member set minutes = 90 where tenant_id = '${tenant}' and member_id = 'bo'`,
  )
  const { sequence, end } = await storedVisit(app, tenant, id)
  expect(end).toEqual(new Date(nine + 45 * minute))
  const call = await staffClient(app, tenant, reception)
  expect(await call('placeVisit', { id, sequence, start: nine + hour })).toMatchObject({
    end: nine + hour + 45 * minute,
  })
})

describe('handing over', () => {
  const annas = async (tenant: TenantId, start = nine) =>
    (await book(app.guest(tenant), { tenantId: tenant, start, teamMember: ['anna'] })).id

  test('the other person takes as long as they do', async () => {
    const tenant = await salon()
    const id = await annas(tenant)
    const call = await staffClient(app, tenant, reception)
    const services = [{ serviceId: 'cut', memberId: 'bo' }]
    expect(await call('checkPlacement', { visitId: id, start: nine, services })).toMatchObject({
      ok: true,
      end: nine + 45 * minute,
      minutes: [45],
    })
    expect(await call('placeVisit', { id, sequence: 0, start: nine, members: ['bo'] })).toMatchObject({
      ok: true,
      end: nine + 45 * minute,
    })
    expect((await storedVisit(app, tenant, id)).segments).toMatchObject([
      { memberId: 'bo', ownLength: false },
    ])
  })

  test('a length that the salon has given stays', async () => {
    const tenant = await salon()
    const id = await annas(tenant)
    const call = await staffClient(app, tenant, reception)
    await call('placeVisit', { id, sequence: 0, start: nine, minutes: [20] })
    expect(await call('placeVisit', { id, sequence: 1, start: nine, members: ['bo'] })).toMatchObject({
      ok: true,
      end: nine + 20 * minute,
    })
  })

  test('somebody slower whose time is too short is refused, with the minutes that are missing', async () => {
    const tenant = await salon()
    const id = await annas(tenant)
    await book(app.guest(tenant), { tenantId: tenant, start: nine + 30 * minute, teamMember: ['bo'] })
    const call = await staffClient(app, tenant, reception)
    const refusal = { ok: false, reason: 'taken', missing: 15 }
    const services = [{ serviceId: 'cut', memberId: 'bo' }]
    expect(await call('checkPlacement', { visitId: id, start: nine, services })).toMatchObject(refusal)
    expect(await call('placeVisit', { id, sequence: 0, start: nine, members: ['bo'] })).toMatchObject(refusal)
    const preview = await call('previewHandOver', { memberId: 'anna', ids: [id] })
    expect(preview.documents).toMatchObject([{ candidates: [] }])
    // Where nothing of it is free, no minutes would help.
    const taken = await annas(tenant, nine + 30 * minute)
    const answer = await call('placeVisit', {
      id: taken,
      sequence: 0,
      start: nine + 30 * minute,
      members: ['bo'],
    })
    expect(answer).toMatchObject({ ok: false, reason: 'taken' })
    expect(answer).not.toHaveProperty('missing')
  })
})

test('a freed time is offered where it is long enough for the person', async () => {
  const tenant = await salon()
  const ids: string[] = []
  for (let start = nine; start < nine + 8 * hour; start += 30 * minute)
    ids.push((await book(app.guest(tenant), { tenantId: tenant, start, teamMember: ['anna'] })).id)
  const entry = await makeEntry(app, tenant, { members: ['anna'], windows: [onlyThatDay] })
  await app.owner.query(
    `update service_member set minutes = 45 where tenant_id = '${tenant}' and member_id = 'anna'`,
  )
  const free = async (id = '') => {
    const call = await staffClient(app, tenant, reception)
    await call('cancelVisitBySalon', { id, sequence: 0, inform: false })
    app.clock.now = app.deps.now() + REPORT_MS
    await matchAll(app, tenant)
    return (await openOffers(app, tenant)).map(({ entryId }) => entryId)
  }
  expect(await free(ids[2])).toEqual([])
  expect(await free(ids[3])).toEqual([entry])
})
