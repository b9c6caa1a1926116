import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#server/mail/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-11T09:00')
const minutes = 60_000

async function salon(wanted?: MakeTenant): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}

const recipientsOf = async (tenant: TenantId) =>
  (await app.db.read(tenant, listMail)).map(({ key, to }) => `${key.split(':')[0]} ${to}`).toSorted()
const mailOfBooking = (tenant: TenantId) => [
  `salon-booked salon@${tenant}.example`,
  'visit-booked freja@example.com',
]
const change = (tenant: TenantId, statement: string) =>
  app.unrecorded.write(tenant, (tx) => tx.execute(sql.raw(statement)))
const visitsOf = async (tenant: TenantId) =>
  (
    await app.unrecorded.read(tenant, (tx) =>
      tx.execute(
        sql`select state, guest_id, owner_hash, contact, price, address_hash
          from visit order by start`,
      ),
    )
  ).rows

test('a guest without an account books with name, e-mail address and mobile; one mail each for guest and salon', async () => {
  const tenantId = await salon()
  const visit = await book(app.guest(tenantId), { tenantId, start: nine })
  expect(visit).toMatchObject({
    state: 'booked',
    start: nine,
    price: 40_000,
    paid: 0,
    firstname: 'Freja',
    email: 'freja@example.com',
  })
  const contact = {
    firstname: 'Freja',
    lastname: 'Holm',
    email: 'freja@example.com',
    mobile: '+4520123456',
    language: 'en',
  }
  expect(await visitsOf(tenantId)).toMatchObject([
    { state: 'booked', guest_id: null, contact, address_hash: null },
  ])
  expect(await recipientsOf(tenantId)).toEqual(mailOfBooking(tenantId))
})

test('double clicks, retries and second tabs make one visit and one mail each', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  const confirm = () => guest('confirmVisit', { tenantId, handle, details: freja })
  const answers = await Promise.all(Array.from({ length: 20 }, confirm))
  expect([...answers, await confirm()]).toEqual(Array.from({ length: 21 }, () => ({ ok: true, handle })))
  expect(await visitsOf(tenantId)).toHaveLength(1)
  expect(await recipientsOf(tenantId)).toEqual(mailOfBooking(tenantId))
})

test('missing and invalid details are rejected before anything is booked', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  expect(await errorCodeOf(guest('confirmVisit', { tenantId, handle }))).toBe('visit/details-missing')
  expect(
    await errorCodeOf(guest('confirmVisit', { tenantId, handle, details: { ...freja, mobile: '12' } })),
  ).toBe('guest/invalid-mobile')
  expect(
    await errorCodeOf(guest('confirmVisit', { tenantId, handle, details: { ...freja, email: 'freja' } })),
  ).toBe('request/invalid')
  expect(await visitsOf(tenantId)).toMatchObject([{ state: 'held' }])
  expect(await recipientsOf(tenantId)).toEqual([])
})

test('a hold survives signing in: the visit belongs to the account, no longer to the browser', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  const { uid } = await guest('createUserWithEmailAndPassword', {
    tenantId,
    email: 'noah@example.com',
    password: 'stamgast-demo',
  })
  expect(await guest('getHold', { tenantId, handle })).toMatchObject({ handle })
  expect(await errorCodeOf(guest('confirmVisit', { tenantId, handle, details: freja }))).toBe(
    'visit/details-missing',
  )
  await guest('updateUser', {
    tenantId,
    uid,
    firstname: 'Noah',
    lastname: 'Berg',
    mobile: '20123456',
    countryCode: 'DK',
  })
  expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
  expect(await visitsOf(tenantId)).toMatchObject([{ guest_id: uid, owner_hash: null, contact: null }])
  expect((await guest('listBookings', { tenantId, uid })).documents).toHaveLength(1)
  expect(await guest('confirmVisit', { tenantId, handle })).toEqual({ ok: true, handle })
  guest.cookies.delete('session')
  expect(await errorCodeOf(guest('confirmVisit', { tenantId, handle, details: freja }))).toBe('not-found')
})

test('the response does not reveal whether the e-mail address belongs to an account', async () => {
  const tenantId = await salon()
  await register(app.guest(tenantId), tenantId, freja.email)
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
  expect(await visitsOf(tenantId)).toMatchObject([{ guest_id: null }])
})

test('an expired hold is booked while its time is free, with a member who is free then', async () => {
  const tenantId = await salon()
  const [late, quick] = [app.guest(tenantId), app.guest(tenantId)]
  const { handle, segments } = await hold(late, { tenantId, start: nine })
  expect(segments[0]?.member.id).toBe('anna')
  app.clock.now = now + 11 * minutes
  await book(quick, { tenantId, start: nine, teamMember: ['anna'] })
  expect(await late('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
  expect(await late('getVisit', { tenantId, handle })).toMatchObject({ segments: [{ member: { id: 'bo' } }] })
})

test('an expired hold is not booked once its start has passed', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  app.clock.now = nine + minutes
  const answer = await guest('confirmVisit', { tenantId, handle, details: freja })
  expect(answer).toMatchObject({
    ok: false,
    reason: 'too-late',
    alternatives: [{ start: nine + 15 * minutes }, {}, {}],
  })
})

test('an unexpired hold is not booked once its start has passed', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  app.clock.now = nine - 5 * minutes
  const { handle, holdUntil } = await hold(guest, { tenantId, start: nine })
  app.clock.now = nine + minutes
  expect(holdUntil).toBeGreaterThan(app.clock.now)
  expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toMatchObject({
    ok: false,
    reason: 'too-late',
    alternatives: [{ start: nine + 15 * minutes }, {}, {}],
  })
  expect(await visitsOf(tenantId)).toMatchObject([{ state: 'held' }])
})

test('a changed price is reported before booking and applies once confirmed', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await hold(guest, { tenantId, start: nine })
  await change(tenantId, 'update service set price = 36000')
  const confirm = (price: number) =>
    guest('confirmVisit', { tenantId, handle: held.handle, price, details: freja })
  await expect(confirm(held.price)).rejects.toMatchObject({
    code: 'amount/changed',
    details: { price: 45_000 },
  })
  expect(await guest('getHold', { tenantId, handle: held.handle })).toMatchObject({
    price: 45_000,
    segments: [{ price: 45_000 }],
  })
  expect(await confirm(45_000)).toMatchObject({ ok: true })
  expect(await recipientsOf(tenantId)).toEqual(mailOfBooking(tenantId))
})

test.each([
  ['another number', 36_000, 45_000],
  ['the same number', 32_000, 40_000],
])('a changed currency is reported before booking, with %s', async (_, exVat, price) => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const held = await hold(guest, { tenantId, start: nine })
  await change(
    tenantId,
    `update finance set currency = 'EUR', currency_symbol = '€'; update service set price = ${exVat}`,
  )
  const confirm = (seen: { price: number; currency?: string }) =>
    guest('confirmVisit', { tenantId, handle: held.handle, ...seen, details: freja })
  // A second click with the same values is rejected as well.
  for (const click of ['first click', 'second click'])
    await expect(confirm({ price: held.price, currency: 'DKK' }), click).rejects.toMatchObject({
      code: 'amount/changed',
      details: { price, currency: 'EUR' },
    })
  expect(await guest('getHold', { tenantId, handle: held.handle })).toMatchObject({
    price,
    currency: 'EUR',
    symbol: '€',
    segments: [{ price }],
  })
  expect(await recipientsOf(tenantId)).toEqual([])
  expect(await confirm({ price, currency: 'EUR' })).toMatchObject({ ok: true })
  expect(await guest('getVisit', { tenantId, handle: held.handle })).toMatchObject({ price, currency: 'EUR' })
})

test.each([
  ['runs', 0],
  ['has expired', 11 * minutes],
])('a request without a currency means that of the hold, where it %s', async (_, waited) => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle, price } = await hold(guest, { tenantId, start: nine })
  await change(tenantId, "update finance set currency = 'EUR'")
  app.clock.now = now + waited
  const confirm = (currency?: string) =>
    guest('confirmVisit', { tenantId, handle, price, ...(currency ? { currency } : {}), details: freja })
  // Repeating the same request does not change the result.
  for (const attempt of ['first', 'second', 'third'])
    await expect(confirm(), attempt).rejects.toMatchObject({
      code: 'amount/changed',
      details: { price, currency: 'EUR' },
    })
  expect(await confirm('EUR')).toMatchObject({ ok: true })
  expect(await guest('getVisit', { tenantId, handle })).toMatchObject({ price, currency: 'EUR' })
})

test.each([
  ['its service', "update service set active = false where id = 'color'", 'service-unavailable'],
  ['the type of its service', 'update service_type set active = false', 'service-unavailable'],
  ['its person', "update member set active = false where id = 'anna'", 'member-unavailable'],
  [
    'its person for this service',
    "delete from service_member where member_id = 'anna' and service_id = 'color'",
    'member-unavailable',
  ],
])('a hold is refused once the salon has taken off %s, and stays', async (_, statement, reason) => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const teamMember = [null, 'anna']
  const wanted = { tenantId, services: ['cut', 'color'], teamMember, start: nine + 60 * minutes }
  const { handle } = await hold(guest, wanted)
  await change(tenantId, statement)
  const outcome = await guest('confirmVisit', { tenantId, handle, details: freja })
  expect(outcome).toMatchObject({ ok: false, reason })
  // With anna's time still kept, the nearest are bo's; without a service there is none.
  expect(outcome.ok || outcome.alternatives.map(({ start }) => (start - nine) / minutes)).toEqual(
    statement.includes('service_type') ? [] : [45, 60, 75],
  )
  expect(await recipientsOf(tenantId)).toEqual([])
  expect(await guest('getHold', { tenantId, handle })).toMatchObject({ handle })
})

test("a guest's own hold is in the way neither of an expired one nor of a move", async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  app.clock.now = now + 11 * minutes
  const other = await hold(guest, { tenantId, start: nine + 15 * minutes })
  expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
  expect(await errorCodeOf(guest('getHold', { tenantId, handle: other.handle }))).toBe('not-found')
  const { cancelHandle } = await guest('getVisit', { tenantId, handle })
  const start = nine + 60 * minutes
  await hold(guest, { tenantId, start })
  const move = { tenantId, handle: cancelHandle ?? '' }
  const { offers } = await guest('getMoveTimes', { ...move, month: '2026-06' })
  expect(offers.map((one) => one.start)).toContain(start)
  expect(await guest('moveVisit', { ...move, start })).toMatchObject({ ok: true, start })
  expect((await guest('listHolds', { tenantId })).documents).toEqual([])
})

test('an expired hold of "anyone" gets another person where the first is gone', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  app.clock.now = now + 11 * minutes
  await change(tenantId, "update member set active = false where id = 'anna'")
  expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
  expect(await guest('getVisit', { tenantId, handle })).toMatchObject({
    segments: [{ member: { id: 'bo' } }],
  })
})

test('of three guests with expired holds for the same time, one gets it', async () => {
  const tenantId = await salon({ members: [{ id: 'anna' }] })
  const guests = [app.guest(tenantId), app.guest(tenantId), app.guest(tenantId)]
  const handles: string[] = []
  for (const guest of guests) {
    handles.push((await hold(guest, { tenantId, start: nine })).handle)
    app.clock.now = (app.clock.now ?? 0) + 10 * minutes
  }
  const answers = await Promise.all(
    guests.map((guest, index) =>
      guest('confirmVisit', { tenantId, handle: handles[index] ?? '', details: freja }),
    ),
  )
  expect(answers.filter((one) => one.ok)).toHaveLength(1)
  expect(answers.filter((one) => !one.ok && one.reason === 'taken')).toHaveLength(2)
})
