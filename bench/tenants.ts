import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { judge, median, percentile } from './figures.ts'
import { openClient } from './load.ts'
import { openStage, type Stage } from './stage.ts'
import type { CacheAccount } from './watch-cache.ts'

/**
 * 10,000 tenants with 20 pages each against one tenant with all 200,000: two servers, each with a database of its own, are asked
 * in turns for the same pages in the same order. The pages are the posts of the demo salon's blog, copied with a number in their
 * title; how often each is asked for follows Zipf's law, with neighbours in rank at different tenants, so that some pages come
 * from the cache, some are rendered, and nearly every tenant has a visitor.
 */
const TENANTS = 10_000
const PAGES = 200_000
const REQUESTS = Number(process.env.TENANTS_REQUESTS ?? 100_000)
const WARM_UP = Number(process.env.TENANTS_WARM_UP ?? 6_000)
const ROUNDS = 10
const CONNECTIONS = 4
const RATIO = 1.5
const CACHE_MB = 64
/** What the garbage collector leaves lying, and the allocator between pages of different sizes, while pages come and go. */
const ALLOWANCE_MB = 96
const MB = 1024 * 1024

type Side = {
  name: string
  /** Of each tenant. */ pages: number
  stage: Stage
  warmMb: number
  peakMb: number
  rounds: { p95: number }[]
  accountsIn: string
}

const folder = mkdtempSync(join(tmpdir(), 'stamgast-bench-'))
const log = openSync('/dev/null', 'w')
const clients = Array.from({ length: CONNECTIONS }, openClient)
const draw = zipf(PAGES)
const sides = await Promise.all([openSide(`${TENANTS} tenants`, TENANTS), openSide('one tenant', 1)])
try {
  const warming = Array.from({ length: WARM_UP }, draw)
  for (const side of sides) {
    // An address with a parameter that no page knows is rendered and not kept.
    await ask(side, warming, (index) => `?warm=${index}`)
    side.warmMb = residentMb(side.stage)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = Array.from({ length: REQUESTS / ROUNDS }, draw)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      side.rounds.push(await measure(side, pages))
  }
} finally {
  for (const client of clients) client.close()
  for (const { stage } of sides) await stage.close()
  closeSync(log)
}
report(sides)
rmSync(folder, { recursive: true })

function report([many, one]: [Side, Side]): void {
  judge(
    'p95 of many tenants against one, median of the rounds',
    median(many.rounds.map(({ p95 }, round) => p95 / (one.rounds[round]?.p95 ?? NaN))),
    { most: RATIO },
    ' ×',
  )
  judge('peak memory of many tenants against one', many.peakMb / one.peakMb, { most: RATIO }, ' ×')
  for (const { name, warmMb, peakMb, accountsIn } of [many, one]) {
    const account = (JSON.parse(readFileSync(accountsIn, 'utf8')) as CacheAccount[]).find(
      ({ limit }) => limit === CACHE_MB * MB,
    )
    if (!account) throw new Error(`${name}: the server has no page cache of ${CACHE_MB} MB`)
    const { found, made, most } = account
    console.log(
      `${name}: ${warmMb.toFixed(0)} MB when warm, ${peakMb.toFixed(0)} MB at the most; ${found} pages from the cache, ${made} made for it`,
    )
    judge(`${name}: the page cache, by its own account`, most / MB, { most: CACHE_MB }, ' MB')
    judge(`${name}: and it was full`, most / MB, { least: CACHE_MB * 0.95 }, ' MB')
    judge(`${name}: memory above the warm server`, peakMb - warmMb, { most: CACHE_MB + ALLOWANCE_MB }, ' MB')
  }
}

async function openSide(name: string, tenants: number): Promise<Side> {
  const accountsIn = join(folder, `${tenants}.json`)
  const watched = {
    NODE_OPTIONS: `--import=${new URL('./watch-cache.ts', import.meta.url).href}`,
    CACHE_ACCOUNTS: accountsIn,
  }
  const stage = await openStage({
    env: { LOG_LEVEL: 'info', PAGE_CACHE_MB: String(CACHE_MB), ...watched },
    output: log,
  })
  await fill(stage, tenants).catch(async (error: unknown) => {
    await stage.close()
    throw error
  })
  return { name, pages: PAGES / tenants, stage, warmMb: 0, peakMb: 0, rounds: [], accountsIn }
}

/** Copies the demo salon, each copy in a colour of its own: its face, its settings, its pages, and its blog's posts until there are as many as wanted. */
async function fill({ testDb }: Stage, tenants: number): Promise<void> {
  const owner = new pg.Client({ connectionString: testDb.ownerUrl })
  await owner.connect()
  const id = (number: string) => `'t' || lpad((${number})::text, 5, '0')`
  const made = `generate_series(0, ${tenants - 1}) as n`
  const own = 'description, blocks, image_sizes, updated'
  await owner.query(`
    insert into tenant (id, firstpath, profile)
    select ${id('n')}, ${id('n')}, profile || jsonb_build_object('companyname', 'Salon ' || n, 'brand', profile->'brand' || jsonb_build_object('color', '#' || lpad(to_hex(1677 * n), 6, '0')))
    from tenant, ${made} where id = 'aurora'`)
  await owner.query(
    `insert into finance (tenant_id, currency, currency_symbol, vat_percent, late_fee) select ${id('n')}, currency, currency_symbol, vat_percent, late_fee from finance, ${made} where tenant_id = 'aurora'`,
  )
  await owner.query(
    `insert into calendar (tenant_id, rules) select ${id('n')}, rules from calendar, ${made} where tenant_id = 'aurora'`,
  )
  await owner.query(
    `insert into page (tenant_id, parent_id, id, title, "order", ${own}) select ${id('n')}, parent_id, id, title, "order", ${own} from page, ${made} where tenant_id = 'aurora' and parent_id = ''`,
  )
  await owner.query(`
    insert into page (tenant_id, parent_id, id, title, "order", ${own})
    select ${id(`n / ${PAGES / tenants}`)}, parent_id, 'p' || n, title || ' ' || n, n, ${own}
    from (select *, row_number() over (order by id) - 1 as place, count(*) over () as places from page where tenant_id = 'aurora' and parent_id = 'inspiration') as post
    join generate_series(0, ${PAGES - 1}) as n on n % places = place`)
  await owner.query('vacuum analyze tenant, page')
  await owner.end()
}

/** Asks over all connections at once; milliseconds that each answer took. @throws for an answer that is not the page asked for. */
async function ask(
  { pages: each, stage }: Side,
  pages: number[],
  query: (index: number) => string = () => '',
): Promise<number[]> {
  const port = stage.ports[0] ?? 0
  const times: number[] = []
  const left = pages.entries()
  await Promise.all(
    clients.map(async (client) => {
      for (const [index, page] of left) {
        const host = `t${String(Math.floor(page / each)).padStart(5, '0')}.localhost`
        const path = `/inspiration/p${page}${query(index)}`
        const { status, body, ms } = await client.get({
          port,
          host,
          path,
          headers: { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'da' },
        })
        // To unpack every one would cost more than to ask for it.
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
  const look = () => {
    side.peakMb = Math.max(side.peakMb, residentMb(side.stage))
  }
  const looking = setInterval(look, 20)
  const times = await ask(side, pages).finally(() => {
    clearInterval(looking)
  })
  look()
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share))
  console.log(
    `${side.name}, round ${side.rounds.length + 1}: ${times.length} requests, p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms, ${residentMb(side.stage).toFixed(0)} MB`,
  )
  return { p95: p95 ?? NaN }
}

/** Memory of the server's process that is in use, in MB. */
function residentMb({ servers }: Stage): number {
  return (
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${servers[0]?.child.pid}/status`, 'utf8'))?.[1]) /
    1024
  )
}

/** Draws numbers below `count`, the k-th of a fixed order with a share of 1/k; the same ones in every run. */
function zipf(count: number): () => number {
  let sum = 0
  const sums = Float64Array.from({ length: count }, (_, index) => (sum += 1 / (index + 1)))
  let state = 1
  return () => {
    // Numerical Recipes' generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const wanted = (state / 2 ** 32) * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    // A prime that does not divide the count: each rank is another number, far from its neighbours.
    return (low * 123_457) % count
  }
}
