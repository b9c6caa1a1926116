import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertLimit, percentile } from './report.ts'
import { openClient } from './load.ts'
import { openHarness } from './harness.ts'

/**
 * 50 guests sign in at the same time, repeatedly, while another client sends cheap requests to the same
 * process. The delay of those requests against an idle server is how long password hashing blocks the event
 * loop.
 */
const GUESTS = 50
const ROUNDS = Number(process.env.SIGN_IN_ROUNDS ?? 10)
const P95_MS = 1_000
const LAG_P99_MS = 50
const PING_MS = 5
const password = 'ælgpåtur i marts'

const harness = await openHarness({ env: { LOG_LEVEL: 'info' } })
const port = harness.ports[0] ?? 0
const host = `aurora.localhost:${port}`
const agent = new Agent({ keepAlive: true, maxSockets: GUESTS })
try {
  await burst('createUserWithEmailAndPassword', 0)
  await burst('signInWithEmailAndPassword', 1)
  const idle = percentile(await pingWhile(sleep(2_000)), 0.5)
  const times: number[] = []
  let tookMs = 0
  const pings = await pingWhile(
    (async () => {
      for (let round = 2; round < ROUNDS + 2; round += 1) {
        const began = performance.now()
        times.push(...(await burst('signInWithEmailAndPassword', round)))
        tookMs += performance.now() - began
      }
    })(),
  )
  const lags = pings.map((ms) => Math.max(0, ms - idle))
  console.log(
    `${GUESTS} guests × ${ROUNDS}: ${((times.length / tookMs) * 1000).toFixed(0)} sign-ins a second, ` +
      `p50 ${percentile(times, 0.5).toFixed(0)} ms; a ping takes ${idle.toFixed(1)} ms on an idle server`,
  )
  assertLimit('sign-in, p95', percentile(times, 0.95), { max: P95_MS }, ' ms')
  assertLimit('event loop lag, p99', percentile(lags, 0.99), { max: LAG_P99_MS }, ' ms')
} finally {
  agent.destroy()
  await harness.close()
}

type Call = 'createUserWithEmailAndPassword' | 'signInWithEmailAndPassword'

/** Signs in every guest from their own IP address. @returns the duration of each in ms. */
function burst(call: Call, round: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: GUESTS }, (_, index) =>
      ask(call, `guest${index}@example.com`, `10.${round}.0.${index + 1}`),
    ),
  )
}

function ask(call: Call, email: string, address: string): Promise<number> {
  const body = JSON.stringify({ email, password })
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      origin: `http://${host}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': address,
    }
    const sent = request(
      { agent, host: '127.0.0.1', port, path: `/api/${call}`, method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(performance.now() - began)
            : reject(new Error(`${call} answered ${answer.statusCode}`)),
        )
      },
    )
    sent.on('error', reject).end(body)
  })
}

async function pingWhile(work: Promise<unknown>): Promise<number[]> {
  const client = openClient()
  const times: number[] = []
  let done = false
  const finished = work.finally(() => {
    done = true
  })
  while (!done) {
    times.push((await client.get({ port, host, path: '/healthz' })).ms)
    await sleep(PING_MS)
  }
  await finished
  client.close()
  return times
}
