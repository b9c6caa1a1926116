import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toInstant } from '#domain/zone.ts'
import { CallError } from '#contract/errors.ts'
import { sqlState, type TenantId } from '#server/database/db.ts'
import { endExpiredOffer, matchFreedTime } from '#server/waitlist/offer-jobs.ts'
import { createRandom } from '#test/availability-cases.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, summer, type TestGuest } from '#test/steps.ts'
import { jobContext, makeEntry, openOffers } from '#test/waitlist.ts'
import { perTier, seed } from '#test/tier.ts'

/** June has room for 152. */
const CANCELLATIONS = perTier(10, 150)
const CLIENTS = 10
const ZONE = 'Europe/Copenhagen'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** The start of the n-th hour that can be booked: eight a day from 12 June on. */
const slot = (index: number) => {
  const date = addDays('2026-06-12', Math.floor(index / 8))
  const hour = 9 + (index % 8)
  const clock = (at: number) => `${String(at).padStart(2, '0')}:00`
  return {
    start: toInstant(ZONE, date, hour * 60) * 60_000,
    window: { from: date, until: date, weekdays: [], earliest: clock(hour), latest: clock(hour + 1) },
  }
}

/** The queue's hold of a start, as its job names it. */
async function queueHold(tenant: TenantId, start: number): Promise<string | null> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ id: string }>(sql`select id from visit where state = 'held' and held_for = 'queue'
      and start = ${new Date(start).toISOString()}`),
  )
  return rows[0]?.id ?? null
}

/** Tries again, as a queue or a guest does, where a busy machine kept it waiting for the lock too long. */
async function retry<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isBusy = error instanceof CallError && error.code === 'server/unavailable'
    if (!(isBusy || sqlState(error) === '57014') || attempts === 1) throw error
    return retry(work, attempts - 1)
  }
}

test(
  'no answer contains a time while it is the queue’s',
  { timeout: 60_000 + CANCELLATIONS * 3_000 },
  async () => {
    app.clock.now = summer('2026-06-10T10:00')
    const tenant = await makeTenant(app, {
      members: [{ id: 'anna' }],
      services: [{ id: 'cut', price: 32_000, duration: 60 }],
      rules: { slotMinutes: 60, horizonDays: 60 },
    })
    const { chance } = createRandom(seed)
    const ctx = await jobContext(app, tenant)
    /** Starts that are the queue's, from after a step that keeps them until before one that may free them. */
    const kept = new Set<number>()
    let running = true
    let asked = 0
    const shown: { start: number; asked: number }[] = []
    const ask = async () => {
      const guest = app.guest(tenant)
      while (running) {
        const before = new Set(kept)
        const { offers } = await guest('getAvailability', {
          tenantId: tenant,
          services: 'cut',
          month: '2026-06',
        })
        asked += 1
        for (const { start } of offers) if (before.has(start) && kept.has(start)) shown.push({ start, asked })
        await pause(100)
      }
    }
    const match = async (start: number) => {
      const id = await queueHold(tenant, start)
      if (id) await retry(() => matchFreedTime(ctx, id))
    }
    /** Cancelled, offered to two entries one after the other, and let go or booked in the end. */
    const cancelOne = async (index: number) => {
      const { start, window } = slot(index)
      for (const _ of [1, 2]) await makeEntry(app, tenant, { windows: [window] })
      const guest = app.guest(tenant)
      const holder: TestGuest = Object.assign(
        (...call: Parameters<TestGuest>) => retry(() => guest(...call)),
        guest,
      )
      const { cancelHandle } = await book(holder, { tenantId: tenant, services: ['cut'], start })
      await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
      kept.add(start)
      for (const last of [false, true]) {
        await match(start)
        const offer = (await openOffers(app, tenant)).find((one) => one.start.getTime() === start)
        if (!offer) throw new Error('a kept time was not offered')
        if (last && chance(0.5)) return
        if (chance(0.5)) {
          const { messageId, waitlistHandle } = offer
          await app.guest(tenant)('declineWaitlistOffer', { tenantId: tenant, messageId, waitlistHandle })
        } else {
          await app.unrecorded.write(tenant, (tx) =>
            tx.execute(sql`update waitlist_offer set expires_at = ${new Date(app.deps.now()).toISOString()}
            where id = ${offer.id}`),
          )
          await retry(() => endExpiredOffer(ctx, offer.id))
        }
      }
      kept.delete(start)
      await match(start)
    }
    const clients = Array.from({ length: CLIENTS }, ask)
    try {
      const next = Array.from({ length: CANCELLATIONS }, (_, index) => index)
      const workers = Array.from({ length: 4 }, async () => {
        for (let index = next.shift(); index !== undefined; index = next.shift()) await cancelOne(index)
      })
      await Promise.all(workers)
    } finally {
      running = false
    }
    await Promise.all(clients)
    console.log(`${asked} answers while ${CANCELLATIONS} cancelled times were offered`)
    expect(asked).toBeGreaterThan(CLIENTS)
    expect(shown).toEqual([])
    // What nobody wanted is everybody's again, and only that.
    const { offers } = await app.guest(tenant)('getAvailability', {
      tenantId: tenant,
      services: 'cut',
      month: '2026-06',
    })
    const free = new Set(offers.map(({ start }) => start))
    for (let index = 0; index < CANCELLATIONS; index += 1) {
      const { start } = slot(index)
      expect([index, free.has(start)]).toEqual([index, !kept.has(start)])
    }
  },
)
