import { quote } from '#domain/visit/quote.ts'
import type { Tx } from '../database/db.ts'
import { createSegments, removeSegments, updateSegmentPrice } from '../availability/segment-queries.ts'
import { getVisit, updateVisit, type VisitRow, type VisitWithSegments } from './queries.ts'
import { resolveRequestedServices, type Bookable } from '../availability/bookable.ts'
import { requestedServicesOf } from './hold.ts'
import { findOffer, segmentsOf } from '../availability/offer.ts'

/**
 * Renews an expired hold at the same time, perhaps with other members. @returns null when the time is not
 * free any more.
 */
export async function renewHold(
  tx: Tx,
  bookable: Bookable,
  visit: VisitWithSegments,
  now: number,
): Promise<VisitWithSegments | null> {
  const requested = resolveRequestedServices(bookable, requestedServicesOf(visit))
  const offer =
    requested &&
    (await findOffer(tx, { bookable, requested, now, except: visit.id }, visit.start.getTime() / 60_000))
  if (!offer) return null
  await removeSegments(tx, visit.id)
  await createSegments(tx, visit.id, segmentsOf(bookable, requested, offer))
  await updateVisit(tx, visit.id, { end: new Date(offer.end * 60_000) })
  return getVisit(tx, visit.id)
}

/**
 * Updates a hold to current prices. A service that was withdrawn meanwhile keeps its price. If a service was
 * withdrawn and the tenant's currency has changed, the whole visit keeps its price: amounts in two currencies
 * have no sum.
 */
export async function requote(
  tx: Tx,
  { services, vat, currency }: Bookable,
  visit: VisitWithSegments,
): Promise<Pick<VisitRow, 'price' | 'currency'>> {
  if (currency !== visit.currency && visit.segments.some((one) => !services.has(one.serviceId)))
    return { price: visit.price, currency: visit.currency }
  let total = 0
  for (const { position, serviceId, memberId, price } of visit.segments) {
    const service = services.get(serviceId)
    const current = service ? quote(service, memberId, vat) : price
    if (current !== price) await updateSegmentPrice(tx, visit.id, position, current)
    total += current
  }
  const now = { price: total, currency }
  if (total !== visit.price || currency !== visit.currency) await updateVisit(tx, visit.id, now)
  return now
}
