import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { countMail, mailTo } from '#test/action-mail.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, freja, hold, register, summer, type TestGuest } from '#test/steps.ts'
import { perTier } from '#test/tier.ts'
import type { ServiceBooking } from '#domain/visit/access.ts'
import type { TenantId } from '#server/database/db.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const DAY = 86_400_000
const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-11T09:00')
const phone = '+45 70 00 01 24'

async function salon(booking: ServiceBooking | null, profile = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, {
    profile: { phone, ...profile },
    services: [
      { id: 'cut', booking },
      { id: 'free', booking: {} },
    ],
  })
}

/** Freja's visit without an account, which has taken place by now. */
async function visitOnce(tenantId: TenantId): Promise<void> {
  await book(app.guest(tenantId), { tenantId, services: ['free'], start: nine })
  app.clock.now = nine + DAY
  await asOwner(app, tenantId, `delete from mail where tenant_id = '${tenantId}'`)
}

const ask = (guest: TestGuest, tenantId: TenantId, start: number) =>
  guest('holdVisit', { tenantId, services: ['cut'], start })
const accessOf = async (guest: TestGuest, tenantId: TenantId) =>
  (await guest('getBookingAccess', { tenantId, services: 'cut' })).refusal
const sendLink = (guest: TestGuest, tenantId: TenantId, email = freja.email) =>
  guest('sendBookingLink', { tenantId, email, services: ['cut'], to: '/book/time?services=cut' })
const codeIn = (text = '') => /\/book\/proof\?code=([^&\s]+)/.exec(text)?.[1] ?? ''

/** Freja opens the link of her mail in this browser. */
async function prove(guest: TestGuest, tenantId: TenantId, email = freja.email): Promise<void> {
  await sendLink(guest, tenantId, email)
  const code = codeIn((await mailTo(app, tenantId, email))?.text)
  expect(await guest('acceptBookingLink', { tenantId, code })).toEqual({ to: '/book/time?services=cut' })
}

test('by telephone only: the times, the hold and the waitlist are refused', async () => {
  const tenantId = await salon({ phoneOnly: true })
  const guest = app.guest(tenantId)
  expect(await errorCodeOf(guest('getAvailability', { tenantId, services: 'cut' }))).toBe('visit/by-phone')
  expect(await errorCodeOf(guest('getFirstFree', { tenantId, services: 'free,cut' }))).toBe('visit/by-phone')
  expect(await ask(guest, tenantId, nine)).toEqual({ ok: false, reason: 'by-phone', alternatives: [] })
  const { documents } = await guest('listServices', { tenantId })
  expect(documents.map(({ id, phoneOnly }) => [id, phoneOnly])).toEqual([
    ['cut', true],
    ['free', false],
  ])
  expect(
    await errorCodeOf(
      guest('joinWaitlist', { tenantId, services: ['cut'], teamMembers: [], windows: [], details: freja }),
    ),
  ).toBe('visit/by-phone')
})

test('what the salon says holds for services that say nothing else', async () => {
  const tenantId = await salon(null, { access: { phoneOnly: true } })
  await asOwner(
    app,
    tenantId,
    `update service set booking = '{"phoneOnly": false}' where tenant_id = '${tenantId}' and id = 'free'`,
  )
  const guest = app.guest(tenantId)
  expect(await ask(guest, tenantId, nine)).toMatchObject({ reason: 'by-phone' })
  expect((await hold(guest, { tenantId, services: ['free'], start: nine })).start).toBe(nine)
})

test('known guests only: a guest who has been here books by a mailed link', async () => {
  const tenantId = await salon({ knownOnly: true })
  await visitOnce(tenantId)
  const start = nine + 7 * DAY
  const guest = app.guest(tenantId)
  expect(await ask(guest, tenantId, start)).toMatchObject({ ok: false, reason: 'proof-needed' })
  await prove(guest, tenantId)
  expect(await accessOf(guest, tenantId)).toBe(null)
  const held = await hold(guest, { tenantId, start })
  expect(held.email).toBe(freja.email)
  // A visit that asks who the guest is gets the address that is proved.
  const details = { ...freja, email: 'another@example.com' }
  expect(await guest('confirmVisit', { tenantId, handle: held.handle, details })).toMatchObject({ ok: true })
  expect(await countMail(app, tenantId, 'another@example.com')).toBe(0)
  // Another browser has proved nothing, whatever it types.
  expect(await ask(app.guest(tenantId), tenantId, start + DAY)).toMatchObject({ reason: 'proof-needed' })
})

test('a link works once, in its time, and the proof ends', async () => {
  const tenantId = await salon({ knownOnly: true })
  await visitOnce(tenantId)
  const guest = app.guest(tenantId)
  await prove(guest, tenantId)
  const code = codeIn((await mailTo(app, tenantId, freja.email))?.text)
  const again = app.guest(tenantId)
  expect(await errorCodeOf(again('acceptBookingLink', { tenantId, code }))).toBe('auth/invalid-custom-token')
  expect(await accessOf(again, tenantId)).toBe('proof-needed')
  expect(await accessOf(guest, tenantId)).toBe(null)
  app.clock.now = (app.clock.now ?? 0) + 2 * 3_600_000
  expect(await accessOf(guest, tenantId)).toBe('proof-needed')
})

test('a proof of one salon proves nothing at another', async () => {
  const [home, other] = [await salon({ knownOnly: true }), await salon({ knownOnly: true })]
  await visitOnce(other)
  app.clock.now = now
  await visitOnce(home)
  const guest = app.guest(home)
  await prove(guest, home)
  const elsewhere = app.guest(other)
  elsewhere.cookies.set('proof', guest.cookies.get('proof') ?? '')
  expect(await accessOf(elsewhere, other)).toBe('proof-needed')
})

test('an unknown address gets the telephone number, and the same answer', async () => {
  const tenantId = await salon({ knownOnly: true })
  await visitOnce(tenantId)
  const answers = []
  for (const email of [freja.email, 'nobody@example.com']) {
    const answer = await app
      .guest(tenantId)
      .send('sendBookingLink', { tenantId, email, services: ['cut'], to: '/book/time?services=cut' })
    answers.push([answer.status, await answer.text()])
  }
  expect(answers[0]).toEqual([200, '{"sent":true}'])
  expect(answers[1]).toEqual(answers[0])
  const mail = await mailTo(app, tenantId, 'nobody@example.com')
  expect(codeIn(mail?.text)).toBe('')
  expect(mail?.text).toContain(phone)
})

test('who has an account gets a link that signs in; without a visit the salon does not know them', async () => {
  const tenantId = await salon({ knownOnly: true })
  const guest = app.guest(tenantId)
  await register(guest, tenantId, 'noah@example.com')
  expect(await accessOf(guest, tenantId)).toBe('known-only')
  expect(await ask(guest, tenantId, nine)).toMatchObject({ ok: false, reason: 'known-only' })
  await sendLink(app.guest(tenantId), tenantId, 'noah@example.com')
  expect((await mailTo(app, tenantId, 'noah@example.com', 'signIn'))?.text).toContain('mode=signIn')
  await book(guest, { tenantId, services: ['free'], start: nine })
  expect(await accessOf(guest, tenantId)).toBe('known-only')
  app.clock.now = nine + DAY
  expect(await accessOf(guest, tenantId)).toBe(null)
})

test('a visit to which the guest has not come makes nobody known', async () => {
  const tenantId = await salon({ knownOnly: true })
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  await book(guest, { tenantId, services: ['free'], start: nine })
  app.clock.now = nine + DAY
  await asOwner(app, tenantId, `update visit set progress = 'noShow' where tenant_id = '${tenantId}'`)
  expect(await accessOf(guest, tenantId)).toBe('known-only')
})

test('open visits: who has as many ahead books no more, until one has taken place or is cancelled', async () => {
  const tenantId = await salon({ openVisits: 1 })
  const guest = app.guest(tenantId)
  await prove(guest, tenantId)
  const visit = await book(guest, { tenantId, start: nine })
  const second = nine + DAY
  expect(await ask(guest, tenantId, second)).toMatchObject({ ok: false, reason: 'too-many-open' })
  // Another service has no limit, and a visit that is moved is none more.
  await hold(guest, { tenantId, services: ['free'], start: second })
  expect(
    await guest('moveVisit', { tenantId, handle: visit.cancelHandle, start: nine + 3_600_000 }),
  ).toMatchObject({ ok: true })
  await guest('gen2_crudWaitlist-cancelBooking', {
    tenantId,
    booking: visit.cancelHandle,
    bookingId: visit.cancelHandle,
    confirmed: true,
  })
  expect((await hold(guest, { tenantId, start: second })).start).toBe(second)
})

test('an entry of the waitlist gets the address that is proved, not the one that is typed', async () => {
  const tenantId = await salon({ openVisits: 1 })
  const guest = app.guest(tenantId)
  await prove(guest, tenantId)
  const details = { ...freja, email: 'another@example.com' }
  const joined = await guest('joinWaitlist', {
    tenantId,
    services: ['cut'],
    teamMembers: [],
    windows: [],
    details,
  })
  expect(joined).toMatchObject({ ok: true, confirm: 'mail' })
  expect(await countMail(app, tenantId, 'another@example.com')).toBe(0)
  expect(await countMail(app, tenantId, freja.email)).toBeGreaterThan(1)
})

test('the limit of the salon counts all visits of the guest', async () => {
  const tenantId = await salon(null, { access: { openVisits: 2 } })
  const guest = app.guest(tenantId)
  await prove(guest, tenantId)
  await book(guest, { tenantId, services: ['free'], start: nine })
  await book(guest, { tenantId, start: nine + DAY })
  expect(await ask(guest, tenantId, nine + 2 * DAY)).toMatchObject({ reason: 'too-many-open' })
})

const ROUNDS = perTier(5, 100)

test(
  `of two tabs at the limit one books, in each of ${ROUNDS} rounds`,
  { timeout: 60_000 + ROUNDS * 2_000 },
  async () => {
    const tenantId = await salon({ openVisits: 1 })
    const guest = app.guest(tenantId)
    await prove(guest, tenantId)
    let winners = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const holds = await Promise.all(
        [0, 3_600_000].map((later) => hold(guest, { tenantId, start: nine + (round % 60) * DAY + later })),
      )
      const answers = await Promise.all(
        holds.map(({ handle }) => guest('confirmVisit', { tenantId, handle, details: freja })),
      )
      winners += answers.filter(({ ok }) => ok).length
      expect(answers.filter((one) => !one.ok && one.reason === 'too-many-open')).toHaveLength(1)
      await asOwner(
        app,
        tenantId,
        `update visit set state = 'cancelled', hold_until = null where tenant_id = '${tenantId}'`,
      )
      await asOwner(app, tenantId, `update segment set taken = false where tenant_id = '${tenantId}'`)
    }
    console.log(`open visits: ${winners} winners in ${ROUNDS} rounds of two tabs`)
    expect(winners).toBe(ROUNDS)
  },
)

test('a service has a notice and a horizon of its own, of several the strictest', async () => {
  const tenantId = await salon({ leadMinutes: 48 * 60, horizonDays: 10 })
  const guest = app.guest(tenantId)
  expect(await ask(guest, tenantId, nine)).toMatchObject({ ok: false, reason: 'too-soon' })
  expect(await ask(guest, tenantId, nine + 12 * DAY)).toMatchObject({ ok: false, reason: 'too-far' })
  const { offers, lastDay } = await guest('getAvailability', { tenantId, services: 'free,cut' })
  expect([offers[0]?.start, lastDay]).toEqual([summer('2026-06-12T09:00'), '2026-06-20'])
  expect((await hold(guest, { tenantId, services: ['free'], start: nine })).start).toBe(nine)
})
