import { request } from 'node:http'
import { addDays, localParts, toInstant } from '#domain/zone.ts'
import { makeTenant } from '#test/make.ts'
import { openHarness } from './harness.ts'
import { assertLimit, median, percentile } from './report.ts'

/**
 * Benchmarks a hold of twelve dates over HTTP, by anyone of ten people, and its preview, beside the visits of
 * 500 afternoons. Each hold is a guest's own, at an address of its own.
 */
const HOLDS = 100
const WARM_UP = 10
const DATES = 12
/** Ten people times ten quarters of an hour on 500 days, of which a part is filled. */
const STORED = 50_000
const HOLD_P95_MS = 400
const PREVIEW_P95_MS = 400
const zone = 'Europe/Copenhagen'

const harness = await openHarness()
try {
  const everyone = Array.from({ length: 10 }, (_, index) => `m${index}`)
  await makeTenant(harness.testDb, {
    id: 'series',
    members: everyone.map((id) => ({ id })),
    services: [{ id: 'cut', duration: 30, bufferAfter: 5 }],
    rules: { horizonDays: 700 },
  })
  await fill()
  const today = localParts(zone, Math.floor(Date.now() / 60_000)).date
  const startOf = (index: number) =>
    toInstant(zone, addDays(today, 3 + (index % 20)), 9 * 60 + (Math.floor(index / 20) % 20) * 15) * 60_000
  const datesOf = (start: number) =>
    Array.from({ length: DATES }, (_, date) => {
      const { date: first, minute } = localParts(zone, start / 60_000)
      return { start: toInstant(zone, addDays(first, date * 28), minute) * 60_000 }
    })
  const times: { hold: number[]; preview: number[] } = { hold: [], preview: [] }
  let held = 0
  for (let index = 0; index < WARM_UP + HOLDS; index += 1) {
    const start = startOf(index)
    const query = `services=cut&start=${start}&weeks=4&count=${DATES}`
    const preview = await send('GET', `/api/tenants/series/series?${query}`, index)
    const hold = await send('POST', '/api/holdSeries', index, {
      services: ['cut'],
      start,
      weeks: 4,
      dates: datesOf(start),
    })
    if ((JSON.parse(hold.text) as { ok: boolean }).ok) held += 1
    if (index < WARM_UP) continue
    times.preview.push(preview.ms)
    times.hold.push(hold.ms)
  }
  console.log(
    `${held} of ${WARM_UP + HOLDS} series held; hold median ${median(times.hold).toFixed(1)} ms, preview ` +
      `median ${median(times.preview).toFixed(1)} ms`,
  )
  assertLimit('share of series that are held', held / (WARM_UP + HOLDS), { min: 0.5 })
  assertLimit('hold of 12, p95', percentile(times.hold, 0.95), { max: HOLD_P95_MS }, ' ms')
  assertLimit('preview of 12, p95', percentile(times.preview, 0.95), { max: PREVIEW_P95_MS }, ' ms')
} finally {
  await harness.close()
}

function send(
  method: string,
  path: string,
  client: number,
  body?: object,
): Promise<{ text: string; ms: number }> {
  const port = harness.ports[0] ?? 0
  const host = `series.localhost:${port}`
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      'x-forwarded-for': `10.1.${client >> 8}.${client & 255}`,
      ...(body ? { origin: `http://${host}`, 'content-type': 'application/json' } : {}),
    }
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve({ text, ms: performance.now() - began })
          : reject(new Error(`${path} answered ${answer.statusCode}: ${text}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** Half-hour visits in the afternoons of the days to come, so that the mornings stay free. */
async function fill(): Promise<void> {
  await harness.testDb.owner.query(`
    with made as (
      select gen_random_uuid() as id, 'm' || (n % 10) as member,
        (current_date + 1 + n / 100 + interval '14 hours' + n / 10 % 10 * interval '15 minutes') as start
      from generate_series(0, ${STORED - 1}) as n where n / 10 % 10 % 3 = 0
    ), visits as (
      insert into visit (tenant_id, id, state, start, "end", handle_hash, cancel_hash, contact, currency,
        price, created_at, booked_at)
      select 'series', id, 'booked', start, start + interval '30 minutes', md5(id::text), md5('c' || id),
        '{}', 'DKK', 40000, now(), now() from made
    )
    insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
      "end", busy, vat)
    select 'series', id, 0, 'cut', member, 'Cut', 40000, start, start + interval '30 minutes',
      tstzmultirange(tstzrange(start, start + interval '30 minutes')), null from made`)
  await harness.testDb.owner.query('vacuum analyze visit, segment')
}
