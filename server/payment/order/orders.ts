import type { Pieces } from '#domain/checkout/pieces.ts'
import { refundForPieces } from '#domain/checkout/refund-lines.ts'
import type { Tx } from '#server/database/db.ts'
import { priceReceipt } from '#server/receipt/price.ts'
import { findReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { enqueueCancelledMail } from './order-mail.ts'
import type { PaymentContext } from '../context.ts'
import {
  cancelLockedOrder,
  completeDispatch,
  loadRefundable,
  publishOrders,
  type LockedOrder,
} from './end-order.ts'
import { listStandingOperations, type OperationRow } from './operation-queries.ts'
import { beginOperation, OperationUnanswered, runOperation } from './operations.ts'
import { findCurrencyOfOrder, lockReceiptOfOrder } from './order-queries.ts'
import { findSettledAttempt, lockAttempt } from '../queries.ts'

/** What the provider says: `pending`: it gives no answer; a job asks again. */
type Answer = { state: 'done' } | { state: 'pending' } | { state: 'refused'; code: string }
type Missing = { ok: false; reason: 'missing' }
type NotDone = { ok: false; reason: 'refused'; order: ReceiptRow; code: string }

/** `pending`: the capture has no answer; its end is the dispatch. `notBegun`: nothing is being captured. */
export type DispatchOutcome =
  | { ok: true; order: ReceiptRow }
  | Missing
  | NotDone
  | { ok: false; reason: 'canceled' | 'withdrawn' | 'dispatched' | 'pending' | 'notBegun'; order: ReceiptRow }

/** Records who has asked for a change, in the transaction that begins it. */
type Recording = (tx: Tx, order: ReceiptRow) => Promise<void>

/**
 * Dispatches an order, for the salon: its whole amount is captured first, where it is reserved; then it is
 * PAID, and the guest gets a mail. May run again: one capture, one mail, one record.
 */
export async function dispatchOrder(
  ctx: PaymentContext,
  orderNumber: number,
  { record }: { record?: Recording } = {},
): Promise<DispatchOutcome> {
  const begun = await changeOrder(ctx, orderNumber, async (tx, { receipt, attempt }) => {
    const refusal = findRefusal(receipt)
    if (refusal) return { order: receipt, refusal }
    if (!(await findPendingCapture(tx, attempt.id))) await record?.(tx, receipt)
    if (receipt.status === 'PAID') return { order: await completeDispatch(ctx, tx, receipt) }
    const operation = await beginOperation(ctx, tx, { attempt, kind: 'capture', amount: attempt.amount })
    await publishOrders(tx, receipt)
    return { order: receipt, operation }
  })
  if (!begun) return { ok: false, reason: 'missing' }
  const { order, refusal, operation } = begun
  if (refusal) return { ok: false, reason: refusal, order }
  return operation ? finishCapture(ctx, order, operation) : { ok: true, order }
}

/** Asks the provider again for a capture that a dispatch has begun; begins none. */
export async function completeCapture(ctx: PaymentContext, orderNumber: number): Promise<DispatchOutcome> {
  const found = await changeOrder(ctx, orderNumber, async (tx, { receipt, attempt }) => ({
    order: receipt,
    refusal: findRefusal(receipt),
    operation: await findPendingCapture(tx, attempt.id),
  }))
  if (!found) return { ok: false, reason: 'missing' }
  const { order, refusal, operation } = found
  // A guest who has withdrawn meanwhile waits for the end of it.
  if (refusal && !operation) return { ok: false, reason: refusal, order }
  return operation ? finishCapture(ctx, order, operation) : { ok: false, reason: 'notBegun', order }
}

const findRefusal = (receipt: ReceiptRow): 'canceled' | 'withdrawn' | 'dispatched' | null =>
  receipt.canceledAt
    ? 'canceled'
    : receipt.dispatchedAt
      ? 'dispatched'
      : receipt.withdrawnAt
        ? 'withdrawn'
        : null

async function finishCapture(
  ctx: PaymentContext,
  { id }: ReceiptRow,
  operation: OperationRow,
): Promise<DispatchOutcome> {
  const answer = await run(ctx, operation)
  const order = await ctx.deps.db.read(ctx.tenant.id, (tx) => findReceipt(tx, id))
  if (!order) return { ok: false, reason: 'missing' }
  if (answer.state === 'refused') return { ok: false, reason: 'refused', order, code: answer.code }
  if (answer.state === 'pending') return { ok: false, reason: 'pending', order }
  // The guest may have withdrawn while the provider was asked.
  return order.dispatchedAt ? { ok: true, order } : { ok: false, reason: 'withdrawn', order }
}

/** The capture of an order that the provider has not answered yet: it is about to be dispatched. */
export const findPendingCapture = async (tx: Tx, attemptId: string): Promise<OperationRow | null> =>
  (await listStandingOperations(tx, attemptId)).find(
    ({ kind, state }) => kind === 'capture' && state === 'pending',
  ) ?? null

/** Its money: `amount` in minor units; null where none was reserved or captured. */
export type CancelOutcome =
  | {
      ok: true
      /** False: it was cancelled before. */
      cancelled: boolean
      order: ReceiptRow
      money: { kind: 'cancel' | 'refund'; amount: number; answer: Answer } | null
    }
  | Missing
  | { ok: false; reason: 'capturing' | 'changed'; order: ReceiptRow }

/**
 * Cancels an order, for the salon: a reservation is cancelled, what was captured is refunded, goods and codes
 * are returned once, and the guest gets a mail. An order that is cancelled already stays as it is.
 * @param options `refund`: the one that was agreed to, in minor units; if another one is due by now, nothing
 * changes.
 */
export async function cancelOrder(
  ctx: PaymentContext,
  orderNumber: number,
  { refund, record }: { refund?: number; record?: Recording } = {},
): Promise<CancelOutcome> {
  const begun = await changeOrder(ctx, orderNumber, async (tx, { receipt, attempt }) => {
    if (receipt.canceledAt) return { order: receipt, done: 'before' as const }
    if (await findPendingCapture(tx, attempt.id)) return { order: receipt, done: 'capturing' as const }
    if (refund !== undefined && refund !== (await loadRefundable(tx, attempt)))
      return { order: receipt, done: 'changed' as const }
    const { receipt: order, operation } = await cancelLockedOrder(ctx, tx, { receipt, attempt })
    await enqueueCancelledMail(ctx, tx, order, operation)
    await record?.(tx, order)
    return { order, done: 'now' as const, operation }
  })
  if (!begun) return { ok: false, reason: 'missing' }
  const { order, done, operation } = begun
  if (done === 'capturing' || done === 'changed') return { ok: false, reason: done, order }
  const money = operation
    ? {
        kind: operation.kind === 'refund' ? ('refund' as const) : ('cancel' as const),
        amount: operation.amount,
        answer: await run(ctx, operation),
      }
    : null
  return { ok: true, cancelled: done === 'now', order, money }
}

/** What cancelling an order would refund, in minor units; null where there is no such order. */
export const planCancel = (
  ctx: PaymentContext,
  orderNumber: number,
): Promise<{ order: ReceiptRow; refund: number } | null> =>
  changeOrder(ctx, orderNumber, async (tx, { receipt, attempt }) => ({
    order: receipt,
    refund: receipt.canceledAt ? 0 : await loadRefundable(tx, attempt),
  }))

/** What is to be refunded: minor units of the order's currency, or pieces of its lines. */
type WantedRefund = { amount: number } | { pieces: Pieces[] }

type RefundRefusal =
  | Missing
  | { ok: false; reason: 'notCaptured' | 'pending' | 'nothing' | 'unknownPieces'; order: ReceiptRow }
  | { ok: false; reason: 'tooMuch'; order: ReceiptRow; amount: number; left: number }
/**
 * `left`: what can still be refunded after it; `refunded`: what was refunded before. `repeatedAt`: the same
 * was refunded then, within ten minutes. Minor units.
 */
export type RefundPlan =
  | {
      ok: true
      order: ReceiptRow
      amount: number
      pieces: Pieces[] | null
      refunded: number
      left: number
      repeatedAt: Date | null
    }
  | RefundRefusal
export type RefundOutcome =
  | { ok: true; order: ReceiptRow; amount: number; left: number }
  | RefundRefusal
  | NotDone
  | { ok: false; reason: 'repeated'; order: ReceiptRow; amount: number; at: Date }

/** Within this time the same refund may be the first one, typed again. */
const REPEATED_MS = 10 * 60_000

/** The currency in which an order was paid; null where there is no such order. */
export const findOrderCurrency = (
  { deps, tenant }: PaymentContext,
  orderNumber: number,
): Promise<string | null> => deps.db.read(tenant.id, (tx) => findCurrencyOfOrder(tx, orderNumber))

/** What a refund would come to; changes nothing. */
export const planRefund = async (
  ctx: PaymentContext,
  orderNumber: number,
  wanted: WantedRefund,
): Promise<RefundPlan> =>
  (await changeOrder(ctx, orderNumber, (tx, locked) => buildRefundPlan(ctx, tx, locked, wanted))) ?? {
    ok: false,
    reason: 'missing',
  }

async function buildRefundPlan(
  { deps }: PaymentContext,
  tx: Tx,
  { receipt: order, attempt }: LockedOrder,
  wanted: WantedRefund,
): Promise<RefundPlan> {
  if (attempt.capturedAmount === 0) return { ok: false, reason: 'notCaptured', order }
  const left = await loadRefundable(tx, attempt)
  if (left !== attempt.capturedAmount - attempt.refundedAmount) return { ok: false, reason: 'pending', order }
  const refunds = (await listStandingOperations(tx, attempt.id)).filter(({ kind }) => kind === 'refund')
  const pieces = 'pieces' in wanted ? wanted.pieces : null
  const amount = 'pieces' in wanted ? amountOfPieces(order, refunds, wanted.pieces) : wanted.amount
  if (amount === null) return { ok: false, reason: 'unknownPieces', order }
  if (amount <= 0) return { ok: false, reason: 'nothing', order }
  if (amount > left) return { ok: false, reason: 'tooMuch', order, amount, left }
  const repeated = refunds.findLast(
    (one) => one.amount === amount && one.createdAt.getTime() > deps.now() - REPEATED_MS,
  )
  return {
    ok: true,
    order,
    amount,
    pieces,
    refunded: attempt.refundedAmount,
    left: left - amount,
    repeatedAt: repeated?.createdAt ?? null,
  }
}

function amountOfPieces(order: ReceiptRow, refunds: OperationRow[], pieces: Pieces[]): number | null {
  const discount = priceReceipt(order).discounts.reduce((sum, { amountIncVat }) => sum + amountIncVat, 0)
  const before = refunds.flatMap((one) => one.pieces ?? [])
  const { vatPercent } = order.vat
  return refundForPieces({ items: order.items, discount, vatPercent }, before, pieces)
}

/**
 * Refunds a part of what was captured for an order, or all of it, for the salon. The sum of all refunds never
 * exceeds what was captured; a refund without an answer ends before the next one begins. The guest gets a
 * mail once the money is on its way. The same amount again within ten minutes is refused unless `again` says
 * that it is meant.
 */
export async function refundOrder(
  ctx: PaymentContext,
  orderNumber: number,
  wanted: WantedRefund,
  { again = false }: { again?: boolean } = {},
): Promise<RefundOutcome> {
  const begun = await changeOrder(ctx, orderNumber, async (tx, locked) => {
    const plan = await buildRefundPlan(ctx, tx, locked, wanted)
    if (!plan.ok || (plan.repeatedAt && !again)) return { plan, operation: null }
    const { amount, pieces } = plan
    const { attempt, receipt } = locked
    const operation = await beginOperation(ctx, tx, { attempt, kind: 'refund', amount, pieces })
    await publishOrders(tx, receipt)
    return { plan, operation }
  })
  if (!begun) return { ok: false, reason: 'missing' }
  const { plan, operation } = begun
  if (!plan.ok) return plan
  const { order, amount, left, repeatedAt } = plan
  if (!operation) return { ok: false, reason: 'repeated', order, amount, at: repeatedAt ?? new Date(0) }
  const answer = await run(ctx, operation)
  if (answer.state === 'refused') return { ok: false, reason: 'refused', order, code: answer.code }
  return answer.state === 'done' ? { ok: true, order, amount, left } : { ok: false, reason: 'pending', order }
}

async function run(ctx: PaymentContext, { id }: OperationRow): Promise<Answer> {
  try {
    const outcome = await runOperation(ctx, id)
    return outcome.state === 'done' ? outcome : { state: 'refused', code: outcome.code }
  } catch (error) {
    if (error instanceof OperationUnanswered) return { state: 'pending' }
    throw error
  }
}

/** Works on an order with its receipt and its attempt locked, in this order; null where there is none. */
async function changeOrder<T>(
  { deps, tenant }: PaymentContext,
  orderNumber: number,
  work: (tx: Tx, order: LockedOrder) => Promise<T>,
): Promise<T | null> {
  return deps.db.write(tenant.id, async (tx) => {
    const receipt = await lockReceiptOfOrder(tx, orderNumber)
    const attempt = receipt && (await lockSettledAttempt(tx, receipt.id))
    return receipt && attempt ? work(tx, { receipt, attempt }) : null
  })
}

/** The attempt that has paid an order, locked until the transaction ends. */
export async function lockSettledAttempt(tx: Tx, receiptId: string): Promise<LockedOrder['attempt'] | null> {
  const settled = await findSettledAttempt(tx, receiptId)
  return settled && lockAttempt(tx, settled.id)
}
