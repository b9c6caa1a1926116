import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { startServers, type RaceServers } from '#test/race.ts'
import { raceForEqualTimes, raceForMixes, raceForOwnHolds, type RaceSetup } from '#test/race-rounds.ts'
import { perTier, seed } from '#test/tier.ts'

const CLIENTS = perTier(10, 50)
const SLOTS = perTier(20, 100)
const TIMEOUT_MS = 60_000 + CLIENTS * SLOTS * 60

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
const setup = (): RaceSetup => ({ testDb, servers, clients: CLIENTS, slots: SLOTS })

test(
  'of simultaneous bookings of the same time exactly one succeeds, with one mail',
  { timeout: TIMEOUT_MS },
  async () => {
    const { winners, mails, failures, overlapping } = await raceForEqualTimes(setup())
    expect(winners).toEqual(Array(SLOTS).fill(1))
    expect({ mails, failures, overlapping }).toEqual({ mails: SLOTS, failures: [], overlapping: 0 })
  },
)

test(
  'of overlapping bookings the accepted ones are disjoint, and no rejected one would fit',
  { timeout: TIMEOUT_MS },
  async () => {
    console.log(`race: overlapping mixes from seed ${seed}`)
    const { won, failures, overlapping, fitting, crowdedOut } = await raceForMixes(setup(), seed)
    expect({ failures, overlapping, fitting }).toEqual({ failures: [], overlapping: 0, fitting: [] })
    expect(crowdedOut).toBeGreaterThan((CLIENTS * SLOTS - won) / 2)
    expect(won).toBeGreaterThan(SLOTS / 2)
  },
)

test(
  'guests who choose other times in two tabs at once have one hold each, and lose none without a new one',
  { timeout: TIMEOUT_MS },
  async () => {
    console.log(`race: own holds from seed ${seed}`)
    const { chosen, booked, ...found } = await raceForOwnHolds(setup(), seed)
    expect(found).toEqual({ failures: [], overlapping: 0, wrong: [] })
    expect(chosen).toBeGreaterThan(SLOTS)
    expect(booked).toBeGreaterThan(0)
  },
)
