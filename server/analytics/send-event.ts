import { findTenantById } from '../tenant/queries.ts'
import { AnalyticsRejected, AnalyticsOutcomeUnknown } from '../providers/analytics/port.ts'
import type { JobDeps } from '../jobs/jobs.ts'
import type { EventToSend, JobData } from '../jobs/queues.ts'

/**
 * Sends an event if analytics is still enabled for the tenant. A rejected event, or one whose outcome is
 * unknown, is not sent again.
 */
export async function sendEvent(
  deps: JobDeps,
  { tenant: tenantId, id: jobId, ...data }: JobData & Partial<EventToSend>,
): Promise<void> {
  const tenant = await findTenantById(deps.db, tenantId)
  const measurementId = tenant?.profile.analytics?.measurementId
  const { clientId, at, event } = data
  if (
    !tenant ||
    measurementId === undefined ||
    !deps.analytics.serves(tenant.id) ||
    !clientId ||
    at === undefined ||
    !event
  )
    return
  try {
    await deps.analytics.send({ tenant: tenant.id, measurementId, clientId, at, event })
  } catch (error) {
    if (!(error instanceof AnalyticsRejected) && !(error instanceof AnalyticsOutcomeUnknown)) throw error
    deps.log.warn(
      {
        tenant: tenant.id,
        job: jobId,
        event: event.name,
        reason: error instanceof AnalyticsRejected ? 'rejected' : 'outcome-unknown',
      },
      'analytics event failed',
    )
  }
}
