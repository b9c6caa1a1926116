import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { openHarness, post, until, type Harness } from '#test/kill-rounds.ts'
import { customerDetails } from '#test/payments.ts'
import { freePort } from '#test/process.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { perTier } from '#test/tier.ts'

const ROUNDS = perTier(1, 20)
const GUESTS = 6
const STOCK = 10_000

let harness: Harness
let agent: Agent
beforeAll(async () => {
  harness = await openHarness({ PAYMENT_PORT: String(await freePort()) }, { profile: { shop: true } })
  await fillShop(harness, harness.tenant, {
    products: [madeProduct('wax', [{ stock: STOCK }])],
    shipping: [{ type: 'privateDelivery', name: 'Home', price: 3200, countries: ['DK'], active: true }],
  })
  agent = new Agent({ keepAlive: true, maxSockets: 20 })
})
afterAll(async () => {
  agent.destroy()
  await harness.close()
})

type Answered<T> = { body: T; cookie: string }

/** Sends a call until it is answered: guests press again. Null where it was stopped. */
async function call<T>(
  name: string,
  body: object,
  { address, cookie = '', stopped }: { address: string; cookie?: string; stopped: () => boolean },
): Promise<Answered<T> | null> {
  while (!stopped()) {
    const answer = await post(harness, agent, {
      path: `/api/${name}`,
      body: { tenantId: harness.tenant, ...body },
      address,
      cookie,
    })
    if (answer?.status === 200) return { body: JSON.parse(answer.text) as T, cookie: answer.cookie }
    await sleep(50)
  }
  return null
}

/** One guest after another buys a piece: cart, checkout, payment, and the way back. */
async function buy(round: number, guest: number, stopped: () => boolean, paid: string[]): Promise<void> {
  for (let turn = 0; !stopped(); turn += 1) {
    const browser = { address: `10.${round % 250}.${guest}.${turn % 250}`, stopped }
    const cart = await call<Output<'addToCart'>>('addToCart', { variantId: 'wax-0' }, browser)
    if (!cart) return
    const known = { ...browser, cookie: cart.cookie }
    const begun = await call<Output<'createReceipt'>>('createReceipt', { customerDetails }, known)
    if (!begun) return
    const of = { receiptId: begun.body.receipt.id }
    const shipped = await call<Output<'updateReceiptWithShipping'>>(
      'updateReceiptWithShipping',
      { ...of, shipping: { type: 'privateDelivery' } },
      known,
    )
    if (!shipped) return
    const { total, version } = shipped.body.receipt
    const intent = await call<Output<'setupPaymentIntent'>>(
      'setupPaymentIntent',
      // Minor units, of an amount of kroner.
      { ...of, amount: Math.round(total * 100), receiptVersion: version },
      known,
    )
    if (!intent) return
    const { redirectUrl } = intent.body.data
    if (!redirectUrl.startsWith('http')) continue
    if (await approve(redirectUrl)) paid.push(of.receiptId)
    if (guest % 2 === 0) await call('checkPaymentStatus', of, known)
  }
}

/** Approves with a test card on the provider's page. */
async function approve(page: string): Promise<boolean> {
  const body = new URLSearchParams({
    decision: 'approve',
    number: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
  })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
  if (answer && answer.status !== 303) throw new Error(`the card was not approved: ${await answer.text()}`)
  return answer !== null
}

/** What the provider's ledger, the attempts and the orders say. */
async function ledgers() {
  const { rows: attempts } = await harness.owner.query<{ receipt: string; state: string; age: number }>(
    `select receipt_id as receipt, state, extract(epoch from now() - created_at)::int as age
      from payment_attempt where tenant_id = $1`,
    [harness.tenant],
  )
  const { rows: orders } = await harness.owner.query<{ id: string; number: number; mails: number }>(
    `select id, order_number as number,
      (select count(*)::int from mail where mail.tenant_id = receipt.tenant_id and key = 'order:' || receipt.id) as mails
      from receipt where tenant_id = $1 and order_number is not null order by order_number`,
    [harness.tenant],
  )
  const { rows: stock } = await harness.owner.query<{ stock: number }>(
    'select stock from product_variant where tenant_id = $1',
    [harness.tenant],
  )
  return { attempts, orders, stock: stock[0]?.stock ?? NaN }
}

test('a killed server has lost no payment: each approved one is one order a minute after the next start', async () => {
  const paid: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    let stopped = false
    const before = paid.length
    const buyers = Promise.all(
      Array.from({ length: GUESTS }, (_, guest) => buy(round, guest, () => stopped, paid)),
    )
    await until(() => paid.length > before + 4 + (round % 5))
    await harness.server.kill('SIGKILL')
    stopped = true
    await buyers
    harness.server = harness.start()
    await harness.server.ready()
    const started = Date.now()
    await until(async () => {
      const settled = new Set((await ledgers()).orders.map(({ id }) => id))
      return paid.every((id) => settled.has(id))
    })
    expect(Date.now() - started).toBeLessThanOrEqual(60_000)
  }
  const { attempts, orders, stock } = await ledgers()
  expect(orders.map(({ number }) => number)).toEqual(orders.map((_, index) => index + 1))
  expect(orders.filter(({ mails }) => mails !== 1)).toEqual([])
  const held = attempts.filter(({ state }) => state !== 'ended')
  expect(STOCK - stock).toBe(held.length)
  expect(new Set(held.map(({ receipt }) => receipt)).size).toBe(held.length)
})
