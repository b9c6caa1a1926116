import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStatements } from '#test/count-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, hold, summer } from '#test/steps.ts'
import type { TenantId } from '#server/database/db.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const minutes = 60_000

async function salon(props: Parameters<typeof makeTenant>[1] = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, props)
}

/** Takes all of everybody's time from now for so many days. */
const fill = (tenantId: TenantId, days: number) =>
  asOwner(
    app,
    tenantId,
    `
    with made as (
      select gen_random_uuid() as id, member.id as member,
        date '2026-06-10' + day + time '06:00' as at
      from member, generate_series(0, ${days - 1}) as day where tenant_id = '${tenantId}'
    ), visits as (
      insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, contact, currency,
        price, created_at, booked_at)
      select '${tenantId}', id, 'booked', at, at + interval '12 hours', md5(id::text),
        md5('cancel' || id), '{}', 'DKK', 0, now(), now() from made)
    insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
      "end", busy)
    select '${tenantId}', id, 0, 'cut', member, 'Cut', 0, at, at + interval '12 hours',
      tstzmultirange(tstzrange(at, at + interval '12 hours')) from made`,
  )

test('the first three free times are over all people and days, or on from a date', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const ask = async (input: { from?: string; teamMember?: string } = {}) =>
    (await guest('getFirstFree', { tenantId, services: 'cut', ...input })).offers
  expect(await ask()).toMatchObject(
    ['09:00', '09:15', '09:30'].map((time) => ({ start: summer(`2026-06-10T${time}`), members: ['anna'] })),
  )
  const start = summer('2026-06-10T09:00')
  await book(app.guest(tenantId), { tenantId, teamMember: ['anna'], start })
  expect((await ask())[0]).toMatchObject({ start, members: ['bo'] })
  expect((await ask({ teamMember: 'anna' }))[0]).toMatchObject({ start: start + 30 * minutes })
  expect((await ask({ from: '2026-06-20' }))[0]).toMatchObject({ start: summer('2026-06-20T09:00') })
})

test('what the guest holds is among the first free times', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const start = summer('2026-06-10T09:00')
  await hold(guest, { tenantId, start })
  const first = async (caller: typeof guest) =>
    (await caller('getFirstFree', { tenantId, services: 'cut' })).offers[0]?.start
  expect(await first(guest)).toBe(start)
  expect(await first(app.guest(tenantId))).toBe(start + 30 * minutes)
})

test.each([
  [0, '2026-06-10', 1],
  [13, '2026-06-23', 1],
  [14, '2026-06-24', 2],
  [55, '2026-08-04', 2],
  [300, '2027-04-06', 3],
])(
  'with %i days booked, the first free day is found by %s in at most three reads',
  async (days, date, reads) => {
    const tenantId = await salon({ rules: { horizonDays: 400 } })
    await fill(tenantId, days)
    const found: number[] = []
    const texts = await listStatements(app, async () => {
      const { offers } = await app.guest(tenantId)('getFirstFree', { tenantId, services: 'cut,color' })
      found.push(...offers.map(({ start }) => start))
    })
    expect(found).toHaveLength(3)
    expect(new Date(found[0] ?? 0).toISOString().slice(0, 10)).toBe(date)
    expect(texts.filter((text) => text.includes('unnest(busy)'))).toHaveLength(reads)
  },
)

test('without a free time up to the horizon there is none', async () => {
  const tenantId = await salon({ rules: { horizonDays: 20 } })
  await fill(tenantId, 30)
  const guest = app.guest(tenantId)
  expect(await guest('getFirstFree', { tenantId, services: 'cut' })).toMatchObject({
    offers: [],
    lastDay: '2026-06-30',
  })
  expect(await errorCodeOf(guest('getFirstFree', { tenantId, services: 'nosuch' }))).toBe('not-found')
})

test('days without free times say why, where that is asked', async () => {
  const tenantId = await salon({
    services: [{ id: 'cut' }, { id: 'nails', members: ['bo'] }],
    rules: { horizonDays: 10, leadMinutes: 26 * 60 },
  })
  await asOwner(
    app,
    tenantId,
    `insert into day_hours (tenant_id, id, date, hours, members, reason, origin, created_at)
    values ('${tenantId}', gen_random_uuid(), '2026-06-12', '[]', null, 'Constitution Day', 'file', now())`,
  )
  await asOwner(
    app,
    tenantId,
    `insert into absence (tenant_id, id, member_id, "from", until, kind, origin)
    select '${tenantId}', gen_random_uuid(), id, '2026-06-14T00:00', '2026-06-15T00:00', 'absence', 'file'
    from member where tenant_id = '${tenantId}'`,
  )
  await asOwner(
    app,
    tenantId,
    `with made as (select gen_random_uuid() as id, id as member from member where tenant_id = '${tenantId}'),
    visits as (
      insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, contact, currency,
        price, created_at, booked_at)
      select '${tenantId}', id, 'booked', '2026-06-13 06:00Z', '2026-06-13 18:00Z', md5(id::text),
        md5('cancel' || id), '{}', 'DKK', 0, now(), now() from made)
    insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
      "end", busy)
    select '${tenantId}', id, 0, 'cut', member, 'Cut', 0, '2026-06-13 06:00Z', '2026-06-13 18:00Z',
      '{[2026-06-13 06:00Z,2026-06-13 18:00Z)}' from made`,
  )
  const guest = app.guest(tenantId)
  const ask = { tenantId, services: 'cut', from: '2026-06-10' }
  expect((await guest('getAvailability', ask)).empty).toEqual([])
  const { empty } = await guest('getAvailability', { ...ask, why: 'true' })
  expect(empty.slice(0, 5)).toEqual([
    { date: '2026-06-10', why: 'too-soon' },
    { date: '2026-06-12', why: 'closed' },
    { date: '2026-06-13', why: 'taken' },
    { date: '2026-06-14', why: 'closed' },
    { date: '2026-06-21', why: 'too-far' },
  ])
  const nobody = await guest('getAvailability', {
    ...ask,
    services: 'nails',
    teamMember: 'anna',
    why: 'true',
  })
  expect(nobody.empty).toHaveLength(28)
  expect(new Set(nobody.empty.map(({ why }) => why))).toEqual(new Set(['nobody']))
})
