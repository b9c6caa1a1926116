import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { listAuditRows } from '#server/staff/audit-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { book, errorCodeOf, freja, summer } from '#test/steps.ts'
import { listChanges, makeEntry, openOffers, orderOf } from '#test/waitlist.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const date = '2026-06-12'
const now = summer('2026-06-11T10:00')
const nine = summer(`${date}T09:00`)
const hour = 3_600_000
const reception = makeSignedIn({ device: { id: randomUUID(), name: 'Front desk', lockMinutes: 5 } })
const place = { memberId: 'anna', start: nine }

async function salon(): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app)
}

test('who waits for a free place is listed in their order, with what fits or why it does not', async () => {
  const tenant = await salon()
  const first = await makeEntry(app, tenant, { joinedAt: now - 3 * hour })
  const onlyBo = await makeEntry(app, tenant, { joinedAt: now - 2 * hour, members: ['bo'] })
  const paused = await makeEntry(app, tenant, { joinedAt: now - hour, noticeMinutes: 3 * 24 * 60 })
  const call = await staffClient(app, tenant, reception)
  const { documents } = await call('listQueue', place)
  expect(documents.map(({ id, start, reason }) => [id, start, reason])).toEqual([
    [first, nine, null],
    [onlyBo, null, 'person'],
    [paused, null, 'notice'],
  ])
  expect(documents[0]).toMatchObject({ name: 'Freja Holm', services: [`cut of ${tenant}`], members: null })
  await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  expect((await call('listQueue', place)).documents.filter(({ start }) => start !== null)).toEqual([])
})

test('“offer now” holds the time for the one who is chosen, before others, and nobody else gets it', async () => {
  const tenant = await salon()
  const [first, second] = [
    await makeEntry(app, tenant, { joinedAt: now - 2 * hour }),
    await makeEntry(app, tenant, { joinedAt: now - hour }),
  ]
  const call = await staffClient(app, tenant, reception)
  const answer = await call('offerTime', { ...place, entryId: second })
  expect(answer).toMatchObject({ ok: true, start: nine })
  const [offer] = await openOffers(app, tenant)
  expect(offer).toMatchObject({ entryId: second, expiresAt: new Date(answer.ok ? answer.until : 0) })
  // The day says the time that the guest reads.
  expect((await call('getSchedule', { date })).holds).toMatchObject([
    { kind: 'offer', until: offer?.expiresAt.getTime() },
  ])
  expect((await orderOf(app, tenant)).map(({ id, state }) => [id, state])).toEqual([
    [first, 'waiting'],
    [second, 'offered'],
  ])
  expect((await listChanges(app, tenant, second)).at(-1)).toMatchObject({ event: 'offered', by: 'tenant' })
  // Only who has been offered a time says who has done it, at which device.
  expect(await call('offerTime', { ...place, entryId: first })).toMatchObject({ ok: false })
  expect(await app.db.read(tenant, (tx) => listAuditRows(tx, { limit: 9 }))).toMatchObject([
    {
      what: 'timeOffered',
      actor: 'Mia Lund',
      device: 'Front desk',
      subject: second,
      subjectName: 'anna',
      after: { time: `${date}T09:00` },
    },
  ])
  // Exclusive: neither a guest nor another entry gets it.
  const guest = app.guest(tenant)
  expect(
    await guest('holdVisit', { tenantId: tenant, services: ['cut'], teamMember: ['anna'], start: nine }),
  ).toMatchObject({ ok: false, reason: 'taken' })
  expect(await call('offerTime', { ...place, entryId: first })).toEqual({ ok: false, reason: 'taken' })
  const { messageId, waitlistHandle } = offer ?? { messageId: '', waitlistHandle: '' }
  const { message } = await guest('getWaitlistOffer', { tenantId: tenant, messageId, waitlistHandle })
  await guest('acceptWaitlistInvite', { tenant, messageId, message, waitlistHandle })
  expect((await call('getSchedule', { date })).visits).toMatchObject([{ start: nine, source: 'waitlist' }])
})

test('of ten who offer one place at once, one does', async () => {
  const tenant = await salon()
  const entries = []
  for (let index = 0; index < 10; index += 1) entries.push(await makeEntry(app, tenant))
  const call = await staffClient(app, tenant, reception)
  const answers = await Promise.all(entries.map((entryId) => call('offerTime', { ...place, entryId })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await openOffers(app, tenant)).toHaveLength(1)
})

test('a practitioner offers their own time, and sees first names', async () => {
  const tenant = await salon()
  const entryId = await makeEntry(app, tenant, {
    contact: { firstname: 'Freja', lastname: 'Holm', email: freja.email, mobile: null, language: 'en' },
  })
  const anna = await staffClient(app, tenant, makeSignedIn({ role: 'practitioner', memberId: 'anna' }))
  // Who waits for somebody else only is nothing of theirs.
  await makeEntry(app, tenant, { members: ['bo'] })
  expect((await anna('listQueue', place)).documents).toMatchObject([{ firstname: 'Freja', name: null }])
  expect(await errorCodeOf(anna('listQueue', { ...place, memberId: 'bo' }))).toBe('auth/forbidden')
  expect(await errorCodeOf(anna('offerTime', { ...place, memberId: 'bo', entryId }))).toBe('auth/forbidden')
  const rights = Object.fromEntries(
    Object.entries(reception.rights).filter(([right]) => right !== 'waitlist'),
  )
  const without = await staffClient(app, tenant, makeSignedIn({ rights }))
  expect(await errorCodeOf(without('listQueue', place))).toBe('auth/forbidden')
  expect(await errorCodeOf(without('offerTime', { ...place, entryId }))).toBe('auth/forbidden')
  const elsewhere = await staffClient(app, await salon(), reception)
  expect(await elsewhere('offerTime', { ...place, entryId })).toEqual({ ok: false, reason: 'taken' })
})
