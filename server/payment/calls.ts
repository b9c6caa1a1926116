import { createHash, randomUUID } from 'node:crypto'
import { firstProblem, problemBeforePaying } from '#domain/checkout/steps.ts'
import { servesCountry } from '#domain/checkout/shipping.ts'
import { EMAIL } from '#domain/email.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { paymentSuccessLink } from '#contract/links.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findCartOwner, sendCartCount } from '../cart/owner.ts'
import { lockCart, updateCart } from '../cart/queries.ts'
import { changeStock } from '../product/stock-queries.ts'
import { checkCodes, type DroppedCode } from '../receipt/discounts.ts'
import { lockOwnReceipt } from '../receipt/owner.ts'
import { priceReceipt } from '../receipt/price.ts'
import {
  changeUses,
  hasSettledOrder,
  listPromotions,
  listShippingTypes,
  updateReceipt,
  type ReceiptRow,
} from '../receipt/queries.ts'
import { syncReceipt } from '../receipt/sync.ts'
import { mobileOf } from './mobile.ts'
import { createAttempt } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

type Payment = Input<'setupPaymentIntent'>
type Outcome =
  | { done: 'settled'; receiptId: string }
  | { done: 'changed'; total: number; version: number; dropped: DroppedCode[] }
  | { done: 'unserved'; amount: number; currency: string }

/**
 * Begins to pay a receipt: what is paid is frozen in an attempt, stock and codes are taken. An order that
 * costs nothing is settled at once. Idempotent: a receipt that is paid answers as it did.
 * @throws CallError `amount/changed` with the new `total`, `version` and the codes `dropped`, where the guest
 * has seen another amount or an older version; `checkout/incomplete` with the `field`; `checkout/shipping`,
 * `checkout/pickup-location`, `cart/empty`, `cart/not-enough`; `checkout/discount` with `reason` and `code`
 * where others were faster; `checkout/payment-failed` where no provider
 * takes the amount; `checkout/closed`, `not-found`.
 */
export const setupPaymentIntent: Handler<'setupPaymentIntent'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  const outcome = await deps.db.write(tenant.id, (tx) => pay(ctx, tx, input))
  if (outcome.done === 'changed') {
    const { done: _done, ...details } = outcome
    throw new CallError('amount/changed', details)
  }
  if (outcome.done === 'unserved') {
    const { amount, currency } = outcome
    deps.log.warn(
      { tenant: tenant.id, requestId: ctx.requestId, amount, currency },
      'no payment provider takes this amount: see the setting PAYMENT',
    )
    throw new CallError('checkout/payment-failed')
  }
  sendCartCount(ctx, 0)
  return { data: { redirectUrl: paymentSuccessLink({ order: outcome.receiptId }) } }
}

async function pay(ctx: RequestContext, tx: Tx, input: Payment): Promise<Outcome> {
  const { deps } = ctx
  const now = new Date(deps.now())
  const owner = findCartOwner(ctx)
  // The cart first, as everywhere: two locks in another order could wait for each other.
  const cart = owner && (await lockCart(tx, owner, now))
  const known = await lockOwnReceipt(ctx, tx, input.receiptId)
  if (known.status === 'PAID') return { done: 'settled', receiptId: known.id }
  if (known.status !== 'PENDING') throw new CallError('checkout/closed')
  const items = cart?.receiptId === known.id ? cart.items : []
  const synced = await syncReceipt(ctx, tx, known, { items })
  const { receipt, dropped } = await checkFirstPurchase(ctx, tx, synced)
  const { total, version } = receipt
  await requireComplete(ctx, tx, receipt)
  if (total !== input.amount || (input.receiptVersion ?? version) !== version || dropped.length > 0)
    return { done: 'changed', total, version, dropped }
  const provider = deps.payments
  if (!provider.serves({ amount: total, currency: receipt.currency }))
    return { done: 'unserved', amount: total, currency: receipt.currency }
  await takeStock(tx, receipt)
  const usedUp = await takeCodes(tx, receipt)
  if (usedUp) throw new CallError('checkout/discount', { reason: 'usedUp', code: usedUp })
  const attempt = {
    id: randomUUID(),
    receiptId: receipt.id,
    provider: provider.name,
    state: 'open' as const,
    amount: total,
    currency: receipt.currency,
    contentHash: contentHashOf(receipt),
    returnUrl: paymentSuccessLink({ order: receipt.id }),
    createdAt: now,
    endedAt: null,
  }
  await createAttempt(tx, attempt)
  if (cart) await updateCart(tx, cart.id, { items: [], receiptId: null, notice: null }, now)
  await settlePayment(ctx, tx, { receipt, attempt, state: await provider.stateOf(attempt) })
  await requireFirstPurchase(tx, receipt)
  return { done: 'settled', receiptId: receipt.id }
}

/** A code for a first purchase needs to know who buys: only now everything that says so is there. */
async function checkFirstPurchase(
  ctx: RequestContext,
  tx: Tx,
  { receipt, dropped }: { receipt: ReceiptRow; dropped: DroppedCode[] },
): Promise<{ receipt: ReceiptRow; dropped: DroppedCode[] }> {
  if (receipt.discounts.length === 0) return { receipt, dropped }
  const isFirstPurchase = !(await hasOtherOrder(tx, receipt))
  const { subtotal } = priceReceipt(receipt)
  const checked = await checkCodes(
    ctx,
    tx,
    receipt.discounts.map(({ code }) => code),
    { subtotal, isFirstPurchase },
  )
  if (checked.dropped.length === 0) return { receipt, dropped }
  const { discounts } = checked
  const after = await updateReceipt(
    tx,
    receipt.id,
    { discounts, version: receipt.version + 1, total: priceReceipt({ ...receipt, discounts }).total },
    new Date(ctx.deps.now()),
  )
  return { receipt: after, dropped: [...dropped, ...checked.dropped] }
}

const hasOtherOrder = (tx: Tx, receipt: ReceiptRow): Promise<boolean> =>
  hasSettledOrder(tx, {
    guestId: receipt.guestId,
    email: receipt.customer.email,
    mobile: mobileOf(receipt),
    except: receipt.id,
  })

/**
 * Of two first purchases at once the later one is refused: settlements of a tenant wait for each other at the
 * order number, so only now it sees the other one.
 */
async function requireFirstPurchase(tx: Tx, receipt: ReceiptRow): Promise<void> {
  const promotions = await listPromotions(
    tx,
    receipt.discounts.map(({ code }) => code),
  )
  const first = [...promotions.values()].find(({ firstPurchase }) => firstPurchase)
  if (first && (await hasOtherOrder(tx, receipt)))
    throw new CallError('checkout/discount', { reason: 'notFirstPurchase', code: first.code })
}

async function requireComplete({ tenant }: RequestContext, tx: Tx, receipt: ReceiptRow): Promise<void> {
  const { customer, shipping, items, paymentMethod } = receipt
  if (items.length === 0) throw new CallError('cart/empty')
  const data = {
    customer,
    shippingType: shipping?.type ?? null,
    pickupLocation: shipping?.pickupLocation?.parcelShopId ?? null,
    paymentMethod,
    cartCount: items.length,
  }
  for (const step of ['address', 'shipping', 'payment'] as const) {
    const problem = firstProblem(step, data)
    if (problem?.problem === 'field') throw new CallError('checkout/incomplete', { field: problem.field })
    if (problem?.problem === 'pickupLocation') throw new CallError('checkout/pickup-location')
    if (problem) throw new CallError('checkout/shipping')
  }
  if (problemBeforePaying(data)) throw new CallError('checkout/incomplete', { field: 'firstName' })
  if (!EMAIL.test(customer.email)) throw new CallError('checkout/incomplete', { field: 'email' })
  const country = customer.country || tenant.profile.default.countryCode
  const type = (await listShippingTypes(tx)).find((one) => one.type === shipping?.type)
  if (!type || !servesCountry(type.countries, country)) throw new CallError('checkout/shipping')
}

/** In the order of the ids, so that two orders never wait for each other. */
async function takeStock(tx: Tx, { items }: ReceiptRow): Promise<void> {
  for (const { variantId, quantity } of items.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1)))
    if (!(await changeStock(tx, variantId, -quantity))) throw new CallError('cart/not-enough', { variantId })
}

/** @returns the code of the first promotion that has no use left. */
async function takeCodes(tx: Tx, { discounts }: ReceiptRow): Promise<string | null> {
  for (const { promotionId, code } of discounts.toSorted((a, b) => (a.promotionId < b.promotionId ? -1 : 1)))
    if (!(await changeUses(tx, promotionId, 1))) return code
  return null
}

const contentHashOf = ({ items, shipping, discounts, total, currency }: ReceiptRow): string =>
  createHash('sha256')
    .update(JSON.stringify([items, shipping, discounts, total, currency]))
    .digest('hex')
