import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { cancelAsSalon, eventOf, moveAsSalon } from '#test/move.ts'
import { book, register, summer } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import { jobContext } from '#test/waitlist.ts'
import { listMailsTo } from '#server/account/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail, markSent, redactEndedMails, SALON_MAIL } from '#server/mail/queries.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { Mail } from '#server/providers/email/port.ts'
import { enqueueSalonMail } from './salon-mail.ts'

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
/** Anna has an address of her own; bo has none. */
const annaHears = {
  profile: { notifications: { salon: 'all', members: { anna: 'anna@example.com' } } },
} satisfies MakeTenant

const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ')

/** What the salon was sent, in the order of sending. */
async function salonMails(tenant: TenantId) {
  const mails = await app.db.read(tenant, listMail)
  return mails
    .filter(({ key }) => key.startsWith(SALON_MAIL))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.key < b.key ? -1 : 1))
    .map(({ key, to, subject, text, html, ics, icsMethod, wipeAt }) => ({
      kind: key.split(':')[0] ?? '',
      key,
      to,
      subject: plain(subject),
      text: plain(text),
      html,
      icsMethod,
      wipeAt,
      ics: ics ?? '',
      event: ics ? eventOf(ics) : null,
    }))
}

test('a booking, a move and a cancellation by a link reach the salon, with guest, services, price and times', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { id, cancelHandle: handle } = await book(guest, {
    tenantId,
    services: ['cut', 'color'],
    teamMember: ['anna', 'bo'],
    start: nine,
  })
  app.clock.now = now + hour
  await guest('moveVisit', { tenantId, handle, start: nine + day })
  app.clock.now = nine + day - hour
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })

  const mails = await salonMails(tenantId)
  const to = `salon@${tenantId}.example`
  expect(mails.map(({ key, to, subject }) => [key, to, subject])).toEqual([
    [`salon-booked:${id}:0`, to, 'New booking: Freja Holm, Friday 12 June at 09:00'],
    [`salon-moved:${id}:1`, to, 'Moved: Freja Holm, now Saturday 13 June at 09:00'],
    [`salon-cancelled:${id}:2`, to, 'Cancelled: Freja Holm, Saturday 13 June at 09:00'],
  ])
  for (const { text, html } of mails)
    for (const part of [
      'Freja Holm',
      '20 12 34 56',
      'freja@example.com',
      `cut of ${tenantId}`,
      '09:00 with anna',
      `color of ${tenantId}`,
      '09:30 with bo',
      'kr. 400.00',
      'kr. 1,200.00',
    ]) {
      expect(text).toContain(part)
      expect(plain(html)).toContain(part)
    }
  const [booked, moved, cancelled] = mails
  expect(booked?.html).toContain('<a href="tel:+4520123456"')
  expect(booked?.html).toContain('<a href="mailto:freja@example.com"')
  expect(moved?.text).toContain('When: Saturday, 13 June 2026\n09:00 to 10:30')
  expect(moved?.text).toContain('Before: Friday, 12 June 2026 at 09:00 with anna, bo')
  expect(cancelled?.text).toContain('Cancellation fee: kr. 600.00\nStill to pay: kr. 600.00')
  expect(mails.map(({ text }) => text.includes('no cancellation fee'))).toEqual([false, false, false])
  // Nothing in the salon's copy acts as the guest.
  expect(JSON.stringify(mails)).not.toContain(handle)
  expect(JSON.stringify(mails)).not.toContain('/book/done')
})

test('the salon’s own calendar is published to with the UID of the guest, and a later SEQUENCE each time', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, start: nine })
  app.clock.now = now + hour
  await guest('moveVisit', { tenantId, handle, start: nine + day })
  app.clock.now = now + 2 * hour
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
  const mails = await salonMails(tenantId)
  expect(mails.map(({ event }) => event)).toMatchObject([
    { method: 'PUBLISH', sequence: 0, status: 'CONFIRMED', start: nine },
    { method: 'PUBLISH', sequence: 1, status: 'CONFIRMED', start: nine + day },
    { method: 'CANCEL', sequence: 2, status: 'CANCELLED', start: nine + day },
  ])
  const own = (await app.db.read(tenantId, listMail)).find(({ key }) => key.startsWith('visit-booked:'))
  expect(new Set(mails.map(({ event }) => event?.uid))).toEqual(new Set([eventOf(own?.ics ?? '').uid]))
  for (const { ics } of mails) {
    expect(ics).toContain(`SUMMARY:Freja Holm: cut of ${tenantId}`)
    expect(ics).not.toContain('ATTENDEE')
    expect(ics).not.toMatch(/^URL/m)
  }
  expect(mails[2]?.text).toContain('There is no cancellation fee.')
})

test('a person with an address is notified instead of the salon, of their own time only', async () => {
  const tenantId = await salon(annaHears)
  await book(app.guest(tenantId), {
    tenantId,
    services: ['cut', 'color'],
    teamMember: ['anna', 'bo'],
    start: nine,
  })
  const mails = await salonMails(tenantId)
  expect(mails.map(({ key, to, icsMethod }) => [key.split(':')[3], to, icsMethod])).toEqual([
    [undefined, `salon@${tenantId}.example`, null],
    ['anna', 'anna@example.com', 'REQUEST'],
  ])
  const [ofBo, ofAnna] = mails
  expect([ofBo?.event?.start, ofAnna?.event?.start]).toEqual([nine + 30 * minute, nine])
  expect(ofAnna?.ics.replace(/\r\n /g, '')).toMatch(
    /ATTENDEE;.*RSVP=FALSE.*:(?:MAILTO|mailto):anna@example.com/,
  )
  expect(ofAnna?.ics).toContain('DTEND;TZID=Europe/Copenhagen:20260612T093000')
  await book(app.guest(tenantId), { tenantId, teamMember: ['anna'], start: nine + day })
  expect((await salonMails(tenantId)).map(({ to }) => to).slice(2)).toEqual(['anna@example.com'])
})

test('who performs a visit no longer after a move gets its cancellation, and the next person the visit', async () => {
  const tenantId = await salon(annaHears)
  const guest = app.guest(tenantId)
  const { cancelHandle: handle } = await book(guest, { tenantId, teamMember: ['anna'], start: nine })
  app.clock.now = now + hour
  await guest('moveVisit', { tenantId, handle, start: nine + day, teamMember: ['bo'] })
  const [, toSalon, toAnna, ...more] = await salonMails(tenantId)
  expect(more).toEqual([])
  expect(toSalon).toMatchObject({
    to: `salon@${tenantId}.example`,
    event: { method: 'PUBLISH', sequence: 1, start: nine + day },
  })
  expect(toSalon?.text).not.toContain('is now with')
  expect(toAnna).toMatchObject({
    to: 'anna@example.com',
    event: { method: 'CANCEL', sequence: 1, status: 'CANCELLED', start: nine },
  })
  expect(toAnna?.text).toContain('The visit is now with bo.')
})

test('the salon gets no mail about what it does itself, and nothing where its file says none', async () => {
  const tenantId = await salon()
  const { id } = await book(app.guest(tenantId), { tenantId, teamMember: ['anna'], start: nine })
  await moveAsSalon(app, tenantId, id, { start: nine + day, members: ['bo'] })
  await cancelAsSalon(app, tenantId, id)
  expect((await salonMails(tenantId)).map(({ kind }) => kind)).toEqual(['salon-booked'])
  const quiet = await salon({
    profile: { notifications: { salon: 'none', members: { anna: 'anna@example.com' } } },
  })
  await book(app.guest(quiet), { tenantId: quiet, teamMember: ['anna'], start: nine })
  expect((await app.db.read(quiet, listMail)).map(({ to }) => to)).toEqual(['freja@example.com'])
})

test('a visit of an account names its holder, in the language of the tenant and to its address for guests', async () => {
  const tenantId = await salon({
    profile: { default: { language: 'da', countryCode: 'DK' }, contact_email: 'hej@example.com' },
  })
  const guest = app.guest(tenantId)
  const uid = await register(guest, tenantId)
  await guest('updateUser', { tenantId, uid, preferredLanguage: 'de' })
  await book(guest, { tenantId, start: nine })
  const [mail] = await salonMails(tenantId)
  expect(mail).toMatchObject({
    to: 'hej@example.com',
    subject: 'Ny booking: Noah Berg, fredag 12. juni kl. 09.00',
  })
  for (const part of ['Noah Berg har booket en tid.', 'noah@example.com', 'kl. 09.00 hos', '400,00 kr.'])
    expect(mail?.text).toContain(part)
})

test.each([
  [30_000, 60_000, 0, 'Cancellation fee: kr. 600.00\nPaid: kr. 300.00\nStill to pay: kr. 300.00'],
  [
    120_000,
    60_000,
    60_000,
    'Cancellation fee: kr. 600.00\nPaid: kr. 1,200.00\nRefund to the guest: kr. 600.00\n\n',
  ],
  [120_000, 0, 120_000, 'Paid: kr. 1,200.00\nRefund to the guest: kr. 1,200.00\n\n'],
])('a cancellation with %i paid, fee %i, refund %i says what is left', async (paid, fee, refunded, words) => {
  const tenantId = await salon()
  const visit = await makeVisit(app, tenantId, { start: new Date(nine), paid })
  const gone = { ...visit, state: 'cancelled' as const, sequence: 1, fee, refunded }
  const ctx = await jobContext(app, tenantId)
  for (let again = 0; again < 3; again += 1)
    await app.db.write(tenantId, (tx) => enqueueSalonMail(ctx, tx, gone, { about: 'cancelled' }))
  const [mail, ...more] = await salonMails(tenantId)
  expect(more).toEqual([])
  expect(mail?.text).toContain(words)
})

test('a published file is sent as such, and typed names stay text', async () => {
  const tenantId = await salon()
  const evil = '<img src=x>"\r\nBEGIN:VEVENT https://evil.example'
  const contact = { firstname: evil, lastname: '', email: 'freja@example.com', mobile: '', language: 'en' }
  const visit = await makeVisit(app, tenantId, { start: new Date(nine), contact })
  const ctx = await jobContext(app, tenantId)
  await app.db.write(tenantId, (tx) => enqueueSalonMail(ctx, tx, visit, { about: 'booked' }))
  const [row] = await app.db.read(tenantId, listMail)
  const sent: Mail[] = []
  const mailer = { send: (mail: Mail) => Promise.resolve(void sent.push(mail)), close() {} }
  const config = { ...app.deps.config, mail: 'smtp' as const }
  await sendMail({ ...app.deps, ...ctx.deps, config, mailer } as unknown as Parameters<typeof sendMail>[0], {
    tenant: tenantId,
    id: row?.id ?? '',
  })
  expect(sent.map(({ calendar }) => calendar?.method)).toEqual(['PUBLISH'])
  expect(sent[0]?.subject).not.toMatch(/[\r\n]|evil\.example/)
  expect(sent[0]?.html).not.toMatch(/<img|evil\.example/)
  expect(eventOf(sent[0]?.calendar?.ics ?? '').start).toBe(nine)
})

test('a mail to the salon is redacted with its subject once the visit has ended', async () => {
  const tenantId = await salon()
  await book(app.guest(tenantId), { tenantId, start: nine })
  const [mail] = await salonMails(tenantId)
  expect(mail?.wipeAt?.getTime()).toBe(nine + 30 * minute)
  await app.db.write(tenantId, async (tx) => {
    for (const { id } of await listMail(tx)) await markSent(tx, id, new Date(nine))
    await redactEndedMails(tx, new Date(nine + 30 * minute))
  })
  const rows = await app.unrecorded.read(tenantId, (tx) =>
    tx.execute<{ row: string }>(sql`select mail::text as row from mail order by key`),
  )
  expect(rows.rows.map(({ row }) => /Freja|freja@|20 12 34 56/.test(row))).toEqual([false, false])
})

test('a person of the salon who is also a guest does not export the mails about others', async () => {
  const tenantId = await salon({
    profile: { notifications: { salon: 'all', members: { anna: 'noah@example.com' } } },
  })
  const guest = app.guest(tenantId)
  await register(guest, tenantId)
  await book(app.guest(tenantId), { tenantId, teamMember: ['anna'], start: nine })
  await book(guest, { tenantId, teamMember: ['anna'], start: nine + hour })
  const listed = await app.db.read(tenantId, (tx) =>
    listMailsTo(tx, { email: 'noah@example.com', createdAt: new Date(0) }),
  )
  expect(listed.map(({ type }) => type).filter((type) => type.includes('booked'))).toEqual(['visit-booked'])
})
