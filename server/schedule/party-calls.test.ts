import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import type { TenantId } from '#server/database/db.ts'
import { listChangesOfVisit } from '#server/visit/change-queries.ts'
import { listMail } from '#server/mail/queries.ts'
import { reportVisitChange } from '#server/visit/mail/report-change.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { countOverlaps, mailsAbout, storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, summer } from '#test/steps.ts'
import { jobContext } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const reception = makeSignedIn()

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
type Booking = Omit<CallInput<'bookPartyBySalon'>, 'tenantId'>
const anyone = (...ids: string[]) => ids.map((serviceId) => ({ serviceId, memberId: null }))
const by = (serviceId: string, memberId: string) => [{ serviceId, memberId }]
const wanted = (changes: Partial<Booking> = {}): Booking => ({
  start: nine,
  persons: [
    { services: anyone('cut') },
    { services: anyone('cut'), visitor: 'Ida Marie Holm', email: 'ida@example.com' },
  ],
  guest: { kind: 'new', firstname: 'Mia', mobile: '20 30 40 50', email: 'mia@example.com' },
  inform: true,
  ...changes,
})
async function bookParty(tenant: TenantId, changes: Partial<Booking> = {}, staff = reception) {
  return (await staffClient(app, tenant, staff))('bookPartyBySalon', wanted(changes))
}
async function bookedIds(tenant: TenantId, changes: Partial<Booking> = {}) {
  const outcome = await bookParty(tenant, changes)
  if (!outcome.ok) throw new Error(`not booked: ${outcome.reason}`)
  return outcome.visits.map(({ id }) => id)
}
const rows = async (tenant: TenantId, query: string) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute(sql.raw(query)))).rows
/** How many visits of each party there are. */
const partySizes = async (tenant: TenantId) =>
  (
    await rows(
      tenant,
      "select count(*)::int as size from visit where party_id is not null and state = 'booked' group by party_id",
    )
  ).map(({ size }) => size)

test('each person has a visit, a number, a name and a mail of their own', async () => {
  const tenant = await salon()
  const [first = '', second = ''] = await bookedIds(tenant, {
    note: 'By the window',
    staffNote: 'Two sisters',
  })
  const visits = [await storedVisit(app, tenant, first), await storedVisit(app, tenant, second)]
  expect(visits).toMatchObject([
    {
      state: 'booked',
      source: 'phone',
      bookedBy: reception.id,
      partyPosition: 0,
      note: 'By the window',
      contact: { firstname: 'Mia', mobile: '+4520304050', email: 'mia@example.com' },
      segments: [{ memberId: 'anna', anyone: true }],
    },
    {
      state: 'booked',
      partyPosition: 1,
      note: null,
      contact: { firstname: 'Ida Marie', lastname: 'Holm', mobile: '', email: 'ida@example.com' },
      segments: [{ memberId: 'bo' }],
    },
  ])
  expect(new Set(visits.map(({ partyId }) => partyId)).size).toBe(1)
  expect(new Set(visits.map(({ number }) => number)).size).toBe(2)
  expect(new Set(visits.map(({ handleHash }) => handleHash)).size).toBe(2)
  app.clock.now = now + REPORT_MS
  const ctx = await jobContext(app, tenant)
  for (const id of [first, second])
    for (const change of await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id)))
      await reportVisitChange(ctx, change.id)
  const kinds = async (id: string) => (await mailsAbout(app, tenant, id)).map(({ kind }) => kind)
  expect([await kinds(first), await kinds(second)]).toEqual([['visit-booked'], ['visit-booked']])
  const sent = (await app.db.read(tenant, listMail)).map(({ to }) => to)
  expect(sent.toSorted()).toEqual(['ida@example.com', 'mia@example.com'])
  const call = await staffClient(app, tenant, reception)
  expect(await call('getSalonVisit', { visit: first })).toMatchObject({
    party: [{ id: second, name: 'Ida Marie Holm' }],
    notes: [{ text: 'Two sisters' }],
  })
})

test('a person without an address is a visit of who books, with the name', async () => {
  const tenant = await salon()
  const [, second = ''] = await bookedIds(tenant, {
    persons: [{ services: anyone('cut') }, { services: by('cut', 'anna'), visitor: 'Ida' }],
  })
  expect(await storedVisit(app, tenant, second)).toMatchObject({
    visitor: 'Ida',
    contact: { firstname: 'Mia', email: 'mia@example.com' },
    segments: [{ memberId: 'anna', anyone: false }],
  })
})

test('the salon books at once and further ahead than guests, of its own free times', async () => {
  const tenant = await salon({
    rules: { leadMinutes: 24 * 60, horizonDays: 30 },
    exceptions: [{ date: '2026-06-13', hours: [] }],
  })
  const call = await staffClient(app, tenant, reception)
  const persons = wanted().persons.map(({ services }) => ({ services }))
  const { places } = await call('findPartyPlaces', { persons })
  const [place] = places
  expect(place?.visits.map(({ members }) => members)).toEqual([['anna'], ['bo']])
  expect(place && place.start - now).toBeLessThan(2 * hour)
  await bookedIds(tenant, { start: place?.start ?? 0 })
  await bookedIds(tenant, { start: nine + 91 * day })
  const none = await call('findPartyPlaces', { persons, date: '2026-06-13' })
  expect(none).toEqual({ places: [], nextDay: '2026-06-14' })
})

test('where one of them is taken nothing is booked, and the nearest times for all are named', async () => {
  const tenant = await salon()
  await book(app.guest(tenant), { tenantId: tenant, teamMember: ['bo'], start: nine })
  const outcome = await bookParty(tenant)
  expect(outcome).toMatchObject({ ok: false, reason: 'taken' })
  expect(outcome.ok || outcome.alternatives.map(({ start }) => (start - nine) / minute)).toEqual([15, 30, 45])
  expect(await rows(tenant, 'select 1 from party')).toEqual([])
  expect(await rows(tenant, 'select 1 from visit')).toHaveLength(1)
  expect(await bookParty(tenant, { start: now - day })).toMatchObject({ ok: false, reason: 'too-late' })
})

test('a party and guests who book the same time: one of them has it, never a party in part', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const won = { party: 0, guests: 0 }
  for (let round = 0; round < 12; round += 1) {
    const start = nine + Math.floor(round / 6) * day * 3 + (round % 6) * hour
    const [party, ...guests] = await Promise.all([
      call('bookPartyBySalon', wanted({ start })),
      ...['anna', 'bo'].map((teamMember) =>
        book(app.guest(tenant), { tenantId: tenant, teamMember: [teamMember], start }).then(
          () => true,
          () => false,
        ),
      ),
    ])
    if (party.ok) won.party += 1
    else won.guests += guests.filter(Boolean).length
    if (party.ok) expect(guests).toEqual([false, false])
    else expect(party.reason).toBe('taken')
  }
  expect(won.party + won.guests).toBeGreaterThanOrEqual(12)
  expect(await countOverlaps(app, tenant)).toBe(0)
  expect(await partySizes(tenant)).toEqual(Array.from({ length: won.party }, () => 2))
})

test('what was booked together is taken back together', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const outcome = await call('bookPartyBySalon', wanted())
  const changeIds = outcome.ok ? outcome.visits.map(({ changeId }) => changeId) : []
  const { results } = await call('undoVisitChange', { changeIds })
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  expect(await partySizes(tenant)).toEqual([])
})

test('who may book what they perform books nobody else', async () => {
  const tenant = await salon()
  const anna = makeSignedIn({ role: 'practitioner', memberId: 'anna' })
  const persons = [{ services: by('cut', 'anna') }, { services: by('cut', 'bo'), visitor: 'Ida' }]
  expect(await errorCodeOf(bookParty(tenant, { persons }, anna))).toBe('auth/forbidden')
  // Both with the same person is no party.
  const both = persons.map((one) => ({ ...one, services: anyone('cut') }))
  expect(await bookParty(tenant, { persons: both }, anna)).toMatchObject({ ok: false, reason: 'taken' })
})

test.each([
  ['one person', [{ services: anyone('cut') }], 'party/too-few'],
  [
    'six persons',
    Array.from({ length: 6 }, () => ({ services: anyone('cut'), visitor: 'Ida' })),
    'party/too-many',
  ],
  ['a person without a name', [{ services: anyone('cut') }, { services: anyone('cut') }], 'request/invalid'],
  [
    'an unknown service',
    [{ services: anyone('cut') }, { services: anyone('x'), visitor: 'Ida' }],
    'not-found',
  ],
  [
    'somebody who does not perform it',
    [{ services: anyone('cut') }, { services: by('nails', 'bo'), visitor: 'Ida' }],
    'not-found',
  ],
])('%s is refused', async (_what, persons, code) => {
  const tenant = await salon({ services: [{ id: 'cut' }, { id: 'nails', members: ['anna'] }] })
  expect(await errorCodeOf(bookParty(tenant, { persons }))).toBe(code)
})
