import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-12T09:00')
const hour = 3_600_000

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}

const pay = (tenant: TenantId, amount: number) =>
  app.unrecorded.write(tenant, (tx) => tx.execute(sql`update visit set paid = ${amount}`))
const visitsOf = async (tenant: TenantId) =>
  (
    await app.unrecorded.read(tenant, (tx) =>
      tx.execute(
        sql`select state, price, paid, fee, refunded, sequence,
          (select bool_or(taken) from segment where visit_id = visit.id) as taken from visit`,
      ),
    )
  ).rows
const cancelMails = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail))
    .map(({ key }) => key.split(':')[0] ?? '')
    .filter((kind) => kind.endsWith('-cancelled'))
    .toSorted()

test('the cancel details contain services, times, members, terms and costs', async () => {
  const text = 'Cancel {cancelLimit} hours before, else you pay half of {totalPrice}.'
  const tenantId = await salon({ profile: { tenantMessages: { cancelLimit: 48, cancelLimitText: text } } })
  const visit = await book(app.guest(tenantId), { tenantId, services: ['cut', 'color'], start: nine })
  await pay(tenantId, 100_000)
  app.clock.now = nine - 48 * hour + 1000
  const details = await app.guest(tenantId)('gen2_crudWaitlist-getCancelDetails', {
    tenantId,
    bookingId: visit.cancelHandle,
  })
  expect(details).toEqual({
    booking: {
      id: visit.cancelHandle,
      tenant: tenantId,
      start: { seconds: nine / 1000 },
      end: { seconds: nine / 1000 + 90 * 60 },
      state: 'booked',
      visitor: null,
      services: [
        {
          id: 'cut',
          name: `cut of ${tenantId}`,
          price: 40_000,
          totalprice: 40_000,
          member: 'anna',
          addons: [],
        },
        {
          id: 'color',
          name: `color of ${tenantId}`,
          price: 80_000,
          totalprice: 80_000,
          member: 'anna',
          addons: [],
        },
      ],
    },
    guest: { firstname: 'Freja', preferredLanguage: 'en', email: freja.email },
    member: { firstname: 'anna', lastname: `Of ${tenantId}`, avatar: null },
    members: [{ firstname: 'anna', lastname: `Of ${tenantId}`, avatar: null }],
    limit: 48,
    text,
    finance: { vat_percent: 25, currency: 'DKK', currency_symbol: 'kr.' },
    currency: 'DKK',
    terms: {
      hasLimit: true,
      late: true,
      deadline: nine - 48 * hour,
      price: 120_000,
      paid: 100_000,
      fee: 60_000,
      refund: 40_000,
      reason: 'limit',
      cancellable: true,
    },
    moveHandle: visit.cancelHandle,
    moveRefusal: null,
    changedFrom: null,
    party: [],
  })
})

test('each member of a visit is listed once, in the order of its services', async () => {
  const tenantId = await salon({ services: [{ id: 'cut' }, { id: 'color' }, { id: 'wash' }] })
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const { cancelHandle } = await book(guest, {
    tenantId,
    services: ['cut', 'color', 'wash'],
    teamMember: ['bo', 'anna', 'bo'],
    start: nine,
  })
  const { member, members } = await guest('gen2_crudWaitlist-getCancelDetails', {
    tenantId,
    bookingId: cancelHandle,
  })
  expect(members.map((one) => one.firstname)).toEqual(['bo', 'anna'])
  expect(member).toEqual(members[0])
  const {
    documents: [booking],
  } = await guest('listBookings', { tenantId, uid })
  expect(booking).toMatchObject({
    member: 'bo',
    teamMember: { name: 'bo', avatar: null },
    teamMembers: [
      { name: 'bo', avatar: null },
      { name: 'anna', avatar: null },
    ],
  })
})

test.each([
  ['exactly at the limit', -24 * hour, 0, 100_000],
  ['a second later', -24 * hour + 1000, 20_000, 80_000],
])(
  'a visit cancelled %s keeps its row and amounts, and its time is free again',
  async (_, offset, fee, refund) => {
    const tenantId = await salon()
    const visit = await book(app.guest(tenantId), { tenantId, start: nine })
    await pay(tenantId, 100_000)
    app.clock.now = nine + offset
    const answer = await app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', {
      tenantId,
      booking: { id: visit.cancelHandle },
    })
    expect(answer).toEqual({ success: true, id: visit.id, fee, refund, currency: 'DKK' })
    expect(await visitsOf(tenantId)).toEqual([
      { state: 'cancelled', price: 40_000, paid: 100_000, fee, refunded: refund, sequence: 1, taken: false },
    ])
    expect(await cancelMails(tenantId)).toEqual(['salon-cancelled', 'visit-cancelled'])
    const details = await app.guest(tenantId)('gen2_crudWaitlist-getCancelDetails', {
      tenantId,
      bookingId: visit.cancelHandle,
    })
    expect(details).toMatchObject({
      booking: { state: 'cancelled' },
      terms: { fee, refund, cancellable: false },
    })
    expect(await hold(app.guest(tenantId), { tenantId, start: nine, teamMember: ['anna'] })).toMatchObject({
      start: nine,
    })
  },
)

test('100 concurrent cancels through all entry points have one effect, response, and mail each for guest and salon', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  const { id, cancelHandle, handle } = await book(guest, { tenantId, start: nine })
  await pay(tenantId, 40_000)
  const entryPoints = [
    () => guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle }),
    () =>
      app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', {
        tenantId,
        bookingId: cancelHandle,
        confirmed: true,
      }),
    () => guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: { id } }),
    () => guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle }),
    () => guest('deleteUserBooking', { tenantId, uid, id }),
  ]
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => entryPoints.map((entryPoint) => entryPoint())).flat(),
  )
  expect(answers).toEqual(
    Array.from({ length: 100 }, () => ({ success: true, id, fee: 0, refund: 40_000, currency: 'DKK' })),
  )
  expect(await visitsOf(tenantId)).toMatchObject([{ state: 'cancelled', refunded: 40_000, sequence: 1 }])
  expect(await cancelMails(tenantId)).toEqual(['salon-cancelled', 'visit-cancelled'])
  expect(await guest('listBookings', { tenantId, uid })).toEqual({ documents: [] })
})

test('a visit that has begun cannot be cancelled', async () => {
  const tenantId = await salon()
  const { cancelHandle } = await book(app.guest(tenantId), { tenantId, start: nine })
  app.clock.now = nine + 1
  expect(
    await app.guest(tenantId)('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: cancelHandle }),
  ).toMatchObject({ terms: { cancellable: false } })
  expect(
    await errorCodeOf(
      app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle }),
    ),
  ).toBe('visit/not-cancellable')
})

test('unknown, foreign, held and expired names get the same response, byte for byte', async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const [owner, otherGuest] = [app.guest(tenantId), app.guest(tenantId)]
  await register(owner, tenantId)
  const otherGuestId = await register(otherGuest, tenantId, 'stranger@example.com')
  const visit = await book(owner, { tenantId, start: nine })
  const elsewhere = await book(app.guest(other), { tenantId: other, start: nine })
  const held = await hold(owner, { tenantId, start: nine + hour })
  const signedOut = app.guest(tenantId)
  const bytes = async (guest: typeof owner, id: string) => [
    await (await guest.send('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: id })).text(),
    await (await guest.send('gen2_crudWaitlist-cancelBooking', { tenantId, booking: id })).text(),
  ]
  const missing = await bytes(signedOut, 'x'.repeat(32))
  expect(missing.join()).toContain('not-found')
  for (const id of ['does-not-exist', 'æ'.repeat(200)]) expect(await bytes(signedOut, id)).toEqual(missing)
  for (const id of [visit.id, visit.handle])
    for (const guest of [otherGuest, signedOut]) expect(await bytes(guest, id)).toEqual(missing)
  for (const id of [elsewhere.cancelHandle, elsewhere.id, held.handle])
    expect(await bytes(owner, id)).toEqual(missing)
  expect(
    await errorCodeOf(otherGuest('deleteUserBooking', { tenantId, uid: otherGuestId, id: visit.id })),
  ).toBe('not-found')
  expect(
    await errorCodeOf(otherGuest('deleteUserBooking', { tenantId, uid: 'somebody-else', id: visit.id })),
  ).toBe('not-found')
  // The holder of a link may cancel by it, but not through the call for the guest's own visits.
  expect(
    await errorCodeOf(
      otherGuest('deleteUserBooking', { tenantId, uid: otherGuestId, id: visit.cancelHandle }),
    ),
  ).toBe('not-found')
  app.clock.now = nine + 31 * 24 * hour
  expect(await bytes(signedOut, visit.cancelHandle)).toEqual(missing)
  expect((await visitsOf(tenantId)).filter((row) => row.state === 'cancelled')).toEqual([])
})

test('a request without a visit, or with confirmed false, cancels nothing', async () => {
  const tenantId = await salon()
  const { cancelHandle } = await book(app.guest(tenantId), { tenantId, start: nine })
  expect(await errorCodeOf(app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', { tenantId }))).toBe(
    'request/invalid',
  )
  expect(
    await errorCodeOf(
      app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', {
        tenantId,
        bookingId: cancelHandle,
        confirmed: false,
      }),
    ),
  ).toBe('request/invalid')
  expect(await visitsOf(tenantId)).toMatchObject([{ state: 'booked' }])
})
