import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/data/db.ts'
import { addDays, instantOf, localParts } from '#domain/zone.ts'
import { dice } from './availability-cases.ts'
import { slowFreeTimes, type Case, type Rule } from './availability-reference.ts'
import { makeDb, makeTenant, type TestDb } from './make.ts'
import { makeCrowd, startServers, type Attempt, type Outcome, type RaceServers } from './race.ts'

/** The bench runs the same with RACE_CLIENTS=50 RACE_SLOTS=200. */
const CLIENTS = Number(process.env.RACE_CLIENTS ?? 20)
const SLOTS = Number(process.env.RACE_SLOTS ?? 30)
const SEED = Number(process.env.RACE_SEED ?? 20_260_610)
const PATIENCE = 60_000 + CLIENTS * SLOTS * 60

const zone = 'Europe/Copenhagen'
const today = localParts(zone, Math.ceil(Date.now() / 60_000)).date
/** 09:00 to 17:00, so many minutes after nine on a day from tomorrow on. */
const at = (day: number, minute: number) => instantOf(zone, addDays(today, day + 1), 9 * 60 + minute) * 60_000

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

/** All clients at once, slot after slot. */
async function race(tenant: TenantId, attemptOf: (slot: number, client: number) => Attempt): Promise<Outcome[]> {
  const crowd = makeCrowd(servers, tenant)
  const outcomes: Outcome[] = []
  for (let slot = 0; slot < SLOTS; slot += 1) {
    outcomes.push(...(await Promise.all(Array.from({ length: CLIENTS }, (_, client) => crowd.book(client, attemptOf(slot, client))))))
  }
  console.log(`race: ${CLIENTS} clients × ${SLOTS} slots, 2 processes: ${outcomes.filter((one) => one.won).length} won; ${crowd.report()}`)
  expect(crowd.failures).toEqual([])
  return outcomes
}

type Taken = { memberId: string; start: number; end: number }
const takenOf = async (tenant: TenantId): Promise<Taken[]> =>
  (await testDb.db.read(tenant, (tx) => tx.execute<Taken>(sql`
    select member_id as "memberId", (extract(epoch from lower(r)) / 60)::int as start, (extract(epoch from upper(r)) / 60)::int as end
    from segment, unnest(busy) r where tenant_id = ${tenant} and taken`))).rows

const overlapping = async (tenant: TenantId) =>
  (await testDb.db.read(tenant, (tx) => tx.execute(sql`
    select a.visit_id from segment a join segment b on a.tenant_id = b.tenant_id and a.member_id = b.member_id and a.busy && b.busy and (a.visit_id, a.position) < (b.visit_id, b.position)
    where a.tenant_id = ${tenant} and a.taken and b.taken`))).rows

test('everyone wants the same times: each has exactly one winner', { timeout: PATIENCE }, async () => {
  const tenant = await makeTenant(testDb, { members: [{ id: 'anna' }] })
  const outcomes = await race(tenant, (slot) => ({ services: ['cut'], start: at(Math.floor(slot / 16), (slot % 16) * 30) }))
  const winners = Map.groupBy(outcomes.filter((one) => one.won), (one) => one.attempt.start)
  expect([...winners.values()].map((one) => one.length)).toEqual(Array(SLOTS).fill(1))
  expect(await overlapping(tenant)).toEqual([])
  const { rows } = await testDb.db.read(tenant, (tx) => tx.execute(sql`select state, (select count(*) from mail where tenant_id = ${tenant})::int as mails, count(*)::int as visits from visit where tenant_id = ${tenant} group by state`))
  expect(rows).toEqual([{ state: 'booked', visits: SLOTS, mails: SLOTS }])
})

const rules = [
  { id: 'cut', duration: 30, bufferBefore: 0, bufferAfter: 5, members: ['anna', 'bo', 'carl'] },
  { id: 'wash', duration: 15, bufferBefore: 10, bufferAfter: 0, members: ['bo', 'carl'] },
  { id: 'color', duration: 90, bufferBefore: 5, bufferAfter: 10, processing: { after: 20, minutes: 40 }, members: ['anna', 'bo'] },
] satisfies Rule[]

test('everyone wants something that overlaps: what is accepted is disjoint, and nothing that was refused would fit', { timeout: PATIENCE }, async () => {
  const members = ['anna', 'bo', 'carl'].map((id) => ({ id }))
  const services = rules.map(({ processing, ...rule }) => ({ ...rule, processingAfter: processing?.after ?? null, processingMinutes: processing?.minutes ?? null }))
  const tenant = await makeTenant(testDb, { members, services, rules: { slotMinutes: 5 } })
  const roll = dice(SEED)
  const wishes = Array.from({ length: SLOTS * CLIENTS }, (_, index) => {
    const wanted = roll.pick([['cut'], ['cut'], ['wash'], ['color'], ['cut', 'color'], ['wash', 'cut'], ['color', 'wash', 'cut']])
    const teamMember = wanted.map((id) => (roll.chance(0.4) ? roll.pick(rules.find((rule) => rule.id === id)?.members ?? []) : null))
    return { services: wanted, teamMember, start: at(Math.floor(index / CLIENTS / 8), (Math.floor(index / CLIENTS) % 8) * 55 + roll.between(0, 60, 5)) }
  })
  const outcomes = await race(tenant, (slot, client) => wishes[slot * CLIENTS + client] ?? { services: [], start: 0 })
  console.log(`race: overlapping mixes from seed ${SEED}`)
  expect(await overlapping(tenant)).toEqual([])
  const busy = await takenOf(tenant)
  const refused = outcomes.filter((one) => !one.won).map((one) => one.attempt)
  const fitting = (taken: Taken[]) => refused.filter((attempt) => slowFreeTimes(caseFor(attempt, taken)).length > 0)
  expect(fitting(busy)).toEqual([])
  expect(fitting([]).length, 'refused only because of others').toBeGreaterThan(refused.length / 2)
  expect(outcomes.filter((one) => one.won).length).toBeGreaterThan(SLOTS / 2)
})

/** The attempt as the slow reference reads it, over what is taken in the end. */
function caseFor({ services, teamMember = [], start }: Attempt, busy: Taken[]): Case {
  const minute = start / 60_000
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  return {
    rules: { zone, slotMinutes: 5, leadMinutes: 0, horizonDays: 90, exceptions: [] },
    members: ['anna', 'bo', 'carl'].map((id) => ({ id, hours, breaks: [], holidays: [], absences: [] })),
    services: services.flatMap((id, index) => rules.filter((rule) => rule.id === id).map((rule) => ({ rule, memberId: teamMember[index] ?? null }))),
    busy: busy.filter((one) => Math.abs(one.start - minute) < 1440),
    from: minute,
    until: minute + 1,
    now: Math.ceil(Date.now() / 60_000),
  }
}
