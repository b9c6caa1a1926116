import { buildRefundEvent } from '#domain/refund.ts'
import { recordEventOnce } from '../analytics/analytics.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { VisitWithSegments } from './queries.ts'

/** Enqueues the refund event of a visit that this transaction cancels, once for each visit. */
export async function recordVisitRefund(
  ctx: RequestContext,
  tx: Tx,
  visit: VisitWithSegments,
): Promise<void> {
  const { id, currency, price: total, segments } = visit
  const services = segments.map(({ serviceId, serviceName, price, member }) => ({
    id: serviceId,
    name: serviceName,
    price,
    provider: member.name,
  }))
  await recordEventOnce(ctx, tx, `refund ${id}`, {
    name: 'refund',
    params: buildRefundEvent({ id, currency, total, services }, ctx.tenant.profile.companyname),
  })
}
