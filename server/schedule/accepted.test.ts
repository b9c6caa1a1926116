import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import type { PlacementWarning } from '#domain/availability/placement.ts'
import type { TenantId } from '#server/database/db.ts'
import { listChangesOfVisit } from '#server/visit/change-queries.ts'
import { listVisitsOutside } from '#server/visit/visits-outside.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { storedVisit } from '#test/move.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, summer } from '#test/steps.ts'

/* What the salon has knowingly placed outside the hours, or where somebody is away, is covered. */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-11T08:00')
const at = (time: string) => summer(`${date}T${time}`)
const pause = { memberId: 'anna', from: `${date}T12:00`, until: `${date}T13:00`, kind: 'break' as const }
const illness = { ...pause, from: `${date}T00:00`, until: '2026-06-13T00:00', kind: 'ill' as const }

/** People work from nine to five. */
async function salon(wanted?: MakeTenant) {
  app.clock.now = now
  const tenant = await makeTenant(app, wanted)
  const call = await staffClient(app, tenant, makeSignedIn())
  const uncovered = async () =>
    (await call('getSchedule', { date })).visits.map(({ segments }) => segments[0]?.uncovered)
  return { tenant, call, uncovered }
}
type Salon = Awaited<ReturnType<typeof salon>>
async function bookedAt({ call }: Salon, start: number, accept: PlacementWarning[]): Promise<string> {
  const input: CallInput<'bookVisitBySalon'> = {
    start,
    services: [{ serviceId: 'cut', memberId: 'anna' }],
    guest: { kind: 'new', firstname: 'Ida' },
    source: 'phone',
    inform: false,
    accept,
  }
  const { results } = await call('bookVisitBySalon', input)
  const [result] = results
  if (!result?.ok) throw new Error(`not booked: ${JSON.stringify(result)}`)
  return result.id
}
const moved = async ({ tenant, call }: Salon, id: string, start: number, accept: PlacementWarning[] = []) =>
  call('placeVisit', {
    id,
    sequence: (await storedVisit(app, tenant, id)).sequence,
    start,
    inform: 'none',
    accept,
  })
const outside = (tenant: TenantId) =>
  app.db.read(tenant, (tx) => listVisitsOutside(tx, 'Europe/Copenhagen', now))

test('a visit that was booked outside the hours is covered, until somebody is ill or other hours are set', async () => {
  const desk = await salon()
  const { tenant, call, uncovered } = desk
  await bookedAt(desk, at('18:00'), ['hours'])
  expect(await uncovered()).toEqual([null])
  expect(await outside(tenant)).toEqual([])
  const { id } = await call('addBlock', illness)
  expect(await uncovered()).toEqual(['absence'])
  expect((await outside(tenant)).map((one) => one.outside[0]?.reason)).toEqual(['absence'])
  await call('removeBlock', { id: id ?? '' })
  expect(await uncovered()).toEqual([null])
  expect((await call('previewDayHours', { date, hours: [] })).visits).toMatchObject([{ uncovered: false }])
  const closed = await call('setDayHours', { date, hours: [] })
  expect(closed.visits).toHaveLength(1)
  expect(await uncovered()).toEqual(['hours'])
  await call('removeDayHours', { id: closed.id })
  expect(await uncovered()).toEqual([null])
})

test('a visit in a break is covered as long as it is that break, and not by an illness of the same times', async () => {
  const desk = await salon()
  const { call, uncovered } = desk
  const { id } = await call('addBlock', pause)
  await bookedAt(desk, at('12:15'), ['absence'])
  expect(await uncovered()).toEqual([null])
  expect((await call('addBlock', pause)).id).toBe(null)
  const ill = await call('addBlock', { ...pause, kind: 'ill' })
  expect(await uncovered()).toEqual(['absence'])
  await call('removeBlock', { id: ill.id ?? '' })
  expect(await uncovered()).toEqual([null])
  await call('removeBlock', { id: id ?? '' })
  await call('addBlock', illness)
  expect(await uncovered()).toEqual(['absence'])
})

test('both are said where somebody is away outside the hours, and both are accepted', async () => {
  const desk = await salon()
  const { call, uncovered } = desk
  await call('addBlock', illness)
  const visit = await book(app.guest(desk.tenant), {
    tenantId: desk.tenant,
    start: at('09:00'),
    teamMember: ['bo'],
  })
  const place = { start: at('18:00'), members: ['anna'], inform: 'none' as const }
  expect(await call('placeVisit', { id: visit.id, sequence: 0, ...place, accept: ['hours'] })).toMatchObject({
    ok: false,
    reason: 'warned',
    warnings: ['hours', 'absence'],
  })
  await call('placeVisit', { id: visit.id, sequence: 0, ...place, accept: ['hours', 'absence'] })
  expect(await uncovered()).toEqual([null])
})

test('what was accepted ends with a move, comes back with its undo, and stays in the history', async () => {
  const desk = await salon()
  const { tenant, call, uncovered } = desk
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: at('10:00'), teamMember: ['anna'] })
  const accepted = async () => (await storedVisit(app, tenant, id)).segments[0]?.accepted
  await moved(desk, id, at('18:00'), ['hours'])
  expect(await accepted()).toEqual([`${date} 09:00–17:00`])
  const back = await moved(desk, id, at('11:00'))
  expect(await accepted()).toEqual([])
  await call('undoVisitChange', { changeIds: [(back.ok && back.changeId) || ''] })
  expect(await accepted()).toEqual([`${date} 09:00–17:00`])
  expect(await uncovered()).toEqual([null])
  const history = await app.db.read(tenant, (tx) => listChangesOfVisit(tx, id))
  expect(history.map(({ kind, after }) => [kind, after?.segments[0]?.accepted?.length])).toEqual([
    ['undone', 1],
    ['moved', 0],
    ['moved', 1],
    ['booked', 0],
  ])
})

test('a buffer after the hours, of which nobody is warned, is not warned of later', async () => {
  const desk = await salon({ services: [{ id: 'cut', duration: 30, bufferAfter: 15 }] })
  await bookedAt(desk, at('16:30'), [])
  expect(await desk.uncovered()).toEqual([null])
  await desk.call('setDayHours', { date, hours: [{ from: '09:00', to: '16:00' }] })
  expect(await desk.uncovered()).toEqual(['hours'])
})
