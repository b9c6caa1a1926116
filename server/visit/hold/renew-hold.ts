import { isDeepStrictEqual } from 'node:util'
import { rateOf } from '#domain/vat.ts'
import type { Offer } from '#domain/availability/request.ts'
import { sumAddonPrices } from '#domain/visit/addons.ts'
import { quote } from '#domain/visit/services.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Tx } from '#server/database/db.ts'
import { quoteAddons, resolveRequestedServices, type Bookable } from '#server/availability/bookable.ts'
import {
  buildSegments,
  findFreeTimes,
  type SharedSearch,
  type WantedTime,
} from '#server/availability/offer.ts'
import { findPartyTime } from '#server/availability/party-offer.ts'
import {
  createSegmentsOf,
  removeSegments,
  updateSegmentPrices,
} from '#server/availability/segment-queries.ts'
import { reloadVisits, updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import { inOrder, type HeldVisits } from './group.ts'
import { toRequestedServices } from './hold.ts'
import { lockOwnHolds, overlappedBy, releaseHolds } from './own-holds.ts'

/**
 * Renews an expired hold at the same times, perhaps with other members. Other holds of the same guest (`own`)
 * that it overlaps are released. @returns the visits whose time is not free any more, if there are any; then
 * nothing is written.
 */
export async function renewHold(
  tx: Tx,
  bookable: Bookable,
  visits: HeldVisits,
  { now, own }: { now: number; own: Owner },
): Promise<HeldVisits | { lost: VisitWithSegments[] }> {
  const wanted = visits.map((visit) => ({
    visit,
    requested: resolveRequestedServices(bookable, toRequestedServices(visit)) ?? [],
    start: visit.start.getTime() / 60_000,
  }))
  const ids = visits.map(({ id }) => id)
  const held = (await lockOwnHolds(tx, own, now)).filter((hold) => !hold.some(({ id }) => ids.includes(id)))
  const offers = await findOffers(tx, { bookable, now, own }, wanted)
  const lost = visits.filter((_, index) => !offers[index])
  if (lost.length > 0) return { lost }
  const renewed = wanted.flatMap(({ visit, requested }, index) => {
    const offer = offers[index]
    return offer ? [{ visitId: visit.id, offer, segments: buildSegments(bookable, requested, offer) }] : []
  })
  await releaseHolds(
    tx,
    await overlappedBy(
      tx,
      held,
      renewed.map(({ offer }) => offer),
    ),
  )
  for (const id of ids) await removeSegments(tx, id)
  await createSegmentsOf(tx, renewed)
  for (const { visitId, offer } of renewed)
    await updateVisit(tx, visitId, { end: new Date(offer.end * 60_000) })
  return inOrder(await reloadVisits(tx, ids))
}

/** The offers at the times of a hold; those of a party are found together, since they exclude each other. */
async function findOffers(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly (WantedTime & { visit: VisitWithSegments })[],
): Promise<(Offer | null)[]> {
  if (wanted.some(({ visit }) => visit.partyId === null)) return findFreeTimes(tx, search, wanted)
  const persons = wanted.map(({ requested }) => requested)
  const starts = wanted.map(({ start }) => start)
  const party = await findPartyTime(tx, { ...search, persons }, { starts })
  return wanted.map((_, person) => party?.visits[person] ?? null)
}

/**
 * Updates a hold to current prices and VAT. @returns the sum of all visits. @throws Error for a service that
 * cannot be booked any more.
 */
export async function requote(
  tx: Tx,
  { services, vat, currency }: Bookable,
  visits: HeldVisits,
): Promise<Pick<VisitRow, 'price' | 'currency'>> {
  let sum = 0
  for (const visit of visits) {
    let total = 0
    for (const { position, serviceId, memberId, price, vat: before, addons: held } of visit.segments) {
      const service = services.get(serviceId)
      if (!service) throw new Error('service not found')
      const offered = new Map(quoteAddons(service, held, vat).map((one) => [one.id, one]))
      // The minutes are those of the held time.
      const addons = held.map((one) => ({ ...(offered.get(one.id) ?? one), minutes: one.minutes }))
      const current = quote(service, memberId, vat) + sumAddonPrices(addons)
      const now = { price: current, vat: rateOf(service, vat), addons }
      if (!isDeepStrictEqual(now, { price, vat: before, addons: held }))
        await updateSegmentPrices(tx, visit.id, position, now)
      total += current
    }
    if (total !== visit.price || currency !== visit.currency)
      await updateVisit(tx, visit.id, { price: total, currency })
    sum += total
  }
  return { price: sum, currency }
}
