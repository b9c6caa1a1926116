import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import {
  atButton,
  attemptsOf,
  countMails,
  makePaymentApp,
  makeShop,
  stockOf,
  type Delivery,
  type PaymentApp,
} from '#test/payments.ts'
import { dispatchOrder } from '../order/orders.ts'
import { perTier } from '#test/tier.ts'

/*
 * Any failure between the guest's tap and the provider's answer: one order for exactly the money that is
 * reserved, or none. Each script lets something fail; what follows comes in three orders, from SEEDS seeds
 * each.
 */
const SEEDS = perTier(1, 10)
const STOCK = 1_000_000

let app: PaymentApp
let tenantId: TenantId
beforeAll(async () => {
  app = await makePaymentApp()
  tenantId = await makeShop(app)
})
afterAll(() => app.close())

type Round = { reference: string; handle: string; receiptId: string }
type Script = {
  name: string
  /** Before the guest presses the button. */
  before?: () => void
  /** The guest at the provider, in place of approving. */
  decide?: (round: Round) => void | Promise<void>
  /** How often each delivery of the webhook comes; 0: never. */
  webhooks?: number
  /** What becomes of a delivery on its way. */
  forge?: (delivery: Delivery) => Promise<Delivery>
  /** Whether the guest comes back from the provider. */
  returns?: boolean
  /** After the order is there. */
  after?: (round: Round & { orderNumber: number | null }) => Promise<void>
  outcome: 'order' | 'none'
  /** What the salon sees. */
  flag?: 'mismatch' | 'late'
}

const { failures, approve, refuse, expire, authorizeLate } = {
  failures: () => app.simulator.failures,
  approve: (reference: string) => void app.simulator.approve(reference),
  refuse: (reference: string) => app.simulator.refuse(reference),
  expire: (reference: string) => app.simulator.expire(reference),
  authorizeLate: (reference: string) => app.simulator.authorizeLate(reference),
}
const withHeader = async ({ url, request }: Delivery, name: string, value: string): Promise<Delivery> => {
  const headers = new Headers(request.headers)
  headers.set(name, value)
  const body = await request.clone().text()
  return { url, request: new Request(request.url, { method: 'POST', headers, body }) }
}
const orderOf = { outcome: 'order' } as const
const nothing = { outcome: 'none' } as const

const scripts: Script[] = [
  { name: 'nothing fails', ...orderOf },
  { name: 'the webhook comes twice', webhooks: 2, ...orderOf },
  { name: 'the webhook comes ten times', webhooks: 10, ...orderOf },
  { name: 'no webhook comes', webhooks: 0, ...orderOf },
  { name: 'the guest never comes back', returns: false, ...orderOf },
  { name: 'neither comes: the job alone asks', webhooks: 0, returns: false, ...orderOf },
  {
    name: 'the answer to the creation is lost, and the webhook is there before the second one',
    before: () => failures().add('create', { kind: 'lost' }, { kind: 'lost' }),
    ...orderOf,
  },
  {
    name: 'the webhook is forged',
    forge: (delivery) =>
      withHeader(
        delivery,
        'authorization',
        `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${'A'.repeat(43)}=`,
      ),
    ...orderOf,
  },
  {
    name: 'the webhook is older than five minutes',
    forge: (delivery) => withHeader(delivery, 'x-ms-date', new Date(app.deps.now() - 600_000).toUTCString()),
    ...orderOf,
  },
  {
    name: 'another amount is reserved',
    before: () => failures().add('approve', { kind: 'amount', amount: 1 }),
    flag: 'mismatch',
    ...nothing,
  },
  {
    name: 'another currency is reserved',
    before: () => failures().add('approve', { kind: 'currency', currency: 'NOK' }),
    flag: 'mismatch',
    ...nothing,
  },
  {
    name: 'the provider fails with 500, 429 and 408, and closes connections',
    before: () =>
      failures().add(
        'find',
        { kind: 'status', status: 500 },
        { kind: 'status', status: 429, retryAfter: '9' },
        { kind: 'status', status: 408 },
        { kind: 'reset' },
        { kind: 'cut' },
      ),
    ...orderOf,
  },
  {
    name: 'the provider answers with pages, and does not know the payment for a moment',
    before: () => failures().add('find', { kind: 'html' }, { kind: 'notFound' }, { kind: 'html' }),
    ...orderOf,
  },
  { name: 'the guest refuses', decide: ({ reference }) => refuse(reference), ...nothing },
  {
    name: 'it expires, and is approved after that',
    async decide({ reference }) {
      expire(reference)
      await app.runPaymentJobs(tenantId)
      authorizeLate(reference)
    },
    ...orderOf,
  },
  {
    name: 'the capture fails, then succeeds without an answer',
    after: async ({ orderNumber }) => {
      failures().add(
        'capture',
        { kind: 'status', status: 500 },
        { kind: 'status', status: 500 },
        { kind: 'lost' },
        { kind: 'lost' },
      )
      await dispatchOrder(await jobContext(), orderNumber ?? 0).catch(() => {})
    },
    ...orderOf,
  },
]

const jobContext = async () => {
  const row = await findTenantById(app.deps.db, tenantId)
  if (!row) throw new Error('no tenant')
  return { tenant: tenantFrom(row, app.deps.config), deps: app.jobDeps }
}

const orders = [
  ['return', 'webhook', 'job'],
  ['webhook', 'return', 'job'],
  ['job', 'webhook', 'return'],
] as const

const deliverAll = async ({ webhooks = 1, forge }: Script) => {
  for (const delivery of app.deliveries.splice(0)) {
    for (let copy = 0; copy < webhooks; copy += 1) {
      const sent = forge ? await forge(delivery) : delivery
      const response = await app.deliver(tenantId, sent)
      expect(response.status).toBe(forge ? 401 : 200)
    }
  }
}

/** Time passes, in steps of the job. */
const settleDust = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 10_000) {
    app.clock.now = app.deps.now() + 10_000
    await app.runPaymentJobs(tenantId)
  }
}

async function play(script: Script, order: (typeof orders)[number], seed: number): Promise<void> {
  app.deliveries.splice(0)
  failures().clear()
  const { of, pay, guest, receipt } = await atButton(app, tenantId, { quantity: 1 + (seed % 3) })
  const stock = await stockOf(app, tenantId)
  script.before?.()
  // A guest who gets no answer presses again.
  await pay().catch(() => pay())
  const [begun] = await attemptsOf(app, tenantId, of.receiptId)
  const known = app.simulator.payments().find(({ reference }) => reference === begun?.reference)
  if (!known) throw new Error('the provider was never asked')
  const round: Round = {
    reference: known.reference,
    handle: new URL(known.returnUrl).pathname.split('/').at(-1) ?? '',
    receiptId: of.receiptId,
  }
  await (script.decide ?? (({ reference }: Round) => approve(reference)))(round)
  await app.simulator.webhooks.idle()
  const events = order.map((event) => async () => {
    if (event === 'webhook') await deliverAll(script)
    else if (event === 'job') await settleDust(30_000)
    else if (script.returns !== false) await openReturn(round, seed)
  })
  if (seed % 2 === 0) for (const event of events) await event()
  else await Promise.all(events.map((event) => event()))
  await settleDust(60_000)
  const { receipt: after } = await guest('getReceipt', of)
  await script.after?.({ ...round, orderNumber: after.orderNumber })
  await settleDust(60_000)
  await check(script, round, { stock, total: receipt.total, quantity: 1 + (seed % 3) })
}

/** Every other guest comes back in a browser that does not know them. */
async function openReturn({ handle, receiptId }: Round, seed: number): Promise<void> {
  const browser = app.guest(tenantId)
  const response = await app.fetch(tenantId, new Request(`http://x/payment/return/${handle}`))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`/checkout?ri=${receiptId}&c=true&t=${handle}`)
  if (seed % 2 === 0) return
  const seen = await browser('checkPaymentStatus', { tenantId, receiptId, handle })
  expect(JSON.stringify(seen)).not.toMatch(/Freja|Vestergade|example\.com/)
}

async function check(
  { outcome, flag, after }: Script,
  { reference, receiptId }: Round,
  { stock, total, quantity }: { stock: number; total: number; quantity: number },
): Promise<void> {
  const attempts = await attemptsOf(app, tenantId, receiptId)
  const [ours] = attempts
  const theirs = app.simulator.payments().find((one) => one.reference === reference)
  if (!ours || !theirs) throw new Error('a ledger has no row')
  expect(attempts).toHaveLength(1)
  const isOrder = outcome === 'order'
  expect({
    state: ours.state,
    flag: ours.flag,
    captured: theirs.captured,
    cancelled: theirs.cancelled,
    refunded: theirs.refunded,
    captures: theirs.captures,
    mails: await countMails(app, tenantId, `order:${receiptId}`),
    stock: await stockOf(app, tenantId),
  }).toEqual({
    state: isOrder ? 'settled' : 'ended',
    flag: flag ?? null,
    captured: ours.captured,
    cancelled: ours.cancelled,
    refunded: ours.refunded,
    captures: after ? 1 : 0,
    mails: isOrder ? 1 : 0,
    stock: isOrder ? stock - quantity : stock,
  })
  if (isOrder) expect([theirs.amount, theirs.authorized - theirs.cancelled]).toEqual([total, total])
  // Nothing is left reserved that is no order.
  else expect(theirs.authorized - theirs.cancelled).toBe(0)
}

for (const script of scripts)
  test(`${script.name}: ${script.outcome === 'order' ? 'one order' : 'no order'}, and the ledgers agree`, async () => {
    for (const order of orders) for (let seed = 0; seed < SEEDS; seed += 1) await play(script, order, seed)
  })

test('order numbers have no gaps after all that', async () => {
  const { rows } = await app.deps.db.read(tenantId, (tx) =>
    tx.execute<{ number: number }>(
      `select order_number as number from receipt where tenant_id = '${tenantId}' and order_number is not null order by 1`,
    ),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  expect(await stockOf(app, tenantId)).toBeLessThan(STOCK)
})
