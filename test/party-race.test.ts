import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import type { TenantId } from '#server/database/db.ts'
import { createRandom } from '#test/availability-cases.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { makeCrowd, startServers, type RaceServers } from '#test/race.ts'
import { freja } from '#test/steps.ts'
import { perTier, seed } from '#test/tier.ts'

const CLIENTS = perTier(20, 50)
const ROUNDS = perTier(4, 100)
const KILLS = perTier(2, 20)
const PERSONS = 3
const MEMBERS = ['anna', 'bo', 'carl', 'dina', 'emil']
const zone = 'Europe/Copenhagen'
const today = localParts(zone, Math.ceil(Date.now() / 60_000)).date
const at = (round: number, minute: number) =>
  toInstant(zone, addDays(today, round + 1), 9 * 60 + minute) * 60_000

let testDb: TestDb
let servers: RaceServers
beforeAll(async () => {
  testDb = await makeDb()
  await makeTenant(testDb, { id: 'default', firstpath: null, services: [], members: [] })
  servers = await startServers(testDb.appUrl)
})
afterAll(async () => {
  servers.stop()
  await testDb.close()
})

const makeSalon = () =>
  makeTenant(testDb, {
    members: MEMBERS.map((id) => ({ id })),
    services: [{ id: 'cut', bufferAfter: 5, members: MEMBERS }],
    rules: { horizonDays: 365 },
  })

type Crowd = ReturnType<typeof makeCrowd>
const names = Array.from({ length: PERSONS }, (_, index) =>
  index === 0 ? {} : { visitor: `Person ${index}` },
)

/** Holds a time for three and books it. */
async function bookParty(crowd: Crowd, client: number, start: number): Promise<'booked' | 'taken' | 'held'> {
  const persons = names.map(() => ({ services: ['cut'] }))
  const { answer, cookie } = await crowd.send(client, 'holdParty', { persons, start }, '')
  if (!answer.ok) return 'taken'
  const body = { handle: answer.hold.handle, details: freja, persons: names }
  const confirmed = await crowd.send(client, 'confirmVisit', body, cookie)
  return confirmed.answer.ok ? 'booked' : 'held'
}

const count = async (tenant: TenantId, query: ReturnType<typeof sql>): Promise<number> =>
  (await testDb.db.read(tenant, (tx) => tx.execute<{ count: number }>(query))).rows[0]?.count ?? -1

/** Parties of which not all visits are there, or not all in one state with one end. */
const countInPart = (tenant: TenantId) =>
  count(
    tenant,
    sql`select count(*)::int from (
      select party_id from visit where tenant_id = ${tenant} and party_id is not null group by party_id
      having count(*) <> ${PERSONS} or count(distinct state) > 1 or count(distinct hold_until) > 1
        or count(distinct party_position) <> ${PERSONS}) as parts`,
  )
const countOverlapping = (tenant: TenantId) =>
  count(
    tenant,
    sql`select count(*)::int from segment a
      join segment b on a.tenant_id = b.tenant_id and a.member_id = b.member_id and a.busy && b.busy
        and (a.visit_id, a.position) < (b.visit_id, b.position)
      where a.tenant_id = ${tenant} and a.taken and b.taken`,
  )
const countParties = (tenant: TenantId, state: string) =>
  count(
    tenant,
    sql`select count(distinct party_id)::int from visit
      where tenant_id = ${tenant} and party_id is not null and state = ${state}`,
  )

test(
  'parties of three among single guests are booked as a whole or not at all',
  { timeout: 60_000 + CLIENTS * ROUNDS * 100 },
  async () => {
    const roll = createRandom(seed)
    const tenant = await makeSalon()
    const crowd = makeCrowd(servers, tenant)
    const found = { booked: 0, taken: 0, held: 0, single: 0 }
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          const start = at(round, roll.between(0, 60, 15))
          if (client % 3 === 0) found[await bookParty(crowd, client, start)] += 1
          else if ((await crowd.book(client, { services: ['cut'], start })).won) found.single += 1
        }),
      )
    console.log(
      `parties: ${ROUNDS} rounds of ${CLIENTS} guests over two processes from seed ${seed}: ` +
        `${found.booked} parties and ${found.single} single guests booked, ${found.taken} parties refused; ` +
        crowd.report(),
    )
    expect({
      failures: crowd.failures,
      overlapping: await countOverlapping(tenant),
      inPart: await countInPart(tenant),
      lost: found.held,
    }).toEqual({ failures: [], overlapping: 0, inPart: 0, lost: 0 })
    expect(await countParties(tenant, 'booked')).toBe(found.booked)
    expect(found.booked).toBeGreaterThan(ROUNDS / 2)
    expect(found.single).toBeGreaterThan(ROUNDS / 2)
    expect(found.taken).toBeGreaterThan(0)
  },
)

test(
  'servers that are killed while they hold and book parties leave none of them in part',
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const tenant = await makeSalon()
    const sum = { acknowledged: 0, broken: 0 }
    for (let round = 0; round < KILLS; round++) {
      const victims = await startServers(testDb.appUrl)
      const crowd = makeCrowd(victims, tenant)
      let stopped = false
      const writers = Array.from({ length: 12 }, async (_, client) => {
        for (let turn = 0; !stopped && turn < 400; turn++) {
          const start = at(round * 10 + (turn % 10), client * 30)
          const outcome = await bookParty(crowd, client, start).catch(() => 'broken' as const)
          if (outcome === 'booked') sum.acknowledged += 1
          if (outcome === 'broken') {
            sum.broken += 1
            return
          }
        }
      })
      // While the others still hold and book.
      const enough = sum.acknowledged + 2 + (round % 5)
      while (sum.acknowledged < enough) await sleep(5)
      victims.kill()
      stopped = true
      await Promise.all(writers)
    }
    // A transaction of a killed process ends with its connection.
    await sleep(500)
    const booked = await countParties(tenant, 'booked')
    console.log(
      `parties: kill -9 in ${KILLS} rounds: ${sum.acknowledged} acknowledged, ${booked} booked, ` +
        `${await countParties(tenant, 'held')} held, ${sum.broken} broken off`,
    )
    expect(await countInPart(tenant)).toBe(0)
    expect(await countOverlapping(tenant)).toBe(0)
    expect(booked).toBeGreaterThanOrEqual(sum.acknowledged)
    expect(sum.acknowledged).toBeGreaterThan(0)
    expect(sum.broken).toBeGreaterThan(0)
  },
)
