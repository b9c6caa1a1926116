import { quote } from '#domain/visit/quote.ts'
import type { Tx } from '../data/db.ts'
import { createSegments, removeSegments, updateSegmentPrice } from '../data/segment.ts'
import { getVisit, updateVisit, type VisitWithSegments } from '../data/visit.ts'
import { wishFor, type Bookable } from './bookable.ts'
import { wantedOf } from './hold.ts'
import { findOffer, segmentsOf } from './offer.ts'

/** The same wish at the same time, perhaps with other people, or null when it is not offered any more. */
export async function takeAgain(tx: Tx, bookable: Bookable, visit: VisitWithSegments, now: number): Promise<VisitWithSegments | null> {
  const wish = wishFor(bookable, wantedOf(visit))
  const offer = wish && (await findOffer(tx, { bookable, wish, now, except: visit.id }, visit.start.getTime() / 60_000))
  if (!offer) return null
  await removeSegments(tx, visit.id)
  await createSegments(tx, visit.id, segmentsOf(bookable, wish, offer))
  await updateVisit(tx, visit.id, { end: new Date(offer.end * 60_000) })
  return getVisit(tx, visit.id)
}

/** The price as it is now, kept with the visit; a service that was withdrawn meanwhile keeps the one it was held at. */
export async function quoteAgain(tx: Tx, { services, vatPercent }: Bookable, visit: VisitWithSegments): Promise<number> {
  let total = 0
  for (const { position, serviceId, memberId, price } of visit.segments) {
    const service = services.get(serviceId)
    const current = service ? quote(service, memberId, vatPercent) : price
    if (current !== price) await updateSegmentPrice(tx, visit.id, position, current)
    total += current
  }
  if (total !== visit.price) await updateVisit(tx, visit.id, { price: total })
  return total
}
