import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { createRandom } from '#test/availability-cases.ts'
import { makeApp, makeDb, makeTenant, type TestApp, type TestDb } from '#test/make.ts'
import { countOverlaps, moveAsSalon } from '#test/move.ts'
import { makeCrowd, startServers, type RaceServers } from '#test/race.ts'
import { countUnequal, countUnitOverlaps } from '#test/rooms.ts'
import { book } from '#test/steps.ts'
import { perTier, seed } from '#test/tier.ts'

/*
 * Guests over two processes want rooms of which there are fewer than people, and the salon moves visits
 * between them: nobody and no unit is twice at once, and nobody waits for each other.
 */
const GUESTS = perTier(20, 50)
const ROUNDS = perTier(4, 100)
const MOVES = perTier(120, 10_000)
const WORKERS = 3
const ROOMS = 3
const ZONE = 'Europe/Copenhagen'

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

const salon = () =>
  makeTenant(testDb, {
    members: ['anna', 'bo', 'carl', 'dora', 'emil'].map((id) => ({ id })),
    resources: [
      { id: 'lamp', count: 2 },
      { id: 'room', count: ROOMS },
    ],
    services: [
      { id: 'massage', duration: 60, bufferAfter: 15, uses: { room: 'all' } },
      {
        id: 'facial',
        duration: 45,
        processingAfter: 15,
        processingMinutes: 15,
        // Each guest names them in another order than they are locked in.
        uses: { room: 'work', lamp: 'all' },
      },
      { id: 'light', duration: 30, uses: { lamp: 'all' } },
      { id: 'talk', duration: 30 },
    ],
    rules: { horizonDays: 365 },
  })
const today = localParts(ZONE, Math.floor(Date.now() / 60_000)).date
/** Minutes after nine on a day, counted from tomorrow. */
const at = (day: number, minute: number) => toInstant(ZONE, addDays(today, day + 1), 9 * 60 + minute) * 60_000

async function countDeadlocks(): Promise<number> {
  const { rows } = await testDb.owner.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? -1
}
const verify = async (tenant: TenantId) => ({
  people: await countOverlaps(app, tenant),
  units: await countUnitOverlaps(app, tenant),
  unequal: await countUnequal(app, tenant),
  deadlocks: await countDeadlocks(),
})
const NOTHING = { people: 0, units: 0, unequal: 0, deadlocks: 0 }

test(
  'of guests who want one time, as many get it as there are rooms; of mixes nothing overlaps',
  { timeout: 60_000 + GUESTS * ROUNDS * 100 },
  async () => {
    const tenant = await salon()
    const crowd = makeCrowd(servers, tenant, { patient: true })
    const roll = createRandom(seed)
    const winners: number[] = []
    let mixed = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const same = await Promise.all(
        Array.from({ length: GUESTS }, (_, guest) =>
          crowd.book(guest, { services: ['massage'], start: at(2 * round, 0) }),
        ),
      )
      winners.push(same.filter(({ won }) => won).length)
      const mixes = await Promise.all(
        Array.from({ length: GUESTS }, (_, guest) =>
          crowd.book(guest, {
            services: roll.pick([
              ['massage'],
              ['facial'],
              ['light'],
              ['talk'],
              ['massage', 'facial'],
              ['light', 'massage'],
            ]),
            start: at(2 * round + 1, roll.between(0, 180, 15)),
          }),
        ),
      )
      mixed += mixes.filter(({ won }) => won).length
    }
    expect(crowd.failures).toEqual([])
    expect(winners).toEqual(Array(ROUNDS).fill(ROOMS))
    expect(mixed).toBeGreaterThan(ROUNDS * 5)
    expect(await verify(tenant)).toEqual(NOTHING)
    console.info(
      `rooms: ${GUESTS} guests, ${ROOMS} rooms, 5 people, ${ROUNDS} rounds over two processes: ` +
        `${winners.length * ROOMS} of one time, ${mixed} of mixes, 0 overlaps, 0 deadlocks; ${crowd.report()}`,
    )
  },
)

test(
  'visits that are moved and handed over at once never share a room or a person',
  { timeout: 120_000 + MOVES * 100 },
  async () => {
    const tenant = await salon()
    const ids: string[] = []
    for (const [place, services] of [['massage'], ['facial'], ['light'], ['massage', 'facial']].entries())
      for (const day of [0, 1, 2])
        ids.push(
          (await book(app.guest(tenant), { tenantId: tenant, services, start: at(day, 120 * place) })).id,
        )
    const roll = createRandom(seed)
    const members = ['anna', 'bo', 'carl', 'dora', 'emil']
    const seen = new Map<string, number>()
    const work = async () => {
      for (let move = 0; move < MOVES / WORKERS; move += 1) {
        const to = { start: at(0, roll.between(0, 240, 15)), members: [roll.pick(members)] }
        const outcome = await moveAsSalon(app, tenant, roll.pick(ids), to)
        const key = outcome.ok ? (outcome.moved ? 'moved' : 'there') : outcome.reason
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
    expect(await verify(tenant)).toEqual(NOTHING)
    expect(seen.get('moved')).toBeGreaterThan(MOVES / 10)
    expect(seen.get('room')).toBeGreaterThan(0)
    const { rows } = await app.unrecorded.read(tenant, (tx) =>
      tx.execute(sql`select 1 from segment_unit where taken`),
    )
    // Each massage and light uses one, a facial two.
    expect(rows).toHaveLength(3 * (1 + 2 + 1 + 3))
    console.info(
      `moves and hand-overs of ${ids.length} visits: ${JSON.stringify(Object.fromEntries(seen))}, no unit twice`,
    )
  },
)
