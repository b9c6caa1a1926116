import { randomUUID } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { addDays, localParts, monthWindow } from '#domain/zone.ts'
import { listMostBooked } from '#server/availability/calendar-queries.ts'
import { tenantId } from '#server/database/db.ts'
import { makeTenant } from '#test/make.ts'
import { assertLimit, median, percentile } from './report.ts'
import { openClient, type Target } from './load.ts'
import { openHarness } from './harness.ts'

/**
 * Benchmarks a month of free times over HTTP, for 3 services by anyone of 10 members, while the other months
 * fill up. No request sends If-None-Match, and each names an unknown service of its own, so every response is
 * computed. Then the services that are booked most, and one service over 10 connections, computed and cached
 * alternately.
 */
const ROUNDS = 5
const REQUESTS = 60
const WARM_UP = 100
const P95_MS = 150
const RATIO = 2
const CONNECTIONS = 10
const RATE_SECONDS = Number(process.env.AVAILABILITY_SECONDS ?? 3)
const MOST_BOOKED_MS = 5
const MIN_CACHED_RATIO = 5
const MAX_COMPRESSED_BYTES = 10_000
const IN_MONTH = 1_000
const ELSEWHERE = [1_000, 10_000, 100_000]
const zone = 'Europe/Copenhagen'

const today = localParts(zone, Math.floor(Date.now() / 60_000)).date
const month = addDays(`${today.slice(0, 7)}-15`, 61).slice(0, 7)
const window = monthWindow(zone, month)

const harness = await openHarness()
const client = openClient()
const owner = new pg.Client({ connectionString: harness.testDb.ownerUrl })
try {
  await owner.connect()
  const everyone = Array.from({ length: 10 }, (_, index) => `m${index}`)
  const services = [
    { id: 'wash', duration: 15 },
    { id: 'cut', duration: 30, bufferAfter: 5 },
    { id: 'color', duration: 60, processingAfter: 20, processingMinutes: 20 },
  ]
  await makeTenant(harness.testDb, {
    id: 'busy',
    members: everyone.map((id) => ({ id })),
    services,
    rules: { horizonDays: 400 },
  })
  await fill('month', 0, IN_MONTH)

  const seen: { p95: number }[] = []
  let filled = 0
  for (const visits of ELSEWHERE) {
    await fill('elsewhere', filled, visits)
    filled = visits
    await owner.query('vacuum analyze visit, segment')
    seen.push(await measure(visits))
  }
  const [first, last] = [seen[0]?.p95 ?? NaN, seen.at(-1)?.p95 ?? NaN]
  assertLimit('p95', last, { max: P95_MS }, ' ms')
  assertLimit(
    `p95 at ${ELSEWHERE.at(-1)} visits elsewhere against ${ELSEWHERE[0]}`,
    last / first,
    { max: RATIO },
    ' ×',
  )
  await measureMostBooked()
  await compareCached()
} finally {
  client.close()
  await owner.end()
  await harness.close()
}

/** p95 is the median of several rounds, so that one disturbance of the machine does not decide. */
async function measure(visits: number): Promise<{ p95: number }> {
  const offered = (await ask(WARM_UP)).offers
  const rounds: { times: number[] }[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await ask(REQUESTS))
  const [p50, p95] = [0.5, 0.95].map((share) => median(rounds.map(({ times }) => percentile(times, share))))
  console.log(
    `${month}: ${IN_MONTH} visits in it, ${visits} elsewhere: ${offered} times offered, p50 ` +
      `${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms`,
  )
  return { p95: p95 ?? NaN }
}

/** The query of what is booked most, with all visits. */
async function measureMostBooked(): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < REQUESTS; index += 1) {
    const began = performance.now()
    await harness.testDb.db.read(tenantId('busy'), listMostBooked)
    times.push(performance.now() - began)
  }
  assertLimit('booked most, p95', percentile(times, 0.95), { max: MOST_BOOKED_MS }, ' ms')
}

/** `unknown` is ignored by the server, but part of the cache key. */
function buildMonthTarget(services: string, unknown = ''): Target {
  return {
    port: harness.ports[0] ?? 0,
    host: 'busy.localhost',
    path: `/api/tenants/busy/availability?services=${services}${unknown}&month=${month}`,
  }
}

/** Another one each time. */
function unknownService(): string {
  return `,${randomUUID()}`
}

async function ask(requests: number): Promise<{ times: number[]; offers: number }> {
  const times: number[] = []
  let offers = 0
  for (let index = 0; index < requests; index += 1) {
    const { status, body, ms } = await client.get(buildMonthTarget('wash,cut,color', unknownService()))
    if (status !== 200) throw new Error(`answered ${status}: ${body.toString().slice(0, 300)}`)
    times.push(ms)
    offers = index === 0 ? (JSON.parse(body.toString()) as { offers: unknown[] }).offers.length : offers
  }
  return { times, offers }
}

/**
 * Requests a second for a month of one service, computed and cached alternately; and the compressed size of
 * the response.
 */
async function compareCached(): Promise<void> {
  const { body } = await client.get(buildMonthTarget('cut'))
  assertLimit('compressed month', brotliCompressSync(body).length, { max: MAX_COMPRESSED_BYTES }, ' bytes')
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const computed = await measureRate(() => buildMonthTarget('cut', unknownService()))
    const cached = await measureRate(() => buildMonthTarget('cut'))
    ratios.push(cached / computed)
    console.log(`round ${round}: computed ${computed.toFixed(0)}/s, cached ${cached.toFixed(0)}/s`)
  }
  assertLimit('cached month against computed, median', median(ratios), { min: MIN_CACHED_RATIO }, ' ×')
}

async function measureRate(next: () => Target): Promise<number> {
  const clients = Array.from({ length: CONNECTIONS }, openClient)
  const began = performance.now()
  let done = 0
  await Promise.all(
    clients.map(async ({ get, close }) => {
      for (; performance.now() - began < RATE_SECONDS * 1000; done += 1) await get(next())
      close()
    }),
  )
  return (done * 1000) / (performance.now() - began)
}

/**
 * Books half-hour visits side by side from 9:00 to 17:00 with ten members: 160 a day. Visits in the month are
 * spread over its days; visits elsewhere are on the days before and after it, alternately.
 */
async function fill(where: 'month' | 'elsewhere', from: number, until: number): Promise<void> {
  const days = Math.round((window.until - window.from) / 1440)
  const day =
    where === 'month'
      ? `index % ${days}`
      : `case when (index / 160) % 2 = 0 then -1 - index / 320 else ${days} + index / 320 end`
  const place = where === 'month' ? `index / ${days}` : 'index % 160'
  await owner.query(
    `
    with made as (
      select gen_random_uuid() as id, 'm' || (place % 10)
      as member, ($1::date + day + interval '9 hours' + place / 10 * interval '30 minutes') at time zone
      '${zone}' as start
      from (select ${place} as place, ${day} as day from generate_series($2::int, $3::int - 1) as index)
      as placed
    ), visits as (
      insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, contact, currency,
      price, created_at, booked_at)
      select 'busy', id, 'booked', start, start + interval '30 minutes', md5(id::text), md5('cancel' || id),
      '{}', 'DKK', 40000, now(), now() from made
    )
    insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
    "end", busy)
    select 'busy', id, 0, 'cut', member, 'Cut', 40000, start, start + interval '30 minutes',
    tstzmultirange(tstzrange(start, start + interval '30 minutes')) from made`,
    [`${month}-01`, from, until],
  )
}
