import { sumAddonPrices } from '#domain/visit/addons.ts'
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
  const services = segments.flatMap(({ serviceId, serviceName, price, addons, member }) => [
    {
      id: serviceId,
      name: serviceName,
      price: price - sumAddonPrices(addons),
      quantity: 1,
      provider: member.name,
    },
    ...addons.map((one) => ({
      id: one.id,
      name: one.name,
      price: one.price,
      quantity: one.count,
      provider: member.name,
    })),
  ])
  await recordEventOnce(ctx, tx, `refund ${id}`, {
    name: 'refund',
    params: buildRefundEvent({ id, currency, total, services }, ctx.tenant.profile.companyname),
  })
}
