import { expect } from 'vitest'
import { withdrawalLink } from '#contract/links.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { PaymentContext } from '#server/payment/context.ts'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { findReceipt } from '#server/receipt/queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { atButton, attemptsOf, type PaymentApp } from './payments.ts'

/** The context of a job of this tenant. */
export async function orderContext(app: PaymentApp, tenant: TenantId): Promise<PaymentContext> {
  const row = await findTenantById(app.db, tenant)
  if (!row) throw new Error('tenant not found')
  return { deps: app.jobDeps, tenant: tenantFrom(row, app.deps.config) }
}

/** An order that its guest has just paid: its money is reserved, unless it costs nothing. */
export async function placeOrder(
  app: PaymentApp,
  tenantId: TenantId,
  options: Parameters<typeof atButton>[2] = {},
) {
  const { guest, of, receipt, pay } = await atButton(app, tenantId, options)
  await pay()
  const [attempt] = await attemptsOf(app, tenantId, receipt.id)
  if (!attempt) throw new Error('no attempt')
  if (receipt.total > 0) {
    app.simulator.approve(attempt.reference)
    await jobHandlers.settlePayment(app.jobDeps, { tenant: tenantId, id: attempt.id })
  }
  const order = await orderOf(app, tenantId, receipt.id)
  if (order.orderNumber === null) throw new Error('not an order')
  const { reference, id: attemptId } = attempt
  return { guest, of, id: receipt.id, number: order.orderNumber, total: receipt.total, reference, attemptId }
}
export type Placed = Awaited<ReturnType<typeof placeOrder>>

export async function orderOf(app: PaymentApp, tenantId: TenantId, receiptId: string) {
  const row = await app.db.read(tenantId, (tx) => findReceipt(tx, receiptId))
  if (!row) throw new Error('no receipt')
  return row
}

/** The amounts of an order's payment, which are the same here and at the provider. */
export async function ledgerOf(
  app: PaymentApp,
  tenantId: TenantId,
  { id, reference }: { id: string; reference: string },
) {
  const [attempt] = await attemptsOf(app, tenantId, id)
  const payment = app.simulator.payments().find((one) => one.reference === reference)
  if (!attempt || !payment) throw new Error('no payment')
  const { captured, cancelled, refunded } = attempt
  expect({ captured: payment.captured, cancelled: payment.cancelled, refunded: payment.refunded }).toEqual({
    captured,
    cancelled,
    refunded,
  })
  expect(payment.captures).toBeLessThanOrEqual(1)
  return { captured, cancelled, refunded }
}

/** Runs the jobs of payments that were enqueued until now: the queue goes by the clock of the database. */
export async function runJobs(app: PaymentApp, tenantId: TenantId): Promise<void> {
  app.clock.now = Math.max(app.deps.now(), Date.now() + 1_000)
  await app.runPaymentJobs(tenantId)
}

/** The handle in the link of an order's mail. */
export const receiptHandle = (app: PaymentApp, tenantId: TenantId, receiptId: string): string =>
  deriveHandle(app.deps.secret, 'receipt', tenantId, receiptId)

/** The mails about an order, the earliest first, by their keys without the order's id. */
export async function orderMails(app: PaymentApp, tenantId: TenantId, { id }: { id: string }) {
  const mails = await app.db.read(tenantId, listMail)
  return mails
    .filter(({ key }) => key.endsWith(`:${id}`))
    .map((mail) => ({
      ...mail,
      key: mail.key.slice(0, -id.length - 1),
      text: mail.text.replaceAll('\u00a0', ' '),
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** The URL of the page that withdraws, as mails have it. */
export const withdrawalUrl = (app: PaymentApp, tenantId: TenantId, receiptId: string): string =>
  withdrawalLink({ receipt: receiptHandle(app, tenantId, receiptId) })
