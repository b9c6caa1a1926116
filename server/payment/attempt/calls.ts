import { paymentMethods as methods } from '#contract/shop/checkout.ts'
import { CallError } from '#contract/errors.ts'
import { checkoutLink, paymentSuccessLink } from '#contract/links.ts'
import { refreshCartCount, requireShop } from '#server/cart/owner.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { PaymentClient } from '#server/providers/payments/port.ts'
import { getOwnReceipt } from '#server/receipt/owner.ts'
import { findPaymentClient } from '../accounts.ts'
import { beginAttempt, type Begun } from './begin-attempt.ts'
import { saveRedirectUrl, type AttemptRow } from '../queries.ts'
import { requireOwnAddresses } from './requirements.ts'
import { buildReturnUrl } from './return-route.ts'
import { endAttempt, settlePayment } from './settle-payment.ts'

/** An attempt that was replaced makes room for the next one: once, or twice where two tabs do it at once. */
const MAX_ROUNDS = 3

/** How guests can pay the tenant. @throws CallError `not-found` without a shop. */
export const paymentMethods: Handler<'paymentMethods'> = async (ctx) => {
  requireShop(ctx)
  return { paymentMethods: (await findPaymentClient(ctx)) ? [...methods] : [] }
}

/**
 * Begins to pay a receipt: what is paid is frozen in an attempt, stock and codes are taken, and the guest is
 * led to the provider. An order that costs nothing is settled at once. Idempotent: a receipt that is paid, or
 * is being paid, answers as it did.
 * @throws CallError `amount/changed` with the new `total`, also in the minor units of `amount`
 * (`totalMinor`), the `version` and the codes `dropped`, where the guest has seen another amount or an older
 * version;
 * `checkout/incomplete` with the `field`; `checkout/shipping`, `checkout/pickup-location`, `cart/empty`,
 * `cart/not-enough`; `checkout/discount` with `reason` and `code`
 * where others were faster; `checkout/payment-failed` where no provider takes the amount (`reason` is
 * not-connected where the tenant has no account), or it gives no answer; `request/too-many` with `retryAfter`
 * in seconds; `checkout/closed`, `not-found`, `request/invalid` for addresses that are not the tenant's own.
 */
export const setupPaymentIntent: Handler<'setupPaymentIntent'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  requireOwnAddresses(ctx, input)
  await deps.db.read(tenant.id, (tx) => getOwnReceipt(ctx, tx, input.receiptId))
  const client = await findPaymentClient(ctx)
  const count = countingOnce(ctx)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const begun = await deps.db.write(tenant.id, (tx) => beginAttempt(ctx, tx, input, { client, count }))
    if (begun.done === 'open')
      return { data: { redirectUrl: await leadToProvider(ctx, client, begun.attempt) } }
    if (begun.done !== 'replace') return { data: { redirectUrl: await toAnswer(ctx, begun) } }
    await count()
    if (!(await endReplaced(ctx, client, begun.attempt)))
      return { data: { redirectUrl: checkoutLink({ ri: input.receiptId, c: 'true' }) } }
  }
  throw new CallError('checkout/payment-failed')
}

/** Counts one new attempt, however often it is called, before an earlier one is ended for it. */
function countingOnce({ deps, address }: RequestContext): () => Promise<void> {
  let counted = false
  return async () => {
    if (counted) return
    counted = true
    const retryAfter = await deps.paymentLimit(address)
    if (retryAfter !== null) throw new CallError('request/too-many', { retryAfter })
  }
}

async function toAnswer(
  ctx: RequestContext,
  begun: Exclude<Begun, { done: 'open' | 'replace' }>,
): Promise<string> {
  switch (begun.done) {
    case 'changed': {
      const { done: _done, ...details } = begun
      throw new CallError('amount/changed', { ...details, totalMinor: details.total })
    }
    case 'unserved': {
      const { amount, currency, connected } = begun
      ctx.deps.log.warn(
        { tenant: ctx.tenant.id, requestId: ctx.requestId, amount, currency },
        'no payment provider takes this amount: see PAYMENT, bin/stamgast payment connect, and the currency',
      )
      throw new CallError('checkout/payment-failed', connected ? undefined : { reason: 'not-connected' })
    }
    case 'settled':
      await refreshCartCount(ctx)
      return paymentSuccessLink({ order: begun.receiptId })
  }
}

/**
 * The provider's page. Where it gave no answer before, the same request is repeated, which begins nothing
 * twice.
 */
async function leadToProvider(
  ctx: RequestContext,
  client: PaymentClient | null,
  attempt: AttemptRow,
): Promise<string> {
  const { deps, tenant } = ctx
  if (attempt.redirectUrl) return attempt.redirectUrl
  if (!client) throw new CallError('checkout/payment-failed')
  const created = await client.create({
    reference: attempt.reference,
    idempotencyKey: attempt.idempotencyKey,
    amount: attempt.amount,
    currency: attempt.currency,
    method: attempt.method,
    returnUrl: buildReturnUrl(ctx, attempt.id),
    description: tenant.profile.companyname.slice(0, 100).padEnd(3),
  })
  if (created.ok) {
    await deps.db.write(tenant.id, (tx) => saveRedirectUrl(tx, attempt.id, created.redirectUrl))
    return created.redirectUrl
  }
  const { reason, code, said, traceId } = created
  deps.log.warn(
    { tenant: tenant.id, requestId: ctx.requestId, attempt: attempt.id, reason, code, said, traceId },
    'payment not begun',
  )
  // Only where the provider does not know it: another request with this reference may have begun it.
  if (reason === 'refused') {
    const found = await client.find(attempt.reference)
    if (!found.ok && found.reason === 'missing')
      await deps.db.write(tenant.id, (tx) => endAttempt(ctx, tx, attempt.id, 'notCreated'))
  }
  throw new CallError('checkout/payment-failed')
}

/**
 * Ends an attempt that pays something else than what the guest wants now. The guest may be approving it at
 * this moment: then it is paid, and remains.
 * @returns whether there is room for the next attempt.
 * @throws CallError `checkout/payment-failed` where the provider gives no answer.
 */
async function endReplaced(
  ctx: RequestContext,
  client: PaymentClient | null,
  attempt: AttemptRow,
): Promise<boolean> {
  const { deps, tenant } = ctx
  if (!client) throw new CallError('checkout/payment-failed')
  const ended = await client.end({ reference: attempt.reference, idempotencyKey: attempt.id })
  if (ended.ok) {
    await deps.db.write(tenant.id, (tx) => endAttempt(ctx, tx, attempt.id, 'replaced'))
    return true
  }
  const outcome = await settlePayment(ctx, attempt.id)
  if (outcome === 'unknown' || outcome === 'open') throw new CallError('checkout/payment-failed')
  return outcome === 'ended'
}
