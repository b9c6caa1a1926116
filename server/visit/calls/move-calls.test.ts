import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { MAX_MOVES } from '#domain/visit/move.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { countOverlaps, eventOf, mailsAbout, queueTimes, storedVisit } from '#test/move.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'
import { jobContext, makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import { enqueueReminderMail } from '../mail/mail.ts'
import { reloadVisit } from '../queries.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { HandlerDeps } from '#server/jobs/jobs.ts'
import { simulatedMailer } from '#simulators/messages.ts'

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
const details = (error: unknown) => (error instanceof CallError ? [error.code, error.details] : error)
const pay = (tenant: TenantId, amount: number) =>
  app.unrecorded.write(tenant, (tx) => tx.execute(sql`update visit set paid = ${amount}`))

test('a moved visit keeps id, handles and UID, and its old time is free again', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const visit = await book(guest, {
    tenantId,
    services: ['cut', 'color'],
    teamMember: ['anna', 'bo'],
    start: nine,
  })
  const before = await storedVisit(app, tenantId, visit.id)
  app.clock.now = now + hour
  const answer = await guest('moveVisit', { tenantId, handle: visit.cancelHandle, start: nine + day })
  expect(answer).toEqual({
    ok: true,
    handle: visit.handle,
    start: nine + day,
    end: nine + day + 90 * minute,
    price: 120_000,
    fee: 0,
    currency: 'DKK',
  })
  const after = await storedVisit(app, tenantId, visit.id)
  expect(after).toMatchObject({
    handleHash: before.handleHash,
    cancelHash: before.cancelHash,
    state: 'booked',
    sequence: 1,
    moves: 1,
    changedFrom: null,
  })
  expect(after.segments.map(({ memberId, anyone, start }) => [memberId, anyone, start.getTime()])).toEqual([
    ['anna', false, nine + day],
    ['bo', false, nine + day + 30 * minute],
  ])
  expect(await hold(app.guest(tenantId), { tenantId, start: nine, teamMember: ['anna'] })).toMatchObject({
    start: nine,
  })
  const [booked, moved, ...more] = await mailsAbout(app, tenantId, visit.id)
  expect(more).toEqual([])
  expect([booked?.event?.method, booked?.event?.sequence]).toEqual(['REQUEST', 0])
  expect(moved).toMatchObject({
    kind: 'visit-moved',
    icsMethod: 'REQUEST',
    event: {
      method: 'REQUEST',
      uid: booked?.event?.uid,
      sequence: 1,
      status: 'CONFIRMED',
      start: nine + day,
    },
  })
  const { documents } = await guest('listNotifications', { tenantId, uid })
  expect(documents.map(({ type }) => type)).toEqual(['bookingChanged', 'new_booking_confirmation'])
  expect(documents[0]?.link).toBe(`/book/done?visit=${visit.handle}`)
  const { documents: bookings } = await guest('listBookings', { tenantId, uid })
  expect(bookings[0]).toMatchObject({
    start: { seconds: (nine + day) / 1000 },
    moveHandle: visit.cancelHandle,
  })
})

test('a repeated move is a success again, without a second letter, and a move to its own time changes nothing', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  const move = () => guest('moveVisit', { tenantId, handle, start: nine + day })
  expect(await guest('moveVisit', { tenantId, handle, start: nine })).toMatchObject({ ok: true, start: nine })
  expect((await Promise.all(Array.from({ length: 5 }, move))).every(({ ok }) => ok)).toBe(true)
  expect(await storedVisit(app, tenantId, id)).toMatchObject({ sequence: 1, moves: 1 })
  expect((await mailsAbout(app, tenantId, id)).map(({ kind }) => kind)).toEqual([
    'visit-booked',
    'visit-moved',
  ])
})

test('the times of the visit count as free, but for the present one, and others see them taken', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, services: ['color'], start: nine })
  const times = await guest('getMoveTimes', { tenantId, handle, month: '2026-06' })
  const starts = times.offers.map(({ start }) => start)
  expect(starts).toContain(nine + 15 * minute)
  expect(starts).not.toContain(nine)
  const others = await guest('getAvailability', { tenantId, services: 'color', month: '2026-06' })
  expect(others.offers.map(({ start }) => start)).not.toContain(nine + 15 * minute)
  expect(times.offers[0]).toMatchObject({ price: 80_000, members: ['anna'] })
  expect(await guest('moveVisit', { tenantId, handle, start: nine + 15 * minute })).toMatchObject({
    ok: true,
  })
  expect(await countOverlaps(app, tenantId)).toBe(0)
})

test('a visit is not moved to a time that has passed or is sooner than the notice', async () => {
  const tenantId = await salon({ rules: { leadMinutes: 60 } })
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  app.clock.now = nine - day
  const move = (start: number) => guest('moveVisit', { tenantId, handle, start })
  const { earliest } = await guest('getMoveTimes', { tenantId, handle, month: '2026-06' })
  expect(earliest).toBe(nine - day + hour)
  for (const [start, reason] of [
    [nine - day - hour, 'too-late'],
    [earliest - 15 * minute, 'too-soon'],
  ] as const)
    expect(await move(start)).toMatchObject({
      ok: false,
      reason,
      alternatives: [{ start: earliest }, {}, {}],
    })
  expect(await storedVisit(app, tenantId, id)).toMatchObject({ start: new Date(nine), sequence: 0 })
})

test('the old time goes to the waitlist in the same transaction, without what the new one takes of it', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, services: ['color'], start: nine })
  const entry = await makeEntry(app, tenantId, { services: ['cut'] })
  await guest('moveVisit', { tenantId, handle, start: nine + 30 * minute })
  expect(await queueTimes(app, tenantId)).toEqual([{ member: 'anna', from: nine, until: nine + 30 * minute }])
  const taken = await app.guest(tenantId)('holdVisit', { tenantId, services: ['cut'], start: nine })
  expect(taken).toMatchObject({ ok: false, reason: 'taken' })
  await matchAll(app, tenantId)
  expect(await openOffers(app, tenantId)).toMatchObject([{ entryId: entry, start: new Date(nine) }])
  expect(await countOverlaps(app, tenantId)).toBe(0)
  // A move within its own time frees nothing.
  const small = await salon({
    members: [{ id: 'anna' }],
    services: [{ id: 'cut', duration: 30, bufferAfter: 30 }],
  })
  await makeEntry(app, small)
  const own = await book(app.guest(small), { tenantId: small, start: nine })
  await app.guest(small)('moveVisit', { tenantId: small, handle: own.cancelHandle, start: nine + day })
  expect(await queueTimes(app, small)).toEqual([{ member: 'anna', from: nine, until: nine + hour }])
})

test('inside the limit the late fee is shown first, due once, and kept when it is cancelled', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  await pay(tenantId, 40_000)
  app.clock.now = nine - 24 * hour
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    email: freja.email,
    moveFee: 0,
    freeUntil: nine - 24 * hour,
    bookedLate: false,
    refusal: null,
    terms: { limitHours: 24 },
    lateFee: { kind: 'percent', percent: 50 },
  })
  app.clock.now += 1
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({ moveFee: 20_000 })
  const to = { tenantId, handle, start: nine + 7 * day }
  expect(await guest('moveVisit', to).catch(details)).toEqual([
    'amount/changed',
    { fee: 20_000, price: 40_000, currency: 'DKK' },
  ])
  expect((await guest.send('moveVisit', to)).status).toBe(409)
  expect(await storedVisit(app, tenantId, id)).toMatchObject({ sequence: 0, fee: 0 })
  expect(await guest('moveVisit', { ...to, fee: 20_000 })).toMatchObject({ ok: true, fee: 20_000 })
  const mail = (await mailsAbout(app, tenantId, id)).at(-1)
  expect(mail?.text).toMatch(/Fee for moving late: DKK\s200\.00|Fee for moving late: .*200[.,]00/)
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    cancelling: { late: false, lateFee: 20_000, owed: 20_000 },
  })
  // Once: the next move inside the limit costs nothing more.
  app.clock.now = nine + 7 * day - hour
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({ moveFee: 0, fee: 20_000 })
  expect(await guest('moveVisit', { ...to, start: nine + 14 * day })).toMatchObject({ ok: true, fee: 20_000 })
  const cancelled = await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle, fee: 20_000 })
  expect(cancelled).toMatchObject({ fee: 20_000, refund: 20_000 })
})

test('a visit that is booked inside the limit was never free to move', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  app.clock.now = nine - 12 * hour
  const held = await book(guest, { tenantId, start: nine })
  expect(await guest('getMoveDetails', { tenantId, handle: held.cancelHandle })).toMatchObject({
    bookedLate: true,
    moveFee: 20_000,
    cancelling: { late: true, lateFee: 20_000, owed: 0 },
  })
})

test('where moving is free, a visit moved inside its limit stays late', async () => {
  const tenantId = await salon({ profile: { move: 'free' } })
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  app.clock.now = nine - hour
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    moveFee: 0,
    movedLateFee: 20_000,
    freeUntil: null,
  })
  expect(await guest('moveVisit', { tenantId, handle, start: nine + 30 * day })).toMatchObject({
    ok: true,
    fee: 0,
  })
  expect(await storedVisit(app, tenantId, id)).toMatchObject({ fee: 0, movedLateFee: 20_000 })
  const terms = await guest('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: handle })
  expect(terms.terms).toMatchObject({ late: true, fee: 20_000, reason: 'moved' })
  expect((await mailsAbout(app, tenantId, id)).at(-1)?.text).toContain('You moved this visit late')
})

test('amounts stay as booked with the same service and person, else today’s price is shown first', async () => {
  const tenantId = await salon({
    services: [{ id: 'cut', individual: { bo: { active: true, price: 48_000 } } }],
  })
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine, teamMember: ['anna'] })
  await raisePrices(tenantId)
  expect(await guest('moveVisit', { tenantId, handle, start: nine + day })).toMatchObject({
    ok: true,
    price: 40_000,
  })
  const withBo = { tenantId, handle, start: nine + day, teamMember: ['bo'] }
  expect(await guest('moveVisit', withBo).catch(details)).toEqual([
    'amount/changed',
    { fee: 0, price: 60_000, currency: 'DKK' },
  ])
  expect(await guest('moveVisit', { ...withBo, price: 60_000 })).toMatchObject({ ok: true, price: 60_000 })
  const times = await guest('getMoveTimes', { tenantId, handle, month: '2026-06', teamMember: 'anna' })
  expect(times.offers[0]).toMatchObject({ price: 80_000, members: ['anna'] })
  expect((await storedVisit(app, tenantId, id)).segments[0]).toMatchObject({ memberId: 'bo', price: 60_000 })
})

/** Today's price of a cut: 640.00, of bo 480.00, without VAT. */
const raisePrices = (tenant: TenantId) =>
  asOwner(app, tenant, `update service set price = 64000 where tenant_id = '${tenant}'`)

test('the currency of a visit stays, and so do its amounts where the tenant has another by now', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, start: nine, teamMember: ['anna'] })
  await asOwner(app, tenantId, `update finance set currency = 'EUR' where tenant_id = '${tenantId}'`)
  await raisePrices(tenantId)
  const to = { tenantId, handle, start: nine + day, teamMember: ['bo'] }
  expect(await guest('moveVisit', to)).toMatchObject({ ok: true, price: 40_000 })
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    currency: 'DKK',
    price: 40_000,
  })
})

test('a guest moves a visit five times at most, and never after its start', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  for (let move = 1; move <= MAX_MOVES; move += 1)
    expect(await guest('moveVisit', { tenantId, handle, start: nine + move * day })).toMatchObject({
      ok: true,
    })
  const sixth = guest('moveVisit', { tenantId, handle, start: nine + 7 * day })
  expect(await sixth.catch(details)).toEqual(['visit/not-movable', { reason: 'too-many' }])
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    refusal: 'too-many',
    moveHandle: null,
    movesLeft: 0,
  })
  const other = await book(guest, { tenantId, start: nine })
  app.clock.now = nine + 1
  const late = guest('moveVisit', { tenantId, handle: other.cancelHandle, start: nine + 8 * day })
  expect(await late.catch(details)).toEqual(['visit/not-movable', { reason: 'begun' }])
  app.clock.now = now
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: other.cancelHandle })
  const gone = guest('moveVisit', { tenantId, handle: other.cancelHandle, start: nine + 8 * day })
  expect(await gone.catch(details)).toEqual(['visit/not-movable', { reason: 'cancelled' }])
})

test('where guests move nothing, no response and no mail has a link to move', async () => {
  const tenantId = await salon({ profile: { move: 'never' } })
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const visit = await book(guest, { tenantId, start: nine })
  const answers = [
    visit,
    await guest('getVisit', { tenantId, handle: visit.handle }),
    await guest('listBookings', { tenantId, uid }),
    await guest('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: visit.cancelHandle }),
    await guest('getMoveDetails', { tenantId, handle: visit.cancelHandle }),
  ]
  expect(JSON.stringify(answers).match(/"moveHandle":(null|"[^"]+")/g)).toEqual(
    Array(answers.length).fill('"moveHandle":null'),
  )
  const refused = guest('moveVisit', { tenantId, handle: visit.cancelHandle, start: nine + day })
  expect(await refused.catch(details)).toEqual(['visit/not-movable', { reason: 'never' }])
  const mails = await mailsAbout(app, tenantId, visit.id)
  expect(JSON.stringify(mails)).not.toContain('/move/')
  for (const { text, html } of mails)
    for (const part of [text, html]) expect(part).toContain('cannot be moved online')
  const open = await salon()
  const other = await book(app.guest(open), { tenantId: open, start: nine })
  const [mail] = await mailsAbout(app, open, other.id)
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(`/move/${other.cancelHandle}/en`)
    expect(part).not.toContain('cannot be moved online')
  }
})

test('ical.js reads one UID and a growing SEQUENCE from the mails of booking, moves and cancelling', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { id, handle: seen, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  for (const days of [1, 3]) {
    app.clock.now = now + days * minute
    await guest('moveVisit', { tenantId, handle, start: nine + days * day })
  }
  const file = await guest('getCalendarFile', { tenantId, handle: seen })
  app.clock.now = now + 5 * minute
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
  const uid = `${id}@${tenantId}.localhost`
  const events = (await mailsAbout(app, tenantId, id)).map(({ kind, event }) => [kind, event])
  expect(events).toEqual([
    ['visit-booked', { method: 'REQUEST', uid, sequence: 0, status: 'CONFIRMED', start: nine }],
    ['visit-moved', { method: 'REQUEST', uid, sequence: 1, status: 'CONFIRMED', start: nine + day }],
    ['visit-moved', { method: 'REQUEST', uid, sequence: 2, status: 'CONFIRMED', start: nine + 3 * day }],
    ['visit-cancelled', { method: 'CANCEL', uid, sequence: 3, status: 'CANCELLED', start: nine + 3 * day }],
  ])
  expect(eventOf(file.ics)).toEqual({ ...(events[2]?.[1] as object), method: 'PUBLISH' })
})

test('a reminder has the link to move the visit beside the one to cancel it', async () => {
  const tenantId = await salon()
  const { id, cancelHandle } = await book(app.guest(tenantId), { tenantId, start: nine })
  app.clock.now = nine - 24 * hour
  const ctx = await jobContext(app, tenantId)
  await app.db.write(tenantId, async (tx) => enqueueReminderMail(ctx, tx, await reloadVisit(tx, id)))
  const mail = (await mailsAbout(app, tenantId, id)).find(({ kind }) => kind === 'visit-reminder')
  for (const part of [mail?.text, mail?.html])
    expect(part).toMatch(new RegExp(`/move/${cancelHandle}/en[^]*/cancelBooking/${cancelHandle}/en`))
})

test('losing a race is a value with the nearest other times', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  await book(app.guest(tenantId), { tenantId, start: nine + 2 * hour })
  const answer = await guest('moveVisit', { tenantId, handle, start: nine + 2 * hour })
  expect(answer).toMatchObject({ ok: false, reason: 'taken' })
  if (answer.ok) throw new Error('moved to a time that is taken')
  expect(answer.alternatives.map(({ start }) => Math.abs(start - nine - 2 * hour) <= hour)).toEqual([
    true,
    true,
    true,
  ])
  expect(await storedVisit(app, tenantId, id)).toMatchObject({ start: new Date(nine), sequence: 0 })
  // Where the visit is already, it need not be moved to.
  await book(app.guest(tenantId), { tenantId, start: nine + 30 * minute })
  const near = await guest('moveVisit', { tenantId, handle, start: nine + 30 * minute })
  expect(near.ok ? [] : near.alternatives.map(({ start }) => start)).not.toContain(nine)
  // A start that is no time at all, or of the past, is taken as well.
  for (const start of [nine + minute, now - day])
    expect(await guest('moveVisit', { tenantId, handle, start })).toMatchObject({ ok: false })
})

test('bad input has a typed error', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle: seen, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  const to = { tenantId, handle, start: nine + day }
  expect(await errorCodeOf(guest('moveVisit', { ...to, teamMember: ['nobody'] }))).toBe('not-found')
  expect(await errorCodeOf(guest('moveVisit', { ...to, teamMember: ['anna', 'bo'] }))).toBe('request/invalid')
  expect(await errorCodeOf(guest('moveVisit', { ...to, start: 1 }))).toBe('request/invalid')
  // The handle in calendar files, which guests share, does not move a visit.
  for (const name of [seen, 'unknown'])
    for (const call of [
      () => guest('moveVisit', { ...to, handle: name }),
      () => guest('getMoveDetails', { tenantId, handle: name }),
      () => guest('getMoveTimes', { tenantId, handle: name, month: '2026-06' }),
      () => guest('acceptVisitChange', { tenantId, handle: name }),
    ])
      expect(await errorCodeOf(call())).toBe('not-found')
})

test('a member who performs a service no more is replaced by anyone, and a service that is gone cannot be moved', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, start: nine, teamMember: ['anna'] })
  await asOwner(
    app,
    tenantId,
    `delete from service_member where tenant_id = '${tenantId}' and member_id = 'anna'`,
  )
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    teamMember: [null],
    people: [{ id: 'bo' }],
  })
  const times = await guest('getMoveTimes', { tenantId, handle, month: '2026-06', teamMember: 'anna' })
  expect(times.offers[0]).toMatchObject({ members: ['bo'] })
  expect(await guest('moveVisit', { tenantId, handle, start: nine + day })).toMatchObject({ ok: true })
  await asOwner(
    app,
    tenantId,
    `update service set active = false where tenant_id = '${tenantId}' and id = 'cut'`,
  )
  expect(await guest('getMoveDetails', { tenantId, handle })).toMatchObject({
    refusal: 'unavailable',
    teamMember: [],
  })
  expect(await guest('getMoveTimes', { tenantId, handle, month: '2026-06' })).toMatchObject({
    offers: [],
    nextDay: null,
  })
  const refused = guest('moveVisit', { tenantId, handle, start: nine + 2 * day })
  expect(await refused.catch(details)).toEqual(['visit/not-movable', { reason: 'unavailable' }])
})

test('reminders follow a moved visit, and a job of its old time is silent', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  await guest('moveVisit', { tenantId, handle, start: nine + 7 * day })
  const ctx = await jobContext(app, tenantId)
  const deps: HandlerDeps = {
    ...app.deps,
    url: app.appUrl,
    mailer: simulatedMailer(),
  }
  const remind = (start: number) => jobHandlers.remindVisit(deps, { tenant: ctx.tenant.id, id, start })
  const reminders = async () =>
    (await mailsAbout(app, tenantId, id)).filter(({ kind }) => kind === 'visit-reminder').length
  app.clock.now = nine - 24 * hour
  await remind(nine)
  expect(await reminders()).toBe(0)
  app.clock.now = nine + 6 * day
  await remind(nine + 7 * day)
  expect(await reminders()).toBe(1)
  const jobs = await queuedReminders(id)
  expect(jobs).toEqual([nine - 24 * hour, nine + 6 * day])
  // Cancelled: silent.
  app.clock.now = nine + 5 * day
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
  app.clock.now = nine + 6 * day + hour
  await remind(nine + 7 * day)
  expect(await reminders()).toBe(1)
})

/** When the reminders of a visit are due, epoch ms. */
async function queuedReminders(id: string): Promise<number[]> {
  const { rows } = await app.deps.db.pool.query<{ at: Date }>(
    `select start_after as at from pgboss.job where name = 'remind-visit' and data ->> 'id' = $1 order by 1`,
    [id],
  )
  return rows.map(({ at }) => at.getTime())
}
