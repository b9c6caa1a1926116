import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  compare,
  freezePostgres,
  killPostgres,
  killServer,
  openStage,
  untilSent,
  type Round,
  type Stage,
} from './kill-rounds.ts'

/** KILL_ROUNDS=20 runs it as a bench, which also looks at the clock. */
const BENCH = process.env.KILL_ROUNDS
const ROUNDS = Number(BENCH ?? 2)
const READY_MS = 5_000
const patience = { timeout: 60_000 + ROUNDS * 30_000 }

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function play(
  what: string,
  kill: (stage: Stage, round: number) => Promise<Round>,
  first: number,
): Promise<void> {
  const slowest: number[] = []
  for (let round = first; round < first + ROUNDS; round += 1) {
    const { acknowledged, refused, unknown, readyMs } = await kill(stage, round)
    const { listeners, ...found } = await compare(stage)
    console.log(
      `kill -9 of ${what}: ${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ${found.lost.length} lost, ready after ${readyMs.toFixed(0)} ms`,
    )
    expect(found).toEqual({ lost: [], unwanted: [], mailed: [], overlapping: 0 })
    // One that breaks is replaced by one, or may be missing for a moment.
    expect(listeners).toBeLessThanOrEqual(1)
    expect(acknowledged).toBeGreaterThanOrEqual(50)
    slowest.push(readyMs)
  }
  console.log(
    `kill -9 of ${what}: ${ROUNDS} rounds, 0 lost, ready after ${Math.max(...slowest).toFixed(0)} ms at most`,
  )
  if (BENCH) expect(Math.max(...slowest)).toBeLessThanOrEqual(READY_MS)
}

test('a server killed during writes loses nothing that it has acknowledged', patience, () =>
  play('the server', killServer, 0),
)

test(
  'a PostgreSQL killed during writes comes back by itself and loses nothing that was acknowledged',
  patience,
  () => play('PostgreSQL', killPostgres, ROUNDS),
)

/** STANDSTILL_SECONDS=20 runs it as a bench, which also looks at the clock. */
const SECONDS = process.env.STANDSTILL_SECONDS

test(
  'while PostgreSQL stands still every answer is 503, and afterwards it goes on as before',
  patience,
  async () => {
    const still = await freezePostgres(stage, ROUNDS * 2, Number(SECONDS ?? 7) * 1_000)
    console.log(
      `PostgreSQL stood still: ${still.statuses.length} requests answered after ${still.slowestMs.toFixed(0)} ms at most, /readyz after ${still.slowestReadyzMs.toFixed(0)} ms, back after ${still.backMs.toFixed(0)} ms`,
    )
    expect([still.statuses.length > 0, still.readyz.length > 0]).toEqual([true, true])
    expect(new Set([...still.statuses, ...still.readyz])).toEqual(new Set([503]))
    const { listeners: _, ...found } = await compare(stage)
    expect(found).toEqual({ lost: [], unwanted: [], mailed: [], overlapping: 0 })
    if (SECONDS)
      expect([still.slowestMs <= 6_000, still.slowestReadyzMs <= 3_000, still.backMs <= 2_000]).toEqual([
        true,
        true,
        true,
      ])
  },
)

if (BENCH) {
  test(
    'every mail that was written leaves, however often the server was killed',
    { timeout: 300_000 },
    async () => {
      const { mails, unsent, ms } = await untilSent(stage, 240_000)
      console.log(`kill -9: ${mails} mails, all gone ${(ms / 1000).toFixed(0)} s after the last round`)
      expect(unsent).toBe(0)
    },
  )
}
