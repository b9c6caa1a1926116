import type { Reserved } from '#domain/checkout/reservation-limit.ts'
import { toStoredEmail } from '#domain/email.ts'
import { decideSettlement, type AttemptFlag, type EndReason } from '#domain/checkout/settlement.ts'
import { subtractLines } from '#domain/cart/cart-lines.ts'
import { updateCart } from '#server/cart/queries.ts'
import type { Tx } from '#server/database/db.ts'
import { runInSavepoint } from '#server/database/savepoint.ts'
import type { PaymentClient, ProviderFacts } from '#server/providers/payments/port.ts'
import { enqueueOrderMail } from '#server/receipt/mail.ts'
import { lockReceipt, updateReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { findPaymentClient } from '../accounts.ts'
import type { PaymentContext } from '../context.ts'
import { reservedBy, notReservedBy } from '../reservation/reserve-for-attempt.ts'
import { returnReserved, takeReserved } from '../reservation/reservations.ts'
import { parseCustomerMobile } from './first-purchase.ts'
import { publishOrders } from '../order/end-order.ts'
import { notifyOfOrder } from '../order/notify-order.ts'
import { beginOperation } from '../order/operations.ts'
import { enqueuePaymentReturnedMail } from '../order/order-mail.ts'
import { recordPurchase } from './purchase-event.ts'
import {
  claimStatusCheck,
  findAttempt,
  findOpenAttempt,
  lockAttempt,
  lockCartOfReceipt,
  takeOrderNumber,
  updateAttempt,
  type AttemptRow,
} from '../queries.ts'

/** A payment that the provider has never heard of is given up after this time, in ms. */
const CREATION_MS = 60_000
/** How long after its expiry an unknown payment counts as over, in ms. */
const GRACE_MS = 2 * 60_000

/**
 * `unknown`: the provider gave no answer; `skipped`: another request is asking, or there is nothing to ask.
 */
export type PaymentOutcome = 'ordered' | 'ended' | 'open' | 'unknown' | 'skipped'

/**
 * Asks the provider for an attempt and stores what follows: the one way in which an attempt becomes an order
 * or ends, for the guest's way back, the status view, webhooks, jobs, the sweep and the operator. May run any
 * number of times, also at once. No transaction is open while the provider is asked.
 * @param gapMs the provider was not asked within this time, in ms.
 */
export async function settlePayment(
  ctx: PaymentContext,
  attemptId: string,
  { gapMs = 0 }: { gapMs?: number } = {},
): Promise<PaymentOutcome> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const attempt = await deps.db.write(tenant.id, (tx) =>
    claimStatusCheck(tx, attemptId, { now: new Date(now), before: new Date(now - gapMs + 1) }),
  )
  if (!attempt || attempt.provider === 'none') return 'skipped'
  const client = await findPaymentClient(ctx)
  if (!client) return 'unknown'
  const found = await client.find(attempt.reference)
  if (found.ok) return settleWith(ctx, attempt, client, found.facts)
  if (found.reason === 'missing') return endMissing(ctx, attempt)
  deps.log.warn(
    {
      tenant: tenant.id,
      requestId: ctx.requestId,
      attempt: attempt.id,
      code: found.code,
      said: found.said,
      traceId: found.traceId,
    },
    'payment provider not reached',
  )
  return 'unknown'
}

async function settleWith(
  ctx: PaymentContext,
  attempt: AttemptRow,
  client: PaymentClient,
  facts: ProviderFacts,
): Promise<PaymentOutcome> {
  const { deps, tenant } = ctx
  // An attempt that has ended here while the guest can still approve it there.
  if (attempt.state === 'ended' && facts.state === 'open') {
    await client.end({ reference: attempt.reference, idempotencyKey: attempt.id })
    return 'ended'
  }
  return deps.db.write(tenant.id, (tx) => applyFacts(ctx, tx, attempt.id, facts))
}

/** The provider does not know the payment: it was never begun, or it is forgotten. */
async function endMissing(ctx: PaymentContext, attempt: AttemptRow): Promise<PaymentOutcome> {
  const { deps, tenant } = ctx
  const isOver = attempt.redirectUrl
    ? deps.now() > attempt.expiresAt.getTime() + GRACE_MS
    : deps.now() > attempt.createdAt.getTime() + CREATION_MS
  if (!isOver) return attempt.state === 'ended' ? 'ended' : 'open'
  const reason = attempt.redirectUrl ? 'expired' : 'notCreated'
  await deps.db.write(tenant.id, (tx) => endAttempt(ctx, tx, attempt.id, reason))
  return 'ended'
}

/**
 * Stores what the provider's word means, in one transaction: cart, receipt and attempt are locked, in this
 * order.
 */
export async function applyFacts(
  ctx: PaymentContext,
  tx: Tx,
  attemptId: string,
  facts: ProviderFacts,
): Promise<PaymentOutcome> {
  const locked = await lockForSettlement(tx, attemptId)
  if (!locked) return 'skipped'
  const { cart, receipt, attempt } = locked
  const settlement = decideSettlement(attempt, facts)
  if (settlement.outcome === 'none')
    return attempt.state === 'open' ? 'open' : attempt.state === 'settled' ? 'ordered' : 'ended'
  if (settlement.outcome === 'end') {
    await end(ctx, tx, { receipt, attempt, reason: settlement.reason })
    return 'ended'
  }
  const obstacle =
    settlement.outcome === 'mismatch' ? 'mismatch' : await takeGoods(tx, locked, settlement.outcome)
  if (obstacle) {
    await releaseMoney(ctx, tx, { receipt, attempt, facts, reason: obstacle })
    return 'ended'
  }
  await order(ctx, tx, { cart, receipt, attempt, facts })
  return 'ordered'
}

/**
 * Takes what an order needs and does not hold: of an open attempt the rest, of one that has ended (`late`)
 * all. @returns why there is no order, in which case nothing is taken; else null.
 */
async function takeGoods(
  tx: Tx,
  { receipt, attempt }: Locked,
  outcome: 'order' | 'late',
): Promise<AttemptFlag | null> {
  if (receipt.status !== 'PENDING') return 'late'
  if (outcome === 'order') return (await takeAll(tx, notReservedBy(attempt))) ? null : 'soldOut'
  const mayOrder =
    attempt.endReason !== 'deleted' && !attempt.flag && !(await findOpenAttempt(tx, attempt.receiptId))
  return mayOrder && (await takeAll(tx, attempt.content)) ? null : 'late'
}

/** Takes goods and codes that nobody has reserved: all or nothing. */
const takeAll = (tx: Tx, wanted: Reserved): Promise<boolean> =>
  runInSavepoint(tx, async () => (await takeReserved(tx, wanted)) === null)

/** Ends an open attempt without money; what it reserved is returned. */
export async function endAttempt(
  ctx: PaymentContext,
  tx: Tx,
  attemptId: string,
  reason: EndReason,
): Promise<void> {
  const locked = await lockForSettlement(tx, attemptId)
  if (locked?.attempt.state === 'open') await end(ctx, tx, { ...locked, reason })
}

async function lockForSettlement(tx: Tx, attemptId: string) {
  const known = await findAttempt(tx, attemptId)
  if (!known) return null
  // The cart first, as everywhere: two locks in another order could wait for each other.
  const cart = await lockCartOfReceipt(tx, known.receiptId)
  const receipt = await lockReceipt(tx, known.receiptId)
  const attempt = await lockAttempt(tx, attemptId)
  return receipt && attempt ? { cart, receipt, attempt } : null
}

type Locked = { receipt: ReceiptRow; attempt: AttemptRow }

async function end(
  { deps }: PaymentContext,
  tx: Tx,
  { receipt, attempt, reason }: Locked & { reason: EndReason },
): Promise<void> {
  const now = new Date(deps.now())
  await returnReserved(tx, reservedBy(attempt))
  await updateAttempt(tx, attempt.id, { state: 'ended', endReason: reason, endedAt: now })
  if (receipt.status === 'PENDING' && reason !== 'replaced')
    await updateReceipt(tx, receipt.id, { paymentStatus: 'failed' }, now)
}

/** Releases money that was reserved and cannot become an order: never a success. */
async function releaseMoney(
  ctx: PaymentContext,
  tx: Tx,
  { receipt, attempt, facts, reason }: Locked & { facts: ProviderFacts; reason: AttemptFlag },
): Promise<void> {
  const { deps, tenant } = ctx
  if (attempt.state === 'open') await end(ctx, tx, { receipt, attempt, reason })
  if (attempt.flag) return
  await updateAttempt(tx, attempt.id, { flag: reason })
  const operation =
    facts.captured > facts.refunded
      ? ({ kind: 'refund', amount: facts.captured - facts.refunded } as const)
      : ({ kind: 'cancel', amount: facts.authorized - facts.cancelled } as const)
  await beginOperation(ctx, tx, { attempt, ...operation })
  if (attempt.endReason !== 'deleted') await enqueuePaymentReturnedMail(ctx, tx, { receipt, attempt })
  deps.log.error(
    {
      tenant: tenant.id,
      requestId: ctx.requestId,
      attempt: attempt.id,
      reason,
      authorized: facts.authorized,
      currency: facts.currency,
    },
    'a reservation that is no order is released',
  )
}

async function order(
  ctx: PaymentContext,
  tx: Tx,
  {
    cart,
    receipt,
    attempt,
    facts,
  }: Locked & { cart: Awaited<ReturnType<typeof lockCartOfReceipt>>; facts: ProviderFacts },
): Promise<void> {
  const now = new Date(ctx.deps.now())
  const isCaptured = facts.captured === attempt.amount
  await updateAttempt(tx, attempt.id, {
    state: 'settled',
    endReason: null,
    endedAt: now,
    reserved: null,
    addressHash: null,
    capturedAmount: facts.captured,
    reservedUntil: facts.reservedUntil === null ? null : new Date(facts.reservedUntil),
  })
  if (cart)
    await updateCart(
      tx,
      cart.id,
      { items: subtractLines(cart.items, attempt.content.items), receiptId: null },
      now,
    )
  const { items, customer, shipping, discounts, vat } = attempt.content
  const row = await updateReceipt(
    tx,
    receipt.id,
    {
      items,
      customer,
      shipping,
      discounts,
      vat,
      total: attempt.amount,
      currency: attempt.currency,
      paymentMethod: attempt.method,
      status: isCaptured ? 'PAID' : 'PENDING_COLLECT_INTENTS',
      paymentStatus: 'completed',
      email: toStoredEmail(customer.email),
      mobile: parseCustomerMobile({ customer }),
      settledAt: now,
      orderNumber: await takeOrderNumber(tx),
    },
    now,
  )
  await enqueueOrderMail(ctx, tx, row)
  await recordPurchase(ctx, tx, { order: row, attempt })
  // Also where the provider's signal settles it: the page that pays shows the order.
  await notifyOfOrder(ctx, tx, { order: row, about: 'order', sessionHash: attempt.sessionHash })
  await publishOrders(tx, row)
}
