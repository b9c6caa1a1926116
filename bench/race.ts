import { raceForEqualTimes, raceForMixes, type Field, type Finding } from '#test/race-rounds.ts'
import { judge, percentile } from './figures.ts'
import { openStage } from './stage.ts'

/** 50 guests at once over two servers, slot after slot: first for equal times, then for mixes that overlap. */
const CLIENTS = 50
const SLOTS = Number(process.env.RACE_SLOTS ?? 200)
const SEED = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000)
const P99_MS = 1_000

const stage = await openStage({ processes: 2 })
try {
  const field: Field = {
    testDb: stage.testDb,
    servers: { ports: stage.ports, stop() {} },
    clients: CLIENTS,
    slots: SLOTS,
  }
  const equal = await raceForEqualTimes(field)
  report('equal times', equal)
  judge('slots with exactly one winner', equal.winners.filter((count) => count === 1).length, {
    least: SLOTS,
  })
  report(`overlapping mixes (seed ${SEED})`, await raceForMixes(field, SEED))
} finally {
  await stage.close()
}

function report(what: string, { won, failures, overlapping, fitting, times }: Finding): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(0))
  console.log(
    `\n${what}: ${CLIENTS} clients × ${SLOTS} slots, 2 server processes: ${won} booked; ${times.length} requests, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`,
  )
  for (const failure of failures.slice(0, 3)) console.log(`       ${failure}`)
  judge('answers other than booked or taken', failures.length, { most: 0 })
  judge('overlapping pairs', overlapping, { most: 0 })
  judge('refused although it would fit in the end', fitting.length, { most: 0 })
  judge('p99', percentile(times, 0.99), { most: P99_MS }, ' ms')
}
