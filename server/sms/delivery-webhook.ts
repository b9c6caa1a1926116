import { Hono } from 'hono'
import type { Env, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findSms, findSmsByProviderId, transitionSms, type SmsRow } from './queries.ts'
import type { SmsStatus } from '../providers/sms/port.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Takes up a report in its transaction. */
type OnReport = (ctx: RequestContext, tx: Tx, message: SmsRow) => Promise<void>

/**
 * The webhook for delivery reports. Requests are authenticated by the provider's signature and are
 * idempotent.
 */
export function smsWebhook(onReport: OnReport): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/:provider', async (c) => {
    const ctx = c.get('ctx')
    const { sms } = ctx.deps
    if (c.req.param('provider') !== sms.name) return c.notFound()
    const { pathname, search } = new URL(c.req.url)
    // The URL that the provider signed: a proxy may have changed scheme and host.
    const status = await sms.parseStatus({
      url: `${ctx.tenant.origin}${pathname}${search}`,
      headers: c.req.raw.headers,
      body: await c.req.text(),
    })
    if (status) await recordStatus(ctx, status, onReport)
    // Always 204, so that a forged request learns nothing and a genuine one is not repeated.
    return c.body(null, 204, { 'cache-control': 'no-store' })
  })
  return routes
}

async function recordStatus(
  ctx: RequestContext,
  { ref, providerId, state, code }: SmsStatus,
  onReport: OnReport,
): Promise<void> {
  const { deps, tenant } = ctx
  const updated = await deps.db.write(tenant.id, async (tx) => {
    const known = ref && uuid.test(ref) ? await findSms(tx, ref) : await findSmsByProviderId(tx, providerId)
    const row =
      known &&
      (await transitionSms(tx, known.id, state, {
        providerId,
        ...(known.sentAt ? {} : { sentAt: new Date(deps.now()) }),
      }))
    if (row) await onReport(ctx, tx, row)
    return row
  })
  if (updated && state === 'failed')
    deps.log.warn({ tenant: tenant.id, sms: updated.id, code }, 'text message delivery failed')
}
