import type { Offer } from '#domain/availability/request.ts'
import { priceAfterMove } from '#domain/visit/move.ts'
import { memberAt } from '#domain/visit/services.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Tenant } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { loadBookable, resolveRequestedServices } from '#server/availability/bookable.ts'
import { buildSegments, type Search } from '#server/availability/offer.ts'
import type { NewSegment } from '#server/availability/segment-queries.ts'
import type { VisitWithSegments } from '../queries.ts'

/** Who moves a visit. */
export type Mover = 'guest' | 'salon'

/** A member for all services, or one for each; null is anyone. Absent: the same members. */
export type WantedMembers = readonly (string | null)[] | undefined

/**
 * A salon places a visit at any minute of its hours, at once or far ahead; what it is offered is on its grid.
 */
const salonRules = { leadMinutes: 0, horizonDays: 730 }
const anyMinute = { slotMinutes: 1 }

type MoveSearch = { members?: WantedMembers; by: Mover; own?: Owner | undefined; onGrid?: boolean }

/**
 * Searches for times of the same services, where the visit's own time counts as free, and the holds of `own`.
 * Services for members only are included: the guest has booked them.
 * @returns `unavailable` when a service cannot be booked any more, `unknown-member` when one of `members`
 * does not perform its service.
 */
export async function searchToMove(
  { tenant, deps }: { tenant: Tenant; deps: { now: () => number } },
  tx: Tx,
  { id, segments }: Pick<VisitWithSegments, 'id' | 'segments'>,
  { members, by, own, onGrid = by === 'guest' }: MoveSearch,
): Promise<Search | 'unavailable' | 'unknown-member'> {
  const bookable = await loadBookable(
    { tenant, guest: {}, deps },
    tx,
    segments.map(({ serviceId }) => serviceId),
  )
  if (segments.some(({ serviceId }) => !bookable.services.has(serviceId))) return 'unavailable'
  const wanted = segments.map(({ serviceId, memberId }, index) => ({
    serviceId,
    memberId: members ? (memberAt(members, index) ?? null) : memberId,
  }))
  const requested = resolveRequestedServices(bookable, wanted)
  if (requested)
    return {
      bookable: {
        ...bookable,
        rules: { ...bookable.rules, ...(by === 'salon' && salonRules), ...(!onGrid && anyMinute) },
      },
      requested,
      now: deps.now(),
      except: id,
      own,
    }
  if (members) return 'unknown-member'
  // One of the same members does not perform the service any more: anyone does it instead.
  const possible = wanted.map((one) => (resolveRequestedServices(bookable, [one]) ? one.memberId : null))
  return searchToMove({ tenant, deps }, tx, { id, segments }, { members: possible, by, own, onGrid })
}

/** The segments of a visit after a move to this offer, with their prices in the visit's currency. */
export function movedSegments(
  visit: VisitWithSegments,
  { bookable, requested }: Pick<Search, 'bookable' | 'requested'>,
  offer: Offer,
  by: Mover,
): NewSegment[] {
  const sameCurrency = bookable.currency === visit.currency
  const neverDearer = by === 'salon' || visit.changedFrom !== null
  return buildSegments(bookable, requested, offer).map((segment, position) => {
    const before = visit.segments[position]
    if (!before) throw new Error('a service is missing')
    const { memberId, price: today } = segment
    const keepsWish = by === 'salon' || memberId === before.memberId
    return {
      ...segment,
      serviceName: before.serviceName,
      anyone: segment.anyone || (keepsWish && before.anyone),
      price: priceAfterMove(before, { memberId, today: sameCurrency ? today : null, neverDearer }),
    }
  })
}

/** The sum of prices, in minor units including VAT. */
export const sumPrices = (segments: readonly { price: number }[]): number =>
  segments.reduce((sum, { price }) => sum + price, 0)
