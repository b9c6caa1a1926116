import { deskAt } from '#test/desk.ts'
import { makeFullDay } from './full-day.ts'
import { openHarness } from './harness.ts'
import { assertLimit, median, percentile } from './report.ts'

/**
 * Benchmarks the salon's day over HTTP: 8 people with 12 visits each, while 100,000 visits of other days are
 * stored, and the search of guests among 50,000 accounts and as many who came without one. No request sends
 * If-None-Match.
 */
const STORED = 100_000
const ACCOUNTS = 50_000
const REQUESTS = 200
const WARM_UP = 30
const DAY_P95_MS = 50
const SEARCH_P95_MS = 150

const harness = await openHarness()
try {
  const { id, token, date, visits } = await makeFullDay(harness, { visits: STORED, accounts: ACCOUNTS })
  const desk = deskAt(() => harness.ports[0] ?? 0, id, token)
  const shown = (await desk.get(`/schedule?date=${date}`)) as { visits: unknown[] }
  if (shown.visits.length !== visits) throw new Error(`the day has ${shown.visits.length} visits`)
  assertLimit('day p95', await measure(() => `/schedule?date=${date}`, 'day'), { max: DAY_P95_MS }, ' ms')
  const searches = ['3456', 'fre', 'freja h', 'hol', '0001', 'zzz', '98', 'krogh ida']
  const search = (index: number) => `/guests?q=${encodeURIComponent(searches[index % searches.length] ?? '')}`
  assertLimit('search p95', await measure(search, 'search'), { max: SEARCH_P95_MS }, ' ms')

  async function measure(path: (index: number) => string, what: string): Promise<number> {
    const times: number[] = []
    for (let index = 0; index < WARM_UP + REQUESTS; index += 1) {
      const began = performance.now()
      await desk.get(path(index))
      if (index >= WARM_UP) times.push(performance.now() - began)
    }
    const p95 = percentile(times, 0.95)
    console.log(`${what}: median ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
    return p95
  }
} finally {
  await harness.close()
}
