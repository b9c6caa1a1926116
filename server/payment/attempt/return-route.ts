import { Hono } from 'hono'
import { checkoutLink } from '#contract/links.ts'
import type { Env, RequestContext } from '#server/context/context.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { findReturningAttempt } from '../queries.ts'
import { settlePayment } from './settle-payment.ts'

/** Several returns within this time ask the provider once, in ms. */
const GAP_MS = 2_000

/** The address of an attempt to which the provider sends the guest back. */
export const buildReturnUrl = ({ deps, tenant }: RequestContext, attemptId: string): string =>
  `${tenant.origin}/payment/return/${deriveHandle(deps.secret, 'payment', tenant.id, attemptId)}`

/**
 * Where the provider sends the guest back to, after any outcome: Vipps MobilePay has no cancelUrl. The
 * provider is asked, and the status view says what came of it. The browser may be another one than that of
 * the checkout, so the handle goes along.
 */
export function paymentReturnRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/return/:handle', async (c) => {
    if (c.req.method === 'HEAD') return c.body(null, 405, { allow: 'GET' })
    const ctx = c.get('ctx')
    const handle = c.req.param('handle')
    const attempt = await ctx.deps.db.read(ctx.tenant.id, (tx) => findReturningAttempt(tx, sha256(handle)))
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    if (!attempt) return c.redirect(checkoutLink(), 303)
    await settlePayment(ctx, attempt.id, { gapMs: GAP_MS })
    return c.redirect(checkoutLink({ ri: attempt.receiptId, c: 'true', t: handle }), 303)
  })
  return routes
}
