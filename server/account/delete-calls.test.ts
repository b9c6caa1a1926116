import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, hold, register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import type { TenantId } from '../database/db.ts'
import { markSent, redactMail } from '../mail/queries.ts'

const PASSWORD = 'stamgast-demo'
const HOUR = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/**
 * A guest with a past visit, an upcoming one, one within the cancel limit, and a hold; all values contain
 * "zqguest", which is too long to turn up in a random handle.
 */
async function createGuestWithVisits(tenant: TenantId) {
  const guest = app.guest(tenant)
  const email = 'zqguest@example.com'
  const uid = await register(guest, tenant, email)
  const self = { tenantId: tenant, uid }
  await guest('updateUser', {
    ...self,
    firstname: 'Zqguestfirst',
    lastname: 'Zqguestlast',
    mobile: '20998877',
    address: 'Zqgueststreet 7',
  })
  const now = app.deps.now()
  const day = Math.ceil(now / (24 * HOUR)) * 24 * HOUR
  await makeVisit(app, tenant, {
    start: new Date(day - 72 * HOUR),
    guestId: uid,
    paid: 120_000,
    secret: app.deps.secret,
  })
  await makeVisit(app, tenant, {
    start: new Date(Math.ceil(now / 900_000) * 900_000 + 2 * HOUR),
    guestId: uid,
    contact: null,
    paid: 0,
    secret: app.deps.secret,
  })
  await book(guest, { tenantId: tenant, start: day + 9 * 24 * HOUR + 10 * HOUR })
  await hold(guest, { tenantId: tenant, start: day + 10 * 24 * HOUR + 10 * HOUR })
  return { guest, uid, self, email }
}

const visitsOf = (tenant: TenantId) =>
  asOwner<{
    state: string
    price: number
    paid: number
    fee: number
    guest_id: string | null
    contact: unknown
  }>(
    app,
    tenant,
    `select state, price, paid, fee, guest_id, contact from visit
    where tenant_id = '${tenant}' order by start`,
  )

const mailsOf = (tenant: TenantId) =>
  asOwner<{ id: string; key: string }>(
    app,
    tenant,
    `select id, split_part(key, ':', 1) as key from mail where tenant_id = '${tenant}' order by 2`,
  )

async function sendMails(tenant: TenantId): Promise<void> {
  const mails = await mailsOf(tenant)
  await app.db.write(tenant, async (tx) => {
    for (const { id } of mails) await markSent(tx, id, new Date())
  })
}

/** Sends the mails that the deletion has left, which redacts them. */
async function sendLastMails(tenant: TenantId): Promise<void> {
  await sendMails(tenant)
  const mails = await mailsOf(tenant)
  await app.db.write(tenant, async (tx) => {
    for (const { id } of mails) await redactMail(tx, id)
  })
}

/** The rows of all tables with one of these texts in any column, each with its table. */
async function rowsNaming(tenant: TenantId, texts: string[]): Promise<[string, unknown][]> {
  const tables = await asOwner<{ name: string }>(
    app,
    tenant,
    `select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id'`,
  )
  const found: [string, unknown][] = []
  for (const { name } of tables)
    for (const row of await asOwner(
      app,
      tenant,
      `select * from "${name}" t where tenant_id = '${tenant}' and t::text ilike any ($1)`,
      [texts.map((text) => `%${text}%`)],
    ))
      found.push([name, row])
  return found
}

test('the preview has the cancelled visits with their fees and the number of retained ones', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await createGuestWithVisits(tenant)
  const { visits, fee, kept, hasPassword, recent } = await guest('previewDeleteUser', self)
  expect(visits.map((one) => one.fee)).toEqual([60_000, 0])
  expect({ fee, kept, hasPassword, recent }).toEqual({
    fee: 60_000,
    kept: 3,
    hasPassword: true,
    recent: true,
  })
})

test('without finance settings only a guest without upcoming visits can be deleted', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await createGuestWithVisits(tenant)
  const free = app.guest(tenant)
  const uid = await register(free, tenant, 'free@example.com')
  await asOwner(app, tenant, 'delete from finance where tenant_id = $1', [tenant])
  expect(await errorCodeOf(guest('previewDeleteUser', self))).toBe('server/internal')
  expect(await errorCodeOf(guest('deleteUser', { ...self, confirmed: true, fee: 0 }))).toBe('server/internal')
  expect(await guest('getUser', self)).toMatchObject({ uid: self.uid })
  const own = { tenantId: tenant, uid }
  expect(await free('previewDeleteUser', own)).toMatchObject({ visits: [], fee: 0 })
  expect(await free('deleteUser', { ...own, confirmed: true, fee: 0 })).toMatchObject({
    success: true,
    cancelled: 0,
  })
})

test('deleting cancels upcoming visits, retains amounts and removes all personal data', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, self, email } = await createGuestWithVisits(tenant)
  const cookie = guest.cookies.get('session') ?? ''
  await sendMails(tenant)
  await expect(guest('deleteUser', { ...self, confirmed: true, fee: 0 })).rejects.toMatchObject({
    code: 'amount/changed',
    details: { fee: 60_000, refund: 0 },
  })
  expect((await visitsOf(tenant)).map(({ state }) => state)).toEqual(['booked', 'booked', 'booked', 'held'])
  expect(await guest('deleteUser', { ...self, confirmed: true, fee: 60_000 })).toEqual({
    success: true,
    cancelled: 2,
    fee: 60_000,
    refund: 0,
  })
  expect(guest.cookies.has('session')).toBe(false)
  expect(
    (await visitsOf(tenant)).map(({ state, paid, fee, guest_id, contact }) => ({
      state,
      paid,
      fee,
      guest_id,
      contact,
    })),
  ).toEqual([
    { state: 'booked', paid: 120_000, fee: 0, guest_id: null, contact: null },
    { state: 'cancelled', paid: 0, fee: 60_000, guest_id: null, contact: null },
    { state: 'cancelled', paid: 0, fee: 0, guest_id: null, contact: null },
  ])
  const waiting = await mailsOf(tenant)
  expect(waiting.map(({ key }) => key)).toEqual([
    'account-deleted',
    'salon-cancelled',
    'salon-cancelled',
    'visit-cancelled',
    'visit-cancelled',
  ])
  await sendLastMails(tenant)
  expect(await rowsNaming(tenant, ['zqguest', '20998877', uid])).toEqual([])
  const planted = app.guest(tenant)
  planted.cookies.set('session', cookie)
  expect(await errorCodeOf(planted('getUser', self))).toBe('auth/unauthenticated')
  const newGuest = app.guest(tenant)
  expect((await newGuest('createUserWithEmailAndPassword', { email, password: PASSWORD })).uid).not.toBe(uid)
})

test('deleting leaves no photo, entry, offer, subscription or notification in any table', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, self } = await createGuestWithVisits(tenant)
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const photo = await guest('addPhoto', { ...self, image: image.toString('base64') })
  await guest('updateAvatar', { ...self, image: image.toString('base64') })
  await guest('savePushSubscription', {
    ...self,
    endpoint: 'https://fcm.googleapis.com/fcm/send/zqguest',
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) },
  })
  const entry = await makeEntry(app, tenant, { guestId: uid, atNight: true })
  const holder = app.guest(tenant)
  const day = Math.ceil(app.deps.now() / (24 * HOUR)) * 24 * HOUR
  const { cancelHandle } = await book(holder, { tenantId: tenant, start: day + 11 * 24 * HOUR + 10 * HOUR })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (offer?.entryId !== entry) throw new Error('no offer')
  const texts = ['zqguest', '20998877', uid, photo.id, entry, offer.id, offer.messageId]
  const before = new Set((await rowsNaming(tenant, texts)).map(([table]) => table))
  for (const table of [
    'avatar',
    'message',
    'notification',
    'photo',
    'push_subscription',
    'waitlist_change',
    'waitlist_entry',
    'waitlist_offer',
  ])
    expect([table, before.has(table)]).toEqual([table, true])
  expect(await guest('previewDeleteUser', self)).toMatchObject({ photos: 1, waitlist: 1 })
  await sendMails(tenant)
  await guest('deleteUser', { ...self, confirmed: true, fee: 60_000 })
  await sendLastMails(tenant)
  expect(await rowsNaming(tenant, texts)).toEqual([])
  const deliveries = await asOwner(
    app,
    tenant,
    `select 1 from notification_delivery where tenant_id = '${tenant}'`,
  )
  expect(deliveries).toEqual([])
})

test('an order remains with its goods and amounts, cancelled and without the guest; what was not paid is deleted', async () => {
  const tenant = await makeTenant(app, { profile: { shop: true } })
  await fillShop(app, tenant, {
    products: [madeProduct('wax', [{ price: 0 }])],
    shipping: [{ type: 'privateDelivery', name: 'Home', price: 0, countries: [], active: true }],
  })
  const guest = app.guest(tenant)
  const email = 'zqguest@example.com'
  const uid = await register(guest, tenant, email)
  const begin = async () => {
    await guest('addToCart', { tenantId: tenant, variantId: 'wax-0', quantity: 2 })
    const customerDetails = {
      firstName: 'Zqguestfirst',
      lastName: 'Zqguestlast',
      email,
      phone: '20998877',
      address: 'Zqgueststreet 7',
      city: 'Zqguestcity',
      postalCode: '8000',
    }
    const { receipt } = await guest('createReceipt', { tenantId: tenant, customerDetails })
    return { tenantId: tenant, receiptId: receipt.id }
  }
  const bought = await begin()
  await guest('updateReceiptWithShipping', { ...bought, shipping: { type: 'privateDelivery' } })
  await guest('setupPaymentIntent', { ...bought, amount: 0 })
  await begin()
  await sendMails(tenant)
  await guest('deleteUser', { tenantId: tenant, uid, confirmed: true, fee: 0 })
  await sendLastMails(tenant)
  expect(await rowsNaming(tenant, ['zqguest', '20998877', uid])).toEqual([])
  const orders = await asOwner(
    app,
    tenant,
    `select order_number as number, status, items -> 0 ->> 'quantity' as pieces from receipt
    where tenant_id = '${tenant}'`,
  )
  expect(orders).toEqual([{ number: 1, status: 'canceled', pieces: '2' }])
})

test('the time of an open offer goes to the next, also where the deleted entry is over by the clock', async () => {
  const tenant = await makeTenant(app, {
    members: [{ id: 'anna' }],
    services: [{ id: 'cut', duration: 60 }],
    rules: { slotMinutes: 60 },
  })
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const own = await makeEntry(app, tenant, { guestId: uid })
  const next = await makeEntry(app, tenant)
  const start = Math.ceil(app.deps.now() / (24 * HOUR)) * 24 * HOUR + 9 * 24 * HOUR + 10 * HOUR
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, { tenantId: tenant, start })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const offered = async () => (await openOffers(app, tenant)).map((one) => [one.entryId, one.start.getTime()])
  expect(await offered()).toEqual([[own, start]])
  await asOwner(app, tenant, `update waitlist_entry set ends_at = now() - interval '1 hour' where id = $1`, [
    own,
  ])
  await guest('deleteUser', { tenantId: tenant, uid, confirmed: true, fee: 0 })
  await matchAll(app, tenant)
  expect(await offered()).toEqual([[next, start]])
})

test('deleting in an old session needs the right password and a confirmation', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const self = { tenantId: tenant, uid }
  app.clock.now = Date.now() + 11 * 60_000
  expect(await errorCodeOf(guest('deleteUser', { ...self, confirmed: true, fee: 0 }))).toBe(
    'auth/requires-recent-login',
  )
  expect(
    await errorCodeOf(guest('deleteUser', { ...self, confirmed: true, fee: 0, password: 'wrong one' })),
  ).toBe('auth/invalid-credential')
  const answer = await app.fetch(
    tenant,
    new Request('http://x/api/deleteUser', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${guest.cookies.get('session')}`,
      },
      body: JSON.stringify({ ...self, confirmed: false, fee: 0, password: PASSWORD }),
    }),
  )
  expect(answer.status).toBe(400)
  expect(await guest('getUser', self)).toMatchObject({ uid })
  await guest('deleteUser', { ...self, confirmed: true, fee: 0, password: PASSWORD })
  app.clock.now = null
})

test('of ten concurrent deletions one succeeds', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await createGuestWithVisits(tenant)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => guest('deleteUser', { ...self, confirmed: true, fee: 60_000 })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const mails = await asOwner(
    app,
    tenant,
    `select 1 from mail where tenant_id = '${tenant}' and key like 'account-deleted:%'`,
  )
  expect(mails).toHaveLength(1)
})

test('deleting does not change the account with the same e-mail at another tenant', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const elsewhere = app.guest(other)
  const uid = await register(elsewhere, other, 'zqguest@example.com')
  const { guest, self } = await createGuestWithVisits(tenant)
  await guest('deleteUser', { ...self, confirmed: true, fee: 60_000 })
  expect(await elsewhere('getUser', { tenantId: other, uid })).toMatchObject({
    email: 'zqguest@example.com',
  })
})
