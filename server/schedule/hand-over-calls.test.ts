import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORT_MS } from '#domain/visit/undo.ts'
import type { CallInput } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail, SALON_MAIL } from '#server/mail/queries.ts'
import { listChangesOfVisit } from '#server/visit/change-queries.ts'
import { reportVisitChange } from '#server/visit/mail/report-change.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { countOverlaps, storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { errorCodeOf, freja, hold, summer } from '#test/steps.ts'
import { jobContext } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-10T08:00')
const nine = summer(`${date}T09:00`)
const [minute, hour] = [60_000, 3_600_000]
const reception = makeSignedIn()
const anna = makeSignedIn({ role: 'practitioner', memberId: 'anna' })
const three: MakeTenant = { members: [{ id: 'anna' }, { id: 'bo' }, { id: 'cleo' }] }

async function salon(wanted: MakeTenant = three): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
async function visitAt(tenant: TenantId, start: number, email: string, member = 'anna') {
  const guest = app.guest(tenant)
  const { handle } = await hold(guest, { tenantId: tenant, start, teamMember: [member] })
  const details = { ...freja, email }
  const answer = await guest('confirmVisit', { tenantId: tenant, handle, details })
  if (!answer.ok) throw new Error('not booked')
  return (await guest('getVisit', { tenantId: tenant, handle })).id
}
type Outcome = CallInput<'handOverVisits'>['outcomes'][number]['outcome']
const outcomes = (ids: readonly string[], wanted: readonly Outcome[]) =>
  ids.map((id, index) => ({ id, sequence: 0, outcome: wanted[index] ?? { kind: 'ask' as const } }))
async function report(tenant: TenantId, ids: string[]): Promise<void> {
  app.clock.now = app.deps.now() + REPORT_MS
  const ctx = await jobContext(app, tenant)
  for (const id of ids)
    for (const change of await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id)))
      await reportVisitChange(ctx, change.id)
}
async function mailsTo(tenant: TenantId) {
  const mails = await app.db.read(tenant, listMail)
  const changes = mails.filter(({ key }) => !key.startsWith('visit-booked') && !key.startsWith(SALON_MAIL))
  return changes.map(({ to }) => to).toSorted()
}

test('the preview says who is free then, the least booked first, and the nearest times', async () => {
  const tenant = await salon()
  const ids = [
    await visitAt(tenant, nine, 'a@example.com'),
    await visitAt(tenant, nine + hour, 'b@example.com'),
  ]
  await visitAt(tenant, nine, 'c@example.com', 'bo')
  const call = await staffClient(app, tenant, reception)
  await call('addBlock', { memberId: 'anna', from: `${date}T00:00`, until: `${date}T23:00`, kind: 'ill' })
  const { documents } = await call('previewHandOver', { memberId: 'anna', ids: ids.toReversed() })
  expect(documents.map(({ id, candidates }) => [id, candidates])).toEqual([
    [ids[0], ['cleo']],
    [ids[1], ['cleo', 'bo']],
  ])
  expect(documents[0]).toMatchObject({ name: 'Freja Holm', start: nine, sequence: 0 })
  // She is ill: her own times are of other days.
  const [own, others] = [true, false].map(
    (isOwn) => documents[0]?.places.filter(({ members }) => (members[0] === 'anna') === isOwn) ?? [],
  )
  expect(own?.every(({ start }) => Math.abs(start - nine) > 12 * hour)).toBe(true)
  expect(others?.length).toBeGreaterThan(0)
  expect(documents[0]?.places.map(({ start }) => Math.abs(start - nine))).toEqual(
    documents[0]?.places.map(({ start }) => Math.abs(start - nine)).toSorted((a, b) => a - b),
  )
})

test('who takes longer than is free is named with the minutes that are missing, and refused with them', async () => {
  const tenant = await salon({
    ...three,
    services: [{ id: 'cut', duration: 30, lengths: { bo: { minutes: 50 }, cleo: { minutes: 45 } } }],
  })
  const id = await visitAt(tenant, nine, 'a@example.com')
  await visitAt(tenant, nine + 30 * minute, 'b@example.com', 'bo')
  await visitAt(tenant, nine + 30 * minute, 'c@example.com', 'cleo')
  const call = await staffClient(app, tenant, reception)
  const { documents } = await call('previewHandOver', { memberId: 'anna', ids: [id] })
  expect(documents).toMatchObject([
    {
      candidates: [],
      slower: [
        { member: 'cleo', missing: 15 },
        { member: 'bo', missing: 20 },
      ],
    },
  ])
  const { results } = await call('handOverVisits', {
    memberId: 'anna',
    outcomes: outcomes([id], [{ kind: 'give', to: 'bo' }]),
  })
  expect(results).toMatchObject([{ ok: false, reason: 'taken', missing: 20 }])
  expect((await storedVisit(app, tenant, id)).segments).toMatchObject([{ memberId: 'anna' }])
})

test('six are handed over at once, each with its own outcome, and a guest with two gets one message', async () => {
  const tenant = await salon()
  const emails = ['a', 'b', 'c', 'd', 'e', 'a'].map((one) => `${one}@example.com`)
  const ids: string[] = []
  for (const [index, email] of emails.entries()) ids.push(await visitAt(tenant, nine + index * hour, email))
  await visitAt(tenant, nine + 4 * hour, 'f@example.com', 'bo')
  const call = await staffClient(app, tenant, reception)
  const { results, undoUntil } = await call('handOverVisits', {
    memberId: 'anna',
    outcomes: outcomes(ids, [
      { kind: 'give', to: 'bo' },
      { kind: 'place', start: nine + 2 * hour + 30 * minute, members: ['cleo'] },
      { kind: 'ask' },
      { kind: 'cancel' },
      { kind: 'give', to: 'bo' },
      { kind: 'give', to: 'cleo' },
    ]),
  })
  expect(undoUntil).toBe(now + 20_000)
  expect(results.map((one) => (one.ok ? 'done' : one.reason))).toEqual([
    'done',
    'done',
    'done',
    'done',
    'taken',
    'done',
  ])
  const stored = []
  for (const id of ids) stored.push(await storedVisit(app, tenant, id))
  expect(stored.map(({ state, segments }) => [state, segments[0]?.memberId])).toEqual([
    ['booked', 'bo'],
    ['booked', 'cleo'],
    ['booked', 'anna'],
    ['cancelled', 'anna'],
    ['booked', 'anna'],
    ['booked', 'cleo'],
  ])
  expect(stored[2]?.askedAt).toEqual(new Date(now))
  expect(await countOverlaps(app, tenant)).toBe(0)
  expect(await mailsTo(tenant)).toEqual([])
  await report(tenant, ids)
  expect(await mailsTo(tenant)).toEqual(['a', 'b', 'c', 'd'].map((one) => `${one}@example.com`))
  await report(tenant, ids)
  expect(await mailsTo(tenant)).toHaveLength(4)
})

test('all of it can be taken back at once', async () => {
  const tenant = await salon()
  const ids = [
    await visitAt(tenant, nine, 'a@example.com'),
    await visitAt(tenant, nine + hour, 'b@example.com'),
  ]
  const call = await staffClient(app, tenant, reception)
  const { results } = await call('handOverVisits', {
    memberId: 'anna',
    outcomes: outcomes(ids, [{ kind: 'give', to: 'bo' }, { kind: 'cancel' }]),
  })
  const changeIds = results.flatMap((one) => (one.ok ? (one.changeId ?? []) : []))
  const undone = await call('undoVisitChange', { changeIds })
  expect(undone.results.every(({ ok }) => ok)).toBe(true)
  for (const id of ids)
    expect(await storedVisit(app, tenant, id)).toMatchObject({
      state: 'booked',
      segments: [{ memberId: 'anna' }],
    })
  await report(tenant, ids)
  expect(await mailsTo(tenant)).toEqual([])
})

test('what somebody else has changed, and what is out of reach, is said of it alone', async () => {
  const tenant = await salon()
  const ids = [
    await visitAt(tenant, nine, 'a@example.com'),
    await visitAt(tenant, nine + hour, 'b@example.com'),
  ]
  const call = await staffClient(app, tenant, reception)
  await call('placeVisit', { id: ids[0] ?? '', sequence: 0, start: nine + 30 * minute })
  const { results } = await call('handOverVisits', {
    memberId: 'anna',
    outcomes: [
      ...outcomes(ids, [
        { kind: 'give', to: 'bo' },
        { kind: 'give', to: 'bo' },
      ]),
      { id: 'b0000000-0000-4000-8000-000000000001', sequence: 0, outcome: { kind: 'cancel' } },
    ],
  })
  expect(results.map((one) => (one.ok ? 'done' : one.reason))).toEqual(['changed', 'done', 'unknown'])
  app.clock.now = nine + 26 * hour
  const late = await call('handOverVisits', {
    memberId: 'anna',
    outcomes: [{ id: ids[0] ?? '', sequence: 1, outcome: { kind: 'cancel' } }],
  })
  expect(late.results).toMatchObject([{ ok: false, reason: 'begun' }])
})

test('a practitioner hands nothing to others, and nobody cancels without that right', async () => {
  const tenant = await salon()
  const ids = [await visitAt(tenant, nine, 'a@example.com')]
  const theirs = await visitAt(tenant, nine, 'b@example.com', 'bo')
  const mine = await staffClient(app, tenant, anna)
  const handOver = (outcome: Outcome, of = ids) =>
    mine('handOverVisits', { memberId: 'anna', outcomes: outcomes(of, [outcome]) })
  expect(await errorCodeOf(handOver({ kind: 'give', to: 'bo' }))).toBe('auth/forbidden')
  expect(await errorCodeOf(handOver({ kind: 'cancel' }))).toBe('auth/forbidden')
  expect(await errorCodeOf(handOver({ kind: 'place', start: nine + hour, members: ['bo'] }))).toBe(
    'auth/forbidden',
  )
  expect((await handOver({ kind: 'ask' }, [theirs])).results).toMatchObject([{ reason: 'unknown' }])
  expect((await handOver({ kind: 'place', start: nine + hour, members: ['anna'] })).results).toMatchObject([
    { ok: true },
  ])
  const { documents } = await mine('previewHandOver', { memberId: 'anna', ids })
  expect(documents[0]?.candidates).toEqual([])
  expect(new Set(documents[0]?.places.flatMap(({ members }) => members))).toEqual(new Set(['anna']))
  // What is out of reach does not hide the others.
  const some = await mine('previewHandOver', { memberId: 'anna', ids: [theirs, ...ids] })
  expect(some).toEqual({ documents })
  expect(await mine('previewHandOver', { memberId: 'bo', ids: [theirs] })).toEqual({ documents: [] })
})
