import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { hashOf } from '#server/secret/hash.ts'
import { assertLimit, median, percentile } from './report.ts'
import { openHarness } from './harness.ts'

/**
 * 50 browsers change their carts over two server processes, alternately with 50 connections that run the same
 * statements by `pg` without the product.
 */
const CONNECTIONS = 50
const SECONDS = Number(process.env.CART_SECONDS ?? 4)
const ROUNDS = Number(process.env.CART_ROUNDS ?? 5)
const RATIO = 0.25
const P99_MS = 150
const TENANT = 'aurora'

const harness = await openHarness({ processes: 2 })
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const pool = new pg.Pool({ connectionString: harness.testDb.appUrl, max: CONNECTIONS })
try {
  const variant = await oneVariant()
  const browsers = Array.from({ length: CONNECTIONS }, () => randomBytes(16).toString('base64url'))
  for (const [index, secret] of browsers.entries())
    await change('addToCart', index, { secret, variant, quantity: 1 })
  const times: number[] = []
  const [calls, statements]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    calls.push(
      await rateOf(async (index, turn) => {
        const began = performance.now()
        await change('setCartQuantity', index, {
          secret: browsers[index] ?? '',
          variant,
          quantity: 1 + (turn % 3),
        })
        times.push(performance.now() - began)
      }),
    )
    statements.push(
      await rateOf((index, turn) =>
        runStatements(hashOf(browsers[index] ?? ''), [{ variantId: variant, quantity: 1 + (turn % 3) }]),
      ),
    )
  }
  const [byCalls, byPg] = [median(calls), median(statements)]
  console.log(
    `${CONNECTIONS} connections, 2 processes: ${byCalls.toFixed(0)} changes a second, ` +
      `by pg alone ${byPg.toFixed(0)}; p50 ${median(times).toFixed(1)} ms`,
  )
  assertLimit('changes against the same statements by pg', byCalls / byPg, { min: RATIO })
  assertLimit('a change, p99', percentile(times, 0.99), { max: P99_MS }, ' ms')
} finally {
  agent.destroy()
  await pool.end()
  await harness.close()
}

/** The first variant of the demo with enough pieces. */
async function oneVariant(): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [TENANT])
    const { rows } = await client.query<{ id: string }>(
      `select v.id from product_variant v join product p on p.tenant_id = v.tenant_id and p.id = v.product_id
      where v.tenant_id = $1 and v.active and p.active and (v.stock is null or v.stock > 5) order by v.id`,
      [TENANT],
    )
    if (!rows[0]) throw new Error('the demo sells nothing')
    return rows[0].id
  } finally {
    client.release(true)
  }
}

/** Runs `work` on every connection until the time is over. @returns how often a second. */
async function rateOf(work: (index: number, turn: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const end = began + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        await work(index, turn)
        done += 1
      }
    }),
  )
  return done / ((performance.now() - began) / 1000)
}

/** What one change of a cart asks of the database. */
async function runStatements(
  secretHash: string,
  items: { variantId: string; quantity: number }[],
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `begin; set local statement_timeout = 4500; set local idle_in_transaction_session_timeout = 30000;
      set local app.tenant_id = '${TENANT}'`,
    )
    const goods = `select v.id, p.id, p.name, p.display_name, p.brand_name, v.size, v.price, v.stock, p.pictures,
      p.image_sizes, v.active, p.active, t.active from product_variant v
      join product p on p.tenant_id = v.tenant_id and p.id = v.product_id
      join product_type t on t.tenant_id = p.tenant_id and t.id = p.type_id
      where v.tenant_id = $1 and v.id = any ($2)`
    const found = await client.query<{ id: string }>(
      'select id, items, notice, receipt_id from cart where tenant_id = $1 and secret_hash = $2 for update',
      [TENANT, secretHash],
    )
    const ids = items.map(({ variantId }) => variantId)
    await client.query(goods, [TENANT, ids])
    await client.query('update cart set items = $3, updated_at = now() where tenant_id = $1 and id = $2', [
      TENANT,
      found.rows[0]?.id,
      JSON.stringify(items),
    ])
    await client.query('select * from finance where tenant_id = $1', [TENANT])
    await client.query(goods, [TENANT, ids])
    await client.query('commit')
  } finally {
    client.release()
  }
}

function change(
  call: 'addToCart' | 'setCartQuantity',
  index: number,
  { secret, variant, quantity }: { secret: string; variant: string; quantity: number },
): Promise<void> {
  const port = harness.ports[index % harness.ports.length] ?? 0
  const host = `${TENANT}.localhost:${port}`
  const body = JSON.stringify({ tenantId: TENANT, variantId: variant, quantity })
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      origin: `http://${host}`,
      cookie: `cart=${secret}; cartcount=1`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': `10.0.0.${index + 1}`,
    }
    const sent = request(
      { agent, host: '127.0.0.1', port, path: `/api/${call}`, method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${call} answered ${answer.statusCode}`)),
        )
      },
    )
    sent.on('error', reject).end(body)
  })
}
