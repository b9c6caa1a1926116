import type { Offer } from '#domain/availability/request.ts'
import { priceAfterMove } from '#domain/visit/move.ts'
import { sumAddonMinutes, sumAddonPrices, type WantedAddon } from '#domain/visit/addons.ts'
import { memberAt } from '#domain/visit/services.ts'
import { CallError } from '#contract/errors.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Tenant } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import {
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  withDuration,
  type Bookable,
  type RequestedServices,
} from '#server/availability/bookable.ts'
import { buildSegments, type Search } from '#server/availability/offer.ts'
import type { NewSegment } from '#server/availability/segment-queries.ts'
import { awaitsAnswer } from '../changes.ts'
import type { VisitWithSegments } from '../queries.ts'

/** A member for all services, or one for each; null is anyone. Absent: the same members. */
export type WantedMembers = readonly (string | null)[] | undefined

type MoveSearch = { members?: WantedMembers; own?: Owner | undefined }

/**
 * Searches for times to which a guest can move a visit: of the same services, where the visit's own time
 * counts as free, and the holds of `own`. Services for members only are included: the guest has booked them.
 * @returns `unavailable` when a service cannot be booked any more, `unknown-member` when one of `members`
 * does not perform its service.
 */
export async function searchToMove(
  { tenant, deps }: { tenant: Tenant; deps: { now: () => number } },
  tx: Tx,
  { id, segments }: Pick<VisitWithSegments, 'id' | 'segments'>,
  { members, own }: MoveSearch = {},
): Promise<Search | 'unavailable' | 'unknown-member'> {
  const bookable = await loadBookable(
    { tenant, guest: {}, deps },
    tx,
    segments.map(({ serviceId }) => serviceId),
    { addons: hasAddons(segments) },
  )
  if (segments.some(({ serviceId }) => !bookable.services.has(serviceId))) return 'unavailable'
  const wanted = segments.map(({ serviceId, memberId }, index) => ({
    serviceId,
    memberId: members ? (memberAt(members, index) ?? null) : memberId,
  }))
  const requested = resolveRequestedServices(bookable, wanted)
  if (requested)
    return {
      bookable,
      requested: asBooked(requested, segments),
      now: deps.now(),
      except: id,
      own,
      kept: segments.map(({ units }) => units),
    }
  if (members) return 'unknown-member'
  // One of the same members does not perform the service any more: anyone does it instead.
  const possible = wanted.map((one) => (resolveRequestedServices(bookable, [one]) ? one.memberId : null))
  return searchToMove({ tenant, deps }, tx, { id, segments }, { members: possible, own })
}

/** Add-ons stay as booked, and a service to which the salon has given another length keeps it. */
const asBooked = (requested: RequestedServices, segments: VisitWithSegments['segments']): RequestedServices =>
  requested.map((one, index) => {
    const segment = segments[index]
    if (!segment) return one
    const { addons } = segment
    const own = minutesOf(segment) - sumAddonMinutes(addons)
    const service = segment.ownLength ? withDuration(one.service, own, one.memberId) : one.service
    return { ...one, addons, service }
  })

/** How long a segment lasts, in minutes. */
export const minutesOf = ({ start, end }: { start: Date; end: Date }): number =>
  (end.getTime() - start.getTime()) / 60_000

/**
 * The segments of a visit after a move to this offer, with their prices in the visit's currency.
 * @throws CallError `request/invalid` for a further add-on, where the tenant has another currency by now.
 */
export function movedSegments(
  visit: VisitWithSegments,
  { bookable, requested }: { bookable: Bookable; requested: RequestedServices },
  offer: Offer,
  { bySalon }: { bySalon: boolean },
): NewSegment[] {
  const sameCurrency = bookable.currency === visit.currency
  const neverDearer = bySalon || awaitsAnswer(visit)
  return buildSegments(bookable, requested, offer).map((segment, position) => {
    const before = visit.segments[position]
    if (!before) throw new Error('a service is missing')
    const { memberId, addons = [] } = segment
    const isNew = ({ id }: WantedAddon) => before.addons.every((one) => one.id !== id)
    if (!sameCurrency && addons.some(isNew)) throw new CallError('request/invalid', { fields: ['addons'] })
    const ofAddons = sumAddonPrices(addons)
    const own = { memberId: before.memberId, price: before.price - sumAddonPrices(before.addons) }
    const today = sameCurrency ? segment.price - ofAddons : null
    const price = priceAfterMove(own, { memberId, today, neverDearer })
    const keepsWish = bySalon || memberId === before.memberId
    return {
      ...segment,
      serviceName: before.serviceName,
      anyone: segment.anyone || (keepsWish && before.anyone),
      price: price + ofAddons,
      // A price as booked has the VAT as booked.
      vat: price === own.price ? before.vat : segment.vat,
      ownLength: before.ownLength,
    }
  })
}

/** The sum of prices, in minor units including VAT. */
export const sumPrices = (segments: readonly { price: number }[]): number =>
  segments.reduce((sum, { price }) => sum + price, 0)
