import type { Outcome } from '#domain/notification/delivery.ts'
import { smsSender } from '#domain/sms.ts'
import type { Tenant } from '../context/context.ts'
import type { TenantId } from '../database/db.ts'
import { findSms, transitionSms, retrySms, recordSmsAccepted, type SmsRow } from './queries.ts'
import { findTenantById } from '../tenant/queries.ts'
import { SmsRejected, SmsOutcomeUnknown, SmsUnreachable } from '../providers/sms/port.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import type { JobDeps } from '../jobs/jobs.ts'
import type { JobData } from '../jobs/queues.ts'

/**
 * Sends a stored text message at most once. Providers have no idempotency key, so the message is marked
 * `sending` first: after a crash or a time-out it may have been sent and is not sent again.
 */
export async function sendSms(deps: JobDeps, data: JobData): Promise<void> {
  const row = await findTenantById(deps.db, data.tenant)
  const tenant = row && tenantFrom(row, deps.config)
  const message = tenant && (await deps.db.write(tenant.id, (tx) => transitionSms(tx, data.id, 'sending')))
  if (!message) return
  try {
    await post(deps, tenant, message)
  } catch (error) {
    await handleFailure(deps, tenant.id, message, error)
  }
}

/**
 * Sends the text message of a notification, with the same id in every attempt: the delivery repeats an
 * uncertain one.
 */
export async function attemptSms(deps: JobDeps, tenant: Tenant, id: string): Promise<Outcome> {
  const message = await deps.db.write(tenant.id, async (tx) => {
    await transitionSms(tx, id, 'sending')
    return findSms(tx, id)
  })
  if (!message || message.state === 'failed') return 'refused'
  if (message.state !== 'sending') return 'ok'
  try {
    await post(deps, tenant, message)
    return 'ok'
  } catch (error) {
    if (error instanceof SmsOutcomeUnknown) {
      logFailure(deps, tenant.id, message, error)
      return 'uncertain'
    }
    if (error instanceof SmsUnreachable) {
      logFailure(deps, tenant.id, message, error)
      // The delivery goes on with the next channel, so that this message is never sent.
      if (error.outcome !== 'uncertain')
        await deps.db.write(tenant.id, (tx) => transitionSms(tx, id, 'failed'))
      return error.outcome
    }
    if (!(error instanceof SmsRejected)) throw error
    await handleFailure(deps, tenant.id, message, error)
    return 'refused'
  }
}

async function post(deps: JobDeps, tenant: Tenant, message: SmsRow): Promise<void> {
  const { providerId } = await deps.sms.send({
    to: message.to,
    text: message.text,
    sender: smsSender(tenant.profile.companyname),
    ref: message.id,
    statusUrl: `${tenant.origin}/webhooks/sms/${deps.sms.name}`,
  })
  await recordAccepted(deps, tenant.id, message, providerId)
}

const recordAccepted = (deps: JobDeps, tenant: TenantId, { id, secret }: SmsRow, providerId: string) =>
  deps.db.write(tenant, async (tx) => {
    // A delivery report may have arrived already; its state stays, and only the id is stored.
    await transitionSms(tx, id, 'sent', { sentAt: new Date(deps.now()) })
    await recordSmsAccepted(tx, id, { providerId, wipe: secret && deps.sms.name !== 'outbox' })
  })

async function handleFailure(deps: JobDeps, tenant: TenantId, { id }: SmsRow, error: unknown): Promise<void> {
  if (error instanceof SmsUnreachable) {
    await deps.db.write(tenant, (tx) => retrySms(tx, id))
    throw error
  }
  if (!(error instanceof SmsRejected) && !(error instanceof SmsOutcomeUnknown)) throw error
  logFailure(deps, tenant, { id }, error)
  if (error instanceof SmsRejected) await deps.db.write(tenant, (tx) => transitionSms(tx, id, 'failed'))
}

const logFailure = (
  { log }: JobDeps,
  tenant: TenantId,
  { id }: Pick<SmsRow, 'id'>,
  { code, said }: SmsRejected | SmsUnreachable | SmsOutcomeUnknown,
) => log.warn({ tenant, sms: id, code, said }, 'text message sending failed')
