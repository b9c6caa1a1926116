import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toInstant, localParts } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { entryHandles } from '#server/secret/handle.ts'
import { createRandom } from '#test/availability-cases.ts'
import { makeApp, makeDb, makeTenant, type TestApp, type TestDb } from '#test/make.ts'
import { makeCrowd, startServers, type RaceServers } from '#test/race.ts'
import { book } from '#test/steps.ts'
import { endOffers, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import { perTier, seed } from '#test/tier.ts'

const ROUNDS = perTier(1, 50)
const ENTRIES = 20
const DAY_MS = 86_400_000
const ZONE = 'Europe/Copenhagen'
/** One hour a day: nobody can be offered another time that only touches the freed one. */
const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '11:00', to: '12:00' }))

let testDb: TestDb
let servers: RaceServers
let app: TestApp
beforeAll(async () => {
  testDb = await makeDb()
  await makeTenant(testDb, { id: 'default', firstpath: null, services: [], members: [] })
  servers = await startServers(testDb.appUrl)
  app = await makeApp({ testDb })
})
afterAll(async () => {
  servers.stop()
  await app.close()
})

type Link = { messageId: string; waitlistHandle: string; entryId: string }

/** Ends the open offer: declined by its guest, or with its time over. */
async function endOpenOffer(tenant: TenantId, offer: Link, declined: boolean): Promise<void> {
  if (declined)
    await app.guest(tenant)('declineWaitlistOffer', {
      tenantId: tenant,
      messageId: offer.messageId,
      waitlistHandle: offer.waitlistHandle,
    })
  else {
    await app.unrecorded.write(tenant, (tx) =>
      tx.execute(
        sql`update waitlist_offer set expires_at = now() - interval '1 second' where state = 'open'`,
      ),
    )
    await endOffers(app, tenant)
  }
  await matchAll(app, tenant)
}

/** A time that has been offered to all but the last, whose offer is open. */
async function lastOffer(tenant: TenantId, start: number, chance: (of: number) => boolean) {
  const entries: string[] = []
  for (let index = 0; index < ENTRIES; index += 1) entries.push(await makeEntry(app, tenant))
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, { tenantId: tenant, services: ['cut'], start })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const links: (Link & { declined: boolean })[] = []
  for (const entryId of entries) {
    const [offer] = await openOffers(app, tenant)
    if (offer?.entryId !== entryId) throw new Error('the time was offered out of order')
    const { messageId, waitlistHandle } = offer
    const declined = entryId !== entries.at(-1) && chance(0.5)
    links.push({ messageId, waitlistHandle, entryId, declined })
    if (links.length < ENTRIES) await endOpenOffer(tenant, offer, declined)
  }
  return links
}

/** The order of ids after the changes that the server has recorded, one after the other. */
async function replay(tenant: TenantId, before: string[]): Promise<string[]> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ entry: string; event: string }>(sql`select entry_id as entry, event
      from waitlist_change where event in ('moved', 'left', 'accepted') order by at`),
  )
  const order = [...before]
  for (const { entry, event } of rows) {
    const place = order.indexOf(entry)
    order.splice(place, 1)
    // All of them compete: the nearest competitor ahead is the one before.
    if (event === 'moved') order.splice(place - 1, 0, entry)
  }
  return order
}

/** Number of pairs of members' ranges that overlap. */
async function countOverlaps(tenant: TenantId): Promise<number> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select 1 from segment a join segment b on a.member_id = b.member_id
      and a.busy && b.busy and (a.visit_id, a.position) < (b.visit_id, b.position) and a.taken and b.taken`),
  )
  return rows.length
}

test(
  'of twenty who accept at once only the holder of the open offer gets the time, or a direct booking after it',
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const { chance } = createRandom(seed)
    for (let round = 0; round < ROUNDS; round += 1) {
      const tenant = await makeTenant(testDb, {
        members: [{ id: 'anna', hours }],
        services: [{ id: 'cut', price: 32_000, duration: 60 }],
      })
      const today = localParts(ZONE, Math.floor(app.deps.now() / 60_000)).date
      const start = toInstant(ZONE, addDays(today, 3), 11 * 60) * 60_000
      const other = await book(app.guest(tenant), {
        tenantId: tenant,
        services: ['cut'],
        start: start + DAY_MS,
      })
      const links = await lastOffer(tenant, start, chance)
      const last = links.at(-1)
      if (!last) throw new Error('nobody has an offer')
      const before = (await orderOf(app, tenant)).map(({ id }) => id)
      const crowd = makeCrowd(servers, tenant)
      const accepts = links.map(async ({ messageId, waitlistHandle, entryId }, client) => {
        const names = { messageId, waitlistHandle }
        const { answer: offer } = await crowd.send(client, 'getWaitlistOffer', names, '')
        const input = { tenant, ...names, message: offer.message }
        const { answer } = await crowd.send(client, 'acceptWaitlistInvite', input, '')
        return { entryId, ...answer }
      })
      const names = { messageId: last.messageId, waitlistHandle: last.waitlistHandle }
      // Of those whose offer has ended, every fifth leaves at the same moment.
      const leaving = links.slice(0, -1).filter((_, index) => index % 5 === round % 5)
      const leaves = leaving.map(({ entryId }, index) =>
        crowd.send(
          50 + index,
          'gen2_crudWaitlist-guestUnsubscribe',
          { data: { waitId: entryHandles(app.deps.secret, tenant, entryId).leave } },
          '',
        ),
      )
      // Another visit is cancelled, whose time another guest is offered.
      const cancels = [
        crowd.send(60, 'gen2_crudWaitlist-cancelBooking', { data: { booking: other.cancelHandle } }, ''),
      ]
      const declines = round % 2 === 0 ? [crowd.send(30, 'declineWaitlistOffer', names, '')] : []
      const direct = Array.from({ length: 5 }, (_, index) =>
        crowd.book(40 + index, { services: ['cut'], start }),
      )
      const matches = [matchAll(app, tenant), matchAll(app, tenant)]
      const [accepted, bookings] = await Promise.all([
        Promise.all(accepts),
        Promise.all(direct),
        Promise.all(declines),
        Promise.all(leaves),
        Promise.all(cancels),
        Promise.all(matches),
      ])
      expect(crowd.failures).toEqual([])
      const winners = accepted.filter(({ visit }) => visit !== undefined)
      expect(winners.every(({ entryId }) => entryId === last.entryId)).toBe(true)
      expect(winners.length + bookings.filter(({ won }) => won).length).toBeLessThanOrEqual(1)
      if (declines.length === 0) expect(winners).toHaveLength(1)
      expect(await countOverlaps(tenant)).toBe(0)

      // Each who lost an offer, not by an own decline, has passed one at most, and nobody else has moved.
      const after = (await orderOf(app, tenant)).map(({ id }) => id)
      for (const { entryId } of leaving) expect(after).not.toContain(entryId)
      expect(after).toEqual(await replay(tenant, before))
      for (const { entryId, moved } of accepted) {
        const link = links.find((one) => one.entryId === entryId)
        if (moved) expect(link?.declined).toBe(false)
      }
      const changes = await app.unrecorded.read(tenant, (tx) =>
        tx.execute<{ moves: number }>(sql`select count(*)::int as moves
          from waitlist_change where event = 'moved' group by entry_id`),
      )
      expect(changes.rows.every(({ moves }) => moves === 1)).toBe(true)
      // "Number 2 of 5" is the position in the order.
      for (const [index, id] of after.entries()) {
        const { confirm: wait } = entryHandles(app.deps.secret, tenant, id)
        expect(await app.guest(tenant)('confirmWaitlistEntry', { tenantId: tenant, wait })).toEqual({
          confirmed: true,
          place: index + 1,
          of: after.length,
        })
      }
      // A second attempt changes nothing.
      const stayed = links.filter((one) => !leaving.includes(one))
      for (const { messageId, waitlistHandle, entryId } of stayed.slice(0, 3)) {
        const { message } = await app.guest(tenant)('getWaitlistOffer', { tenantId: tenant, messageId })
        const again = await app.guest(tenant)('acceptWaitlistInvite', {
          tenant,
          messageId,
          waitlistHandle,
          message,
        })
        const ids = (await orderOf(app, tenant)).map(({ id }) => id)
        expect({ ids, place: again.place, of: again.of, moved: again.moved }).toEqual({
          ids: after,
          place: after.indexOf(entryId) + 1,
          of: after.length,
          moved: false,
        })
      }
    }
  },
)
