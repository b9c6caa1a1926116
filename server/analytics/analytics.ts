import { createHash, randomUUID } from 'node:crypto'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { runInSavepoint } from '../database/savepoint.ts'
import { serializeError } from '../logging/serialize-error.ts'
import type { AnalyticsEvent } from '../providers/analytics/port.ts'

/** Whether analytics is enabled for this tenant. Only then does the site ask for consent. */
export const isAnalyticsEnabled = ({
  tenant,
  deps,
}: Pick<RequestContext, 'tenant'> & {
  deps: Pick<RequestContext['deps'], 'analytics'>
}): boolean => tenant.profile.analytics !== undefined && deps.analytics.serves(tenant.id)

/** The analytics client id of the browser; null without consent. */
export const findClientId = (ctx: RequestContext): string | null =>
  isAnalyticsEnabled(ctx) && ctx.consent.choice === 'yes' ? ctx.consent.clientId : null

/** The event of a sign-in or sign-up, with its method. */
export type SignInEvent = {
  name: 'login' | 'sign_up'
  method: 'password' | 'google' | 'facebook' | 'passkey' | 'link' | 'code' | 'invite'
}

/** Records a sign-in or sign-up. Never throws. */
export const recordSignIn = (ctx: RequestContext, { name, method }: SignInEvent): Promise<boolean> =>
  recordEvent(ctx, { name, params: { method } })

/** Enqueues an event if the guest has consented. @returns whether it was enqueued; never throws. */
export async function recordEvent(ctx: RequestContext, event: AnalyticsEvent): Promise<boolean> {
  const { deps, tenant } = ctx
  const clientId = findClientId(ctx)
  if (clientId === null) return false
  return deps.db
    .write(tenant.id, (tx) => deps.jobs.sendEvent(tx, { id: randomUUID(), clientId, at: deps.now(), event }))
    .then(
      () => true,
      (error: unknown) => logFailure(ctx, error),
    )
}

/**
 * Enqueues an event within the caller's transaction if the guest has consented. Runs in a savepoint: a
 * failure does not undo the transaction.
 * @param idempotencyKey idempotency key: one event for each idempotencyKey of a tenant
 */
export async function recordEventOnce(
  ctx: RequestContext,
  tx: Tx,
  idempotencyKey: string,
  event: AnalyticsEvent,
): Promise<void> {
  const { deps, tenant } = ctx
  const clientId = findClientId(ctx)
  if (clientId === null) return
  const id = uuidFrom(`${tenant.id} ${idempotencyKey}`)
  await runInSavepoint(tx, () =>
    deps.jobs.sendEvent(tx, { id, clientId, at: deps.now(), event }).then(
      () => true,
      (error: unknown) => logFailure(ctx, error),
    ),
  )
}

function logFailure({ deps, requestId }: RequestContext, error: unknown): false {
  deps.log.error({ err: serializeError(error), requestId }, 'analytics event enqueuing failed')
  return false
}

/** Derives a job id from the key, so that the queue accepts the same event once. */
function uuidFrom(idempotencyKey: string): string {
  const hex = createHash('sha256').update(idempotencyKey).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
