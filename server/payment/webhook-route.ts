import { Hono } from 'hono'
import type { Env } from '../context/context.ts'
import { findPaymentAccount } from './accounts.ts'
import { findAttemptByReference } from './queries.ts'

/**
 * The webhook of the payment provider. An event is only a signal: a job asks the provider itself. So forged,
 * repeated and reordered events change nothing; an unsigned one is refused with 401. Unknown references are
 * accepted, since the provider holds back all later events behind one that fails.
 */
export function paymentWebhook(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/vipps', async (c) => {
    const ctx = c.get('ctx')
    const { deps, tenant } = ctx
    const account = await findPaymentAccount(ctx)
    if (!account) return c.notFound()
    const { pathname, search } = new URL(c.req.url)
    const event = deps.payments.parseEvent(
      // The address that was registered: a proxy may have changed scheme and host.
      { url: `${tenant.origin}${pathname}${search}`, headers: c.req.raw.headers, body: await c.req.text() },
      account,
      deps.now(),
    )
    c.header('cache-control', 'no-store')
    if (!event) return c.body(null, 401)
    const hasAttempt = await deps.db.write(tenant.id, async (tx) => {
      const attempt = await findAttemptByReference(tx, event.reference)
      if (attempt) await deps.jobs.settlePayment(tx, attempt.id)
      return attempt !== null
    })
    if (!hasAttempt)
      deps.log.warn(
        { tenant: tenant.id, requestId: ctx.requestId, event: event.name },
        'payment event of an unknown reference',
      )
    return c.body(null, 200)
  })
  return routes
}
