import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, freja, hold, register, summer } from '#test/steps.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail, SALON_MAIL } from '#server/mail/queries.ts'
import { claimVisits } from '../claim-visits.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T08:00')
const nine = summer('2026-06-11T09:00')

async function salon(): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app)
}
const mails = (tenant: TenantId) => app.db.read(tenant, listMail)
const salonMails = async (tenant: TenantId) =>
  (await mails(tenant)).filter(({ key }) => key.startsWith(SALON_MAIL))
const stored = async (tenant: TenantId) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute(sql`select visitor, note, state from visit`))).rows
const eventOf = (ics: string) =>
  new ICAL.Event(new ICAL.Component(ICAL.parse(ics) as unknown[]).getFirstSubcomponent('vevent') ?? undefined)

/** Books with what else the guest says. */
async function bookWith(tenantId: TenantId, extras: { visitor?: string; note?: string }) {
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  await guest('confirmVisit', { tenantId, handle, details: freja, ...extras })
  const visit = await guest('getVisit', { tenantId, handle })
  return { guest, visitHandle: handle, handle: visit.cancelHandle ?? '', visit }
}

test('a note is shown only to its guest, and reaches the salon without links; no mail to the guest has it', async () => {
  const tenantId = await salon()
  const note = 'Allergisk over for ammoniak.\r\nSe https://evil.example/x ❤️'
  const { guest, visit, visitHandle, handle } = await bookWith(tenantId, { note })
  expect(visit).toMatchObject({ note: 'Allergisk over for ammoniak.\nSe https://evil.example/x ❤️' })
  expect(await guest('getVisit', { tenantId, handle: visitHandle })).toMatchObject({ note: visit.note })
  const anyone = app.guest(tenantId)
  expect(await anyone('getVisit', { tenantId, handle: visitHandle })).toMatchObject({ note: null })
  const cancelPage = await anyone('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: handle })
  const toGuest = (await mails(tenantId)).filter(({ to }) => to === freja.email)
  expect(toGuest).toHaveLength(1)
  expect(JSON.stringify([cancelPage, toGuest])).not.toContain('ammoniak')
  const [toSalon] = await salonMails(tenantId)
  expect(toSalon?.text).toContain('Note: Allergisk over for ammoniak.\nSe https:// evil. example/ x ❤️')
  expect(toSalon?.html).not.toContain('evil.example')
  expect(eventOf(toSalon?.ics ?? '').description).toContain('Allergisk over for ammoniak.')
})

test('a visit for another person has their name wherever it is shown; the guest stays its owner', async () => {
  const tenantId = await salon()
  const { guest, visit, visitHandle, handle } = await bookWith(tenantId, { visitor: '  Emma  ' })
  expect(visit).toMatchObject({ visitor: 'Emma', firstname: 'Freja', email: freja.email, note: null })
  const { ics } = await app.guest(tenantId)('getCalendarFile', { tenantId, handle: visitHandle })
  expect(eventOf(ics).summary).toBe(`Emma: cut of ${tenantId} at Company ${tenantId}`)
  expect(new URL(visit.calendarLinks.google).searchParams.get('text')).toBe(eventOf(ics).summary)
  expect(
    await app.guest(tenantId)('gen2_crudWaitlist-getCancelDetails', { tenantId, bookingId: handle }),
  ).toMatchObject({ booking: { visitor: 'Emma' }, guest: { firstname: 'Freja' } })
  const [toSalon] = await salonMails(tenantId)
  expect(toSalon?.subject).toContain('Emma (Freja Holm)')
  expect(toSalon?.text).toContain('Freja Holm has booked a visit.')
  const toGuest = (await mails(tenantId)).find(({ to }) => to === freja.email)
  expect(toGuest?.text).toContain('Booked for: Emma')
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
  expect((await salonMails(tenantId)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Cancelled: Emma \(Freja Holm\)/),
  )
})

test('names with links, and texts that are too long, are refused; nothing is booked', async () => {
  const tenantId = await salon()
  const guest = app.guest(tenantId)
  const { handle } = await hold(guest, { tenantId, start: nine })
  for (const extras of [
    { visitor: 'evil.com' },
    { visitor: '' },
    { visitor: 'e'.repeat(101) },
    { visitor: 'Em\u202ema' },
    { note: 'x'.repeat(501) },
    { note: 'x\u0000' },
    { note: '\ud800' },
  ])
    expect(await errorCodeOf(guest('confirmVisit', { tenantId, handle, details: freja, ...extras }))).toBe(
      'request/invalid',
    )
  expect(await stored(tenantId)).toMatchObject([{ state: 'held' }])
  const answer = await guest('confirmVisit', {
    tenantId,
    handle,
    details: freja,
    visitor: 'E',
    note: 'é'.repeat(500),
  })
  expect(answer.ok).toBe(true)
  expect(await stored(tenantId)).toMatchObject([{ state: 'booked', visitor: 'E', note: 'é'.repeat(500) }])
})

test('an account that a visit joins by its address does not get the note: another person may have written it', async () => {
  const tenantId = await salon()
  await bookWith(tenantId, { note: 'For her eyes only' })
  const account = app.guest(tenantId)
  const uid = await register(account, tenantId, freja.email)
  await app.db.write(tenantId, (tx) => claimVisits(tx, uid, { email: freja.email }, new Date()))
  const { documents } = await account('listBookings', { tenantId, uid })
  expect(documents).toMatchObject([{ note: null }])
  const { id } = documents[0] ?? { id: '' }
  expect(await account('getBooking', { tenantId, uid, id })).toMatchObject({ note: null })
})

test('the note can be changed and taken back until the visit begins, and the salon is notified each time', async () => {
  const tenantId = await salon()
  const { guest, handle, visitHandle } = await bookWith(tenantId, {})
  const change = (note: string) => guest('changeVisitNote', { tenantId, handle, note })
  app.clock.now = now + 500
  expect(await change(' Short, please ')).toEqual({ ok: true, note: 'Short, please' })
  app.clock.now = now + 1_000
  expect(await change('Short, please')).toEqual({ ok: true, note: 'Short, please' })
  expect(await salonMails(tenantId)).toHaveLength(2)
  expect(await change('')).toEqual({ ok: true, note: null })
  const subjects = (await salonMails(tenantId)).map(({ subject }) => subject.split(':')[0])
  expect(subjects).toEqual(['Note', 'Note', 'New booking'])
  const [last] = await salonMails(tenantId)
  expect(last?.text).toContain('Note: –')
  expect(last?.icsMethod).toBeNull()
  expect(eventOf(last?.ics ?? '').sequence).toBe(0)
  app.clock.now = nine
  expect(await change('late')).toEqual({ ok: false, reason: 'begun' })
  app.clock.now = nine - 1
  expect(await change('in time')).toEqual({ ok: true, note: 'in time' })
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle })
  expect(await change('again')).toEqual({ ok: false, reason: 'cancelled' })
  expect(await stored(tenantId)).toMatchObject([{ state: 'cancelled', note: 'in time' }])
  expect(await errorCodeOf(guest('changeVisitNote', { tenantId, handle: visitHandle, note: '' }))).toBe(
    'not-found',
  )
})

test('only the holder of the link, or the account, changes a note, and only at its tenant', async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const { handle, visitHandle } = await bookWith(tenantId, {})
  expect(await errorCodeOf(app.guest(other)('changeVisitNote', { tenantId: other, handle, note: 'x' }))).toBe(
    'not-found',
  )
  expect(
    await errorCodeOf(app.guest(tenantId)('changeVisitNote', { tenantId, handle: visitHandle, note: 'x' })),
  ).toBe('not-found')
  const owner = app.guest(tenantId)
  await register(owner, tenantId)
  const own = await book(owner, { tenantId, start: nine + 7_200_000 })
  expect(await owner('changeVisitNote', { tenantId, handle: own.id, note: 'mine' })).toMatchObject({
    ok: true,
  })
  const otherGuest = app.guest(tenantId)
  expect(await errorCodeOf(otherGuest('changeVisitNote', { tenantId, handle: own.id, note: 'x' }))).toBe(
    'not-found',
  )
})

test('changes at the same moment each reach the salon, up to twenty', async () => {
  const tenantId = await salon()
  const { guest, handle } = await bookWith(tenantId, {})
  const changes = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      guest('changeVisitNote', { tenantId, handle, note: `note ${index}` }),
    ),
  )
  const kept = changes.filter(({ ok }) => ok).length
  expect(kept).toBe(20)
  expect(await guest('changeVisitNote', { tenantId, handle, note: 'once more' })).toEqual({
    ok: false,
    reason: 'too-many',
  })
  expect(await salonMails(tenantId)).toHaveLength(21)
})

test('a cancellation in the middle of changes ends them, and the last one before it stays', async () => {
  const tenantId = await salon()
  const { guest, handle } = await bookWith(tenantId, {})
  const notes = Array.from({ length: 12 }, (_, index) => `note ${index}`)
  const change = (note: string) => guest('changeVisitNote', { tenantId, handle, note })
  const [before, , after] = await Promise.all([
    Promise.all(notes.slice(0, 6).map(change)),
    guest('gen2_crudWaitlist-cancelBooking', { tenantId, booking: handle }),
    Promise.all(notes.slice(6).map(change)),
  ])
  const answers = [...before, ...after]
  for (const answer of answers) if (!answer.ok) expect(answer).toEqual({ ok: false, reason: 'cancelled' })
  const written = answers.flatMap((answer) => (answer.ok ? [answer.note] : []))
  const [row] = await stored(tenantId)
  expect(row?.state).toBe('cancelled')
  expect([null, ...written]).toContain(row?.note)
  expect(await change('after all')).toEqual({ ok: false, reason: 'cancelled' })
})
