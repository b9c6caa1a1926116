import { toPaymentFailure } from '#domain/checkout/payment-failure.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { getOwnReceipt } from '#server/receipt/owner.ts'
import { findReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import { findFailure, findOpenAttempt, findReturningAttempt } from '../queries.ts'
import { settlePayment } from './settle-payment.ts'

/** The status view sends at most one request about an attempt to the provider in this time, in ms. */
const STATUS_CHECK_GAP_MS = 5_000
/** How long after its expiry a payment is still checked by the status view, in ms. */
const AFTER_EXPIRY_MS = 2 * 60_000

/**
 * The state of a receipt's payment: for its owner, or for the buyer of the provider's way back, who sees
 * nothing else. While it is open, the provider is asked.
 * @throws CallError `not-found`.
 */
export const checkPaymentStatus: Handler<'checkPaymentStatus'> = async (ctx, { receiptId, handle }) => {
  const { deps, tenant } = ctx
  const open = await deps.db.read(tenant.id, async (tx) => {
    const { receipt } = await readable(ctx, tx, receiptId, handle)
    return receipt.status === 'PENDING' ? findOpenAttempt(tx, receipt.id) : null
  })
  if (open) await settlePayment(ctx, open.id, { gapMs: STATUS_CHECK_GAP_MS })
  return deps.db.read(tenant.id, async (tx) => {
    const { receipt, isOwner } = await readable(ctx, tx, receiptId, handle)
    const attempt = receipt.status === 'PENDING' ? await findOpenAttempt(tx, receipt.id) : null
    const expiry = attempt?.expiresAt.getTime() ?? 0
    const { status, orderNumber, paymentStatus, paymentMethod } = receipt
    const isFailed = status === 'PENDING' && paymentStatus === 'failed'
    const failure = isFailed ? await findFailure(tx, receipt.id) : null
    return {
      receipt: { status, orderNumber },
      paymentStatus,
      redirectUrl: attempt && isOwner && expiry > deps.now() ? attempt.redirectUrl : null,
      checkUntil: attempt ? expiry + AFTER_EXPIRY_MS : null,
      failure: failure && toPaymentFailure(failure),
      method: attempt?.method ?? paymentMethod,
    }
  })
}

async function readable(
  ctx: RequestContext,
  tx: Tx,
  receiptId: string,
  handle: string | undefined,
): Promise<{ receipt: ReceiptRow; isOwner: boolean }> {
  try {
    return { receipt: await getOwnReceipt(ctx, tx, receiptId), isOwner: true }
  } catch (error) {
    const returning = handle ? await findReturningAttempt(tx, sha256(handle)) : null
    const receipt = returning?.receiptId === receiptId ? await findReceipt(tx, receiptId) : null
    if (receipt && error instanceof CallError) return { receipt, isOwner: false }
    throw error
  }
}
