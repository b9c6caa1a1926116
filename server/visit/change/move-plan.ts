import type { TimeRefusal } from '#domain/availability/horizon.ts'
import type { Offer } from '#domain/availability/request.ts'
import { moveTerms, type MoveTerms } from '#domain/visit/move.ts'
import type { PlacementRefusal, PlacementWarning } from '#domain/availability/placement.ts'
import type { WantedAddon } from '#domain/visit/addons.ts'
import { memberAt } from '#domain/visit/services.ts'
import type { Informing } from '#contract/schedule/visit-change.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Dependencies, Tenant } from '#server/context/context.ts'
import type { Capacity, NewSegment } from '#server/availability/segment-queries.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { findCancellationFee } from '#server/tenant/finance.ts'
import type { FinanceRow } from '#server/tenant/queries.ts'
import { changesOf, policyOf } from '../changes.ts'
import type { VisitRow, VisitWithSegments } from '../queries.ts'
import { minutesOf, type WantedMembers } from './move-search.ts'
import type { BookedService, InTheWay, Place } from './placement.ts'

export type MoveContext = MailContext & { deps: Pick<Dependencies, 'db'> }

/** Where a visit is to be. `start` in epoch ms. */
export type Target = {
  start: number
  members?: WantedMembers
  /** Of the guest: what they have seen; default the price as booked and no fee. */
  agreed?: { price?: number | undefined; fee?: number | undefined }
  /** Of the guest: their holds count as free, and are released where the visit takes their time. */
  own?: Owner
} & SalonTarget

/** What only the salon can say of it. */
type SalonTarget = Pick<Place, 'accept' | 'over'> & {
  /** The length of each service in minutes, its add-ons included; absent: as it is. */
  minutes?: readonly number[] | undefined
  /** The add-ons of each service; absent: as they are. */
  addons?: readonly (readonly WantedAddon[])[] | undefined
  informing?: Informing | undefined
  /** The visit as the salon has seen it. */
  sequence?: number | undefined
  batch?: string
  /** What has to happen first, in the same transaction. */
  prepare?: (tx: Tx) => Promise<void>
}

/** `inTheWay` and `warnings`: for the salon. */
export type Refusal = {
  reason: TimeRefusal | PlacementRefusal
  inTheWay: InTheWay[]
  warnings: PlacementWarning[]
  missing?: number | undefined
}
/** How a visit can be placed: whose time it concerns, and, with their rows locked, where it goes. */
export type MovePlan = {
  capacity: Capacity
  /** Holds of the queue that are in the way. */
  queue: string[]
  decide(visit: VisitWithSegments): Promise<Decided | Refusal>
}
export type Decided = {
  offer: Offer
  segments: NewSegment[]
  terms: MoveTerms
  queue: string[]
}

/** What moving a visit costs its guest now. */
export const moveTermsFor = (
  { tenant, deps }: { tenant: Tenant; deps: { now: () => number } },
  finance: FinanceRow,
  visit: VisitRow,
): MoveTerms =>
  moveTerms({
    ...changesOf(visit),
    policy: policyOf(tenant),
    start: visit.start.getTime(),
    now: deps.now(),
    limitHours: tenant.profile.tenantMessages.cancelLimit,
    price: visit.price,
    lateFee: findCancellationFee(finance, tenant, visit.currency),
  })

/** What a service of a visit is now, which stays unless it is said otherwise. */
export const asBooked = ({
  memberId,
  ownLength,
  addons,
  ...segment
}: VisitWithSegments['segments'][number]): BookedService => ({
  memberId,
  minutes: minutesOf(segment),
  ownLength,
  addons,
})

/** Where the salon wants a visit: with the same members, and as long as it is, unless it says otherwise. */
export const salonPlace = (
  { segments }: VisitWithSegments,
  { start, members, minutes, addons, accept, over }: Target,
): Place => ({
  start,
  services: segments.map((segment, index) => ({
    serviceId: segment.serviceId,
    memberId: members ? (memberAt(members, index) ?? null) : segment.memberId,
    minutes: minutes?.[index],
    addons: addons?.[index],
    booked: asBooked(segment),
  })),
  accept,
  over,
})
