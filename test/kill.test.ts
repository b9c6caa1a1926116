import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  compare,
  freezePostgres,
  killPostgres,
  killServer,
  openHarness,
  untilSent,
  type Round,
  type Harness,
} from '#test/kill-rounds.ts'
import { exhaustive, perTier } from '#test/tier.ts'

const ROUNDS = perTier(1, 20)
const timeoutMs = { timeout: 60_000 + ROUNDS * 30_000 }

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function runRounds(
  what: string,
  kill: (harness: Harness, round: number) => Promise<Round>,
  first: number,
): Promise<void> {
  let slowestMs = 0
  for (let round = first; round < first + ROUNDS; round += 1) {
    const { acknowledged, refused, unknown, readyMs } = await kill(harness, round)
    const { listeners, ...found } = await compare(harness)
    console.log(
      `kill -9 of ${what}: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ` +
        `${found.lost.length} lost, ready after ${readyMs.toFixed(0)} ms`,
    )
    expect(found).toEqual({ lost: [], unwanted: [], mailed: [], overlapping: 0 })
    // A broken connection is replaced; there may be none for a moment.
    expect(listeners).toBeLessThanOrEqual(1)
    expect(acknowledged).toBeGreaterThanOrEqual(50)
    slowestMs = Math.max(slowestMs, readyMs)
  }
  console.log(`kill -9 of ${what}: ${ROUNDS} rounds, 0 lost, ready after ${slowestMs.toFixed(0)} ms at most`)
}

test('a server killed during writes loses no acknowledged write', timeoutMs, () =>
  runRounds('the server', killServer, 0),
)

test(
  'a PostgreSQL killed during writes is restarted and loses no acknowledged write',
  { ...exhaustive, ...timeoutMs },
  () => runRounds('PostgreSQL', killPostgres, ROUNDS),
)

test(
  'while PostgreSQL is frozen every response is 503, and afterwards requests succeed',
  { ...exhaustive, ...timeoutMs },
  async () => {
    const result = await freezePostgres(harness, ROUNDS * 2, perTier(7, 20) * 1_000)
    console.log(
      `PostgreSQL frozen: ${result.statuses.length} requests answered after ` +
        `${result.slowestMs.toFixed(0)} ms at most, /readyz after ${result.slowestReadyzMs.toFixed(0)} ` +
        `ms, back after ${result.backMs.toFixed(0)} ms`,
    )
    expect([result.statuses.length > 0, result.readyz.length > 0]).toEqual([true, true])
    expect(new Set([...result.statuses, ...result.readyz])).toEqual(new Set([503]))
    const { listeners: _, ...found } = await compare(harness)
    expect(found).toEqual({ lost: [], unwanted: [], mailed: [], overlapping: 0 })
  },
)

test(
  'every queued mail is sent, however often the server was killed',
  { ...exhaustive, timeout: 300_000 },
  async () => {
    const { mails, unsent, ms } = await untilSent(harness, 240_000)
    console.log(`kill -9: ${mails} mails, all sent ${(ms / 1000).toFixed(0)} s after the last round`)
    expect(unsent).toBe(0)
  },
)
