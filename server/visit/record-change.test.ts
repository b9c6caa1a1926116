import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNDO_MS, REPORT_MS } from '#domain/visit/undo.ts'
import type { Actor } from '#server/context/actor.ts'
import type { TenantId } from '#server/database/db.ts'
import { claimVisits } from './claim-visits.ts'
import { cancelVisit } from './change/cancel.ts'
import { moveVisitTo } from './change/move.ts'
import { setProgress } from './change/progress.ts'
import { listChangesOfVisit } from './change-queries.ts'
import { sweepVisits } from './mail/jobs.ts'
import { reportVisitChange } from './mail/report-change.ts'
import { reloadVisit } from './queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { mailsAbout, moveAsSalon, storedVisit } from '#test/move.ts'
import { makeSignedIn } from '#test/signed-in.ts'
import { book, freja, register, summer } from '#test/steps.ts'
import { jobContext, makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const [hour, day] = [3_600_000, 86_400_000]
const device = { id: '00000000-0000-4000-8000-00000000000d', name: 'Desk', lockMinutes: 5 }

async function salon(): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app)
}
const historyOf = (tenant: TenantId, id: string) => app.db.read(tenant, (tx) => listChangesOfVisit(tx, id))
const asStaff = (): Actor => ({ kind: 'staff', staff: makeSignedIn({ name: 'Mia Lund', device }) })
const finder = (id: string) => (tx: Parameters<typeof reloadVisit>[0]) => reloadVisit(tx, id)

/** Runs the reports that are due by then. */
async function report(tenant: TenantId, id: string): Promise<void> {
  const ctx = await jobContext(app, tenant)
  for (const change of await historyOf(tenant, id)) await reportVisitChange(ctx, change.id)
}

test('the history names who, when, before, after and the messages, for guest, staff, command line and jobs', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const { id, cancelHandle, number } = await book(guest, {
    tenantId: tenant,
    start: nine,
    teamMember: ['anna'],
  })
  expect(number).toMatch(/^[3467ACDEFGHJKMNPQRTUVWXY]{6}$/)
  await guest('changeVisitNote', { tenantId: tenant, handle: cancelHandle, note: 'Short at the sides' })
  await guest('moveVisit', { tenantId: tenant, handle: cancelHandle, start: nine + hour })
  await moveAsSalon(app, tenant, id, { start: nine + 2 * hour })
  await guest('acceptVisitChange', { tenantId: tenant, handle: cancelHandle })
  const uid = await register(guest, tenant, freja.email)
  await app.db.write(tenant, (tx) => claimVisits(tx, uid, { email: freja.email }, new Date(now)))
  app.clock.now = nine + 2 * hour
  const ctx = await jobContext(app, tenant)
  const actor = asStaff()
  expect(await setProgress(ctx, finder(id), 'arrived', { actor })).toMatchObject({ ok: true })
  expect(await setProgress(ctx, finder(id), 'arrived', { actor })).toMatchObject({ changeId: null })
  app.clock.now = nine + 90 * day
  await app.db.write(tenant, (tx) => sweepVisits(tx, nine + 90 * day, 24))
  const history = await historyOf(tenant, id)
  expect(history.map((one) => [one.kind, one.actor, one.staffName, one.deviceName, one.notified])).toEqual([
    ['redacted', 'job', null, null, []],
    ['progress', 'staff', 'Mia Lund', 'Desk', []],
    ['claimed', 'guest', null, null, []],
    ['accepted', 'guest', null, null, []],
    ['moved', 'operator', null, null, ['mail']],
    ['moved', 'guest', null, null, ['salonMail', 'mail']],
    ['noted', 'guest', null, null, ['salonMail']],
    ['booked', 'guest', null, null, ['salonMail', 'mail']],
  ])
  expect(history.find(({ kind }) => kind === 'booked')).toMatchObject({
    before: null,
    after: {
      state: 'booked',
      start: nine,
      price: 40_000,
      segments: [{ memberId: 'anna', memberName: 'anna' }],
    },
    memberIds: ['anna'],
  })
  expect(history.find(({ actor: one }) => one === 'operator')).toMatchObject({
    before: { start: nine + hour, changedFrom: null },
    after: { start: nine + 2 * hour, changedFrom: { start: nine + hour, members: ['anna'] } },
  })
  expect(history.find(({ kind }) => kind === 'progress')?.after).toMatchObject({
    progress: 'arrived',
    progressAt: { arrived: nine + 2 * hour },
  })
  // What a guest writes, and what names them, is not kept a second time.
  expect(JSON.stringify(history)).not.toMatch(/Freja|Short at the sides|example\.com|20123456/)
})

test('an accepted offer is a booking from the waitlist, with a number of its own', async () => {
  const tenant = await salon()
  const { cancelHandle } = await book(app.guest(tenant), {
    tenantId: tenant,
    start: nine,
    teamMember: ['anna'],
  })
  await makeEntry(app, tenant, { atNight: true })
  await app.guest(tenant)('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (!offer?.visitId) throw new Error('nothing was offered')
  const { messageId, waitlistHandle } = offer
  const { message } = await app.guest(tenant)('getWaitlistOffer', {
    tenantId: tenant,
    messageId,
    waitlistHandle,
  })
  await app.guest(tenant)('acceptWaitlistInvite', { tenant, messageId, message, waitlistHandle })
  expect(await storedVisit(app, tenant, offer.visitId)).toMatchObject({
    state: 'booked',
    source: 'waitlist',
    number: expect.stringMatching(/^\w{6}$/),
  })
  expect(await historyOf(tenant, offer.visitId)).toMatchObject([{ kind: 'booked', actor: 'guest' }])
})

test('messages about what staff do wait 25 seconds, and several changes are one message', async () => {
  const tenant = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const ctx = await jobContext(app, tenant)
  await moveVisitTo(ctx, finder(id), { start: nine + hour }, asStaff())
  app.clock.now = now + 10_000
  await moveVisitTo(ctx, finder(id), { start: nine + 2 * hour, members: ['bo'] }, asStaff())
  const kinds = async () => (await mailsAbout(app, tenant, id)).map(({ kind }) => kind)
  app.clock.now = now + REPORT_MS
  await report(tenant, id)
  expect(await kinds()).toEqual(['visit-booked'])
  app.clock.now = now + 10_000 + REPORT_MS
  await report(tenant, id)
  await report(tenant, id)
  expect(await kinds()).toEqual(['visit-booked', 'visit-changed'])
  const [, mail] = await mailsAbout(app, tenant, id)
  expect(mail?.text).toContain('with anna')
  expect(mail?.event).toMatchObject({ sequence: 2, start: nine + 2 * hour })
  const history = await historyOf(tenant, id)
  expect(history.map(({ notified, reportAt }) => [notified, reportAt])).toEqual([
    [['mail'], null],
    [['mail'], null],
    [['salonMail', 'mail'], null],
  ])
  expect(REPORT_MS).toBeGreaterThan(UNDO_MS)
})

test('nothing is told of what has come to nothing, and of what its guest has cancelled meanwhile', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const moved = await book(guest, { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const ended = await book(guest, { tenantId: tenant, start: nine, teamMember: ['bo'] })
  const ctx = await jobContext(app, tenant)
  await moveVisitTo(ctx, finder(moved.id), { start: nine + hour }, asStaff())
  await moveVisitTo(ctx, finder(moved.id), { start: nine }, asStaff())
  await moveVisitTo(ctx, finder(ended.id), { start: nine + hour }, asStaff())
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: ended.cancelHandle })
  app.clock.now = now + REPORT_MS
  await report(tenant, moved.id)
  await report(tenant, ended.id)
  const kinds = async (id: string) => (await mailsAbout(app, tenant, id)).map(({ kind }) => kind)
  expect(await kinds(moved.id)).toEqual(['visit-booked'])
  expect(await kinds(ended.id)).toEqual(['visit-booked', 'visit-cancelled'])
})

test.each([
  ['ask', 'visit-changed', true],
  ['agreed', 'visit-agreed', false],
  ['none', null, false],
] as const)('a move with %s: the mail %j, to be answered %j', async (informing, kind, asks) => {
  const tenant = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const ctx = await jobContext(app, tenant)
  await moveVisitTo(ctx, finder(id), { start: nine + hour, informing }, asStaff())
  app.clock.now = now + REPORT_MS
  await report(tenant, id)
  const [, ...mails] = await mailsAbout(app, tenant, id)
  expect(mails.map((one) => one.kind)).toEqual(kind ? [kind] : [])
  expect((await storedVisit(app, tenant, id)).changedFrom !== null).toBe(asks)
})

test('a visit that is another by now is not changed, and who has changed it is said', async () => {
  const tenant = await salon()
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const ctx = await jobContext(app, tenant)
  await moveVisitTo(ctx, finder(id), { start: nine + hour, sequence: 0 }, asStaff())
  const changed = {
    code: 'visit/changed',
    details: { sequence: 1, kind: 'moved', name: 'Mia Lund', at: now },
  }
  await expect(moveVisitTo(ctx, finder(id), { start: nine, sequence: 0 }, asStaff())).rejects.toMatchObject(
    changed,
  )
  await expect(cancelVisit(ctx, finder(id), { actor: asStaff(), sequence: 0 })).rejects.toMatchObject(changed)
  expect(await storedVisit(app, tenant, id)).toMatchObject({ state: 'booked', sequence: 1 })
})
