import pg from 'pg'
import type { Input, Output } from '#contract/calls.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { HandlerDeps } from '#server/jobs/jobs.ts'
import type { TenantId } from '#server/database/db.ts'
import { simulatedMailer } from '#simulators/messages.ts'
import { vippsSimulator } from '#simulators/payments/vipps-simulator.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from './make.ts'
import { asOwner } from './seeded.ts'
import { fillShop, madeProduct } from './shops.ts'
import { simulatedPayments } from './simulated-payments.ts'

type Simulator = ReturnType<typeof vippsSimulator>
/** A delivery of a webhook that the simulator has sent and the test has not passed on yet. */
export type Delivery = { url: string; request: Request }

export type PaymentApp = TestApp & {
  simulator: Simulator
  /** What the simulator has delivered, in its order; `deliver` passes one on. */
  deliveries: Delivery[]
  deliver(tenant: TenantId, delivery: Delivery): Promise<Response>
  /** Runs the jobs of payments that are due at the app's time, until none is. @returns how many ran. */
  runPaymentJobs(tenant: TenantId): Promise<number>
  /** The deps of a job. */
  jobDeps: HandlerDeps
}

/**
 * The whole application with the simulator of the provider in this process, at a time that stands still.
 * `beside`: another one whose simulator and time it shares.
 */
export async function makePaymentApp({
  beside,
  ...options
}: Parameters<typeof makeApp>[0] & { beside?: PaymentApp } = {}): Promise<PaymentApp> {
  const app = await makeApp(options)
  app.clock.now = beside?.clock.now ?? Date.now()
  const deliveries: Delivery[] = []
  const simulator =
    beside?.simulator ??
    vippsSimulator({
      secret: app.deps.secret,
      now: () => app.deps.now(),
      rateLimits: false,
      deliver: async (url, request) => {
        deliveries.push({ url, request })
        return 200
      },
    })
  app.deps.payments = simulatedPayments(simulator, app.deps.secret)
  const jobDeps: HandlerDeps = { ...app.deps, url: app.appUrl, mailer: simulatedMailer() }
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const { close } = app
  return Object.assign(app, {
    simulator,
    deliveries,
    jobDeps,
    deliver: (tenant: TenantId, { request }: Delivery) => app.fetch(tenant, request.clone()),
    runPaymentJobs: (tenant: TenantId) => runPaymentJobs(app, { deps: jobDeps, owner }, tenant),
    close: async () => {
      await owner.end()
      await close()
    },
  })
}

async function runPaymentJobs(
  app: TestApp,
  { deps, owner }: { deps: HandlerDeps; owner: pg.Client },
  tenant: TenantId,
): Promise<number> {
  const failed: { name: string; id: string }[] = []
  let ran = 0
  for (;;) {
    const { rows: due } = await owner.query<{ name: string; data: { tenant: string; id: string } }>(
      `delete from pgboss.job where name in ('settle-payment', 'payment-operation') and state < 'active'
        and data ->> 'tenant' = $1 and start_after <= to_timestamp($2) returning name, data`,
      [tenant, app.deps.now() / 1000],
    )
    if (due.length === 0) break
    ran += due.length
    for (const { name, data } of due) {
      const run = name === 'settle-payment' ? jobHandlers.settlePayment : jobHandlers.runPaymentOperation
      await run(deps, data).catch(() => failed.push({ name, id: data.id }))
    }
  }
  // The queue repeats a job that has failed, later.
  await app.deps.db.write(tenant, async (tx) => {
    for (const { name, id } of failed)
      await (name === 'settle-payment'
        ? app.deps.jobs.settlePayment(tx, id)
        : app.deps.jobs.runPaymentOperation(tx, id))
  })
  return ran
}

export const customerDetails = {
  firstName: 'Freja',
  lastName: 'Holm',
  email: 'freja@example.com',
  phone: '20 12 34 56',
  address: 'Vestergade 1',
  city: 'Aarhus C',
  postalCode: '8000',
  country: 'DK',
}

/** A tenant that sells `wax` at 100.00 and `comb` at 50.00, and sends them for 40.00; VAT 25 %. */
export async function makeShop(
  app: TestApp,
  shop: Partial<Shop> = {},
  profile: MakeTenant['profile'] = {},
): Promise<TenantId> {
  const tenantId = await makeTenant(app, { vatPercent: 25, profile: { shop: true, ...profile } })
  await fillShop(app, tenantId, {
    products: [madeProduct('wax', [{ stock: 1_000_000 }]), madeProduct('comb', [{ price: 4000 }])],
    shipping: [{ type: 'privateDelivery', name: 'Home', price: 3200, countries: ['DK'], active: true }],
    ...shop,
  })
  return tenantId
}

type Receipt = Output<'getReceipt'>['receipt']

/** A guest whose checkout is complete up to the button. */
export async function atButton(
  app: TestApp,
  tenantId: TenantId,
  { quantity = 1, guest = app.guest(tenantId), codes = [] as string[], shipping = 'privateDelivery' } = {},
) {
  await guest('addToCart', { tenantId, variantId: 'wax-0', quantity })
  const begun = await guest('createReceipt', { tenantId, customerDetails })
  const of = { tenantId, receiptId: begun.receipt.id }
  for (const discountCode of codes) await guest('applyDiscountCode', { ...of, discountCode })
  const { receipt } = await guest('updateReceiptWithShipping', {
    ...of,
    shipping: { type: shipping },
  })
  const pay = (
    seen: Pick<Receipt, 'total' | 'version'> = receipt,
    more: Pick<Input<'setupPaymentIntent'>, 'provider'> = {},
  ) => guest('setupPaymentIntent', { ...of, amount: seen.total, receiptVersion: seen.version, ...more })
  return { guest, of, receipt, pay }
}

export type Attempt = {
  id: string
  reference: string
  state: string
  end_reason: string | null
  flag: string | null
  amount: number
  captured: number
  cancelled: number
  refunded: number
}

/** The attempts of a receipt, in their order. */
export const attemptsOf = (app: TestApp, tenantId: TenantId, receiptId: string): Promise<Attempt[]> =>
  asOwner<Attempt>(
    app,
    tenantId,
    `select id, reference, state, end_reason, flag, amount::int, captured_amount::int as captured,
      cancelled_amount::int as cancelled, refunded_amount::int as refunded
      from payment_attempt where tenant_id = $1 and receipt_id = $2 order by number`,
    [tenantId, receiptId],
  )

/** The number of mails with this key. */
export async function countMails(app: TestApp, tenantId: TenantId, key: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(
    app,
    tenantId,
    'select count(*)::int from mail where tenant_id = $1 and key = $2',
    [tenantId, key],
  )
  return row?.count ?? 0
}

/** The stock of `wax`. */
export async function stockOf(app: TestApp, tenantId: TenantId): Promise<number> {
  const [row] = await asOwner<{ stock: number }>(
    app,
    tenantId,
    `select stock from product_variant where tenant_id = $1 and id = 'wax-0'`,
    [tenantId],
  )
  return row?.stock ?? NaN
}
