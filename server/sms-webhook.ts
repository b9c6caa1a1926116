import { Hono } from 'hono'
import type { Env, Scope } from './context.ts'
import { findSms, findSmsByProviderId, moveSms } from './data/sms.ts'
import type { SmsStatus } from './providers/sms/port.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where the provider tells what has become of a message. It is told apart by its signature; what it repeats changes nothing. */
export function smsWebhook(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/:provider', async (c) => {
    const scope = c.get('scope')
    const { sms } = scope.deps
    if (c.req.param('provider') !== sms.name) return c.notFound()
    const { pathname, search } = new URL(c.req.url)
    // As the provider was given it: a proxy in front may have changed scheme and host.
    const status = sms.parseStatus({
      url: `${scope.tenant.origin}${pathname}${search}`,
      headers: c.req.raw.headers,
      body: await c.req.text(),
    })
    if (status) await note(scope, status)
    // The same for every post, so that a forged one learns nothing and a genuine one is not sent again.
    return c.body(null, 204, { 'cache-control': 'no-store' })
  })
  return routes
}

async function note({ deps, tenant }: Scope, { ref, providerId, state, code }: SmsStatus): Promise<void> {
  const moved = await deps.db.write(tenant.id, async (tx) => {
    const known = ref && uuid.test(ref) ? await findSms(tx, ref) : await findSmsByProviderId(tx, providerId)
    return (
      known &&
      moveSms(tx, known.id, state, { providerId, ...(known.sentAt ? {} : { sentAt: new Date(deps.now()) }) })
    )
  })
  if (moved && state === 'failed')
    deps.log.warn({ tenant: tenant.id, sms: moved.id, code }, 'text message not delivered')
}
