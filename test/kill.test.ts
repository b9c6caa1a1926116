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

/** KILL_ROUNDS=20 runs it as a bench, which also checks the time until the server is ready. */
const BENCH = process.env.KILL_ROUNDS
const ROUNDS = Number(BENCH ?? 2)
const READY_MS = 5_000
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
  const slowest: number[] = []
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
    slowest.push(readyMs)
  }
  console.log(
    `kill -9 of ${what}: ${ROUNDS} rounds, 0 lost, ready after ${Math.max(...slowest).toFixed(0)} ms at most`,
  )
  if (BENCH) expect(Math.max(...slowest)).toBeLessThanOrEqual(READY_MS)
}

test('a server killed during writes loses no acknowledged write', timeoutMs, () =>
  runRounds('the server', killServer, 0),
)

test('a PostgreSQL killed during writes is restarted and loses no acknowledged write', timeoutMs, () =>
  runRounds('PostgreSQL', killPostgres, ROUNDS),
)

/** STANDSTILL_SECONDS=20 runs it as a bench, which also checks times. */
const SECONDS = process.env.STANDSTILL_SECONDS

test(
  'while PostgreSQL is frozen every response is 503, and afterwards requests succeed',
  timeoutMs,
  async () => {
    const result = await freezePostgres(harness, ROUNDS * 2, Number(SECONDS ?? 7) * 1_000)
    console.log(
      `PostgreSQL frozen: ${result.statuses.length} requests answered after ` +
        `${result.slowestMs.toFixed(0)} ms at most, /readyz after ${result.slowestReadyzMs.toFixed(0)} ` +
        `ms, back after ${result.backMs.toFixed(0)} ms`,
    )
    expect([result.statuses.length > 0, result.readyz.length > 0]).toEqual([true, true])
    expect(new Set([...result.statuses, ...result.readyz])).toEqual(new Set([503]))
    const { listeners: _, ...found } = await compare(harness)
    expect(found).toEqual({ lost: [], unwanted: [], mailed: [], overlapping: 0 })
    if (SECONDS)
      expect([result.slowestMs <= 6_000, result.slowestReadyzMs <= 3_000, result.backMs <= 2_000]).toEqual([
        true,
        true,
        true,
      ])
  },
)

if (BENCH) {
  test('every queued mail is sent, however often the server was killed', { timeout: 300_000 }, async () => {
    const { mails, unsent, ms } = await untilSent(harness, 240_000)
    console.log(`kill -9: ${mails} mails, all sent ${(ms / 1000).toFixed(0)} s after the last round`)
    expect(unsent).toBe(0)
  })
}
