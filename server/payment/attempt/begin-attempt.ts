import { randomUUID } from 'node:crypto'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { checkoutLink, paymentSuccessLink } from '#contract/links.ts'
import type { AttemptContent } from '#db/schema/payment.ts'
import { findClientId } from '#server/analytics/analytics.ts'
import { findCartOwner } from '#server/cart/owner.ts'
import { lockCart } from '#server/cart/queries.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import type { PaymentClient } from '#server/providers/payments/port.ts'
import { lockOwnReceipt } from '#server/receipt/owner.ts'
import type { DroppedCode } from '#server/receipt/discounts.ts'
import { updateReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { syncReceipt } from '#server/receipt/sync.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { hashSession, sha256 } from '#server/secret/hash.ts'
import { checkFirstPurchase, requireFirstPurchase } from './first-purchase.ts'
import { addressHashIn, reserveForAttempt } from '../reservation/reserve-for-attempt.ts'
import { createAttempt, findLastNumber, findOpenAttempt, type AttemptRow } from '../queries.ts'
import { hasSeen, requireComplete } from './requirements.ts'
import { applyFacts } from './settle-payment.ts'

/** How long the provider accepts an approval: about 10 minutes (Vipps MobilePay ePayment API). */
const EXPIRY_MS = 10 * 60_000
/** When the job of an attempt first asks for it, in ms. */
const FIRST_QUESTION_MS = 20_000

/**
 * `settled`: the receipt is an order. `open`: the guest pays at the provider. `replace`: the attempt pays
 * something else than what the guest sees now, or its time is over, and has to end first.
 */
export type Begun =
  | { done: 'settled'; receiptId: string }
  | { done: 'changed'; total: number; version: number; dropped: DroppedCode[] }
  | { done: 'unserved'; amount: number; currency: string; /** To an account. */ connected: boolean }
  | { done: 'open'; attempt: AttemptRow }
  | { done: 'replace'; attempt: AttemptRow }

type Payment = Input<'setupPaymentIntent'>

/**
 * Freezes what is paid in an attempt, and takes stock and codes for it as far as its guest may hold them, in
 * one transaction. An order that costs nothing is settled in it. Idempotent: an open attempt of the same
 * content is the answer again.
 * @param count counts a new attempt, and throws where it is one too many.
 * @throws CallError see `setupPaymentIntent`.
 */
export async function beginAttempt(
  ctx: RequestContext,
  tx: Tx,
  input: Payment,
  { client, count }: { client: PaymentClient | null; count: () => Promise<void> },
): Promise<Begun> {
  const now = ctx.deps.now()
  const owner = findCartOwner(ctx)
  // The cart first, as everywhere: two locks in another order could wait for each other.
  const cart = owner && (await lockCart(tx, owner, new Date(now)))
  const known = await lockOwnReceipt(ctx, tx, input.receiptId)
  if (known.status === 'PAID' || known.status === 'PENDING_COLLECT_INTENTS')
    return { done: 'settled', receiptId: known.id }
  if (known.status !== 'PENDING') throw new CallError('checkout/closed')
  const open = await findOpenAttempt(tx, known.id)
  // The cart is the one of the browser that the guest has signed in from: it is not merged while they pay.
  if (open && cart?.receiptId !== known.id)
    return { done: isOver(open, now) ? 'replace' : 'open', attempt: open }
  const items = cart?.receiptId === known.id ? cart.items : []
  const synced = await syncReceipt(ctx, tx, known, { items })
  const { receipt, dropped } = await checkFirstPurchase(ctx, tx, synced)
  const { total, version, currency } = receipt
  await requireComplete(ctx, tx, receipt)
  if (!hasSeen(receipt, input) || dropped.length > 0) return { done: 'changed', total, version, dropped }
  const attempt = await buildAttempt(ctx, tx, receipt, input)
  if (open) {
    const isSame = open.contentHash === attempt.contentHash && !isOver(open, now)
    return { done: isSame ? 'open' : 'replace', attempt: open }
  }
  if (total > 0 && !client?.serves({ amount: total, currency }))
    return { done: 'unserved', amount: total, currency, connected: client !== null }
  await count()
  const reserved = await reserveForAttempt(ctx, tx, receipt, attempt)
  await createAttempt(tx, { ...attempt, reserved })
  if (total === 0) {
    await settleFree(ctx, tx, attempt)
    await requireFirstPurchase(tx, receipt)
    return { done: 'settled', receiptId: receipt.id }
  }
  if (receipt.paymentStatus !== 'pending' || receipt.paymentMethod !== attempt.method)
    await updateReceipt(
      tx,
      receipt.id,
      { paymentStatus: 'pending', paymentMethod: attempt.method },
      new Date(now),
    )
  await ctx.deps.jobs.settlePayment(tx, attempt.id, new Date(now + FIRST_QUESTION_MS))
  return { done: 'open', attempt }
}

const isOver = ({ expiresAt }: AttemptRow, now: number): boolean => expiresAt.getTime() <= now

async function buildAttempt(
  ctx: RequestContext,
  tx: Tx,
  receipt: ReceiptRow,
  { provider: chosen }: Payment,
): Promise<AttemptRow> {
  const { deps, tenant } = ctx
  const { items, customer, shipping, discounts, vat, total, currency } = receipt
  const content: AttemptContent = { items, customer, shipping, discounts, vat }
  const method = chosen ?? receipt.paymentMethod
  const id = randomUUID()
  const number = (await findLastNumber(tx, receipt.id)) + 1
  const now = deps.now()
  return {
    id,
    receiptId: receipt.id,
    number,
    provider: total === 0 ? 'none' : 'vipps',
    method,
    // Not purely numeric, without leading zeros, at most 50 characters, another one for each attempt.
    reference: `r${receipt.id.replaceAll('-', '')}-${number}`,
    idempotencyKey: randomUUID(),
    state: 'open',
    endReason: null,
    flag: null,
    amount: total,
    currency,
    content,
    reserved: null,
    addressHash: addressHashIn(ctx),
    contentHash: hashOfContent([content, method, total, currency]),
    redirectUrl: null,
    returnUrl: tenant.origin + paymentSuccessLink({ order: receipt.id }),
    cancelUrl: tenant.origin + checkoutLink(),
    returnHash: sha256(deriveHandle(deps.secret, 'payment', tenant.id, id)),
    analyticsClientId: findClientId(ctx),
    sessionHash: hashSession(ctx),
    createdAt: new Date(now),
    expiresAt: new Date(now + EXPIRY_MS),
    statusCheckedAt: null,
    endedAt: null,
    reservedUntil: null,
    warnedAt: null,
    capturedAmount: 0,
    cancelledAmount: 0,
    refundedAmount: 0,
  }
}

/** JSON of PostgreSQL orders the keys of its objects: so does this, for rows that were read again. */
const hashOfContent = (content: unknown): string =>
  sha256(
    JSON.stringify(content, (_key, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  )
/** An order that costs nothing has no provider: it is captured as it is. */
async function settleFree(ctx: RequestContext, tx: Tx, { id, currency }: AttemptRow): Promise<void> {
  await applyFacts(ctx, tx, id, {
    state: 'authorized',
    amount: 0,
    currency,
    authorized: 0,
    captured: 0,
    cancelled: 0,
    refunded: 0,
    reservedUntil: null,
  })
}
