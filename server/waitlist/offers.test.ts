import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, register, summer } from '#test/steps.ts'
import { endOffers, jobContext, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import { getCalendarState } from '../availability/calendar-queries.ts'
import type { TenantId } from '../database/db.ts'
import { jobHandlers } from '../job-handlers.ts'
import { listMail } from '../mail/queries.ts'
import { simulatedMailer } from '#simulators/messages.ts'
import { listPending } from '../notification/queries.ts'
import { matchChangedSchedule } from './offer-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T10:00')
const nine = summer('2026-06-12T09:00')
const minute = 60_000

/** One person who cuts for half an hour from nine to ten: two times a day. */
const small = {
  members: [
    { id: 'anna', hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '10:00' })) },
  ],
  services: [{ id: 'cut', price: 32_000, duration: 60 }],
  rules: { slotMinutes: 60, horizonDays: 5 },
} satisfies MakeTenant

async function salon(wanted: MakeTenant = small): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}

/** A booked visit that its holder cancels: its time is the queue's. */
async function cancelled(tenantId: TenantId, start = nine): Promise<void> {
  const holder = app.guest(tenantId)
  const { cancelHandle } = await book(holder, { tenantId, services: ['cut'], start })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle })
}

const freeTimes = async (tenantId: TenantId) =>
  (await app.guest(tenantId)('getAvailability', { tenantId, services: 'cut', month: '2026-06' })).offers.map(
    ({ start }) => start,
  )
const isFree = async (tenantId: TenantId, start = nine) => (await freeTimes(tenantId)).includes(start)

const offerOf = async (tenant: TenantId) => {
  const [offer] = await openOffers(app, tenant)
  if (!offer) throw new Error('no open offer')
  return offer
}
const read = async (tenantId: TenantId, offer: { messageId: string; waitlistHandle: string }) =>
  app.guest(tenantId)('getWaitlistOffer', { tenantId, ...namesOf(offer) })
const namesOf = ({ messageId, waitlistHandle }: { messageId: string; waitlistHandle: string }) => ({
  messageId,
  waitlistHandle,
})
const accept = async (tenant: TenantId, offer: { messageId: string; waitlistHandle: string }) => {
  const { message } = await read(tenant, offer)
  return app.guest(tenant)('acceptWaitlistInvite', { tenant, ...namesOf(offer), message })
}
const mailKeys = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail)).map(({ key, to }) => [key.split(':')[0], to])

test('an entry whose guest has as many visits ahead as may be accepts no more, and the offer stays', async () => {
  const tenant = await salon()
  const email = 'freja@example.com'
  const contact = { firstname: 'Freja', lastname: 'Holm', email, mobile: null, language: 'en' }
  await makeEntry(app, tenant, { contact })
  await book(app.guest(tenant), { tenantId: tenant, services: ['cut'], start: nine - 24 * 60 * minute })
  await cancelled(tenant)
  await matchAll(app, tenant)
  const offer = await offerOf(tenant)
  const limit = (booking: string) =>
    app.owner.query('update service set booking = $2 where tenant_id = $1', [tenant, booking])
  await limit('{"openVisits": 1}')
  expect(await errorCodeOf(accept(tenant, offer))).toBe('visit/too-many-open')
  await limit('{"knownOnly": true}')
  expect(await errorCodeOf(accept(tenant, offer))).toBe('visit/known-only')
  expect((await offerOf(tenant)).id).toBe(offer.id)
  await limit('{"openVisits": 2}')
  expect((await accept(tenant, offer)).visit).toBeTruthy()
})

test('a changed schedule is matched as far as the service with the longest horizon', async () => {
  const tenant = await salon({
    ...small,
    services: [{ id: 'cut', duration: 60, booking: { horizonDays: 20 } }],
  })
  const far = '2026-06-26'
  const window = { from: far, until: far, weekdays: [], earliest: '00:00', latest: '23:59' }
  await makeEntry(app, tenant, { windows: [window] })
  await matchChangedSchedule(await jobContext(app, tenant))
  expect((await offerOf(tenant)).start).toEqual(new Date(summer(`${far}T09:00`)))
})

test('a cancelled time is kept for the queue, offered to the first who fits, and booked by accepting', async () => {
  const tenant = await salon()
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const first = await makeEntry(app, tenant, { guestId: uid })
  const second = await makeEntry(app, tenant)
  await cancelled(tenant)
  expect(await isFree(tenant)).toBe(false)
  expect(
    await app.guest(tenant)('holdVisit', { tenantId: tenant, services: ['cut'], start: nine }),
  ).toMatchObject({
    ok: false,
    reason: 'taken',
  })
  await matchAll(app, tenant)
  expect(await isFree(tenant)).toBe(false)
  const offer = await offerOf(tenant)
  expect([offer.entryId, offer.start.getTime(), offer.price]).toEqual([first, nine, 40_000])
  expect(offer.expiresAt.getTime()).toBe(now + 30 * minute)
  expect(await mailKeys(tenant)).toContainEqual(['waitlist-offer', 'noah@example.com'])
  const offered = (await app.db.read(tenant, listMail)).find(({ key }) => key.startsWith('waitlist-offer'))
  expect(offered?.text).toMatch(/after that, cancelling costs/i)
  const { documents } = await guest('listNotifications', { tenantId: tenant, uid })
  expect(documents).toMatchObject([{ type: 'waitlistOpening', link: offer.link }])
  expect(await read(tenant, offer)).toMatchObject({
    state: 'valid',
    firstname: 'Noah',
    price: 40_000,
    cancelling: { deadline: nine - 24 * 60 * minute, lateFee: 20_000 },
    members: [{ id: 'anna', name: 'anna' }],
    services: [{ id: 'cut', price: 40_000 }],
  })
  const answer = await accept(tenant, offer)
  expect(answer).toEqual({ visit: expect.any(String) })
  expect(await accept(tenant, offer)).toEqual(answer)
  expect(await read(tenant, offer)).toMatchObject({ state: 'mine', visitHandle: answer.visit })
  expect(await orderOf(app, tenant)).toEqual([{ id: second, state: 'waiting' }])
  expect((await guest('listBookings', { tenantId: tenant, uid })).documents).toHaveLength(1)
  expect((await mailKeys(tenant)).filter(([key]) => key?.endsWith('-booked'))).toEqual(
    expect.arrayContaining([
      ['visit-booked', 'noah@example.com'],
      ['salon-booked', `salon@${tenant}.example`],
    ]),
  )
})

test.each(['accepted', 'declined'])(
  'an offer that is %s is no news, and nothing more is sent',
  async (answer) => {
    const tenant = await salon()
    const guest = app.guest(tenant)
    const uid = await register(guest, tenant)
    await app.unrecorded.write(tenant, (tx) =>
      tx.execute(sql`update guest set mobile_verified = true where id = ${uid}`),
    )
    await makeEntry(app, tenant, { guestId: uid })
    await cancelled(tenant)
    await matchAll(app, tenant)
    expect(await app.db.read(tenant, listPending)).toHaveLength(1)
    const offer = await offerOf(tenant)
    if (answer === 'accepted') await accept(tenant, offer)
    else await guest('declineWaitlistOffer', { tenantId: tenant, ...namesOf(offer) })
    expect(await app.db.read(tenant, listPending)).toEqual([])
    const { documents } = await guest('listNotifications', { tenantId: tenant, uid })
    expect(documents.find(({ type }) => type === 'waitlistOpening')?.readAt).not.toBeNull()
  },
)

test.each([
  ['service', 'update service set active = false'],
  ['person', 'update member set active = false'],
])('an offer is withdrawn once the salon has taken off its %s', async (_, statement) => {
  const tenant = await salon()
  await makeEntry(app, tenant)
  await cancelled(tenant)
  await matchAll(app, tenant)
  const offer = await offerOf(tenant)
  await app.unrecorded.write(tenant, (tx) => tx.execute(sql.raw(statement)))
  expect(await read(tenant, offer)).toMatchObject({ state: 'withdrawn' })
  expect(await accept(tenant, offer)).toMatchObject({ error: 'withdrawn' })
  expect(await openOffers(app, tenant)).toEqual([])
  expect(await read(tenant, offer)).toMatchObject({ state: 'withdrawn', waiting: true })
})

test('a declined time goes to the next, and is not offered to the same entry again', async () => {
  const tenant = await salon()
  const [first, second] = [await makeEntry(app, tenant), await makeEntry(app, tenant)]
  await cancelled(tenant)
  await matchAll(app, tenant)
  const offer = await offerOf(tenant)
  expect(offer.entryId).toBe(first)
  expect(await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, ...namesOf(offer) })).toEqual({
    declined: true,
  })
  expect(await isFree(tenant)).toBe(false)
  expect(await read(tenant, offer)).toMatchObject({ state: 'withdrawn', declined: true })
  await matchAll(app, tenant)
  const next = await offerOf(tenant)
  expect(next.entryId).toBe(second)
  await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, ...namesOf(next) })
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toEqual([])
  expect(await isFree(tenant)).toBe(true)
  expect(await orderOf(app, tenant)).toEqual([
    { id: first, state: 'waiting' },
    { id: second, state: 'waiting' },
  ])
})

test.each(['declined', 'expired'])(
  'no part of a time is offered again to an entry whose offer of it was %s',
  async (end) => {
    const tenant = await salon({
      members: small.members,
      services: [{ id: 'cut', price: 32_000, duration: 30 }],
      rules: { slotMinutes: 15, horizonDays: 5 },
    })
    const [first, second] = [await makeEntry(app, tenant), await makeEntry(app, tenant)]
    await cancelled(tenant)
    await matchAll(app, tenant)
    const offer = await offerOf(tenant)
    expect([offer.entryId, offer.start.getTime()]).toEqual([first, nine])
    if (end === 'declined')
      await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, ...namesOf(offer) })
    else {
      app.clock.now = offer.expiresAt.getTime()
      await endOffers(app, tenant)
    }
    // 09:15 would be free for the first as well, with half of the same time.
    await matchAll(app, tenant)
    const next = await offerOf(tenant)
    expect([next.entryId, next.start.getTime()]).toEqual([second, nine])
    // Another time that comes free is offered to the first, also where it touches the one before.
    await cancelled(tenant, nine + 30 * minute)
    await matchAll(app, tenant)
    expect(
      (await openOffers(app, tenant)).map(({ entryId, start }) => [entryId, start.getTime()]),
    ).toContainEqual([first, nine + 30 * minute])
  },
)

test('the end of an offer is what the clock says, and its time stays kept for a minute after it', async () => {
  const tenant = await salon()
  const entry = await makeEntry(app, tenant)
  await cancelled(tenant)
  await matchAll(app, tenant)
  const offer = await offerOf(tenant)
  const end = offer.expiresAt.getTime()
  app.clock.now = end - 1_000
  expect(await read(tenant, offer)).toMatchObject({ state: 'valid' })
  await endOffers(app, tenant)
  expect((await openOffers(app, tenant)).map(({ entryId }) => entryId)).toEqual([entry])
  app.clock.now = end + 1_000
  expect(await read(tenant, offer)).toMatchObject({ state: 'expired' })
  expect(await isFree(tenant)).toBe(false)
  app.clock.now = end + 59_000
  expect(await isFree(tenant)).toBe(false)
  app.clock.now = end + 61_000
  expect(await isFree(tenant)).toBe(true)
  expect(await accept(tenant, offer)).toMatchObject({ error: 'expired', place: 1, of: 1 })
})

/** An entry whose open offer is seen at this many milliseconds after its end; no job has run since. */
async function offerAt(late: number) {
  const tenant = await salon()
  await makeEntry(app, tenant)
  await cancelled(tenant)
  await matchAll(app, tenant)
  const offer = await offerOf(tenant)
  app.clock.now = offer.expiresAt.getTime() + late
  return { tenant, offer }
}

test.each([
  [-1_000, { visit: expect.any(String) }, true],
  [1_000, { error: 'expired', moved: false, place: 1, of: 1 }, false],
])('%i ms after its end an offer is answered as the clock says', async (late, accepted, declined) => {
  const one = await offerAt(late)
  expect(await accept(one.tenant, one.offer)).toEqual(accepted)
  const other = await offerAt(late)
  const { tenant, offer } = other
  expect(await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, ...namesOf(offer) })).toEqual({
    declined,
  })
})

test.each([
  [59_000, false],
  [61_000, true],
])('the job of an ended offer may come %i ms late: free for everybody then: %s', async (late, free) => {
  const { tenant, offer } = await offerAt(late)
  const next = await makeEntry(app, tenant)
  expect(await isFree(tenant)).toBe(free)
  await endOffers(app, tenant)
  expect(await isFree(tenant)).toBe(free)
  // Late or not, the next is offered what nobody has taken.
  await matchAll(app, tenant)
  expect((await openOffers(app, tenant)).map(({ entryId, start }) => [entryId, start])).toEqual([
    [next, offer.start],
  ])
  expect(await isFree(tenant)).toBe(false)
})

test('the time of an ended offer that another guest took before a late job is offered to nobody', async () => {
  const { tenant, offer } = await offerAt(61_000)
  await makeEntry(app, tenant)
  await book(app.guest(tenant), { tenantId: tenant, services: ['cut'], start: nine })
  await endOffers(app, tenant)
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toEqual([])
  expect(await accept(tenant, offer)).toMatchObject({ error: 'taken', moved: false })
})

test.each([
  [59_000, false],
  [61_000, true],
])('the job of a cancelled time may come %i ms late: free for everybody then: %s', async (late, free) => {
  const tenant = await salon()
  await makeEntry(app, tenant)
  await cancelled(tenant)
  app.clock.now = now + late
  expect(await isFree(tenant)).toBe(free)
  await matchAll(app, tenant)
  // As long as nobody has booked it, it is still offered.
  expect(await openOffers(app, tenant)).toHaveLength(1)
  expect(await isFree(tenant)).toBe(false)
})

test('a time that another guest took before a late job is offered to nobody', async () => {
  const tenant = await salon()
  await makeEntry(app, tenant)
  await cancelled(tenant)
  app.clock.now = now + 61_000
  await book(app.guest(tenant), { tenantId: tenant, services: ['cut'], start: nine })
  await matchAll(app, tenant)
  expect(await openOffers(app, tenant)).toEqual([])
})

test('a guest who loses an offer passes the nearest competitor ahead, once', async () => {
  const tenant = await salon()
  const ids = []
  for (let index = 0; index < 3; index += 1) ids.push(await makeEntry(app, tenant))
  await cancelled(tenant)
  await matchAll(app, tenant)
  const first = await offerOf(tenant)
  await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, ...namesOf(first) })
  await matchAll(app, tenant)
  await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, ...namesOf(await offerOf(tenant)) })
  await matchAll(app, tenant)
  const last = await offerOf(tenant)
  expect(last.entryId).toBe(ids[2])
  app.clock.now = last.expiresAt.getTime()
  expect(await accept(tenant, last)).toMatchObject({ error: 'expired', moved: true, place: 2, of: 3 })
  expect(await accept(tenant, last)).toMatchObject({ error: 'expired', moved: false, place: 2, of: 3 })
  expect((await orderOf(app, tenant)).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  // Declined by its own guest: not lost.
  expect(await accept(tenant, first)).toMatchObject({ error: 'withdrawn', moved: false, place: 1, of: 3 })
})

test('after three offers in a row without any answer an entry is paused', async () => {
  const tenant = await salon()
  const entry = await makeEntry(app, tenant)
  for (const [index, day] of ['11', '12', '15'].entries()) {
    await cancelled(tenant, summer(`2026-06-${day}T09:00`))
    await matchAll(app, tenant)
    app.clock.now = (await offerOf(tenant)).expiresAt.getTime()
    await endOffers(app, tenant)
    await matchAll(app, tenant)
    expect(await orderOf(app, tenant)).toEqual([{ id: entry, state: index === 2 ? 'paused' : 'waiting' }])
  }
})

test('a guest who accepts too late has answered, and is not paused', async () => {
  const tenant = await salon()
  const entry = await makeEntry(app, tenant)
  for (const [index, day] of ['11', '12', '15'].entries()) {
    await cancelled(tenant, summer(`2026-06-${day}T09:00`))
    await matchAll(app, tenant)
    const offer = await offerOf(tenant)
    app.clock.now = offer.expiresAt.getTime()
    // Before and after the job that ends the offer.
    if (index % 2) await endOffers(app, tenant)
    expect(await accept(tenant, offer)).toMatchObject({ error: 'expired' })
    await endOffers(app, tenant)
    await matchAll(app, tenant)
    expect(await orderOf(app, tenant)).toEqual([{ id: entry, state: 'waiting' }])
  }
})

test('a guest without an account resumes a paused entry by the link of the mail', async () => {
  const tenant = await salon()
  const entry = await makeEntry(app, tenant)
  await app.unrecorded.write(tenant, (tx) => tx.execute(sql`update waitlist_entry set unanswered = 2`))
  await cancelled(tenant)
  await matchAll(app, tenant)
  app.clock.now = (await offerOf(tenant)).expiresAt.getTime()
  await endOffers(app, tenant)
  expect(await orderOf(app, tenant)).toEqual([{ id: entry, state: 'paused' }])
  const mail = (await app.db.read(tenant, listMail)).find(({ key }) => key.startsWith('waitlist-paused:'))
  const [, wait = ''] = /\/waitlist\/confirm\/([\w-]+)\/en/.exec(mail?.text ?? '') ?? []
  const guest = app.guest(tenant)
  const link = { tenantId: tenant, wait }
  expect(await guest('getWaitlistLink', { ...link, purpose: 'confirm' })).toMatchObject({ paused: true })
  expect(await guest('confirmWaitlistEntry', link)).toEqual({ confirmed: true, place: 1, of: 1 })
  expect(await guest('confirmWaitlistEntry', link)).toEqual({ confirmed: true, place: 1, of: 1 })
  expect(await guest('getWaitlistLink', { ...link, purpose: 'confirm' })).toMatchObject({ paused: false })
  expect(await orderOf(app, tenant)).toEqual([{ id: entry, state: 'waiting' }])
})

test('an offer says whether its guest is still on the waitlist', async () => {
  const { tenant, offer } = await offerAt(1_000)
  expect(await read(tenant, offer)).toMatchObject({ state: 'expired', waiting: true })
  await app.guest(tenant)('gen2_crudWaitlist-guestUnsubscribe', { tenantId: tenant, waitId: offer.leave })
  expect(await read(tenant, offer)).toMatchObject({ waiting: false })
})

test('a changed message, another handle and another tenant are refused, and change nothing', async () => {
  const tenant = await salon()
  const other = await makeTenant(app, small)
  await makeEntry(app, tenant)
  const otherGuest = await makeEntry(app, tenant, { services: ['cut'], noticeMinutes: 20_000 })
  await cancelled(tenant)
  await matchAll(app, tenant)
  const offer = await offerOf(tenant)
  const { message } = await read(tenant, offer)
  const guest = app.guest(tenant)
  const send = (changes: object) =>
    errorCodeOf(guest('acceptWaitlistInvite', { tenant, ...namesOf(offer), message, ...changes }))
  expect(await send({ tenant: other })).toBe('waitlist/changed')
  expect(await send({ waitlistHandle: otherGuest })).toBe('waitlist/changed')
  expect(
    await send({ messageId: `${offer.messageId.slice(0, -1)}${offer.messageId.endsWith('_') ? '-' : '_'}` }),
  ).toBe('not-found')
  for (const change of [
    { start: (message.start ?? 0) + 3_600 },
    { destination: 'x' },
    { services: [] },
    { services: message.services.map((one) => ({ ...one, name: 'x' })) },
    { data: { firstname: 'Eve' } },
    { waitlist: null },
    { waitlistHandle: null },
    { id: 'x' },
    { html: '<p>x</p>' },
  ])
    expect(await send({ message: { ...message, ...change } })).toBe('waitlist/changed')
  expect(
    await errorCodeOf(app.guest(other)('getWaitlistOffer', { tenantId: other, ...namesOf(offer) })),
  ).toBe('not-found')
  expect((await offerOf(tenant)).id).toBe(offer.id)
  // Prices of members that are no numbers may be left out.
  const numbers = {
    ...message,
    services: message.services.map(({ name }) => ({ name, individualPricing: {} })),
  }
  expect(await guest('acceptWaitlistInvite', { tenant, ...namesOf(offer), message: numbers })).toEqual({
    visit: expect.any(String),
  })
})

test('what is left of a freed time goes to the next who fits', async () => {
  const tenant = await salon({
    members: [{ id: 'anna' }],
    services: [
      { id: 'cut', price: 32_000, duration: 30 },
      { id: 'color', price: 64_000, duration: 120 },
    ],
  })
  const long = { guestId: await register(app.guest(tenant), tenant) }
  const [first, second] = [await makeEntry(app, tenant, long), await makeEntry(app, tenant)]
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, { tenantId: tenant, services: ['color'], start: nine })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const offers = await openOffers(app, tenant)
  expect(new Map(offers.map(({ entryId, start }) => [entryId, start.getTime()]))).toEqual(
    new Map([
      [first, nine],
      [second, nine + 30 * minute],
    ]),
  )
  expect(await isFree(tenant, nine + 60 * minute)).toBe(true)
})

test('without a waitlist a cancelled time is free at once', async () => {
  const tenant = await salon()
  await cancelled(tenant)
  expect(await isFree(tenant)).toBe(true)
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select 1 from visit where held_for = 'queue'`),
  )
  expect(rows).toEqual([])
})

test('a guest with two entries is not offered two visits at the same time', async () => {
  const tenant = await salon({ ...small, members: [{ id: 'anna' }, { id: 'bo' }] })
  const guestId = await register(app.guest(tenant), tenant)
  const [first] = [await makeEntry(app, tenant, { guestId }), await makeEntry(app, tenant, { guestId })]
  for (const teamMember of ['anna', 'bo']) {
    const holder = app.guest(tenant)
    const { cancelHandle } = await book(holder, {
      tenantId: tenant,
      services: ['cut'],
      teamMember: [teamMember],
      start: nine,
    })
    await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  }
  await matchAll(app, tenant)
  const offers = await openOffers(app, tenant)
  expect(offers.map(({ entryId }) => entryId)).toContain(first)
  const [one, other] = offers
  if (one && other) expect(one.end <= other.start || other.end <= one.start).toBe(true)
})

test('a contact with only a number is not offered two visits at the same time', async () => {
  const tenant = await salon({ ...small, members: [{ id: 'anna' }, { id: 'bo' }] })
  const contact = {
    firstname: 'Vera',
    lastname: 'Lund',
    email: null,
    mobile: '+4520123456',
    language: 'en',
  }
  const ids = [await makeEntry(app, tenant, { contact }), await makeEntry(app, tenant, { contact })]
  for (const teamMember of ['anna', 'bo']) {
    const holder = app.guest(tenant)
    const { cancelHandle } = await book(holder, {
      tenantId: tenant,
      services: ['cut'],
      teamMember: [teamMember],
      start: nine,
    })
    await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  }
  await matchAll(app, tenant)
  const offers = await openOffers(app, tenant)
  expect(offers.map(({ entryId }) => entryId)).toContain(ids[0])
  expect(offers.filter(({ start }) => start.getTime() === nine)).toHaveLength(1)
})

test('what a changed schedule opens is offered in the order of the waitlist', async () => {
  const tenant = await salon()
  const [first, second] = [
    await makeEntry(app, tenant, {
      windows: [
        { from: '2026-06-15', until: '2026-06-15', weekdays: [], earliest: '00:00', latest: '24:00' },
      ],
    }),
    await makeEntry(app, tenant),
  ]
  await matchChangedSchedule(await jobContext(app, tenant))
  expect((await openOffers(app, tenant)).map(({ entryId, start }) => [entryId, start.getTime()])).toEqual([
    [second, summer('2026-06-11T09:00')],
    [first, summer('2026-06-15T09:00')],
  ])
})

test('after a start the offers of every tenant get their jobs again, also where one tenant fails', async () => {
  const tenants = [await salon(), await salon()].toSorted()
  for (const tenant of tenants) {
    await makeEntry(app, tenant)
    await cancelled(tenant)
    await matchAll(app, tenant)
  }
  const [broken, other] = tenants
  const enqueued: TenantId[] = []
  const expireOffer: typeof app.deps.jobs.expireOffer = (tx) => {
    if (tx.tenantId === broken) return Promise.reject(new Error('no queue'))
    enqueued.push(tx.tenantId)
    return Promise.resolve()
  }
  const deps = {
    ...app.deps,
    url: app.appUrl,
    mailer: simulatedMailer(),
    jobs: { ...app.deps.jobs, expireOffer },
  }
  // The job fails as a whole, so that it runs again.
  await expect(jobHandlers.enqueueMissingJobs(deps)).rejects.toThrow('1 tenants')
  expect(enqueued).toContain(other)
})

test('a changed schedule makes a new version of the calendar only for a day with an offer', async () => {
  const tenant = await salon()
  const ctx = await jobContext(app, tenant)
  const version = () => app.db.read(tenant, async (tx) => (await getCalendarState(tx, new Date(now))).version)
  await makeEntry(app, tenant, { noticeMinutes: 20_000 })
  const before = await version()
  await matchChangedSchedule(ctx)
  expect(await version()).toBe(before)
  await makeEntry(app, tenant)
  await matchChangedSchedule(ctx)
  expect(await openOffers(app, tenant)).toHaveLength(1)
  expect(await version()).toBe(before + 1)
})
