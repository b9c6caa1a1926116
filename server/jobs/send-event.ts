import { findTenantById } from '../data/tenant.ts'
import { AnalyticsRefused, AnalyticsUncertain } from '../providers/analytics/port.ts'
import type { JobDeps } from './jobs.ts'
import type { EventToSend, JobData } from './queues.ts'

/** Sends an event of a tenant that still counts. What is refused, or may have been taken already, is not sent again. */
export async function sendEvent(
  deps: JobDeps,
  { tenant: id, id: job, ...data }: JobData & Partial<EventToSend>,
): Promise<void> {
  const tenant = await findTenantById(deps.db, id)
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
    if (!(error instanceof AnalyticsRefused) && !(error instanceof AnalyticsUncertain)) throw error
    deps.log.warn(
      {
        tenant: tenant.id,
        job,
        event: event.name,
        why: error instanceof AnalyticsRefused ? 'refused' : 'uncertain',
      },
      'event not sent',
    )
  }
}
