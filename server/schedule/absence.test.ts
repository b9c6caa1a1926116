import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Absence } from '#contract/content/tenant.ts'
import type { TenantId } from '#server/database/db.ts'
import { matchChangedSchedule } from '#server/waitlist/offer-jobs.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { book, hold, summer } from '#test/steps.ts'
import { jobContext, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import { addAbsence, removeAbsence } from './absence.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T10:00')
const nine = summer('2026-06-12T09:00')
const morning: Absence = { from: '2026-06-12T09:00', until: '2026-06-12T10:00', reason: 'Dentist' }

/** One person who cuts once a day, from nine to ten. */
const small = {
  members: [{ id: 'anna', hours: [{ weekday: 5, from: '09:00', to: '10:00' }] }],
  services: [{ id: 'cut', price: 32_000, duration: 60 }],
  rules: { slotMinutes: 60, horizonDays: 5 },
} satisfies MakeTenant

async function salon(wanted: MakeTenant = small): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}

const add = async (tenant: TenantId, absence = morning, leaveVisits = false) => {
  const context = await jobContext(app, tenant)
  return app.db.write(tenant, (tx) =>
    addAbsence(context, tx, 'anna', { absence, leaveVisits, origin: 'command' }),
  )
}
const remove = async (tenant: TenantId, absence = morning) => {
  const context = await jobContext(app, tenant)
  return app.db.write(tenant, (tx) => removeAbsence(context, tx, 'anna', absence))
}

async function cancelled(tenant: TenantId, services = ['cut']): Promise<void> {
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, { tenantId: tenant, services, start: nine })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
}
const namesOf = ({ messageId, waitlistHandle }: { messageId: string; waitlistHandle: string }) => ({
  messageId,
  waitlistHandle,
})
type OpenOffer = Awaited<ReturnType<typeof openOffers>>[number]
const read = (tenant: TenantId, offer: OpenOffer) =>
  app.guest(tenant)('getWaitlistOffer', { tenantId: tenant, ...namesOf(offer) })
async function offered(tenant: TenantId): Promise<OpenOffer> {
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (!offer) throw new Error('no open offer')
  return offer
}
const withdrawnMails = async (tenant: TenantId) => {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select "to", subject, text from mail
      where tenant_id = ${tenant} and key like 'waitlist-withdrawn:%'`),
  )
  return rows
}
const freeTimes = async (tenant: TenantId) =>
  (
    await app.guest(tenant)('getAvailability', { tenantId: tenant, services: 'cut', month: '2026-06' })
  ).offers.map(({ start }) => start)
async function stored(tenant: TenantId) {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{
      absences: Absence[]
      version: string
      held: number
      jobs: string[]
    }>(sql`      select (select coalesce(json_agg(json_strip_nulls(json_build_object(
            'from', "from", 'until', until, 'reason', reason)) order by "from"), '[]')
          from absence where absence.tenant_id = ${tenant}) as absences, version,
        (select count(*)::int from visit where state = 'held') as held,
        array(select name from pgboss.job where data ->> 'tenant' = ${tenant} and name like 'match%'
          order by name) as jobs
      from member join calendar using (tenant_id) where id = 'anna'`),
  )
  return rows[0]
}

test('visits and holds of guests in the way are listed, and stay where the operator says so', async () => {
  const tenant = await salon({
    ...small,
    members: [{ id: 'anna', hours: [{ weekday: 5, from: '09:00', to: '12:00' }] }],
  })
  await book(app.guest(tenant), { tenantId: tenant, services: ['cut'], start: nine })
  await hold(app.guest(tenant), { tenantId: tenant, services: ['cut'], start: nine + 3_600_000 })
  const before = await stored(tenant)
  const day = { from: '2026-06-12T09:30', until: '2026-06-12T12:00' }
  const inTheWay = [
    {
      state: 'booked',
      start: nine,
      end: nine + 3_600_000,
      services: [`cut of ${tenant}`],
      firstname: 'Freja',
      email: 'freja@example.com',
      mobile: '+4520123456',
    },
    expect.objectContaining({ state: 'held', start: nine + 3_600_000, firstname: '' }),
  ]
  expect(await add(tenant, day)).toMatchObject({ ok: false, reason: 'visits', visits: inTheWay })
  expect(await stored(tenant)).toEqual(before)
  expect(await add(tenant, { from: '2026-06-12T08:00', until: '2026-06-12T09:00' })).toMatchObject({
    ok: true,
    visits: [],
  })
  expect(await add(tenant, day, true)).toMatchObject({
    ok: true,
    outcome: 'added',
    withdrawn: 0,
    visits: inTheWay,
  })
  expect((await stored(tenant))?.held).toBe(1)
  expect(await freeTimes(tenant)).toEqual([])
  // An expired hold is no guest’s.
  app.clock.now = now + 3_600_000
  expect(await add(tenant, { from: '2026-06-12T10:00', until: '2026-06-12T11:00' })).toMatchObject({
    ok: true,
    outcome: 'added',
  })
})

test('an absence is added once, and a member who does not exist has none', async () => {
  const tenant = await salon()
  expect(await add(tenant)).toMatchObject({ ok: true, outcome: 'added' })
  const before = await stored(tenant)
  expect(before?.absences).toEqual([morning])
  expect(await add(tenant, { ...morning, reason: 'Other' })).toMatchObject({ ok: true, outcome: 'unchanged' })
  expect(await stored(tenant)).toEqual(before)
  const context = await jobContext(app, tenant)
  const nobody = (tx: Parameters<typeof addAbsence>[1]) =>
    addAbsence(context, tx, 'nobody', { absence: morning, leaveVisits: true, origin: 'command' })
  expect(await app.db.write(tenant, nobody)).toEqual({ ok: false, reason: 'no-member' })
  expect(await app.db.write(tenant, (tx) => removeAbsence(context, tx, 'nobody', morning))).toEqual({
    ok: false,
    reason: 'no-member',
  })
})

test('an open offer at that time is withdrawn: its entry waits with its place, and the time is nobody’s', async () => {
  const tenant = await salon()
  const [first, second] = [await makeEntry(app, tenant), await makeEntry(app, tenant)]
  await cancelled(tenant)
  const offer = await offered(tenant)
  const { message } = await read(tenant, offer)
  const before = await stored(tenant)
  expect(await add(tenant)).toMatchObject({ ok: true, outcome: 'added', withdrawn: 1, visits: [] })
  const after = await stored(tenant)
  expect(after).toMatchObject({ held: 0, jobs: before?.jobs })
  expect(Number(after?.version)).toBe(Number(before?.version) + 1)
  expect(await orderOf(app, tenant)).toEqual([
    { id: first, state: 'waiting' },
    { id: second, state: 'waiting' },
  ])
  expect(await freeTimes(tenant)).toEqual([])
  expect(await read(tenant, offer)).toMatchObject({ state: 'withdrawn' })
  expect(
    await app.guest(tenant)('acceptWaitlistInvite', { tenant, ...namesOf(offer), message }),
  ).toMatchObject({ error: 'withdrawn', place: 1, of: 2 })
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select by from waitlist_change where event = 'withdrawn'`),
  )
  expect(rows).toEqual([{ by: 'tenant' }])
  expect(await withdrawnMails(tenant)).toEqual([
    {
      to: `${first}@example.com`,
      subject: expect.stringContaining('12 June'),
      text: expect.stringMatching(/You keep your place on the waitlist[^]*\/unsubscribeWaitlist\//),
    },
  ])
})

test('what is left of a withdrawn offer beside the absence goes to the next who fits', async () => {
  const tenant = await salon({
    members: [{ id: 'anna', hours: [{ weekday: 5, from: '09:00', to: '11:00' }] }],
    services: [
      { id: 'cut', price: 32_000, duration: 60 },
      { id: 'color', price: 64_000, duration: 120 },
    ],
    rules: { slotMinutes: 60, horizonDays: 5 },
  })
  const first = await makeEntry(app, tenant, { services: ['color'] })
  const second = await makeEntry(app, tenant)
  await cancelled(tenant, ['color'])
  expect((await offered(tenant)).entryId).toBe(first)
  expect(await add(tenant)).toMatchObject({ withdrawn: 1 })
  const next = await offered(tenant)
  expect([next.entryId, next.start.getTime()]).toEqual([second, nine + 3_600_000])
})

test('a time of the queue at that time is offered to nobody', async () => {
  const tenant = await salon()
  await makeEntry(app, tenant)
  await cancelled(tenant)
  expect(await add(tenant)).toMatchObject({ ok: true, outcome: 'added', withdrawn: 0, visits: [] })
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toEqual([])
  expect(await stored(tenant)).toMatchObject({ held: 0 })
})

test('an offer whose time is over is left to its job', async () => {
  const tenant = await salon()
  await makeEntry(app, tenant)
  await cancelled(tenant)
  const offer = await offered(tenant)
  app.clock.now = offer.expiresAt.getTime()
  expect(await add(tenant)).toMatchObject({ ok: true, withdrawn: 0 })
  expect(await read(tenant, offer)).toMatchObject({ state: 'expired' })
})

test('an absence that ends opens its time, which is offered to the waitlist', async () => {
  const tenant = await salon()
  await add(tenant)
  const entry = await makeEntry(app, tenant)
  expect(await remove(tenant, { from: morning.from, until: '2026-06-12T11:00' })).toEqual({
    ok: false,
    reason: 'no-absence',
    absences: [expect.objectContaining(morning)],
  })
  expect(await stored(tenant)).toMatchObject({ jobs: [] })
  expect(await remove(tenant)).toEqual({ ok: true, outcome: 'removed', ofFile: false })
  expect(await stored(tenant)).toMatchObject({ absences: [], jobs: ['match-open-times'] })
  await matchChangedSchedule(await jobContext(app, tenant))
  expect(await openOffers(app, tenant)).toMatchObject([{ entryId: entry, start: new Date(nine) }])
})

test('a time that an absence has withdrawn is offered to the same guest again once the absence ends', async () => {
  const tenant = await salon()
  const [first] = [await makeEntry(app, tenant), await makeEntry(app, tenant)]
  await cancelled(tenant)
  const offer = await offered(tenant)
  await add(tenant)
  await remove(tenant)
  await matchChangedSchedule(await jobContext(app, tenant))
  expect(await openOffers(app, tenant)).toMatchObject([{ entryId: first, start: offer.start }])
})

test(
  'an absence and an accept at the same moment: the visit is in the way, or the offer is withdrawn',
  exhaustive,
  async () => {
    for (let round = 0; round < 12; round += 1) {
      const tenant = await salon()
      await makeEntry(app, tenant)
      await cancelled(tenant)
      const offer = await offered(tenant)
      const { message } = await read(tenant, offer)
      const accepting = app.guest(tenant)('acceptWaitlistInvite', { tenant, ...namesOf(offer), message })
      // In every second round the accept, which has a longer way, is ahead.
      if (round % 2 === 1) await stored(tenant)
      const [added, accepted] = await Promise.all([add(tenant), accepting])
      const { rows } = await app.unrecorded.read(tenant, (tx) =>
        tx.execute<{ booked: number }>(
          sql`        select count(*)::int as booked from visit where state = 'booked'`,
        ),
      )
      const visits = (await stored(tenant))?.absences.length === 1 ? 0 : 1
      expect(rows).toEqual([{ booked: visits }])
      if (visits === 1) {
        expect([added, accepted]).toEqual([
          expect.objectContaining({ ok: false, reason: 'visits' }),
          { visit: expect.any(String) },
        ])
      } else {
        expect([added, accepted]).toEqual([
          expect.objectContaining({ ok: true, withdrawn: 1 }),
          expect.objectContaining({ error: 'withdrawn' }),
        ])
      }
    }
  },
)
