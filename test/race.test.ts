import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, makeTenant, type TestDb } from './make.ts'
import { startServers, type RaceServers } from './race.ts'
import { raceForEqualTimes, raceForMixes, type Field } from './race-rounds.ts'

/** `bench/race.ts` does the same with fifty clients and two hundred slots. */
const CLIENTS = Number(process.env.RACE_CLIENTS ?? 20)
const SLOTS = Number(process.env.RACE_SLOTS ?? 30)
const SEED = Number(process.env.RACE_SEED ?? 20_260_610)
const PATIENCE = 60_000 + CLIENTS * SLOTS * 60

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
const field = (): Field => ({ testDb, servers, clients: CLIENTS, slots: SLOTS })

test(
  'everyone wants the same times: each has exactly one winner and one mail',
  { timeout: PATIENCE },
  async () => {
    const { winners, mails, failures, overlapping } = await raceForEqualTimes(field())
    expect(winners).toEqual(Array(SLOTS).fill(1))
    expect({ mails, failures, overlapping }).toEqual({ mails: SLOTS, failures: [], overlapping: 0 })
  },
)

test(
  'everyone wants something that overlaps: what is accepted is disjoint, and nothing that was refused would fit',
  { timeout: PATIENCE },
  async () => {
    console.log(`race: overlapping mixes from seed ${SEED}`)
    const { won, failures, overlapping, fitting, crowdedOut } = await raceForMixes(field(), SEED)
    expect({ failures, overlapping, fitting }).toEqual({ failures: [], overlapping: 0, fitting: [] })
    expect(crowdedOut).toBeGreaterThan((CLIENTS * SLOTS - won) / 2)
    expect(won).toBeGreaterThan(SLOTS / 2)
  },
)
