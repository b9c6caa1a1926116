import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { assertLimit, median, percentile } from './report.ts'
import { openClient } from './load.ts'
import { openHarness, type Harness } from './harness.ts'
import type { CacheStats } from './cache-stats.ts'

/**
 * Compares 10,000 tenants with 20 pages each with one tenant that has all 200,000. Two servers, each with its
 * own database, serve the same pages in the same order, alternately. The pages are the posts of the demo
 * salon's blog, copied with a number in their title. Requests follow Zipf's law, with neighbours in rank at
 * different tenants, so that some pages come from the cache, some are rendered, and nearly every tenant has a
 * visitor.
 */
const TENANTS = 10_000
const PAGES = 200_000
const REQUESTS = Number(process.env.TENANTS_REQUESTS ?? 100_000)
const WARM_UP = Number(process.env.TENANTS_WARM_UP ?? 6_000)
const ROUNDS = 10
const CONNECTIONS = 4
const RATIO = 1.5
const CACHE_MB = 64
/** Memory for uncollected garbage and for the allocator's fragmentation between pages of different sizes. */
const ALLOWANCE_MB = 96
const MB = 1024 * 1024

type Side = {
  name: string
  /** Of each tenant. */ pages: number
  harness: Harness
  warmMb: number
  peakMb: number
  rounds: { p95: number }[]
  statsPath: string
}

const folder = mkdtempSync(join(tmpdir(), 'stamgast-bench-'))
const log = openSync('/dev/null', 'w')
const clients = Array.from({ length: CONNECTIONS }, openClient)
const nextPage = zipf(PAGES)
const sides = await Promise.all([openSide(`${TENANTS} tenants`, TENANTS), openSide('one tenant', 1)])
try {
  const warming = Array.from({ length: WARM_UP }, nextPage)
  for (const side of sides) {
    // A query parameter that no page declares: the page is rendered and not cached.
    await ask(side, warming, (index) => `?warm=${index}`)
    side.warmMb = residentMb(side.harness)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = Array.from({ length: REQUESTS / ROUNDS }, nextPage)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      side.rounds.push(await measure(side, pages))
  }
} finally {
  for (const client of clients) client.close()
  for (const { harness } of sides) await harness.close()
  closeSync(log)
}
report(sides)
rmSync(folder, { recursive: true })

function report([many, one]: [Side, Side]): void {
  assertLimit(
    'p95 of many tenants against one, median of the rounds',
    median(many.rounds.map(({ p95 }, round) => p95 / (one.rounds[round]?.p95 ?? NaN))),
    { max: RATIO },
    ' ×',
  )
  assertLimit('peak memory of many tenants against one', many.peakMb / one.peakMb, { max: RATIO }, ' ×')
  for (const { name, warmMb, peakMb, statsPath: accountsIn } of [many, one]) {
    const stats = (JSON.parse(readFileSync(accountsIn, 'utf8')) as CacheStats[]).find(
      ({ limit }) => limit === CACHE_MB * MB,
    )
    if (!stats) throw new Error(`${name}: the server has no page cache of ${CACHE_MB} MB`)
    const { found, made, maxBytes } = stats
    console.log(
      `${name}: ${warmMb.toFixed(0)} MB when warm, at most ${peakMb.toFixed(0)} MB; ${found} pages from ` +
        `the cache, ${made} added to it`,
    )
    assertLimit(`${name}: the page cache, by its own account`, maxBytes / MB, { max: CACHE_MB }, ' MB')
    assertLimit(`${name}: and it was full`, maxBytes / MB, { min: CACHE_MB * 0.95 }, ' MB')
    assertLimit(
      `${name}: memory above the warm server`,
      peakMb - warmMb,
      { max: CACHE_MB + ALLOWANCE_MB },
      ' MB',
    )
  }
}

async function openSide(name: string, tenants: number): Promise<Side> {
  const statsPath = join(folder, `${tenants}.json`)
  const watched = {
    NODE_OPTIONS: `--import=${new URL('./cache-stats.ts', import.meta.url).href}`,
    CACHE_ACCOUNTS: statsPath,
  }
  const harness = await openHarness({
    env: { LOG_LEVEL: 'info', PAGE_CACHE_MB: String(CACHE_MB), ...watched },
    output: log,
  })
  await fill(harness, tenants).catch(async (error: unknown) => {
    await harness.close()
    throw error
  })
  return { name, pages: PAGES / tenants, harness, warmMb: 0, peakMb: 0, rounds: [], statsPath }
}

/**
 * Copies the demo salon, each copy in a different colour: brand, settings, pages, and its blog posts until
 * the wanted number is reached.
 */
async function fill({ testDb }: Harness, tenants: number): Promise<void> {
  const owner = new pg.Client({ connectionString: testDb.ownerUrl })
  await owner.connect()
  const id = (number: string) => `'t' || lpad((${number})::text, 5, '0')`
  const made = `generate_series(0, ${tenants - 1}) as n`
  const own = 'description, blocks, image_sizes, updated'
  await owner.query(`
    insert into tenant (id, firstpath, profile)
    select ${id('n')}, ${id('n')}, profile || jsonb_build_object('companyname', 'Salon ' || n, 'brand',
    profile->'brand' || jsonb_build_object('color', '#' || lpad(to_hex(1677 * n), 6, '0')))
    from tenant, ${made} where id = 'aurora'`)
  await owner.query(
    `insert into finance (tenant_id, currency, currency_symbol, vat_percent, prices_include, late_fee)
      select ${id('n')}, currency, currency_symbol, vat_percent, prices_include, late_fee from finance, ${made}
      where tenant_id = 'aurora'`,
  )
  await owner.query(
    `insert into calendar (tenant_id, rules) select ${id('n')}, rules from calendar, ${made}
      where tenant_id = 'aurora'`,
  )
  await owner.query(
    `insert into page (tenant_id, parent_id, id, title, "order", ${own})
      select ${id('n')}, parent_id, id, title, "order", ${own} from page, ${made} where tenant_id = 'aurora'
      and parent_id = ''`,
  )
  await owner.query(`
    insert into page (tenant_id, parent_id, id, title, "order", ${own})
    select ${id(`n / ${PAGES / tenants}`)}, parent_id, 'p' || n, title || ' ' || n, n, ${own}
    from (select *, row_number() over (order by id) - 1 as place, count(*) over () as places from page
    where tenant_id = 'aurora' and parent_id = 'inspiration') as post
    join generate_series(0, ${PAGES - 1}) as n on n % places = place`)
  await owner.query('vacuum analyze tenant, page')
  await owner.end()
}

/**
 * Requests over all connections at once. @returns the duration of each response in ms. @throws for a response
 * that is not the requested page.
 */
async function ask(
  { pages: pagesPerTenant, harness }: Side,
  pages: number[],
  query: (index: number) => string = () => '',
): Promise<number[]> {
  const port = harness.ports[0] ?? 0
  const times: number[] = []
  const left = pages.entries()
  await Promise.all(
    clients.map(async (client) => {
      for (const [index, page] of left) {
        const host = `t${String(Math.floor(page / pagesPerTenant)).padStart(5, '0')}.localhost`
        const path = `/inspiration/p${page}${query(index)}`
        const { status, body, ms } = await client.get({
          port,
          host,
          path,
          headers: { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'da' },
        })
        // Checks the length first: decompressing every response would cost more than requesting it.
        const right =
          status === 200 &&
          (index % 50 > 0 ||
            new RegExp(`<title>[^<]* ${page} · `).test(brotliDecompressSync(body).toString()))
        if (!right) throw new Error(`${host}${path} answered ${status} with another page`)
        times.push(ms)
      }
    }),
  )
  return times
}

async function measure(side: Side, pages: number[]): Promise<{ p95: number }> {
  const sample = () => {
    side.peakMb = Math.max(side.peakMb, residentMb(side.harness))
  }
  const looking = setInterval(sample, 20)
  const times = await ask(side, pages).finally(() => {
    clearInterval(looking)
  })
  sample()
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share))
  console.log(
    `${side.name}, round ${side.rounds.length + 1}: ${times.length} requests, p50 ${p50?.toFixed(1)} ` +
      `ms, p95 ${p95?.toFixed(1)} ms, ${residentMb(side.harness).toFixed(0)} MB`,
  )
  return { p95: p95 ?? NaN }
}

/** Resident memory of the server process in MB. */
function residentMb({ servers }: Harness): number {
  return (
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${servers[0]?.child.pid}/status`, 'utf8'))?.[1]) /
    1024
  )
}

/**
 * Generates numbers below `count`, the k-th of a fixed order with a share of 1/k; the sequence is the same in
 * every run.
 */
function zipf(count: number): () => number {
  let sum = 0
  const sums = Float64Array.from({ length: count }, (_, index) => (sum += 1 / (index + 1)))
  let state = 1
  return () => {
    // The linear congruential generator of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const wanted = (state / 2 ** 32) * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    // A prime that does not divide the count: maps each rank to a different number, far from its neighbours.
    return (low * 123_457) % count
  }
}
