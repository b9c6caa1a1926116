import { raceForEqualTimes, raceForMixes, type RaceSetup, type Finding } from '#test/race-rounds.ts'
import { assertLimit, percentile } from './report.ts'
import { openHarness } from './harness.ts'

/**
 * 50 guests at once over two servers, slot after slot: first for equal times, then for a mix of overlapping
 * times.
 */
const CLIENTS = 50
const SLOTS = Number(process.env.RACE_SLOTS ?? 200)
const SEED = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000)
const P99_MS = 1_000

const harness = await openHarness({ processes: 2 })
try {
  const setup: RaceSetup = {
    testDb: harness.testDb,
    servers: { ports: harness.ports, stop() {} },
    clients: CLIENTS,
    slots: SLOTS,
  }
  const equal = await raceForEqualTimes(setup)
  report('equal times', equal)
  assertLimit('slots with exactly one winner', equal.winners.filter((count) => count === 1).length, {
    min: SLOTS,
  })
  report(`overlapping mixes (seed ${SEED})`, await raceForMixes(setup, SEED))
} finally {
  await harness.close()
}

function report(what: string, { won, failures, overlapping, fitting, times }: Finding): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0))
  console.log(
    `\n${what}: ${CLIENTS} clients × ${SLOTS} slots, 2 server processes: ${won} booked; ` +
      `${times.length} requests, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`,
  )
  for (const failure of failures.slice(0, 3)) console.log(`       ${failure}`)
  assertLimit('answers other than booked or taken', failures.length, { max: 0 })
  assertLimit('overlapping pairs', overlapping, { max: 0 })
  assertLimit('refused although it would fit in the end', fitting.length, { max: 0 })
  assertLimit('p99', percentile(times, 0.99), { max: P99_MS }, ' ms')
}
