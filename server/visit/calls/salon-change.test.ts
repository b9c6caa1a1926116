import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import type { TenantId } from '#server/database/db.ts'
import { listPending, lockNotification } from '#server/notification/queries.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { cancelAsSalon, countOverlaps, mailsAbout, moveAsSalon, queueTimes, storedVisit } from '#test/move.ts'
import { asOwner } from '#test/seeded.ts'
import { book, register, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
/** A signed-in guest with a visit, of which `paid` is paid. */
async function booked(tenantId: TenantId, paid = 0) {
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const visit = await book(guest, { tenantId, start: nine, teamMember: ['anna'] })
  await app.unrecorded.write(tenantId, (tx) => tx.execute(sql`update visit set paid = ${paid}`))
  const listed = async () => (await guest('listBookings', { tenantId, uid })).documents[0]
  return { guest, uid, visit, listed, handle: visit.cancelHandle }
}
const details = (error: unknown) => (error instanceof CallError ? [error.code, error.details] : error)

test('a visit that the salon gives to another member costs nothing, and its guest is notified everywhere', async () => {
  const tenantId = await salon({
    services: [{ id: 'cut', individual: { bo: { active: true, price: 99_000 } } }],
  })
  const { guest, uid, visit, listed } = await booked(tenantId)
  await makeEntry(app, tenantId, { members: ['anna'] })
  app.clock.now = now + hour
  const outcome = await moveAsSalon(app, tenantId, visit.id, { start: nine, members: ['bo'] })
  expect(outcome).toMatchObject({
    ok: true,
    moved: true,
    visit: { sequence: 1, moves: 0, price: 40_000, fee: 0 },
  })
  expect(await listed()).toMatchObject({
    price: 40_000,
    teamMember: { name: 'bo' },
    changedFrom: { start: nine, end: nine + 30 * minute, members: ['anna'] },
    terms: { fee: 0, late: false, deadline: nine, reason: 'salon' },
    badge: { kind: 'free', over120: true },
    moveHandle: visit.cancelHandle,
  })
  expect(await queueTimes(app, tenantId)).toEqual([{ member: 'anna', from: nine, until: nine + 30 * minute }])
  const [first, mail, ...more] = await mailsAbout(app, tenantId, visit.id)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    kind: 'visit-changed',
    event: { method: 'REQUEST', uid: first?.event?.uid, sequence: 1 },
  })
  expect(mail?.text).toContain(`/move/${visit.cancelHandle}/`)
  expect(mail?.text).toContain(`/cancelBooking/${visit.cancelHandle}/`)
  expect(mail?.text).toContain('with anna')
  const { documents } = await guest('listNotifications', { tenantId, uid })
  expect(documents[0]).toMatchObject({ type: 'bookingChanged', link: `/move/${visit.cancelHandle}` })
  // One notification, however often the salon repeats the change.
  expect(await moveAsSalon(app, tenantId, visit.id, { start: nine, members: ['bo'] })).toMatchObject({
    moved: false,
  })
  expect(await mailsAbout(app, tenantId, visit.id)).toHaveLength(2)
})

test('the guest accepts, and the ordinary rules hold again', async () => {
  const tenantId = await salon()
  const { guest, visit, listed, handle } = await booked(tenantId, 40_000)
  await moveAsSalon(app, tenantId, visit.id, { start: nine + 7 * minute })
  expect(await listed()).toMatchObject({ start: { seconds: (nine + 7 * minute) / 1000 } })
  expect(await guest('acceptVisitChange', { tenantId, handle })).toEqual({ accepted: true })
  expect(await guest('acceptVisitChange', { tenantId, handle })).toEqual({ accepted: false })
  app.clock.now = nine - hour
  expect(await listed()).toMatchObject({
    changedFrom: null,
    terms: { fee: 20_000, late: true, reason: 'limit' },
  })
  expect(await storedVisit(app, tenantId, visit.id)).toMatchObject({ sequence: 1 })
})

test('the guest chooses another time free of charge and uncounted, also inside the limit and after five moves', async () => {
  const tenantId = await salon()
  const { guest, visit, handle } = await booked(tenantId)
  await app.unrecorded.write(tenantId, (tx) => tx.execute(sql`update visit set moves = 5`))
  await moveAsSalon(app, tenantId, visit.id, { start: nine, members: ['bo'] })
  app.clock.now = nine - 1
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({ moveFee: 0, refusal: null })
  expect(await guest('moveVisit', { tenantId, handle, start: nine + day })).toMatchObject({
    ok: true,
    fee: 0,
  })
  expect(await storedVisit(app, tenantId, visit.id)).toMatchObject({
    moves: 5,
    changedFrom: null,
    sequence: 2,
  })
  const again = guest('moveVisit', { tenantId, handle, start: nine + 2 * day })
  expect(await again.catch(details)).toEqual(['visit/not-movable', { reason: 'too-many' }])
})

test('the guest cancels free of charge until the start, and even a fee that was owed is gone', async () => {
  const tenantId = await salon()
  const { guest, visit, handle } = await booked(tenantId, 40_000)
  await app.unrecorded.write(tenantId, (tx) => tx.execute(sql`update visit set fee = 20000`))
  await moveAsSalon(app, tenantId, visit.id, { start: nine, members: ['bo'] })
  app.clock.now = nine
  const answer = await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle, fee: 0 })
  expect(answer).toMatchObject({ fee: 0, refund: 40_000 })
})

test('where guests move nothing, the mail leads to the page of cancelling, where the change is answered', async () => {
  const tenantId = await salon({ profile: { move: 'never' } })
  const { guest, uid, visit, handle } = await booked(tenantId)
  app.clock.now = now + hour
  await moveAsSalon(app, tenantId, visit.id, { start: nine + day })
  const mails = JSON.stringify(await mailsAbout(app, tenantId, visit.id))
  expect(mails).not.toContain('/move/')
  expect(mails).not.toContain('choose another time')
  const { documents } = await guest('listNotifications', { tenantId, uid })
  expect(documents[0]?.link).toBe(`/cancelBooking/${handle}`)
  const page = await guest('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: handle })
  expect(page).toMatchObject({
    changedFrom: { start: nine },
    moveHandle: null,
    terms: { fee: 0, reason: 'salon' },
  })
  expect(await guest('acceptVisitChange', { tenantId, handle })).toEqual({ accepted: true })
})

test('a change that the guest has not seen is not accepted', async () => {
  const tenantId = await salon()
  const { guest, visit, listed, handle } = await booked(tenantId)
  await moveAsSalon(app, tenantId, visit.id, { start: nine + day })
  expect(await listed()).toMatchObject({ changedFrom: { sequence: 1 } })
  await moveAsSalon(app, tenantId, visit.id, { start: nine + 2 * day })
  const accept = (sequence: number) => guest('acceptVisitChange', { tenantId, handle, sequence })
  expect(await accept(1)).toEqual({ accepted: false })
  expect(await listed()).toMatchObject({ changedFrom: { start: nine, sequence: 2 } })
  expect(await accept(2)).toEqual({ accepted: true })
})

test.each(['accepts', 'moves', 'cancels'])(
  'the salon’s changes are no news once the guest %s',
  async (answer) => {
    const tenantId = await salon()
    const { guest, uid, visit, handle } = await booked(tenantId)
    await moveAsSalon(app, tenantId, visit.id, { start: nine + day })
    await moveAsSalon(app, tenantId, visit.id, { start: nine + 2 * day })
    const listNews = async () => {
      const { documents } = await guest('listNotifications', { tenantId, uid })
      return documents.filter(({ readAt, type }) => readAt === null && type === 'bookingChanged')
    }
    expect(await listNews()).toHaveLength(2)
    if (answer === 'accepts') await guest('acceptVisitChange', { tenantId, handle })
    else if (answer === 'moves') await guest('moveVisit', { tenantId, handle, start: nine + 3 * day })
    else await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
    expect(await listNews()).toEqual([])
  },
)

test('a second change keeps what the guest knew before the first', async () => {
  const tenantId = await salon()
  const { visit, listed } = await booked(tenantId)
  await moveAsSalon(app, tenantId, visit.id, { start: nine + day })
  await moveAsSalon(app, tenantId, visit.id, { start: nine + 2 * day, members: ['bo'] })
  expect(await listed()).toMatchObject({
    changedFrom: { start: nine, members: ['anna'] },
    teamMember: { name: 'bo' },
  })
  expect((await mailsAbout(app, tenantId, visit.id)).map(({ event }) => event?.sequence)).toEqual([0, 1, 2])
})

test('a time that is not free, a visit that is long over and a cancelled one stay', async () => {
  const tenantId = await salon()
  const { guest, visit, handle } = await booked(tenantId)
  await book(app.guest(tenantId), { tenantId, start: nine, teamMember: ['bo'] })
  const lost = await moveAsSalon(app, tenantId, visit.id, { start: nine, members: ['bo'] })
  expect(lost).toMatchObject({ ok: false, reason: 'taken' })
  expect(lost.ok ? [] : lost.alternatives.map(({ members }) => members)).toEqual([['bo'], ['bo'], ['bo']])
  expect(await moveAsSalon(app, tenantId, visit.id, { start: summer('2026-06-13T20:00') })).toMatchObject({
    ok: false,
  })
  expect(await countOverlaps(app, tenantId)).toBe(0)
  app.clock.now = nine + 2 * day
  const begun = moveAsSalon(app, tenantId, visit.id, { start: nine + 3 * day })
  expect(await begun.catch(details)).toEqual(['visit/not-movable', { reason: 'begun' }])
  expect(await cancelAsSalon(app, tenantId, visit.id).catch(details)).toEqual([
    'visit/not-cancellable',
    undefined,
  ])
  app.clock.now = now
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
  const gone = moveAsSalon(app, tenantId, visit.id, { start: nine + day })
  expect(await gone.catch(details)).toEqual(['visit/not-movable', { reason: 'cancelled' }])
})

test('a visit that the salon cancels is refunded in full, with sorry and the three nearest free times on top', async () => {
  const tenantId = await salon()
  const { guest, uid, visit } = await booked(tenantId, 40_000)
  await app.unrecorded.write(tenantId, (tx) => tx.execute(sql`update visit set fee = 20000`))
  app.clock.now = nine - hour
  const answer = await cancelAsSalon(app, tenantId, visit.id)
  expect(answer).toMatchObject({
    changeId: expect.any(String),
    visit: { state: 'cancelled', fee: 0, refunded: 40_000, sequence: 1 },
  })
  expect(await cancelAsSalon(app, tenantId, visit.id)).toMatchObject({ changeId: null })
  const [first, mail, ...more] = await mailsAbout(app, tenantId, visit.id)
  expect(more).toEqual([])
  expect(mail?.event).toMatchObject({
    method: 'CANCEL',
    uid: first?.event?.uid,
    sequence: 1,
    status: 'CANCELLED',
  })
  const text = mail?.text ?? ''
  const times = [
    ...text.matchAll(/\/book\/time\?services=cut&teamMember=anna&day=(2026-06-1\d)#time-(\d+)/g),
  ].map(([, date, start]) => [date, new Date(Number(start)).toISOString().slice(0, 10)])
  expect(times).toHaveLength(3)
  for (const [date, ofStart] of times) expect(ofStart).toBe(date)
  const positions = [/sorry/, /nearest free times/i, /\/book\/time/, /400[.,]00/, /YOUR SERVICES/].map(
    (one) => text.search(one),
  )
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(Math.min(...positions)).toBeGreaterThanOrEqual(0)
  // Not the time that was just cancelled.
  expect(text).not.toMatch(/12 June 2026 at 09:00:/)
  const { documents } = await guest('listNotifications', { tenantId, uid })
  expect(documents[0]).toMatchObject({ type: 'cancellation', link: '/book/time?services=cut' })
  expect(documents[0]?.title).toContain('sorry')
  expect(documents[0]?.body).toContain('Nearest free times: ')
  expect(await countOverlaps(app, tenantId)).toBe(0)
})

test('a visit without paid amounts or free times is cancelled with a link to all times', async () => {
  const tenantId = await salon()
  const { visit } = await booked(tenantId)
  await asOwner(
    app,
    tenantId,
    `update member set hours = hours || '{"hours": []}' where tenant_id = '${tenantId}'`,
  )
  await cancelAsSalon(app, tenantId, visit.id)
  const mail = (await mailsAbout(app, tenantId, visit.id)).at(-1)
  expect(mail?.text).not.toContain('day=')
  expect(mail?.text).toMatch(/\/book\/time\?services=cut\s/)
  expect(mail?.text).toContain('It costs you nothing.')
})

test.each([
  ['within twelve hours, at night', summer('2026-06-11T22:00'), true],
  ['later, at night', summer('2026-06-10T22:00'), false],
])('a change by the salon of a visit that begins %s is held back: %s', async (_, at, urgent) => {
  const tenantId = await salon()
  const { uid, visit } = await booked(tenantId)
  await app.unrecorded.write(tenantId, (tx) =>
    tx.execute(sql`update guest set mobile_verified = true,
      notifications = '{"mail": true, "sms": false, "push": false, "booking": {"push": false, "sms": true, "mail": true}}'
      where id = ${uid}`),
  )
  app.clock.now = at
  await moveAsSalon(app, tenantId, visit.id, { start: nine + day })
  const [id = '', ...more] = await app.db.read(tenantId, listPending)
  expect(more).toEqual([])
  const row = await app.db.write(tenantId, (tx) => lockNotification(tx, id))
  expect(row?.urgent).toBe(urgent)
  const { rows } = await app.db.pool.query<{ at: Date }>(
    `select start_after as at from pgboss.job where name = 'notify-guest' and data ->> 'id' = $1`,
    [id],
  )
  const quietEnd = summer('2026-06-11T08:00')
  expect(rows.map((job) => job.at.getTime() === quietEnd)).toEqual([!urgent])
})

test('a contact without an e-mail address is notified of the salon’s change by a text message', async () => {
  const tenantId = await salon()
  const contact = { firstname: 'Ida', lastname: 'Holm', email: '', mobile: '+4520123499', language: 'da' }
  const services = [{ id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 40_000 }]
  const visit = await makeVisit(app, tenantId, { start: new Date(nine), contact, services })
  await moveAsSalon(app, tenantId, visit.id, { start: nine + day })
  await cancelAsSalon(app, tenantId, visit.id)
  const { rows } = await app.unrecorded.read(tenantId, (tx) =>
    tx.execute<{ key: string; text: string }>(sql`select key, text from sms order by created_at, key`),
  )
  expect(rows.map(({ key }) => key).toSorted()).toEqual([
    `visit-cancelledBySalon:${visit.id}:2`,
    `visit-changed:${visit.id}:1`,
  ])
  expect(rows.every(({ text }) => text.includes('http://'))).toBe(true)
  expect(rows.find(({ key }) => key.startsWith('visit-cancelled'))?.text).toContain('Vi beklager')
})
