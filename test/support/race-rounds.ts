import { sql } from 'drizzle-orm'
import type { TenantId } from '#server/database/db.ts'
import { addDays, toInstant, localParts } from '#domain/zone.ts'
import { createRandom } from './availability-cases.ts'
import { slowFreeTimes, type Case, type Rule } from './availability-reference.ts'
import { makeTenant, type TestDb } from './make.ts'
import { makeCrowd, type Attempt, type Outcome, type RaceServers } from './race.ts'
import { freja } from './steps.ts'

/** Who competes for which times, over which servers and database. */
export type RaceSetup = {
  testDb: TestDb
  servers: Pick<RaceServers, 'ports'>
  clients: number
  slots: number
}
/**
 * Violations after a race, all of which must be empty: `failures` (including statuses other than 200),
 * `overlapping` pairs, and `fitting`, rejected attempts that would fit. `times`: ms of each request.
 */
export type Finding = {
  won: number
  failures: string[]
  overlapping: number
  fitting: Attempt[]
  times: number[]
}

const zone = 'Europe/Copenhagen'
const today = localParts(zone, Math.ceil(Date.now() / 60_000)).date
/** 09:00 to 17:00: minutes after nine on a day, counted from tomorrow. */
const at = (day: number, minute: number) => toInstant(zone, addDays(today, day + 1), 9 * 60 + minute) * 60_000

/**
 * All clients want the same time, slot after slot. `winners`: how many each slot has; `mails`: how many were
 * queued for guests.
 */
export async function raceForEqualTimes(
  setup: RaceSetup,
): Promise<Finding & { winners: number[]; mails: number }> {
  const tenant = await makeTenant(setup.testDb, { members: [{ id: 'anna' }], rules: { horizonDays: 365 } })
  const { outcomes, ...finding } = await race(setup, tenant, (slot) => ({
    services: ['cut'],
    start: at(Math.floor(slot / 16), (slot % 16) * 30),
  }))
  const won = Map.groupBy(
    outcomes.filter((one) => one.won),
    (one) => one.attempt.start,
  )
  const starts = new Set(outcomes.map((one) => one.attempt.start))
  const winners = [...starts].map((start) => won.get(start)?.length ?? 0)
  return {
    ...finding,
    overlapping: await countOverlapping(setup, tenant),
    fitting: [],
    winners,
    mails: await countMails(setup, tenant),
  }
}

const rules = [
  { id: 'cut', duration: 30, bufferBefore: 0, bufferAfter: 5, members: ['anna', 'bo', 'carl'] },
  { id: 'wash', duration: 15, bufferBefore: 10, bufferAfter: 0, members: ['bo', 'carl'] },
  {
    id: 'color',
    duration: 90,
    bufferBefore: 5,
    bufferAfter: 10,
    processing: { after: 20, minutes: 40 },
    members: ['anna', 'bo'],
  },
] satisfies Rule[]

/**
 * All clients want one to three services of different lengths at overlapping times, generated from the seed.
 * `crowdedOut`: how many were rejected only because of others.
 */
export async function raceForMixes(
  setup: RaceSetup,
  seed: number,
): Promise<Finding & { crowdedOut: number }> {
  const members = ['anna', 'bo', 'carl'].map((id) => ({ id }))
  const services = rules.map(({ processing, ...rule }) => ({
    ...rule,
    processingAfter: processing?.after ?? null,
    processingMinutes: processing?.minutes ?? null,
  }))
  const tenant = await makeTenant(setup.testDb, {
    members,
    services,
    rules: { slotMinutes: 5, horizonDays: 365 },
  })
  const attempts = generateAttempts(setup, seed)
  const { outcomes, ...finding } = await race(
    setup,
    tenant,
    (slot, client) => attempts[slot * setup.clients + client] ?? { services: [], start: 0 },
  )
  const refused = outcomes.filter((one) => !one.won).map((one) => one.attempt)
  const fittingAmong = (taken: BookedSegment[]) =>
    refused.filter((attempt) => slowFreeTimes(caseFor(attempt, taken)).length > 0)
  const fitting = fittingAmong(await listBooked(setup, tenant))
  return {
    ...finding,
    overlapping: await countOverlapping(setup, tenant),
    fitting,
    crowdedOut: fittingAmong([]).length,
  }
}

/**
 * Each client holds a time, then chooses others in two tabs at once, round after round, generated from the
 * seed; some confirm what they hold meanwhile. `chosen`: how often a hold was replaced; `wrong`: who has,
 * after a round, more than one hold, or neither a hold nor a visit.
 */
export async function raceForOwnHolds(
  { testDb, servers, clients, slots }: RaceSetup,
  seed: number,
): Promise<{ chosen: number; booked: number; failures: string[]; overlapping: number; wrong: string[] }> {
  const roll = createRandom(seed)
  const tenant = await makeTenant(testDb, { rules: { horizonDays: 365 } })
  const crowd = makeCrowd(servers, tenant)
  const holdAt = (sender: number, start: number, cookie: string) =>
    crowd.send(sender, 'holdVisit', { services: ['cut'], start, releaseOthers: true }, cookie)
  const guests = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const { answer, cookie } = await holdAt(2 * client, at(Math.floor(client / 16), (client % 16) * 30), '')
      return { client, cookie, handle: answer.ok ? answer.hold.handle : '' }
    }),
  )
  const found = { chosen: 0, booked: 0, wrong: [] as string[] }
  for (let round = 0; round < slots / 3; round += 1) {
    await Promise.all(
      guests.map(async (guest) => {
        // Fewer times than clients want, every quarter of an hour of a day for every forty.
        const pick = () => at(roll.between(0, Math.floor(clients / 40), 1), roll.between(0, 450, 15))
        const first = pick()
        const second = roll.chance(0.3) ? first : pick()
        const { client, handle, cookie } = guest
        const confirm = () => crowd.send(2 * client, 'confirmVisit', { handle, details: freja }, cookie)
        const confirms = handle !== '' && roll.chance(0.2)
        const isFirst = roll.chance(0.5)
        const [, left, right] = await Promise.all([
          confirms && isFirst && confirm(),
          holdAt(2 * client, first, cookie),
          holdAt(2 * client + 1, second, cookie),
          confirms && !isFirst && confirm(),
        ])
        for (const { answer } of [left, right])
          if (answer.ok) {
            guest.handle = answer.hold.handle
            found.chosen += 1
          }
      }),
    )
    const { rows } = await testDb.db.read(tenant, (tx) =>
      tx.execute<{ owner: string; held: number; booked: number }>(sql`
      select owner_hash as owner, count(*) filter (where state = 'held')::int as held,
        count(*) filter (where state = 'booked')::int as booked
      from visit where tenant_id = ${tenant} group by owner_hash`),
    )
    for (const { owner, held, booked } of rows)
      if (held > 1 || held + booked === 0) found.wrong.push(`round ${round}: ${owner} ${held} ${booked}`)
    if (rows.length !== clients) found.wrong.push(`round ${round}: ${rows.length} guests have a time`)
    found.booked = rows.reduce((sum, { booked }) => sum + booked, 0)
  }
  return {
    ...found,
    // The hold that is confirmed was replaced a moment before.
    failures: crowd.failures.filter((one) => !one.startsWith('confirmVisit 404')),
    overlapping: await countOverlapping({ testDb }, tenant),
  }
}

function generateAttempts({ clients, slots }: RaceSetup, seed: number): Attempt[] {
  const roll = createRandom(seed)
  return Array.from({ length: slots * clients }, (_, index) => {
    const slot = Math.floor(index / clients)
    const services = roll.pick([
      ['cut'],
      ['cut'],
      ['wash'],
      ['color'],
      ['cut', 'color'],
      ['wash', 'cut'],
      ['color', 'wash', 'cut'],
    ])
    const teamMember = services.map((id) =>
      roll.chance(0.4) ? roll.pick(rules.find((rule) => rule.id === id)?.members ?? []) : null,
    )
    return { services, teamMember, start: at(Math.floor(slot / 8), (slot % 8) * 55 + roll.between(0, 60, 5)) }
  })
}

/** All clients at once, slot after slot. */
async function race(
  { servers, clients, slots }: RaceSetup,
  tenant: TenantId,
  attemptOf: (slot: number, client: number) => Attempt,
) {
  const crowd = makeCrowd(servers, tenant)
  const outcomes: Outcome[] = []
  for (let slot = 0; slot < slots; slot += 1) {
    outcomes.push(
      ...(await Promise.all(
        Array.from({ length: clients }, (_, client) => crowd.book(client, attemptOf(slot, client))),
      )),
    )
  }
  return {
    outcomes,
    won: outcomes.filter((one) => one.won).length,
    failures: crowd.failures,
    times: crowd.times,
  }
}

type BookedSegment = { memberId: string; start: number; end: number }

async function listBooked({ testDb }: RaceSetup, tenant: TenantId): Promise<BookedSegment[]> {
  const { rows } = await testDb.db.read(tenant, (tx) =>
    tx.execute<BookedSegment>(sql`
    select member_id as "memberId", (extract(epoch from lower(r)) / 60)::int as start,
      (extract(epoch from upper(r)) / 60)::int as end
    from segment, unnest(busy) r where tenant_id = ${tenant} and taken`),
  )
  return rows
}

async function countOverlapping({ testDb }: Pick<RaceSetup, 'testDb'>, tenant: TenantId): Promise<number> {
  const {
    rows: [row],
  } = await testDb.db.read(tenant, (tx) =>
    tx.execute<{ pairs: number }>(sql`
    select count(*)::int as pairs from segment a
    join segment b on a.tenant_id = b.tenant_id and a.member_id = b.member_id and a.busy && b.busy
      and (a.visit_id, a.position) < (b.visit_id, b.position)
    where a.tenant_id = ${tenant} and a.taken and b.taken`),
  )
  return row?.pairs ?? -1
}

async function countMails({ testDb }: RaceSetup, tenant: TenantId): Promise<number> {
  const {
    rows: [row],
  } = await testDb.db.read(tenant, (tx) =>
    tx.execute<{ mails: number }>(
      sql`select count(*)::int as mails from mail where tenant_id = ${tenant} and key not like 'salon-%'`,
    ),
  )
  return row?.mails ?? -1
}

/** The attempt as a case of the reference implementation, with the final bookings as busy times. */
function caseFor({ services, teamMember = [], start }: Attempt, taken: BookedSegment[]): Case {
  const minute = start / 60_000
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  return {
    rules: { zone, slotMinutes: 5, leadMinutes: 0, horizonDays: 365, exceptions: [] },
    members: ['anna', 'bo', 'carl'].map((id) => ({ id, hours, breaks: [], holidays: [], absences: [] })),
    services: services.flatMap((id, index) =>
      rules.filter((rule) => rule.id === id).map((rule) => ({ rule, memberId: teamMember[index] ?? null })),
    ),
    busy: taken.filter((one) => Math.abs(one.start - minute) < 1440),
    from: minute,
    until: minute + 1,
    now: Math.ceil(Date.now() / 60_000),
  }
}
