import type { Tx } from '#server/database/db.ts'
import {
  failureText,
  type PaymentClient,
  type ProviderFacts,
  type ProviderFailure,
} from '#server/providers/payments/port.ts'
import { lockReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { findPaymentClient } from '../accounts.ts'
import { beginOperation } from './begin-operation.ts'
import type { PaymentContext } from '../context.ts'
import { enqueueRefundedMail } from './order-mail.ts'
import { cancelLockedOrder, completeDispatch, publishOrders } from './end-order.ts'
import {
  findOperation,
  listStandingOperations,
  lockOperation,
  updateOperation,
  type OperationRow,
} from './operation-queries.ts'
import { findAttempt, lockAttempt, updateAttempt, type AttemptRow } from '../queries.ts'
import { recordOrderRefund } from './refund-event.ts'

export { beginOperation }

/** `failed`: the provider has refused it; `code`, with its words, is for the operator. */
type OperationOutcome = { state: 'done' } | { state: 'failed'; code: string }

/** The provider has given no answer: the change may have happened, and is requested again. */
export class OperationUnanswered extends Error {
  readonly code: string
  readonly said: string | undefined
  constructor({ code, said, traceId }: Pick<ProviderFailure, 'code' | 'said' | 'traceId'>) {
    super(traceId ? `${code}, trace ${traceId}` : code)
    this.code = code
    this.said = said
  }
}

/**
 * Asks the provider for a change that was written down, and stores what follows, the rest of a dispatch
 * included. May run any number of times, also at once: the row's id is the idempotency key. No transaction is
 * open while the provider is asked.
 * @throws OperationUnanswered where it gave no answer; the operation stays pending.
 */
export async function runOperation(ctx: PaymentContext, id: string): Promise<OperationOutcome> {
  const { deps, tenant } = ctx
  const known = await deps.db.read(tenant.id, async (tx) => {
    const operation = await findOperation(tx, id)
    const attempt = operation && (await findAttempt(tx, operation.attemptId))
    return operation && attempt ? { operation, attempt } : null
  })
  if (!known) return { state: 'failed', code: 'missing' }
  if (known.operation.state !== 'pending') return toOutcome(known.operation)
  const client = await findPaymentClient(ctx)
  if (!client) throw new OperationUnanswered({ code: 'no payment account' })
  const outcome = await request(client, known)
  return deps.db.write(tenant.id, (tx) => storeOutcome(ctx, tx, known.operation, outcome))
}

const toOutcome = ({ state, code }: OperationRow): OperationOutcome =>
  state === 'done' ? { state } : { state: 'failed', code: code ?? '' }

type Known = { operation: OperationRow; attempt: AttemptRow }

async function request(client: PaymentClient, { operation, attempt }: Known): Promise<OperationOutcome> {
  const { kind, amount, id: idempotencyKey } = operation
  const { reference, currency } = attempt
  const changed = await client[kind]({ reference, idempotencyKey, amount, currency })
  if (changed.ok) return { state: 'done' }
  const code = failureText(changed)
  if (changed.reason === 'unknown') throw new OperationUnanswered(changed)
  // An earlier request may have done it, or the salon, with the provider's own tools.
  const found = await client.find(reference)
  if (found.ok)
    return hasHappened(found.facts, { operation, attempt }) ? { state: 'done' } : { state: 'failed', code }
  if (found.reason === 'unknown') throw new OperationUnanswered(found)
  return { state: 'failed', code }
}

function hasHappened(facts: ProviderFacts, { operation: { kind, amount }, attempt }: Known): boolean {
  switch (kind) {
    case 'capture':
      return facts.captured >= amount
    case 'cancel':
      return facts.state !== 'open' && facts.captured === 0 && facts.cancelled >= facts.authorized
    case 'refund':
      return facts.refunded >= attempt.refundedAmount + amount
  }
}

/** The receipt, the attempt and the operation are locked in this order, as everywhere. */
async function storeOutcome(
  ctx: PaymentContext,
  tx: Tx,
  { id, attemptId }: OperationRow,
  outcome: OperationOutcome,
): Promise<OperationOutcome> {
  const known = await findAttempt(tx, attemptId)
  const receipt = known && (await lockReceipt(tx, known.receiptId))
  const attempt = known && (await lockAttempt(tx, attemptId))
  const operation = await lockOperation(tx, id)
  if (!receipt || !attempt || !operation) return { state: 'failed', code: 'missing' }
  if (!(await isNews(tx, operation, outcome))) return toOutcome(operation)
  await updateOperation(tx, id, {
    state: outcome.state,
    code: outcome.state === 'failed' ? outcome.code : null,
    doneAt: new Date(ctx.deps.now()),
  })
  if (outcome.state === 'done') await applyDone(ctx, tx, { operation, attempt, receipt })
  else await applyFailed(ctx, tx, { operation, attempt, receipt, code: outcome.code })
  if (attempt.state === 'settled') await publishOrders(tx, receipt)
  return outcome
}

/** Of two requests at once one may be refused while the other one succeeds: what has happened counts. */
async function isNews(tx: Tx, operation: OperationRow, outcome: OperationOutcome): Promise<boolean> {
  if (operation.state === 'pending') return true
  if (operation.state === 'done' || outcome.state === 'failed') return false
  const standing = await listStandingOperations(tx, operation.attemptId)
  return operation.kind === 'refund' || !standing.some(({ kind }) => kind === operation.kind)
}

type Stored = Known & { receipt: ReceiptRow }

async function applyDone(
  ctx: PaymentContext,
  tx: Tx,
  { operation, attempt, receipt }: Stored,
): Promise<void> {
  const { id, kind, amount } = operation
  const { capturedAmount, cancelledAmount, refundedAmount } = attempt
  await updateAttempt(tx, attempt.id, {
    capturedAmount: capturedAmount + (kind === 'capture' ? amount : 0),
    cancelledAmount: cancelledAmount + (kind === 'cancel' ? amount : 0),
    refundedAmount: refundedAmount + (kind === 'refund' ? amount : 0),
  })
  if (kind === 'capture') {
    const captured = { ...attempt, capturedAmount: capturedAmount + amount }
    await applyCapture(ctx, tx, { operation, receipt, attempt: captured })
  } else if (attempt.state === 'settled') {
    await recordOrderRefund(ctx, tx, { id, order: receipt, attempt, amount })
    // A cancelled order has a mail of its own, which says so.
    if (kind === 'refund' && !receipt.canceledAt)
      await enqueueRefundedMail(ctx, tx, receipt, {
        ...operation,
        left: capturedAmount - refundedAmount - amount,
      })
  }
}

/** What a dispatch has begun, its capture ends. */
async function applyCapture(
  ctx: PaymentContext,
  tx: Tx,
  { operation, attempt, receipt }: Stored,
): Promise<void> {
  if (receipt.status === 'canceled')
    await beginOperation(ctx, tx, { attempt, kind: 'refund', amount: operation.amount })
  // The guest has withdrawn while the provider was asked, before the goods were sent.
  else if (receipt.withdrawnAt && !receipt.dispatchedAt)
    await cancelLockedOrder(ctx, tx, { receipt, attempt })
  else if (!receipt.dispatchedAt) await completeDispatch(ctx, tx, receipt)
}

async function applyFailed(
  ctx: PaymentContext,
  tx: Tx,
  { operation, attempt, receipt, code }: Stored & { code: string },
): Promise<void> {
  const { id, kind } = operation
  ctx.deps.log.error({ tenant: ctx.tenant.id, operation: id, kind, code }, 'payment operation refused')
  if (kind === 'capture' && receipt.withdrawnAt && receipt.status !== 'canceled')
    await cancelLockedOrder(ctx, tx, { receipt, attempt })
}
