import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addDays, localParts, monthWindow } from '#domain/zone.ts'
import { makeTenant } from '#test/make.ts'
import { openHarness } from './harness.ts'
import { openClient } from './load.ts'
import { assertLimit, median, percentile } from './report.ts'

/**
 * Benchmarks a month of free times over HTTP at 10 connections, for 3 services by anyone of 10 members, with
 * 100,000 visits: with 4 resources of 3 units against the same without any, alternately in one run. No
 * request sends If-None-Match, and each names an unknown service of its own, so every response is computed.
 */
const ROUNDS = 5
const REQUESTS = 200
const CONNECTIONS = 10
const RATIO = 1.5
const IN_MONTH = 1_000
const ELSEWHERE = 100_000
const zone = 'Europe/Copenhagen'
const salons = ['plain', 'rooms'] as const

const today = localParts(zone, Math.floor(Date.now() / 60_000)).date
const month = addDays(`${today.slice(0, 7)}-15`, 61).slice(0, 7)
const window = monthWindow(zone, month)
const days = Math.round((window.until - window.from) / 1440)

const harness = await openHarness()
const owner = new pg.Client({ connectionString: harness.testDb.ownerUrl })
try {
  await owner.connect()
  for (const id of salons) {
    const uses = (own: Record<string, 'all' | 'work'>) => (id === 'rooms' ? { uses: own } : {})
    await makeTenant(harness.testDb, {
      id,
      members: Array.from({ length: 10 }, (_, index) => ({ id: `m${index}` })),
      resources: id === 'rooms' ? [0, 1, 2, 3].map((index) => ({ id: `r${index}`, count: 3 })) : [],
      services: [
        { id: 'wash', duration: 15, ...uses({ r0: 'all' }) },
        { id: 'cut', duration: 30, bufferAfter: 5, ...uses({ r1: 'all' }) },
        {
          id: 'color',
          duration: 60,
          processingAfter: 20,
          processingMinutes: 20,
          ...uses({ r2: 'all', r3: 'work' }),
        },
      ],
      rules: { horizonDays: 400 },
    })
    await fill(id, `index / ${days}`, `index % ${days}`, IN_MONTH)
    await fill(
      id,
      'index % 160',
      `case when (index / 160) % 2 = 0 then -1 - index / 320 else ${days} + index / 320 end`,
      ELSEWHERE,
    )
  }
  await owner.query('vacuum analyze visit, segment, segment_unit')
  const ratios: number[] = []
  for (const id of salons) await ask(id)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [plain, rooms] = [await ask('plain'), await ask('rooms')]
    ratios.push(rooms.p95 / plain.p95)
    console.log(
      `round ${round}: without ${plain.p95.toFixed(1)} ms (${plain.offers} times), with rooms ` +
        `${rooms.p95.toFixed(1)} ms (${rooms.offers} times)`,
    )
  }
  assertLimit('month with rooms against without, p95, median', median(ratios), { max: RATIO }, ' ×')
} finally {
  await owner.end()
  await harness.close()
}

/** p95 in ms over all connections, and how many times are offered. */
async function ask(tenant: (typeof salons)[number]): Promise<{ p95: number; offers: number }> {
  const times: number[] = []
  let offers = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const { get, close } = openClient()
      for (let index = 0; index < REQUESTS / CONNECTIONS; index += 1) {
        const { status, body, ms } = await get({
          port: harness.ports[0] ?? 0,
          host: `${tenant}.localhost`,
          path: `/api/tenants/${tenant}/availability?services=wash,cut,color,${randomUUID()}&month=${month}`,
        })
        if (status !== 200) throw new Error(`answered ${status}: ${body.toString().slice(0, 300)}`)
        times.push(ms)
        offers = (JSON.parse(body.toString()) as { offers: unknown[] }).offers.length
      }
      close()
    }),
  )
  return { p95: percentile(times, 0.95), offers }
}

/**
 * Books half-hour visits side by side from 9:00 to 17:00 with ten members, each in a unit of its own of one
 * of the four resources. `place` is the time and the member of a visit, `day` its day of the month.
 */
async function fill(tenant: string, place: string, day: string, visits: number): Promise<void> {
  await owner.query(
    `
    with made as (
      select gen_random_uuid() as id, place % 10 as member,
        ($2::date + day + interval '9 hours' + place / 10 * interval '30 minutes') at time zone '${zone}' as start
      from (select ${place} as place, ${day} as day from generate_series(0, $3::int - 1) as index) as placed
    ), visits as (
      insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, contact, currency, price,
        created_at, booked_at)
      select $1, id, 'booked', start, start + interval '30 minutes', md5(id::text), md5('cancel' || id), '{}',
        'DKK', 40000, now(), now() from made
    ), segments as (
      insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
        "end", busy)
      select $1, id, 0, 'cut', 'm' || member, 'Cut', 40000, start, start + interval '30 minutes',
        tstzmultirange(tstzrange(start, start + interval '30 minutes')) from made
    )
    insert into segment_unit (tenant_id, visit_id, position, resource_id, unit, start, busy)
    select $1, id, 0, 'r' || member % 4, 1 + member / 4, start,
      tstzmultirange(tstzrange(start, start + interval '30 minutes'))
    from made where $1 = 'rooms'`,
    [tenant, `${month}-01`, visits],
  )
}
