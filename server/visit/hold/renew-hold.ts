import { quote } from '#domain/visit/services.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Tx } from '#server/database/db.ts'
import { createSegments, removeSegments, updateSegmentPrice } from '#server/availability/segment-queries.ts'
import { reloadVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import { resolveRequestedServices, type Bookable } from '#server/availability/bookable.ts'
import { toRequestedServices } from './hold.ts'
import { lockOwnHolds, overlappedBy, releaseHolds } from './own-holds.ts'
import { findFreeTime, buildSegments } from '#server/availability/offer.ts'

/**
 * Renews an expired hold at the same time, perhaps with other members. Other holds of the same guest (`own`)
 * that it overlaps are released. @returns null when the time is not free any more.
 */
export async function renewHold(
  tx: Tx,
  bookable: Bookable,
  visit: VisitWithSegments,
  { now, own }: { now: number; own: Owner },
): Promise<VisitWithSegments | null> {
  const requested = resolveRequestedServices(bookable, toRequestedServices(visit))
  const held = await lockOwnHolds(tx, own, now)
  const offer =
    requested &&
    (await findFreeTime(
      tx,
      { bookable, requested, now, except: visit.id, own },
      visit.start.getTime() / 60_000,
    ))
  if (!offer) return null
  await releaseHolds(tx, await overlappedBy(tx, held, offer))
  await removeSegments(tx, visit.id)
  await createSegments(tx, visit.id, buildSegments(bookable, requested, offer))
  await updateVisit(tx, visit.id, { end: new Date(offer.end * 60_000) })
  return reloadVisit(tx, visit.id)
}

/** Updates a hold to current prices. @throws Error for a service that cannot be booked any more. */
export async function requote(
  tx: Tx,
  { services, vat, currency }: Bookable,
  visit: VisitWithSegments,
): Promise<Pick<VisitRow, 'price' | 'currency'>> {
  let total = 0
  for (const { position, serviceId, memberId, price } of visit.segments) {
    const service = services.get(serviceId)
    if (!service) throw new Error('service not found')
    const current = quote(service, memberId, vat)
    if (current !== price) await updateSegmentPrice(tx, visit.id, position, current)
    total += current
  }
  const now = { price: total, currency }
  if (total !== visit.price || currency !== visit.currency) await updateVisit(tx, visit.id, now)
  return now
}
