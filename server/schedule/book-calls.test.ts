import { afterAll, beforeAll, expect, test } from 'vitest'
import { placementWarnings } from '#domain/availability/placement.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import type { CallInput } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { listMail } from '#server/mail/queries.ts'
import { listChangesOfVisit } from '#server/visit/change-queries.ts'
import { updateVisit } from '#server/visit/queries.ts'
import { reportVisitChange } from '#server/visit/mail/report-change.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { countOverlaps, mailsAbout, storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'
import { jobContext, makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const reception = makeSignedIn()
const owner = makeSignedIn({ role: 'owner' })
const anna = makeSignedIn({ role: 'practitioner', memberId: 'anna' })

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
type Booking = Omit<CallInput<'bookVisitBySalon'>, 'tenantId'>
const wanted = (changes: Partial<Booking> = {}): Booking => ({
  start: nine,
  services: [{ serviceId: 'cut', memberId: 'anna' }],
  guest: {
    kind: 'new',
    firstname: 'Ida',
    lastname: 'Krogh',
    mobile: '20 30 40 50',
    email: 'ida@example.com',
  },
  source: 'phone',
  inform: true,
  ...changes,
})
/** Books as somebody, and returns the one result. */
async function booked(tenant: TenantId, changes: Partial<Booking> = {}, staff = reception) {
  const { results } = await (await staffClient(app, tenant, staff))('bookVisitBySalon', wanted(changes))
  const [result] = results
  if (!result) throw new Error('no result')
  return result
}
async function bookedId(tenant: TenantId, changes: Partial<Booking> = {}, staff = reception) {
  const result = await booked(tenant, changes, staff)
  if (!result.ok) throw new Error(`not booked: ${result.reason}`)
  return result.id
}
async function report(tenant: TenantId, ids: string[]): Promise<void> {
  const ctx = await jobContext(app, tenant)
  for (const id of ids)
    for (const { id: change } of await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id)))
      await reportVisitChange(ctx, change)
}

test('a guest who calls is booked with name, number and notes, and told after 25 seconds', async () => {
  const tenant = await salon()
  const id = await bookedId(tenant, { note: 'Short', staffNote: 'Prefers the window' })
  expect(await storedVisit(app, tenant, id)).toMatchObject({
    state: 'booked',
    source: 'phone',
    bookedBy: reception.id,
    number: expect.stringMatching(/^\w{6}$/),
    note: 'Short',
    price: 40_000,
    contact: { firstname: 'Ida', mobile: '+4520304050', email: 'ida@example.com', language: 'en' },
    segments: [{ memberId: 'anna', over: false, ownLength: false }],
  })
  const call = await staffClient(app, tenant, reception)
  expect(await call('getSalonVisit', { visit: id })).toMatchObject({
    members: [
      { id: 'anna', name: 'anna' },
      { id: 'bo', name: 'bo' },
    ],
    note: 'Short',
    staffNotes: 1,
    notes: [{ name: 'Mia Lund', text: 'Prefers the window', at: now }],
    history: { visits: 0, noShows: 0, last: null },
  })
  const kinds = async () => (await mailsAbout(app, tenant, id)).map(({ kind }) => kind)
  await report(tenant, [id])
  expect(await kinds()).toEqual([])
  app.clock.now = now + REPORT_MS
  await report(tenant, [id])
  expect(await kinds()).toEqual(['visit-booked'])
  // The salon gets no mail about what it does itself.
  expect(await app.db.read(tenant, listMail)).toHaveLength(1)
})

test('a walk-in needs no name, no number and no address, and nothing is sent', async () => {
  const tenant = await salon()
  app.clock.now = nine + 2 * minute
  const id = await bookedId(tenant, {
    guest: { kind: 'new' },
    source: 'walkIn',
    services: [{ serviceId: 'cut', memberId: null }],
  })
  app.clock.now = nine + 2 * minute + REPORT_MS
  await report(tenant, [id])
  expect(await storedVisit(app, tenant, id)).toMatchObject({
    contact: { firstname: '', lastname: '', email: '', mobile: '' },
    segments: [{ anyone: true }],
    // Who walks in is there.
    progress: 'arrived',
    progressAt: { arrived: nine + 2 * minute },
  })
  expect(await app.db.read(tenant, listMail)).toEqual([])
})

test('without a tick for the confirmation nobody is told', async () => {
  const tenant = await salon()
  const id = await bookedId(tenant, { inform: false })
  app.clock.now = now + REPORT_MS
  await report(tenant, [id])
  expect(await app.db.read(tenant, listMail)).toEqual([])
})

test.each([
  ['has begun', now - hour, []],
  ['begins before the message', now + minute, []],
  ['begins after it', now + 2 * minute, ['visit-booked']],
])('of a visit that %s the confirmation is right', async (_when, start, kinds) => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  app.clock.now = now + 50_000
  const id = await bookedId(tenant, { start, accept: [...placementWarnings] })
  app.clock.now += REPORT_MS
  await report(tenant, [id])
  expect((await mailsAbout(app, tenant, id)).map(({ kind }) => kind)).toEqual(kinds)
  const changes = await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id))
  expect(changes.map(({ informing }) => informing)).toEqual([start > now ? 'agreed' : 'none'])
})

test('a guest who has not come is told of nothing', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  const id = await bookedId(tenant, { inform: false })
  const call = await staffClient(app, tenant, reception)
  app.clock.now = nine + 15 * minute
  const place = {
    id,
    sequence: 0,
    start: nine + hour,
    inform: 'ask' as const,
    accept: [...placementWarnings],
  }
  expect(await call('placeVisit', place)).toMatchObject({ ok: true })
  await app.db.write(tenant, (tx) => updateVisit(tx, id, { progress: 'noShow' }))
  app.clock.now += REPORT_MS
  await report(tenant, [id])
  expect(await app.db.read(tenant, listMail)).toEqual([])
})

test('who is known by an account, or by an earlier visit, is booked as that', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const known = await bookedId(tenant, { guest: { kind: 'account', uid } })
  expect(await storedVisit(app, tenant, known)).toMatchObject({ guestId: uid, contact: null })
  expect((await guest('listBookings', { tenantId: tenant, uid })).documents).toMatchObject([{ id: known }])
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine + hour, teamMember: ['anna'] })
  const again = await bookedId(tenant, { start: nine + 2 * hour, guest: { kind: 'visit', visitId: id } })
  expect(await storedVisit(app, tenant, again)).toMatchObject({
    guestId: null,
    contact: { firstname: freja.firstname, email: freja.email, mobile: '+4520123456' },
  })
  const nobody = { kind: 'account' as const, uid: '00000000-0000-4000-8000-000000000000' }
  const call = await staffClient(app, tenant, reception)
  expect(await errorCodeOf(call('bookVisitBySalon', wanted({ guest: nobody })))).toBe('not-found')
  expect(await errorCodeOf(call('bookVisitBySalon', wanted({ guest: { kind: 'new', mobile: '12' } })))).toBe(
    'guest/invalid-mobile',
  )
})

test('a length of its own counts, also for a processing gap, and for a move by the guest', async () => {
  const tenant = await salon({
    members: [{ id: 'anna' }],
    services: [
      { id: 'cut', duration: 30 },
      { id: 'color', duration: 60, processingAfter: 15, processingMinutes: 30 },
    ],
  })
  const id = await bookedId(tenant, {
    services: [
      { serviceId: 'cut', memberId: 'anna', minutes: 45 },
      { serviceId: 'color', memberId: 'anna', minutes: 30 },
    ],
  })
  expect(await storedVisit(app, tenant, id)).toMatchObject({
    end: new Date(nine + 75 * minute),
    segments: [{ ownLength: true, end: new Date(nine + 45 * minute) }, { ownLength: true }],
  })
  const call = await staffClient(app, tenant, reception)
  const { visits } = await call('getSchedule', { date: '2026-06-12' })
  expect(visits[0]?.segments.map(({ gaps }) => gaps)).toEqual([[], []])
  expect(await booked(tenant, { start: nine + 60 * minute })).toMatchObject({ ok: false, reason: 'taken' })
  const handle = deriveHandle(app.deps.secret, 'cancel', tenant, id)
  const moved = await app.guest(tenant)('moveVisit', { tenantId: tenant, handle, start: nine + day })
  expect(moved).toMatchObject({ ok: true, start: nine + day, end: nine + day + 75 * minute })
})

test.each([
  ['hours', {}, summer('2026-06-12T20:00')],
  ['horizon', {}, nine + 120 * day],
  ['lead', { rules: { leadMinutes: 24 * 60 } }, now + hour],
  ['past', {}, now - hour],
] as const)(
  'outside of the guests’ rules (%s) it warns, and books what was seen',
  async (warning, made, start) => {
    const tenant = await salon(made)
    const refused = await booked(tenant, { start })
    expect(refused).toMatchObject({ ok: false, reason: 'warned' })
    expect(refused.ok ? [] : refused.warnings).toContain(warning)
    const accept = refused.ok ? [] : refused.warnings
    expect(await booked(tenant, { start, accept })).toMatchObject({ ok: true, start })
  },
)

test('a buffer that is in the way warns, a gap takes a second visit without', async () => {
  const tenant = await salon({
    members: [{ id: 'anna' }],
    services: [
      { id: 'cut', duration: 30, bufferAfter: 15 },
      { id: 'color', duration: 90, processingAfter: 30, processingMinutes: 30 },
    ],
  })
  await bookedId(tenant)
  const soon = { start: nine + 30 * minute }
  expect(await booked(tenant, soon)).toMatchObject({
    ok: false,
    reason: 'warned',
    warnings: ['buffer'],
    inTheWay: [{ name: 'Ida Krogh', over: 'buffer' }],
  })
  const id = await bookedId(tenant, { ...soon, accept: ['buffer'] })
  expect((await storedVisit(app, tenant, id)).segments).toMatchObject([{ over: true, overReason: null }])
  await bookedId(tenant, { start: nine + 4 * hour, services: [{ serviceId: 'color', memberId: 'anna' }] })
  await bookedId(tenant, {
    start: nine + 4 * hour + 30 * minute,
    services: [{ serviceId: 'cut', memberId: 'anna', minutes: 15 }],
  })
  expect(await countOverlaps(app, tenant)).toBe(1)
})

test('overbooking needs the right and a reason, at most two are at once, and guests find the time busy', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  await bookedId(tenant)
  expect(await booked(tenant)).toMatchObject({
    ok: false,
    reason: 'taken',
    inTheWay: [{ kind: 'visit', name: 'Ida Krogh', memberId: 'anna', start: nine, over: 'work' }],
    alternatives: [{ members: ['anna'] }, { members: ['anna'] }, { members: ['anna'] }],
  })
  const over = 'Mother and daughter'
  const call = await staffClient(app, tenant, reception)
  expect(await errorCodeOf(call('bookVisitBySalon', wanted({ over })))).toBe('auth/forbidden')
  const id = await bookedId(tenant, { over }, owner)
  const { visits } = await call('getSchedule', { date: '2026-06-12' })
  expect(visits.find((one) => one.id === id)?.segments).toMatchObject([{ over }])
  expect(await booked(tenant, { over }, owner)).toMatchObject({ ok: false, reason: 'crowded' })
  const answer = await app.guest(tenant)('holdVisit', { tenantId: tenant, services: ['cut'], start: nine })
  expect(answer).toMatchObject({ ok: false, reason: 'taken' })
})

test('who may overbook their own time overbooks nobody else’s', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }, { id: 'bo' }] })
  const ids = [
    await bookedId(tenant),
    await bookedId(tenant, { services: [{ serviceId: 'cut', memberId: 'bo' }] }),
  ]
  const over = 'Mother and daughter'
  const own = makeSignedIn({ memberId: 'bo', rights: { ...reception.rights, over: 'own' } })
  const call = await staffClient(app, tenant, own)
  const annas = wanted({ over })
  expect(await errorCodeOf(call('bookVisitBySalon', annas))).toBe('auth/forbidden')
  const { start, services } = annas
  expect(await errorCodeOf(call('checkPlacement', { start, services, over }))).toBe('auth/forbidden')
  const [id = ''] = ids
  const moved = { id, sequence: 0, start: nine + 5 * minute, over, inform: 'none' as const }
  expect(await errorCodeOf(call('placeVisit', moved))).toBe('auth/forbidden')
  expect(await errorCodeOf(call('placeVisit', { ...moved, members: ['anna'] }))).toBe('auth/forbidden')
  await bookedId(tenant, { over, services: [{ serviceId: 'cut', memberId: 'bo' }] }, own)
})

test('a visit is double-booked only as long as the other one is there', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  const first = await bookedId(tenant)
  const over = 'Mother and daughter'
  const id = await bookedId(tenant, { over }, owner)
  const call = await staffClient(app, tenant, reception)
  const reasons = async () => {
    const { visits } = await call('getSchedule', { date: '2026-06-12' })
    const alone = await call('getSalonVisit', { visit: id })
    return [visits.find((one) => one.id === id), alone].map((one) => one?.segments[0]?.over)
  }
  expect(await reasons()).toEqual([over, over])
  await call('cancelVisitBySalon', { id: first, sequence: 0, inform: false })
  expect(await reasons()).toEqual([null, null])
})

test('a visit is double-booked over a room alone, on the day and on its own page', async () => {
  const tenant = await salon({
    members: [{ id: 'anna' }, { id: 'bo' }],
    resources: [{ id: 'room', count: 1 }],
    services: [{ id: 'cut', uses: { room: 'all' } }],
  })
  const first = await bookedId(tenant)
  const bos = { services: [{ serviceId: 'cut', memberId: 'bo' }] }
  expect(await booked(tenant, bos)).toMatchObject({ ok: false, reason: 'room' })
  const over = 'Two chairs'
  const id = await bookedId(tenant, { ...bos, over }, owner)
  expect((await storedVisit(app, tenant, id)).segments).toMatchObject([{ over: false, overReason: over }])
  const call = await staffClient(app, tenant, reception)
  const reasons = async (visit: string) => {
    const { visits } = await call('getSchedule', { date: '2026-06-12' })
    const alone = await call('getSalonVisit', { visit })
    return [visits.find((one) => one.id === visit), alone].map((one) => one?.segments[0]?.over)
  }
  expect([await reasons(id), await reasons(first)]).toEqual([
    [over, over],
    [null, null],
  ])
  await call('cancelVisitBySalon', { id: first, sequence: 0, inform: false })
  expect(await reasons(id)).toEqual([null, null])
})

test('the time that a guest is booking cannot be overbooked; an offer only by withdrawing it', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  await hold(app.guest(tenant), { tenantId: tenant, start: nine })
  expect(await booked(tenant, { over: 'Urgent' }, owner)).toMatchObject({ ok: false, reason: 'held' })
  app.clock.now = now + 11 * minute
  const id = await bookedId(tenant)
  await makeEntry(app, tenant, { atNight: true })
  const call = await staffClient(app, tenant, reception)
  await call('cancelVisitBySalon', { id, sequence: 0, inform: false })
  app.clock.now = now + 11 * minute + REPORT_MS
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toHaveLength(1)
  expect(await booked(tenant)).toMatchObject({
    ok: false,
    reason: 'offered',
    inTheWay: [{ kind: 'offer', name: '' }],
  })
  expect(await booked(tenant, { withdraw: true })).toMatchObject({ ok: true })
  expect(await openOffers(app, tenant)).toEqual([])
  expect(await countOverlaps(app, tenant)).toBe(0)
})

test('what is kept for the queue is the salon’s', async () => {
  const tenant = await salon({ members: [{ id: 'anna' }] })
  const id = await bookedId(tenant, { services: [{ serviceId: 'color', memberId: 'anna' }] })
  await makeEntry(app, tenant, { atNight: true })
  const call = await staffClient(app, tenant, reception)
  await call('cancelVisitBySalon', { id, sequence: 0, inform: false })
  expect((await call('getSchedule', { date: '2026-06-12' })).holds).toMatchObject([{ kind: 'queue' }])
  await bookedId(tenant)
  // The half hour that is left is offered.
  app.clock.now = now + REPORT_MS
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toMatchObject([{ start: new Date(nine + 30 * minute) }])
  expect(await countOverlaps(app, tenant)).toBe(0)
})

test('every third week, by the salon’s clock, each date with its result, in one message', async () => {
  const tenant = await salon({ rules: { horizonDays: 365 } })
  const start = summer('2026-10-09T09:00')
  await bookedId(tenant, { start: Date.parse('2026-10-30T09:00+01:00') })
  const call = await staffClient(app, tenant, reception)
  const repeat = { weeks: 3, count: 3 }
  const { results } = await call('bookVisitBySalon', wanted({ start, repeat }))
  expect(results).toMatchObject([
    { ok: true, start },
    { ok: false, reason: 'taken', start: Date.parse('2026-10-30T09:00+01:00') },
    { ok: true, start: Date.parse('2026-11-20T09:00+01:00') },
  ])
  const ids = results.flatMap((one) => (one.ok ? [one.id] : []))
  app.clock.now = now + REPORT_MS
  await report(tenant, ids)
  const mails = (await app.db.read(tenant, listMail)).filter(({ key }) => key.startsWith('visits-'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`Company ${tenant}: your visits`)
  expect(mails[0]?.text.match(/09:00|9:00/g)?.length).toBeGreaterThanOrEqual(2)
  expect((await Promise.all(ids.map((id) => mailsAbout(app, tenant, id)))).flat()).toHaveLength(1)
  expect(
    await errorCodeOf(call('bookVisitBySalon', wanted({ start, repeat: { weeks: 1, count: 13 } }))),
  ).toBe('request/invalid')
})

test('who performs services books with themselves, and finds their own guests only', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, anna)
  const withBo = wanted({ services: [{ serviceId: 'cut', memberId: 'bo' }] })
  expect(await errorCodeOf(call('bookVisitBySalon', withBo))).toBe('auth/forbidden')
  const id = await bookedId(tenant, { services: [{ serviceId: 'cut', memberId: null }] }, anna)
  expect((await storedVisit(app, tenant, id)).segments).toMatchObject([{ memberId: 'anna' }])
  const other = await bookedId(tenant, { services: [{ serviceId: 'cut', memberId: 'bo' }] })
  const guest = { kind: 'visit' as const, visitId: other }
  expect(await errorCodeOf(call('bookVisitBySalon', wanted({ start: nine + hour, guest })))).toBe('not-found')
  expect(await errorCodeOf(call('getSalonVisit', { visit: other }))).toBe('not-found')
  const taken = await booked(tenant, {}, anna)
  expect(taken).toMatchObject({ reason: 'taken', inTheWay: [{ name: 'Ida', visitId: id }] })
  expect(taken.ok ? [] : taken.alternatives.map(({ members }) => members)).toEqual([
    ['anna'],
    ['anna'],
    ['anna'],
  ])
})
