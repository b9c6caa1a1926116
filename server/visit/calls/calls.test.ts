import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'
import { listMail } from '#server/mail/queries.ts'
import { claimVisits } from '../claim-visits.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-11T09:00')
const hour = 3_600_000
const day = 24 * hour

test('any holder of the handle sees the visit and downloads its calendar file', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const { handle, cancelHandle, id } = await book(app.guest(tenantId), { tenantId, start: nine })
  const anyone = app.guest(tenantId)
  expect(await anyone('getVisit', { tenantId, handle })).toMatchObject({
    id,
    state: 'booked',
    segments: [{ id: 'cut', member: { name: 'anna' } }],
  })
  expect(await anyone('getCalendarFile', { tenantId, handle })).toMatchObject({
    name: `${tenantId}-2026-06-11.ics`,
    ics: expect.stringContaining('BEGIN:VEVENT'),
  })
  await anyone('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle })
  expect(await anyone('getVisit', { tenantId, handle })).toMatchObject({ state: 'cancelled' })
  expect(await anyone('getCalendarFile', { tenantId, handle })).toMatchObject({
    ics: expect.stringContaining('STATUS:CANCELLED'),
  })
  expect(await errorCodeOf(anyone('getVisit', { tenantId, handle: cancelHandle }))).toBe('not-found')
})

test('the links to Google Calendar and Outlook say what the calendar file says', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const { handle } = await book(app.guest(tenantId), { tenantId, start: nine, services: ['cut', 'color'] })
  const { calendarLinks } = await app.guest(tenantId)('getVisit', { tenantId, handle })
  const { ics } = await app.guest(tenantId)('getCalendarFile', { tenantId, handle })
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(ics) as unknown[]).getFirstSubcomponent('vevent') ?? undefined,
  )
  const [start, end] = [event.startDate, event.endDate].map((at) => at.toJSDate().getTime())
  const [google, outlook] = [calendarLinks.google, calendarLinks.outlook].map(
    (to): Record<string, string> => {
      const { host, searchParams } = new URL(to)
      return { host, ...Object.fromEntries(searchParams) }
    },
  )
  const time = (text = '') =>
    Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  expect(start).toBe(nine)
  expect(google).toMatchObject({
    host: 'calendar.google.com',
    text: event.summary,
    location: event.location,
    details: event.description,
  })
  expect(google?.dates?.split('/').map(time)).toEqual([start, end])
  expect(outlook).toMatchObject({
    host: 'outlook.live.com',
    subject: event.summary,
    location: event.location,
    body: event.description.replaceAll('\n', '<br>'),
  })
  expect([outlook?.startdt, outlook?.enddt].map(time)).toEqual([start, end])
})

test('a handle of another tenant is answered like an unknown one', async () => {
  app.clock.now = now
  const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  const { handle } = await book(app.guest(tenantId), { tenantId, start: nine })
  const bytes = async (one: string) =>
    (await app.guest(other).send('getVisit', { tenantId: other, handle: one })).text()
  expect(await bytes(handle)).toBe(await bytes('x'.repeat(32)))
})

test('a claimed visit shows the account to its owner and the contact to other holders', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const otherGuest = app.guest(tenantId)
  const { handle, cancelHandle } = await book(otherGuest, { tenantId, start: nine })
  const owner = app.guest(tenantId)
  const uid = await register(owner, tenantId, freja.email)
  await owner('updateUser', { tenantId, uid, preferredLanguage: 'sv' })
  await app.db.write(tenantId, (tx) => claimVisits(tx, uid, { email: freja.email }, new Date()))
  await app.db.write(tenantId, (tx) =>
    tx.execute(sql`update guest set email = 'private@example.com' where tenant_id = ${tenantId}`),
  )
  expect(await owner('getVisit', { tenantId, handle })).toMatchObject({
    firstname: 'Noah',
    email: 'private@example.com',
    cancelHandle,
  })
  expect(
    await owner('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: cancelHandle }),
  ).toMatchObject({ guest: { firstname: 'Noah', preferredLanguage: 'sv', email: 'private@example.com' } })
  for (const one of [otherGuest, app.guest(tenantId)]) {
    expect(await one('getVisit', { tenantId, handle })).toMatchObject({
      firstname: freja.firstname,
      email: freja.email,
    })
    expect(
      await one('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: cancelHandle }),
    ).toMatchObject({ guest: { firstname: freja.firstname, preferredLanguage: 'en', email: '' } })
    expect(await one('getMoveDetails', { tenantId, handle: cancelHandle })).toMatchObject({ email: '' })
    const { ics } = await one('getCalendarFile', { tenantId, handle })
    expect(ics).toContain('SUMMARY:')
    expect(ics).not.toMatch(/Noah|Berg|private@/)
  }
  await otherGuest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle })
  const mails = await app.db.read(tenantId, listMail)
  expect(mails.find(({ key }) => key.startsWith('visit-cancelled:'))).toMatchObject({
    to: 'private@example.com',
    icsMethod: 'CANCEL',
    ics: expect.stringContaining('Noah Berg'),
  })
  await app.db.write(tenantId, (tx) =>
    tx.execute(sql`update guest set email = null where tenant_id = ${tenantId}`),
  )
  expect(await owner('getVisit', { tenantId, handle })).toMatchObject({ firstname: 'Noah', email: '' })
})

test('the handles of a visit booked with an account show no personal data to others', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  const { handle, cancelHandle } = await book(guest, { tenantId, start: nine })
  const anyone = app.guest(tenantId)
  expect(await anyone('getVisit', { tenantId, handle })).toMatchObject({
    firstname: '',
    email: '',
    cancelHandle: null,
  })
  expect(
    (await anyone('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: cancelHandle })).guest
      .firstname,
  ).toBe('')
})

test('the handles of a visit expire 30 days after its end, for its owner too', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const guest = app.guest(tenantId)
  await register(guest, tenantId, 'noah@example.com')
  const { handle, cancelHandle, end } = await book(guest, { tenantId, start: nine })
  app.clock.now = end + 30 * day
  await guest('signInWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  expect(await guest('getVisit', { tenantId, handle })).toMatchObject({ state: 'booked', firstname: 'Noah' })
  app.clock.now += 1
  expect(await errorCodeOf(guest('getVisit', { tenantId, handle }))).toBe('not-found')
  expect(await errorCodeOf(app.guest(tenantId)('getCalendarFile', { tenantId, handle }))).toBe('not-found')
  expect(
    await errorCodeOf(guest('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: cancelHandle })),
  ).toBe('not-found')
})

test('the dashboard lists upcoming visits, the next one first, with badge and amounts', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const [late, soon, free] = [nine - hour * 0, nine + day, nine + 6 * day]
  for (const start of [free, late, soon]) await book(guest, { tenantId, start })
  await book(app.guest(tenantId), { tenantId, start: nine })
  await hold(guest, { tenantId, start: nine + 3 * hour })
  app.clock.now = late - 24 * hour
  const { documents } = await guest('listBookings', { tenantId, uid, from: 'now' })
  expect(documents.map((one) => one.start.seconds * 1000)).toEqual([late, soon, free])
  expect(documents.map((one) => one.badge)).toEqual([
    { kind: 'late', over120: false },
    { kind: 'soon', over120: false },
    { kind: 'free', over120: true },
  ])
  expect(documents[0]).toMatchObject({
    tenant: tenantId,
    services: [{ id: 'cut', price: 40_000 }],
    member: 'anna',
    teamMember: { name: 'anna', avatar: null },
    products: [],
    price: 40_000,
    terms: { hasLimit: true, late: false, fee: 0, refund: 0 },
  })
  app.clock.now = late + 1
  expect((await guest('listBookings', { tenantId, uid })).documents).toHaveLength(2)
  expect(await errorCodeOf(app.guest(tenantId)('listBookings', { tenantId, uid }))).toBe(
    'auth/unauthenticated',
  )
  expect(await errorCodeOf(guest('listBookings', { tenantId, uid: 'somebody-else' }))).toBe('not-found')
})

test('past visits are those of the last 30 days, the latest first, three by default', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  for (const days of [0, 1, 2, 3, 4]) await book(guest, { tenantId, start: nine + days * day })
  const cancelled = (await guest('listBookings', { tenantId, uid })).documents[2]
  await guest('deleteUserBooking', { tenantId, uid, id: cancelled?.id ?? '' })
  app.clock.now = nine + 3 * day + 1
  const ask = (limit?: string) => guest('apiStore-getUserBookings', { tenantId, direction: 'past', limit })
  const startsOf = async (limit?: string) =>
    (await ask(limit)).bookings.map((one) => (one.start.seconds * 1000 - nine) / day)
  expect(await startsOf('50')).toEqual([3, 1, 0])
  expect(await startsOf('2')).toEqual([3, 1])
  expect(await ask('2')).toMatchObject({ total: 3 })
  app.clock.now = nine + 31 * day
  expect(await startsOf()).toEqual([4, 3, 1])
  app.clock.now = nine + 60 * day
  expect(await ask()).toEqual({ bookings: [], total: 0 })
})

test('all earlier visits are listed page by page, also those of one moment, and cancelled ones', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const otherGuest = app.guest(tenantId)
  const otherGuestId = await register(otherGuest, tenantId, 'stranger@example.com')
  const cut = (member: string) => [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 40_000 }]
  const own = { guestId: uid, contact: null }
  const made: { start: number; id: string }[] = []
  for (let index = 0; index < 41; index += 1) {
    const start = new Date(nine - 400 * day - Math.floor(index / 2) * day)
    const { id } = await makeVisit(app, tenantId, { ...own, start, services: cut(index % 2 ? 'anna' : 'bo') })
    made.push({ start: start.getTime(), id })
  }
  const to = { ...own, start: new Date(nine + day), services: cut('anna') }
  const gone = await makeVisit(app, tenantId, { ...to, state: 'cancelled', cancelledAt: new Date(now) })
  made.push({ start: nine + day, id: gone.id })
  await makeVisit(app, tenantId, { ...own, start: new Date(nine + 2 * day), services: cut('anna') })
  await makeVisit(app, tenantId, { start: new Date(nine - 3 * day), services: cut('anna') })
  const pages: string[][] = []
  for (let before: string | undefined; ;) {
    const { documents, next } = await guest('listPastBookings', { tenantId, uid, before })
    pages.push(documents.map(({ id }) => id))
    if (next === null) break
    before = next
  }
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 2])
  const latestFirst = made.toSorted((a, b) => b.start - a.start || (a.id < b.id ? 1 : -1))
  expect(pages.flat()).toEqual(latestFirst.map(({ id }) => id))
  expect(await otherGuest('listPastBookings', { tenantId, uid: otherGuestId })).toEqual({
    documents: [],
    next: null,
  })
  expect(await errorCodeOf(otherGuest('listPastBookings', { tenantId, uid }))).toBe('not-found')
  for (const before of ['', '1', `${'9'.repeat(15)}.${gone.id}`, `1.${gone.id}' or true`, `-1.${gone.id}`])
    expect(await errorCodeOf(guest('listPastBookings', { tenantId, uid, before }))).toBe('request/invalid')
  const end = { tenantId, uid, before: `${'9'.repeat(14)}.${gone.id}` }
  expect((await guest('listPastBookings', end)).documents).toHaveLength(20)
})

test('a guest reads each of their own visits by its id, to come, over and cancelled', async () => {
  app.clock.now = now
  const [tenantId, other] = [await makeTenant(app), await makeTenant(app)]
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const { id, handle } = await book(guest, { tenantId, start: nine })
  const held = await hold(guest, { tenantId, start: nine + 3 * hour })
  const read = () => guest('getBooking', { tenantId, uid, id })
  expect(await read()).toMatchObject({
    id,
    handle,
    state: 'booked',
    moveRefusal: null,
    segments: [{ id: 'cut', start: nine, member: { name: 'anna' } }],
    refunded: 0,
  })
  await guest('deleteUserBooking', { tenantId, uid, id })
  expect(await read()).toMatchObject({ state: 'cancelled', moveHandle: null, moveRefusal: 'cancelled' })
  app.clock.now = nine + 400 * day
  await guest('signInWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  expect(await read()).toMatchObject({ state: 'cancelled' })
  const [heldVisit] = await app.unrecorded.read(tenantId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from visit where state = 'held'`)
    return rows
  })
  expect(held.handle).not.toBe('')
  for (const name of [heldVisit?.id ?? '', handle, 'nobody'])
    expect(await errorCodeOf(guest('getBooking', { tenantId, uid, id: name }))).toBe('not-found')
  for (const tenant of [tenantId, other]) {
    const otherGuest = app.guest(tenant)
    const otherGuestId = await register(otherGuest, tenant, 'stranger@example.com')
    expect(await errorCodeOf(otherGuest('getBooking', { tenantId: tenant, uid: otherGuestId, id }))).toBe(
      'not-found',
    )
  }
})

test('a bearer token lists past visits; an anonymous request gets an empty list', async () => {
  app.clock.now = now
  const tenantId = await makeTenant(app)
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  await book(guest, { tenantId, start: nine })
  app.clock.now = nine + hour
  const ask = async (token: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await app.fetch(
      tenantId,
      new Request(`http://${tenantId}.localhost/api/apiStore-getUserBookings`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ direction: 'past', limit: '3' }),
      }),
    )
    return answer.json()
  }
  expect(await ask(guest.cookies.get('session') ?? '')).toMatchObject({ total: 1 })
  expect(await ask('anonymous')).toEqual({ bookings: [], total: 0 })
})

test("the query for a member's month uses the index on start", async () => {
  const tenantId = await makeTenant(app)
  // Some years of visits: of an empty table every index is as good.
  await app.unrecorded.write(tenantId, async (tx) => {
    const start = sql`timestamptz '2024-01-01' + n * interval '6 hours'`
    await tx.execute(sql`insert into visit (tenant_id, id, state, start, "end", handle_hash,
        cancel_hash, currency, price, paid, fee, refunded, created_at, contact)
      select ${tenantId}, md5(${tenantId} || n)::uuid, 'booked', ${start}, ${start} + interval '1 hour',
        'h' || n, 'c' || n, 'DKK', 0, 0, 0, 0, now(), '{}' from generate_series(1, 4000) n`)
    await tx.execute(sql`insert into segment (tenant_id, visit_id, position, service_id, member_id,
        service_name, price, start, "end", busy)
      select ${tenantId}, md5(${tenantId} || n)::uuid, 0, 'cut', 'anna', 'Cut', 0, ${start},
        ${start} + interval '1 hour', tstzmultirange(tstzrange(${start}, ${start} + interval '1 hour'))
      from generate_series(1, 4000) n`)
  })
  await app.owner.query('analyze segment')
  const plan = await app.db.read(tenantId, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return (
      await tx.execute(
        sql`explain select 1 from segment
          where tenant_id = ${tenantId} and member_id = any(array['anna', 'bo'])
            and start > '2026-06-01'::timestamptz - interval '48 hours'
            and start < '2026-07-01'::timestamptz`,
      )
    ).rows
  })
  expect(JSON.stringify(plan)).toMatch(/segment_start.*Index Cond: \(+tenant_id.*start >/)
})
