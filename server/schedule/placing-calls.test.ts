import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORT_MS, UNDO_MS } from '#domain/visit/undo.ts'
import type { CallInput } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { TenantId } from '#server/database/db.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { findVisitFacts, listChangesOfVisit } from '#server/visit/change-queries.ts'
import { reportVisitChange } from '#server/visit/mail/report-change.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { countOverlaps, mailsAbout, queueTimes, storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, hold, register, summer } from '#test/steps.ts'
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
const other = makeSignedIn({ name: 'Emil' })
const anna = makeSignedIn({ role: 'practitioner', memberId: 'anna' })

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
const visitOf = async (tenant: TenantId, start = nine, member = 'anna') =>
  (await book(app.guest(tenant), { tenantId: tenant, start, teamMember: [member] })).id
type Placing = Partial<CallInput<'placeVisit'>>
async function placed(tenant: TenantId, id: string, change: Placing, staff = reception) {
  const { sequence } = await storedVisit(app, tenant, id)
  const call = await staffClient(app, tenant, staff)
  return call('placeVisit', { id, sequence, start: nine, ...change })
}
async function report(tenant: TenantId, id: string): Promise<void> {
  const ctx = await jobContext(app, tenant)
  for (const change of await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id)))
    await reportVisitChange(ctx, change.id)
}
const factsOf = (tenant: TenantId, id: string) => app.db.read(tenant, (tx) => findVisitFacts(tx, id))
const kindsOf = async (tenant: TenantId, id: string) =>
  (await mailsAbout(app, tenant, id)).map(({ kind }) => kind)

test('a visit is moved, given to somebody else and made longer, with the same id, number and price', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const { number } = await storedVisit(app, tenant, id)
  const answer = await placed(tenant, id, { start: nine + hour, members: ['bo'], minutes: [45] })
  expect(answer).toEqual({
    ok: true,
    moved: true,
    start: nine + hour,
    end: nine + hour + 45 * minute,
    sequence: 1,
    changeId: expect.any(String),
    undoUntil: now + UNDO_MS,
  })
  expect(await storedVisit(app, tenant, id)).toMatchObject({
    number,
    price: 40_000,
    segments: [{ memberId: 'bo', ownLength: true }],
  })
  expect(await placed(tenant, id, { start: nine + hour, members: ['bo'], minutes: [45] })).toMatchObject({
    moved: false,
    changeId: null,
    sequence: 1,
  })
})

test('a running visit is lengthened and handed over; what has passed of it takes nobody’s time', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const before = await visitOf(tenant, nine, 'bo')
  app.clock.now = nine + 10 * minute
  expect(await placed(tenant, id, { minutes: [60] })).toMatchObject({ ok: true, end: nine + hour })
  app.clock.now = nine + 30 * minute
  expect(await placed(tenant, id, { members: ['bo'], minutes: [60] })).toMatchObject({
    ok: true,
    start: nine,
  })
  expect(await factsOf(tenant, id)).toMatchObject({
    changedFrom: null,
    segments: [{ memberId: 'bo', busy: [{ start: nine / minute + 30, end: nine / minute + 60 }] }],
  })
  expect(await countOverlaps(app, tenant)).toBe(0)
  app.clock.now = nine + 30 * minute + REPORT_MS
  await report(tenant, id)
  // Nobody writes to a guest who is sitting there.
  expect(await kindsOf(tenant, id)).toEqual(['visit-booked'])
  expect(before).not.toBe(id)
})

test('without the skill it is refused, and so is a member who has left', async () => {
  const tenant = await salon({ services: [{ id: 'cut', members: ['anna'] }] })
  const id = await visitOf(tenant)
  expect(await placed(tenant, id, { members: ['bo'] })).toMatchObject({ ok: false, reason: 'skill' })
  expect(await placed(tenant, id, { members: ['eve'] })).toMatchObject({ ok: false, reason: 'member' })
})

test('a visit begins at a whole minute', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  expect(await errorCodeOf(placed(tenant, id, { start: nine + hour + 1 }))).toBe('request/invalid')
  expect(await storedVisit(app, tenant, id)).toMatchObject({ start: new Date(nine) })
})

test('of two who change a visit the second is told who has, and nothing is lost', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  await placed(tenant, id, { start: nine + hour }, other)
  const call = await staffClient(app, tenant, reception)
  const stale = call('placeVisit', { id, sequence: 0, start: nine + 2 * hour })
  const details = { sequence: 1, kind: 'moved', actor: 'staff', name: 'Emil', at: now }
  await expect(stale).rejects.toMatchObject({ code: 'visit/changed', details })
  const cancel = call('cancelVisitBySalon', { id, sequence: 0, inform: true })
  await expect(cancel).rejects.toBeInstanceOf(CallError)
  expect(await storedVisit(app, tenant, id)).toMatchObject({ state: 'booked', start: new Date(nine + hour) })
})

test.each([
  ['moved', (tenant: TenantId, id: string) => placed(tenant, id, { start: nine + hour, members: ['bo'] })],
  ['lengthened', (tenant: TenantId, id: string) => placed(tenant, id, { minutes: [60] })],
  [
    'cancelled',
    async (tenant: TenantId, id: string) =>
      (await staffClient(app, tenant, reception))('cancelVisitBySalon', { id, sequence: 0, inform: true }),
  ],
  [
    'asked for another time',
    async (tenant: TenantId, id: string) =>
      (await staffClient(app, tenant, reception))('askGuestForOtherTime', { id, sequence: 0 }),
  ],
] as const)(
  '%s and taken back within 20 seconds, a visit is as before and nobody is told',
  async (_, change) => {
    const tenant = await salon()
    const id = await visitOf(tenant)
    await makeEntry(app, tenant, { atNight: true })
    const before = await factsOf(tenant, id)
    const { changeId } = (await change(tenant, id)) as { changeId: string }
    const call = await staffClient(app, tenant, reception)
    app.clock.now = now + UNDO_MS
    expect(await call('undoVisitChange', { changeIds: [changeId] })).toEqual({
      results: [{ ok: true, changeId }],
    })
    expect(await factsOf(tenant, id)).toEqual({ ...before, sequence: (before?.sequence ?? 0) + 2 })
    expect(await queueTimes(app, tenant)).toEqual([])
    expect(await call('undoVisitChange', { changeIds: [changeId] })).toMatchObject({
      results: [{ ok: false, reason: 'undone' }],
    })
    app.clock.now = now + 2 * REPORT_MS
    await report(tenant, id)
    expect(await kindsOf(tenant, id)).toEqual(['visit-booked'])
    const { documents } = await call('listVisitChanges', { visit: id })
    expect(documents.map(({ kind, undone }) => [kind, undone])).toMatchObject([
      ['undone', false],
      [expect.any(String), true],
      ['booked', false],
    ])
    expect(await countOverlaps(app, tenant)).toBe(0)
  },
)

test.each([
  ['accepts', 'visit-agreed'],
  ['moves', 'visit-moved'],
] as const)(
  'a guest who %s a change before its message leaves is told no more of it',
  async (answer, kind) => {
    const tenant = await salon()
    const id = await visitOf(tenant)
    const handle = deriveHandle(app.deps.secret, 'cancel', tenant, id)
    const guest = app.guest(tenant)
    await placed(tenant, id, { start: nine + hour })
    app.clock.now = now + 10_000
    if (answer === 'accepts') await guest('acceptVisitChange', { tenantId: tenant, handle })
    else await guest('moveVisit', { tenantId: tenant, handle, start: nine + day })
    app.clock.now = now + REPORT_MS
    await report(tenant, id)
    expect(await kindsOf(tenant, id)).toEqual(['visit-booked', kind])
  },
)

test('the salon sees which time a guest knows, whatever became of the visit since', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const call = await staffClient(app, tenant, reception)
  const known = async () => {
    const { knownStart, unanswered } = await call('getSalonVisit', { visit: id })
    return [knownStart, unanswered]
  }
  expect(await known()).toEqual([nine, false])
  await placed(tenant, id, { start: nine + hour })
  expect(await known()).toEqual([nine, true])
  app.clock.now = now + REPORT_MS
  await report(tenant, id)
  expect(await known()).toEqual([nine + hour, true])
  await placed(tenant, id, { start: nine + 2 * hour, inform: 'none' })
  app.clock.now += REPORT_MS
  await report(tenant, id)
  expect(await known()).toEqual([nine + hour, true])
  await placed(tenant, id, { start: nine + 3 * hour, inform: 'agreed' })
  expect(await known()).toEqual([nine + 3 * hour, false])
})

test('a guest who is asked and moved again without a word before the message leaves knows the first time', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  await placed(tenant, id, { start: nine + hour })
  app.clock.now = now + 10_000
  await placed(tenant, id, { start: nine + 2 * hour, inform: 'none' })
  app.clock.now = now + 2 * REPORT_MS
  await report(tenant, id)
  const call = await staffClient(app, tenant, reception)
  expect(await call('getSalonVisit', { visit: id })).toMatchObject({ knownStart: nine })
})

test('a confirmation names the time that a visit has when it is sent', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const { results } = await call('bookVisitBySalon', {
    start: nine,
    services: [{ serviceId: 'cut', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida', email: 'ida@example.com' },
    source: 'phone',
    inform: true,
  })
  const id = results[0]?.ok ? results[0].id : ''
  app.clock.now = now + 10_000
  await placed(tenant, id, { start: nine + hour, inform: 'none' })
  app.clock.now = now + 2 * REPORT_MS
  await report(tenant, id)
  expect(await call('getSalonVisit', { visit: id })).toMatchObject({ knownStart: nine + hour })
})

test('that the salon asks for another time is news until the guest has chosen one', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const { id } = await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const handle = deriveHandle(app.deps.secret, 'cancel', tenant, id)
  await placed(tenant, id, { start: nine + hour })
  app.clock.now = now + REPORT_MS
  await report(tenant, id)
  const call = await staffClient(app, tenant, reception)
  await call('askGuestForOtherTime', { id, sequence: 1 })
  app.clock.now = now + 2 * REPORT_MS
  await report(tenant, id)
  const countNews = async () => {
    const { documents } = await guest('listNotifications', { tenantId: tenant, uid })
    return documents.filter(({ readAt, type }) => readAt === null && type === 'bookingChanged').length
  }
  expect(await countNews()).toBe(2)
  await guest('acceptVisitChange', { tenantId: tenant, handle })
  expect(await countNews()).toBe(1)
  await guest('moveVisit', { tenantId: tenant, handle, start: nine + day })
  expect(await countNews()).toBe(0)
})

test('a time that the salon has freed is offered to nobody before it can no longer be taken back', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  await makeEntry(app, tenant, { atNight: true })
  const move = async () => (await placed(tenant, id, { start: nine + hour })) as { changeId: string }
  const { changeId } = await move()
  app.clock.now = now + 18_000
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toEqual([])
  const call = await staffClient(app, tenant, reception)
  expect(await call('undoVisitChange', { changeIds: [changeId] })).toMatchObject({ results: [{ ok: true }] })
  await move()
  app.clock.now = now + 18_000 + REPORT_MS
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toMatchObject([{ start: new Date(nine) }])
})

test('a guest whom nothing can be sent to is not asked', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const { results } = await call('bookVisitBySalon', {
    start: nine,
    services: [{ serviceId: 'cut', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida' },
    source: 'phone',
    inform: false,
  })
  const id = results[0]?.ok ? results[0].id : ''
  expect(await call('getSalonVisit', { visit: id })).toMatchObject({ reachable: false, paid: false })
  expect(await errorCodeOf(call('askGuestForOtherTime', { id, sequence: 0 }))).toBe('visit/no-channel')
  expect(await placed(tenant, id, { start: nine + hour, inform: 'ask' })).toMatchObject({ ok: true })
  expect(await storedVisit(app, tenant, id)).toMatchObject({ changedFrom: null, askedAt: null })
})

test('a booking that is taken back is cancelled, its time is free, and nobody is told', async () => {
  const tenant = await salon()
  const call = await staffClient(app, tenant, reception)
  const { results } = await call('bookVisitBySalon', {
    start: nine,
    services: [{ serviceId: 'cut', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida', email: 'ida@example.com' },
    source: 'phone',
    inform: true,
  })
  const [first] = results
  if (!first?.ok || !first.changeId) throw new Error('not booked')
  await call('undoVisitChange', { changeIds: [first.changeId] })
  expect(await storedVisit(app, tenant, first.id)).toMatchObject({ state: 'cancelled', fee: 0 })
  await visitOf(tenant)
  app.clock.now = now + REPORT_MS
  await report(tenant, first.id)
  expect(await kindsOf(tenant, first.id)).toEqual([])
})

test('after 20 seconds, after another change, and by somebody else nothing is taken back', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const first = (await placed(tenant, id, { start: nine + hour })) as { changeId: string }
  const second = (await placed(tenant, id, { start: nine + 2 * hour })) as { changeId: string }
  const call = await staffClient(app, tenant, reception)
  const undo = async (changeId: string) =>
    (await call('undoVisitChange', { changeIds: [changeId] })).results[0]
  expect(await undo(first.changeId)).toMatchObject({ ok: false, reason: 'later' })
  const their = await staffClient(app, tenant, other)
  expect(await errorCodeOf(their('undoVisitChange', { changeIds: [second.changeId] }))).toBe('not-found')
  app.clock.now = now + UNDO_MS + 1
  expect(await undo(second.changeId)).toMatchObject({ ok: false, reason: 'over' })
  app.clock.now = now + REPORT_MS
  await report(tenant, id)
  expect(await kindsOf(tenant, id)).toEqual(['visit-booked', 'visit-changed'])
})

test('a place that was taken meanwhile is not taken back, and what is there is said', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const { changeId } = (await placed(tenant, id, { start: nine + hour })) as { changeId: string }
  const call = await staffClient(app, tenant, reception)
  const guest = app.guest(tenant)
  const kept = await hold(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const undo = async () => (await call('undoVisitChange', { changeIds: [changeId] })).results[0]
  expect(await undo()).toMatchObject({ ok: false, reason: 'held', inTheWay: [{ kind: 'hold', name: '' }] })
  await guest('releaseHold', { tenantId: tenant, handle: kept.handle })
  await visitOf(tenant)
  expect(await undo()).toMatchObject({
    ok: false,
    reason: 'taken',
    inTheWay: [{ kind: 'visit', name: 'Freja Holm', memberId: 'anna' }],
  })
  expect(await storedVisit(app, tenant, id)).toMatchObject({ start: new Date(nine + hour) })
})

test('a guest who is asked for another time moves free of charge, also where guests may not move', async () => {
  const tenant = await salon({ profile: { move: 'never' } })
  const id = await visitOf(tenant)
  const handle = deriveHandle(app.deps.secret, 'cancel', tenant, id)
  const call = await staffClient(app, tenant, reception)
  const guest = app.guest(tenant)
  app.clock.now = nine - hour
  expect(await guest('getMoveDetails', { tenantId: tenant, handle })).toMatchObject({ refusal: 'never' })
  await call('askGuestForOtherTime', { id, sequence: 0 })
  expect(await call('askGuestForOtherTime', { id, sequence: 1 })).toMatchObject({ asked: false })
  app.clock.now = nine - hour + REPORT_MS
  await report(tenant, id)
  const [, mail] = await mailsAbout(app, tenant, id)
  expect(mail).toMatchObject({ kind: 'visit-asked', event: null })
  expect(mail?.text).toContain(`/move/${handle}`)
  expect(await guest('getMoveDetails', { tenantId: tenant, handle })).toMatchObject({
    refusal: null,
    moveFee: 0,
    terms: { fee: 0, reason: 'salon' },
  })
  expect(await guest('moveVisit', { tenantId: tenant, handle, start: nine + day })).toMatchObject({
    ok: true,
    fee: 0,
  })
  expect(await storedVisit(app, tenant, id)).toMatchObject({ askedAt: null, moves: 0 })
})

test('free places of a week are listed for a visit and for services, far ahead as well', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const call = await staffClient(app, tenant, reception)
  const own = await call('findPlaces', { visitId: id, from: '2026-06-12' })
  expect(own.days).toHaveLength(7)
  expect(own.days[0]?.places[0]).toEqual({ start: nine, end: nine + 30 * minute, members: ['anna'] })
  const longer = await call('findPlaces', { visitId: id, members: 'bo', minutes: '45', from: '2026-06-12' })
  expect(longer.days[0]?.places[0]).toEqual({ start: nine, end: nine + 45 * minute, members: ['bo'] })
  expect(await errorCodeOf(call('findPlaces', { visitId: id, minutes: 'long' }))).toBe('request/invalid')
  const far = await call('findPlaces', { services: 'cut:bo:45,color::', from: '2027-06-12' })
  expect(far.days[0]?.places[0]).toMatchObject({
    start: summer('2027-06-12T09:00'),
    end: summer('2027-06-12T10:45'),
    members: ['bo', expect.any(String)],
  })
  expect(await errorCodeOf(call('findPlaces', {}))).toBe('request/invalid')
  const mine = await staffClient(app, tenant, anna)
  const places = await mine('findPlaces', { services: 'cut::', from: '2026-06-12' })
  expect(new Set(places.days.flatMap((one) => one.places.flatMap(({ members }) => members)))).toEqual(
    new Set(['anna']),
  )
})

test('a check says what saving would, and writes nothing', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  await visitOf(tenant, nine + hour)
  const call = await staffClient(app, tenant, reception)
  const services = [{ serviceId: 'cut', memberId: 'anna' }]
  const refused = await call('checkPlacement', { start: nine + hour, services, visitId: id })
  expect(refused).toMatchObject({ ok: false, reason: 'taken', inTheWay: [{ name: 'Freja Holm' }] })
  // Of the three nearest times none is where it is now.
  const starts = refused.ok ? [] : refused.alternatives.map(({ start }) => start)
  expect(starts).toHaveLength(3)
  expect(starts).not.toContain(nine)
  expect(await call('checkPlacement', { start: nine + 15 * minute, services, visitId: id })).toEqual({
    ok: true,
    start: nine + 15 * minute,
    end: nine + 45 * minute,
    members: ['anna'],
    minutes: [30],
    price: null,
    warnings: [],
    inTheWay: [],
  })
  expect(await storedVisit(app, tenant, id)).toMatchObject({ sequence: 0, start: new Date(nine) })
})

test('seeing does not include changing: each right by itself', async () => {
  const tenant = await salon()
  const id = await visitOf(tenant)
  const theirs = await visitOf(tenant, nine, 'bo')
  const without = async (...left: string[]) =>
    staffClient(
      app,
      tenant,
      makeSignedIn({
        rights: Object.fromEntries(
          Object.entries(reception.rights).filter(([right]) => !left.includes(right)),
        ),
      }),
    )
  const place = { id, sequence: 0, start: nine + hour }
  expect(await errorCodeOf((await without('move'))('placeVisit', place))).toBe('auth/forbidden')
  expect(
    await errorCodeOf((await without('cancel'))('cancelVisitBySalon', { id, sequence: 0, inform: false })),
  ).toBe('auth/forbidden')
  expect(await errorCodeOf((await without('progress'))('setVisitProgress', { id, progress: 'done' }))).toBe(
    'auth/forbidden',
  )
  expect(await errorCodeOf((await without('waitlist'))('placeVisit', { ...place, withdraw: true }))).toBe(
    'auth/forbidden',
  )
  const mine = await staffClient(app, tenant, anna)
  expect(await errorCodeOf(mine('placeVisit', { ...place, id: theirs }))).toBe('not-found')
  expect(await errorCodeOf(mine('placeVisit', { ...place, members: ['bo'] }))).toBe('auth/forbidden')
  expect(await errorCodeOf(mine('setVisitProgress', { id: theirs, progress: 'done' }))).toBe('not-found')
  expect(await errorCodeOf(mine('cancelVisitBySalon', { id, sequence: 0, inform: false }))).toBe(
    'auth/forbidden',
  )
  expect(await mine('placeVisit', place)).toMatchObject({ ok: true })
})
