import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import type { CallInput } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { deskAt } from '#test/desk.ts'
import { makeApp, makeDb, makeTenant, type TestApp, type TestDb } from '#test/make.ts'
import { cancelAsSalon, countOverlaps } from '#test/move.ts'
import { makeCrowd, startServers, type RaceServers } from '#test/race.ts'
import { makePerson, openStaffSession } from '#test/staff.ts'
import { perTier } from '#test/tier.ts'
import { makeVisit } from '#test/visit.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

/*
 * Two people at desks, over two processes, and guests on the web want one place at the same time: one gets
 * it, the others are told what is there.
 */
const ROUNDS = perTier(4, 60)
const ZONE = 'Europe/Copenhagen'
const HOUR = 3_600_000

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

/** A receptionist who works at one of the processes. */
async function makeDesk(tenant: TenantId, name: string, process: number) {
  const { id } = await makePerson(app, tenant, { name, role: 'reception' })
  const token = await openStaffSession(app, tenant, { staffId: id })
  return deskAt(() => servers.ports[process] ?? 0, tenant, token).post
}

async function open() {
  const tenant = await makeTenant(testDb, {
    services: [{ id: 'cut', price: 32_000, duration: 30 }],
    rules: { slotMinutes: 30 },
  })
  const today = localParts(ZONE, Math.floor(app.deps.now() / 60_000)).date
  return {
    tenant,
    /** A place of its own for each round. */
    placeOf: (round: number) =>
      toInstant(ZONE, addDays(today, 3 + Math.floor(round / 7)), 9 * 60) * 60_000 + (round % 7) * HOUR,
    mia: await makeDesk(tenant, 'Mia', 0),
    emil: await makeDesk(tenant, 'Emil', 1),
  }
}
const visitOf = (tenant: TenantId, start: number, member: string) =>
  makeVisit(app, tenant, {
    start: new Date(start),
    secret: app.deps.secret,
    services: [{ id: 'cut', name: 'Cut', member, minutes: 30, price: 40_000 }],
  })
const phone = (start: number): CallInput<'bookVisitBySalon'> => ({
  start,
  services: [{ serviceId: 'cut', memberId: 'anna' }],
  guest: { kind: 'new', firstname: 'Ida', mobile: '20304050' },
  source: 'phone',
  inform: false,
})
async function countAt(tenant: TenantId, start: number): Promise<number> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(`select 1 from segment where taken and member_id = 'anna'
      and start = to_timestamp(${start / 1000})`),
  )
  return rows.length
}

test(
  'of two receptionists and a guest one gets the place, the others are told who has it, and nothing overlaps',
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const { tenant, placeOf, mia, emil } = await open()
    const crowd = makeCrowd(servers, tenant)
    const won = { moved: 0, phoned: 0, booked: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = placeOf(round)
      const { id } = await visitOf(tenant, start, 'bo')
      const [moved, phoned, booked] = await Promise.all([
        mia('placeVisit', { id, sequence: 0, start, members: ['anna'] }),
        emil('bookVisitBySalon', phone(start)),
        crowd.book(round, { services: ['cut'], teamMember: ['anna'], start }),
      ])
      const [result] = phoned.results
      const winners = [moved.ok, result?.ok, booked.won].filter(Boolean).length
      expect([round, winners]).toEqual([round, 1])
      expect([round, await countAt(tenant, start)]).toEqual([round, 1])
      for (const one of [moved, result]) {
        if (!one || one.ok) continue
        // A guest who is booking has no name yet.
        expect(['taken', 'held']).toContain(one.reason)
        if (one.reason === 'taken') expect(one.inTheWay[0]?.name).toMatch(/^(Freja Holm|Ida)$/)
        expect(one.alternatives.length).toBeGreaterThan(0)
      }
      won.moved += moved.ok ? 1 : 0
      won.phoned += result?.ok ? 1 : 0
      won.booked += booked.won ? 1 : 0
    }
    expect(crowd.failures).toEqual([])
    expect(await countOverlaps(app, tenant)).toBe(0)
    console.info(`two desks and a guest: ${ROUNDS} rounds, won ${JSON.stringify(won)}, 0 overlaps`)
  },
)

test(
  'neither a guest who is booking nor an offer of the waitlist loses the place to the desk',
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const { tenant, placeOf, mia, emil } = await open()
    const crowd = makeCrowd(servers, tenant)
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = placeOf(round)
      const isOffer = round % 2 === 1
      if (isOffer) {
        const freed = await visitOf(tenant, start, 'anna')
        await makeEntry(app, tenant, { members: ['anna'], atNight: true })
        await cancelAsSalon(app, tenant, freed.id)
        await matchAll(app, tenant)
        expect((await openOffers(app, tenant)).some((offer) => offer.start.getTime() === start)).toBe(true)
      } else {
        const body = { services: ['cut'], teamMember: ['anna'], start }
        const { answer } = await crowd.send(round, 'holdVisit', body, '')
        expect([round, answer.ok]).toEqual([round, true])
      }
      const { id } = await visitOf(tenant, start, 'bo')
      const over = 'They have agreed'
      const answers = await Promise.all([
        mia('placeVisit', { id, sequence: 0, start, members: ['anna'] }),
        emil('bookVisitBySalon', phone(start)).then(({ results }) => results[0]),
        // Not even over it: that right is not theirs.
        emil('bookVisitBySalon', { ...phone(start), over }).catch(() => null),
      ])
      for (const one of answers)
        if (one) expect(one).toMatchObject({ ok: false, reason: isOffer ? 'offered' : 'held' })
      expect([round, await countAt(tenant, start)]).toEqual([round, 1])
    }
    expect(await countOverlaps(app, tenant)).toBe(0)
  },
)

test('of twenty changes of one visit at once from two desks one is written, the others say what it is now', async () => {
  const { tenant, placeOf, mia, emil } = await open()
  for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
    const { id } = await visitOf(tenant, placeOf(round), 'anna')
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? mia : emil)('placeVisit', {
          id,
          sequence: 0,
          start: placeOf(round) + (index % 2 ? 30 : 60) * 60_000,
          members: ['bo'],
        }),
      ),
    )
    const moved = answers.filter((one) => one.status === 'fulfilled' && one.value.ok && one.value.moved)
    expect(moved).toHaveLength(1)
    for (const one of answers)
      if (one.status === 'rejected') expect(String(one.reason)).toMatch(/409 .*visit\/changed/)
  }
  expect(await countOverlaps(app, tenant)).toBe(0)
})

test('of sixty who want one place at once from two processes one gets it, the others are told who has it', async () => {
  const { tenant, placeOf, mia, emil } = await open()
  const start = placeOf(0)
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 2 ? mia : emil)('bookVisitBySalon', phone(start))),
  )
  const results = answers.flatMap((one) => one.results)
  expect(results).toHaveLength(60)
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  for (const one of results)
    if (!one.ok)
      expect(one).toMatchObject({
        reason: 'taken',
        inTheWay: [{ kind: 'visit', name: 'Ida', memberId: 'anna', start }],
      })
  expect(await countAt(tenant, start)).toBe(1)
  expect(await countOverlaps(app, tenant)).toBe(0)
})
