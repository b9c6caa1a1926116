import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, toInstant, localParts } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { removeExpiredHolds } from '#server/visit/queries.ts'
import { makeApp, makeDb, makeTenant, type TestApp, type TestDb } from '#test/make.ts'
import { cancelAsSalon, countOverlaps, mailsAbout, moveAsSalon, storedVisit } from '#test/move.ts'
import { makeCrowd, startServers, type RaceServers } from '#test/race.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'
import { perTier } from '#test/tier.ts'

const ROUNDS = perTier(1, 30)
const ZONE = 'Europe/Copenhagen'
const SECRET = 'a secret of tests, long enough for all'
const HALF_HOUR = 30 * 60_000

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

type Crowd = ReturnType<typeof makeCrowd>

/** A salon of two, a wanted time of anna's, visits at other times, people who wait, and an open offer. */
async function open() {
  const tenant = await makeTenant(testDb, { services: [{ id: 'cut', price: 32_000, duration: 30 }] })
  const today = localParts(ZONE, Math.floor(app.deps.now() / 60_000)).date
  const at = (slot: number) => toInstant(ZONE, addDays(today, 4), 10 * 60) * 60_000 + slot * HALF_HOUR
  const visitAt = (slot: number, member: string) =>
    makeVisit(app, tenant, {
      start: new Date(at(slot)),
      secret: SECRET,
      services: [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 40_000 }],
    })
  const movers = [1, 2, 3, 4, 5].map((slot) => visitAt(slot, 'anna'))
  const [given, ended, offered] = [visitAt(0, 'bo'), visitAt(6, 'anna'), visitAt(7, 'anna')]
  for (let index = 0; index < 4; index += 1) await makeEntry(app, tenant)
  await cancelAsSalon(app, tenant, (await offered).id)
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (!offer) throw new Error('there is no open offer')
  return {
    tenant,
    wanted: at(0),
    movers: await Promise.all(movers),
    given: await given,
    ended: await ended,
    offer,
  }
}

/** The handles that move and cancel these visits. */
const handlesOf = (tenant: TenantId, visits: { id: string }[]): string[] =>
  visits.map(({ id }) => deriveHandle(SECRET, 'cancel', tenant, id))

/** Twenty requests at once: moves (each twice), bookings, the salon, cancels, an offer, a match. */
async function race(
  { tenant, wanted, movers, given, ended, offer }: Awaited<ReturnType<typeof open>>,
  crowd: Crowd,
) {
  const handles = handlesOf(tenant, [...movers, ended])
  const moves = handles.slice(0, 5).flatMap((handle, index) =>
    [0, 1].map(async (again) => {
      const to = { handle, start: wanted, teamMember: ['anna'] }
      const { answer } = await crowd.send(index * 2 + again, 'moveVisit', to, '')
      return { id: movers[index]?.id ?? '', ok: 'ok' in answer && answer.ok }
    }),
  )
  const cancel = (client: number, handle = '') =>
    crowd.send(client, 'gen2_crudWaitlist-cancelBooking', { data: { bookingId: handle } }, '')
  const bookings = [20, 21, 22].map((client) =>
    crowd.book(client, { services: ['cut'], teamMember: ['anna'], start: wanted }),
  )
  const salon = [0, 1].map(() => moveAsSalon(app, tenant, given.id, { start: wanted, members: ['anna'] }))
  const cancels = [cancel(30, handles[5]), cancel(31, handles[5]), cancel(32, handles[0])]
  const names = { messageId: offer.messageId, waitlistHandle: offer.waitlistHandle }
  const accepting = crowd
    .send(40, 'getWaitlistOffer', names, '')
    .then(({ answer: { message } }) =>
      crowd.send(40, 'acceptWaitlistInvite', { tenant, ...names, message }, ''),
    )
  const [moved, booked, reassigned, accepted] = await Promise.all([
    Promise.all(moves),
    Promise.all(bookings),
    Promise.all(salon),
    accepting,
    Promise.all(cancels),
    matchAll(app, tenant),
  ])
  return {
    winners: new Set([
      ...moved.filter(({ ok }) => ok).map(({ id }) => id),
      ...booked.filter(({ won }) => won).map(({ client }) => `booking ${client}`),
      ...reassigned.filter(({ ok }) => ok).map(() => given.id),
    ]),
    bookings: booked.filter(({ won }) => won).length,
    accepted: accepted.answer,
  }
}

test(
  'of moves, bookings, cancels, offers and the salon at once one gets the time, and each change has one letter',
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open()
      const { tenant, movers, given, ended } = opened
      const crowd = makeCrowd(servers, tenant)
      const { winners, bookings, accepted } = await race(opened, crowd)
      // A visit that was cancelled before its move is refused by its state.
      expect(crowd.failures.filter((one) => !one.includes('visit/not-movable'))).toEqual([])
      expect(winners.size).toBe(1)
      expect(accepted.visit).toBeDefined()
      expect(await countOverlaps(app, tenant)).toBe(0)
      for (const { id } of [...movers, given, ended]) {
        const visit = await storedVisit(app, tenant, id)
        const letters = await mailsAbout(app, tenant, id)
        const [first] = movers
        const changes = (winners.has(id) ? 1 : 0) + (id === ended.id || id === first?.id ? 1 : 0)
        expect([
          visit.sequence,
          letters.map(({ event }) => event?.sequence ?? 0).toSorted((a, b) => a - b),
        ]).toEqual([changes, Array.from({ length: changes }, (_, index) => index + 1)])
        expect(visit.state).toBe(id === ended.id || id === first?.id ? 'cancelled' : 'booked')
      }
      const confirmed = (await app.db.read(tenant, listMail)).filter(({ key }) =>
        key.startsWith('visit-booked:'),
      )
      expect(confirmed).toHaveLength(bookings + 1)
    }
  },
)

/**
 * Twenty visits, ten places that are wanted, some under a hold that ends, and a visit of which half is
 * cancelled: fifty requests at once, of moves, bookings and cancels, and of the sweep that ends holds.
 */
async function crowdedDay() {
  const tenant = await makeTenant(testDb, { services: [{ id: 'cut', price: 32_000, duration: 30 }] })
  const today = localParts(ZONE, Math.floor(app.deps.now() / 60_000)).date
  const at = (days: number, slot: number) =>
    toInstant(ZONE, addDays(today, days), 10 * 60) * 60_000 + slot * HALF_HOUR
  const members = ['anna', 'bo']
  const visitOf = (start: number, member: string, row: { state?: 'held'; holdUntil?: Date } = {}) =>
    makeVisit(app, tenant, {
      start: new Date(start),
      secret: SECRET,
      services: [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 40_000 }],
      ...row,
    })
  const places = (days: number, slots: number) =>
    Array.from({ length: slots }, (_, slot) =>
      members.map((member) => ({ start: at(days, slot), member })),
    ).flat()
  const visits = await Promise.all(places(4, 10).map(({ start, member }) => visitOf(start, member)))
  for (const [index, { start, member }] of places(5, 3).entries())
    await visitOf(start, member, { state: 'held', holdUntil: new Date(Date.now() + 40 * index) })
  return { tenant, visits, wanted: places(5, 5), own: places(4, 10) }
}

const FIRST_CANCELLED = 10
const sweepHolds = (tenant: TenantId) => app.db.write(tenant, (tx) => removeExpiredHolds(tx, new Date()))

/** Who got what of fifty requests at once. */
async function crowd({ tenant, visits, wanted, own }: Awaited<ReturnType<typeof crowdedDay>>) {
  const guests = makeCrowd(servers, tenant, { patient: true })
  const handles = handlesOf(tenant, visits)
  // Half of them want a free place, the others the place of a visit that may be cancelled just now.
  const targetOf = (index: number) =>
    index % 2 ? own[FIRST_CANCELLED + (((index >> 1) + 5) % 10)] : wanted[index >> 1]
  const moves = handles.map(async (handle, index) => {
    const { start = 0, member = '' } = targetOf(index) ?? {}
    const to = { handle, start, teamMember: [member] }
    const { answer } = await guests.send(index, 'moveVisit', to, '')
    return 'ok' in answer && answer.ok ? start : null
  })
  // No booking wants the first place, so that at least one move succeeds.
  const bookings = Array.from({ length: 14 }, (_, index) => {
    const { start = 0, member = '' } = wanted[1 + (index % (wanted.length - 1))] ?? {}
    return guests.book(100 + index, { services: ['cut'], teamMember: [member], start })
  })
  const cancels = handles
    .slice(FIRST_CANCELLED)
    .map((handle, index) =>
      guests.send(200 + index, 'gen2_crudWaitlist-cancelBooking', { data: { bookingId: handle } }, ''),
    )
  const sweeps = Array.from({ length: 6 }, () => sweepHolds(tenant))
  const [moved, booked] = await Promise.all([
    Promise.all(moves),
    Promise.all(bookings),
    Promise.all(cancels),
    Promise.all(sweeps),
  ])
  return { moved, won: booked.filter((one) => one.won).length, failures: guests.failures }
}

test(
  'of fifty moves, bookings, cancels and ending holds at once none overlaps and none is lost',
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    let moves = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = await crowdedDay()
      const { moved, won, failures } = await crowd(day)
      expect(failures.filter((one) => !one.includes('visit/not-movable'))).toEqual([])
      expect(await countOverlaps(app, day.tenant)).toBe(0)
      for (const [index, before] of day.visits.entries()) {
        const { state, start, sequence, segments } = await storedVisit(app, day.tenant, before.id)
        const [to, cancelled] = [moved[index] ?? null, index >= FIRST_CANCELLED]
        expect([index, state, start.getTime(), sequence, segments.map((one) => one.start)]).toEqual([
          index,
          cancelled ? 'cancelled' : 'booked',
          to ?? before.start.getTime(),
          (to === null ? 0 : 1) + (cancelled ? 1 : 0),
          [start],
        ])
      }
      await sweepHolds(day.tenant)
      const { rows } = await app.unrecorded.read(day.tenant, (tx) =>
        tx.execute(sql`select state, count(*)::int from visit group by state order by state`),
      )
      expect(rows).toEqual([
        { state: 'booked', count: FIRST_CANCELLED + won },
        { state: 'cancelled', count: day.visits.length - FIRST_CANCELLED },
      ])
      moves += moved.filter((to) => to !== null).length
    }
    expect(moves).toBeGreaterThan(0)
  },
)

test('none of it has run into a deadlock', async () => {
  servers.stop()
  const owner = new pg.Client({ connectionString: testDb.ownerUrl })
  await owner.connect()
  // Connections report what they have counted when they end.
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { rows } = await owner.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  await owner.end()
  expect(rows).toEqual([{ deadlocks: 0 }])
})
