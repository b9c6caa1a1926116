import { assertLimit, median, percentile } from './report.ts'
import { openClient, type Target } from './load.ts'
import { openHarness } from './harness.ts'
import { signedInPages } from './demo.ts'

/**
 * Benchmarks the account and each step of a booking for a guest who is signed in, over ten connections at
 * once. Each response is rendered; p95 is the median of several rounds.
 */
const CONNECTIONS = 10
const ROUNDS = 5
/** Of a round; as many before the first one are not counted. */
const REQUESTS = Number(process.env.SIGNED_IN_REQUESTS ?? 300)
const P95_MS = 80
const P50_MS = 40

const harness = await openHarness({ env: { LOG_LEVEL: 'info' } })
try {
  const { cookie, paths } = await signedInPages(harness)
  const port = harness.ports[0] ?? 0
  for (const path of paths) {
    const target = {
      port,
      host: `aurora.localhost:${port}`,
      path,
      headers: { cookie, 'accept-encoding': 'gzip, deflate, br' },
    }
    await ask(target, REQUESTS)
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await ask(target, REQUESTS))
    const [p50, p95] = [0.5, 0.95].map((share) => median(rounds.map((times) => percentile(times, share))))
    const name = path.replace(/\?.*/, '')
    assertLimit(`${name}: p50`, p50 ?? NaN, { max: P50_MS }, ' ms')
    assertLimit(`${name}: p95`, p95 ?? NaN, { max: P95_MS }, ' ms')
  }
} finally {
  await harness.close()
}

/** @returns how long each request took, in ms. @throws for a status other than 200. */
async function ask(target: Target, requests: number): Promise<number[]> {
  const clients = Array.from({ length: CONNECTIONS }, openClient)
  const times: number[] = []
  let left = requests
  await Promise.all(
    clients.map(async ({ get, close }) => {
      while (left > 0) {
        left -= 1
        const { status, ms } = await get(target)
        if (status !== 200) throw new Error(`${target.path} answered ${status}`)
        times.push(ms)
      }
      close()
    }),
  )
  return times
}
