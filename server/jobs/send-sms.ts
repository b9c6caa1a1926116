import { smsSender } from '#domain/sms.ts'
import type { TenantId } from '../data/db.ts'
import { moveSms, retrySms, settleSms, type SmsRow } from '../data/sms.ts'
import { findTenantById } from '../data/tenant.ts'
import { SmsRefused, SmsUncertain, SmsUnreached } from '../providers/sms/port.ts'
import { tenantFrom } from '../tenant-row.ts'
import type { JobDeps } from './jobs.ts'
import type { JobData } from './queues.ts'

/**
 * Sends a stored text message. Providers know no idempotency key, so it is claimed before it leaves: of a crash, or of a
 * provider that did not answer, nobody knows whether the guest has it, and it is not sent again.
 */
export async function sendSms(deps: JobDeps, data: JobData): Promise<void> {
  const row = await findTenantById(deps.db, data.tenant)
  const tenant = row && tenantFrom(row, deps.config)
  const message = tenant && (await deps.db.write(tenant.id, (tx) => moveSms(tx, data.id, 'sending')))
  if (!message) return
  try {
    const { providerId } = await deps.sms.send({
      to: message.to,
      text: message.text,
      sender: smsSender(tenant.profile.companyname),
      ref: message.id,
      statusUrl: `${tenant.origin}/webhooks/sms/${deps.sms.name}`,
    })
    await taken(deps, tenant.id, message, providerId)
  } catch (error) {
    await notTaken(deps, tenant.id, message, error)
  }
}

const taken = (deps: JobDeps, tenant: TenantId, { id, secret }: SmsRow, providerId: string) =>
  deps.db.write(tenant, async (tx) => {
    // Its status may have come in already; then it stays, and only the id is noted.
    await moveSms(tx, id, 'sent', { sentAt: new Date(deps.now()) })
    await settleSms(tx, id, { providerId, wipe: secret && deps.sms.name !== 'outbox' })
  })

async function notTaken(deps: JobDeps, tenant: TenantId, { id }: SmsRow, error: unknown): Promise<void> {
  if (error instanceof SmsUnreached) {
    await deps.db.write(tenant, (tx) => retrySms(tx, id))
    throw error
  }
  if (!(error instanceof SmsRefused) && !(error instanceof SmsUncertain)) throw error
  deps.log.warn(
    { tenant, sms: id, code: error instanceof SmsRefused ? error.code : 'uncertain' },
    'text message not sent',
  )
  if (error instanceof SmsRefused) await deps.db.write(tenant, (tx) => moveSms(tx, id, 'failed'))
}
