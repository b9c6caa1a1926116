import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, register, summer } from '#test/steps.ts'
import { jobContext, makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import type { TenantId } from '../database/db.ts'
import { simulatedMailer, simulatedSms } from '#simulators/messages.ts'
import { listMail } from '../mail/queries.ts'
import { findSmsByKey } from '../sms/queries.ts'
import { sendSms } from '../sms/send-sms.ts'
import { sweepWaitlist } from './jobs.ts'
import {
  enqueueConfirmMessage,
  enqueueEndingMessage,
  enqueuePausedMail,
  enqueueWithdrawnMail,
} from './mail.ts'
import { offerMailKey } from './offer-mail.ts'
import { withdrawOffer } from './offer.ts'
import { findEntry } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const DAY = 86_400_000
const night = summer('2026-06-10T00:32')
const morning = summer('2026-06-10T08:00')
/** A contact without an e-mail address. */
const contact = { firstname: 'Vera', lastname: 'Lund', email: null, mobile: '+4520123456', language: 'en' }

async function salon(now: number): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app)
}

/** The kinds of the tenant's text messages with the time of their job, null for at once. */
const textTimes = async (tenant: TenantId) =>
  (
    await asOwner<{ kind: string; at: Date | null }>(
      app,
      tenant,
      `select split_part(key, ':', 1) as kind, nullif(start_after, created_on) as at from sms
        join pgboss.job on name = 'send-sms' and data->>'id' = sms.id::text
        where tenant_id = '${tenant}' order by kind`,
    )
  ).map(({ kind, at }) => [kind, at && at.getTime()])

/** Writes every message about an entry that has neither an offer nor an answer. */
const writeAll = async (tenant: TenantId, id: string) => {
  const ctx = await jobContext(app, tenant)
  await app.db.write(tenant, async (tx) => {
    const entry = await findEntry(tx, { id })
    if (!entry) throw new Error('no entry')
    await enqueueEndingMessage(ctx, tx, entry)
    await enqueuePausedMail(ctx, tx, entry)
    const [start, end] = [new Date(night + DAY), new Date(night + DAY + 3_600_000)]
    await enqueueWithdrawnMail(ctx, tx, entry, { id, start, end, segments: [] })
  })
}

test('the sweep at night has the text message about an end sent in the morning', async () => {
  const tenant = await salon(night)
  await makeEntry(app, tenant, { contact, joinedAt: night - 2 * DAY, endsAt: night + 2.5 * DAY })
  await sweepWaitlist(await jobContext(app, tenant))
  expect(await textTimes(tenant)).toEqual([['waitlist-ending', morning]])
})

test.each([
  ['2026-06-10T00:32', '2026-06-10T08:00'],
  ['2026-06-09T21:00', '2026-06-10T08:00'],
  ['2026-06-10T20:59', '2026-06-10T20:59'],
])('text messages about an entry that are written at %s are sent at %s', async (now, later) => {
  const at = summer(later)
  const tenant = await salon(summer(now))
  await writeAll(tenant, await makeEntry(app, tenant, { contact }))
  expect(await textTimes(tenant)).toEqual([
    ['waitlist-ending', at],
    ['waitlist-paused', at],
    ['waitlist-withdrawn', at],
  ])
})

test('the text message that asks to confirm an entry is sent at once, also at night', async () => {
  const tenant = await salon(night)
  const id = await makeEntry(app, tenant, { contact, confirmed: false })
  const ctx = await jobContext(app, tenant)
  await app.db.write(tenant, async (tx) => {
    const entry = await findEntry(tx, { id })
    if (entry) await enqueueConfirmMessage(ctx, tx, entry)
  })
  expect(await textTimes(tenant)).toEqual([['waitlist-confirm', null]])
})

test('the mail that asks to confirm an entry says what its guest waits for', async () => {
  const tenant = await salon(morning)
  const windows = [
    { from: '2026-06-12', until: '2026-06-14', weekdays: [], earliest: '00:00', latest: '24:00' },
  ]
  const guest = { ...contact, email: 'vera@example.com' }
  const id = await makeEntry(app, tenant, { contact: guest, confirmed: false, windows })
  const ctx = await jobContext(app, tenant)
  await app.db.write(tenant, async (tx) => {
    const entry = await findEntry(tx, { id })
    if (entry) await enqueueConfirmMessage(ctx, tx, entry)
  })
  const [mail] = await app.db.read(tenant, listMail)
  for (const part of ['Services: cut of', 'Friday, 12 June 2026 – Sunday, 14 June 2026', 'Anyone available'])
    expect(mail?.text).toContain(part)
})

test.each([
  [{ quiet: null }, null, night],
  [{ quiet: { from: '23:00', until: '09:30' } }, null, summer('2026-06-10T09:30')],
  // 01:00 in Copenhagen is 08:00 in Tokyo.
  [{}, 'Asia/Tokyo', summer('2026-06-10T01:00')],
])('text messages to an account wait for the end of its quiet hours: %o, %s', async (own, zone, at) => {
  const tenant = await salon(night)
  const guestId = await register(app.guest(tenant), tenant)
  const channels = { push: false, sms: true, mail: false }
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+4520123456', mobile_verified = true, notifications = $1, time_zone = $2
      where tenant_id = '${tenant}'`,
    [{ ...channels, waitlist: channels, ...own }, zone],
  )
  await writeAll(tenant, await makeEntry(app, tenant, { guestId }))
  expect((await textTimes(tenant)).map(([, time]) => time)).toEqual([at, at, at])
})

/** An offer made at 07:00 whose text message waits for 08:00. */
async function textedOffer() {
  const tenant = await salon(summer('2026-06-10T07:00'))
  const entry = await makeEntry(app, tenant, { contact })
  const holder = app.guest(tenant)
  const visit = await book(holder, { tenantId: tenant, start: summer('2026-06-12T09:00') })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: visit.cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  const find = () =>
    app.db.read(tenant, (tx) => (offer ? findSmsByKey(tx, offerMailKey(offer.id)) : Promise.resolve(null)))
  const message = await find()
  if (!message) throw new Error('no text message')
  const sent: string[] = []
  const sms = {
    ...simulatedSms(),
    async send({ ref }: { ref: string }) {
      sent.push(ref)
      return { providerId: 'p1' }
    },
  }
  return {
    sent,
    id: message.id,
    stateOf: async () => (await find())?.state,
    send: () =>
      sendSms({ ...app.deps, url: app.appUrl, mailer: simulatedMailer(), sms }, { tenant, id: message.id }),
    accept: async () => {
      const guest = app.guest(tenant)
      const names = { messageId: offer?.messageId ?? '', waitlistHandle: offer?.waitlistHandle ?? '' }
      const { message: shown } = await guest('getWaitlistOffer', { tenantId: tenant, ...names })
      await guest('acceptWaitlistInvite', { tenant, ...names, message: shown })
    },
    withdraw: async () => {
      const ctx = await jobContext(app, tenant)
      await app.db.write(tenant, (tx) => withdrawOffer(ctx, tx, { id: entry }))
    },
  }
}

test.each(['withdraw', 'accept'] as const)(
  'the waiting text message of an offer is not sent after its guest or the salon has ended it: %s',
  async (end) => {
    const offered = await textedOffer()
    expect(await offered.stateOf()).toBe('waiting')
    await offered[end]()
    await offered.send()
    expect([await offered.stateOf(), offered.sent]).toEqual(['failed', []])
  },
)

test('the end of an offer leaves a text message that was sent as it is', async () => {
  const { sent, id, stateOf, send, withdraw } = await textedOffer()
  await send()
  await withdraw()
  expect([await stateOf(), sent]).toEqual(['sent', [id]])
})
