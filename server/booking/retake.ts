import { quote } from '#domain/visit/quote.ts'
import type { Tx } from '../data/db.ts'
import { createSegments, removeSegments, updateSegmentPrice } from '../data/segment.ts'
import { getVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../data/visit.ts'
import { wishFor, type Bookable } from './bookable.ts'
import { wantedOf } from './hold.ts'
import { findOffer, segmentsOf } from './offer.ts'

/** The same wish at the same time, perhaps with other people, or null when it is not offered any more. */
export async function takeAgain(
  tx: Tx,
  bookable: Bookable,
  visit: VisitWithSegments,
  now: number,
): Promise<VisitWithSegments | null> {
  const wish = wishFor(bookable, wantedOf(visit))
  const offer =
    wish && (await findOffer(tx, { bookable, wish, now, except: visit.id }, visit.start.getTime() / 60_000))
  if (!offer) return null
  await removeSegments(tx, visit.id)
  await createSegments(tx, visit.id, segmentsOf(bookable, wish, offer))
  await updateVisit(tx, visit.id, { end: new Date(offer.end * 60_000) })
  return getVisit(tx, visit.id)
}

/**
 * The price as it is now, kept with the visit; a service that was withdrawn meanwhile keeps the one it was held at, and so does
 * the whole visit where the currency is another by now: two currencies have no sum.
 */
export async function quoteAgain(
  tx: Tx,
  { services, vatPercent, currency }: Bookable,
  visit: VisitWithSegments,
): Promise<Pick<VisitRow, 'price' | 'currency'>> {
  if (currency !== visit.currency && visit.segments.some((one) => !services.has(one.serviceId)))
    return { price: visit.price, currency: visit.currency }
  let total = 0
  for (const { position, serviceId, memberId, price } of visit.segments) {
    const service = services.get(serviceId)
    const current = service ? quote(service, memberId, vatPercent) : price
    if (current !== price) await updateSegmentPrice(tx, visit.id, position, current)
    total += current
  }
  const now = { price: total, currency }
  if (total !== visit.price || currency !== visit.currency) await updateVisit(tx, visit.id, now)
  return now
}
