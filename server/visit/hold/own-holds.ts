import type { Offer } from '#domain/availability/request.ts'
import { listRangesOf } from '#server/availability/segment-queries.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Tx } from '#server/database/db.ts'
import { listOwnHolds, lockHolds, removeVisit, type VisitWithSegments } from '../queries.ts'

/** Those of a guest's holds that nobody has booked or released meanwhile, locked. */
export async function lockStillHeld(tx: Tx, holds: VisitWithSegments[]): Promise<VisitWithSegments[]> {
  if (holds.length === 0) return []
  const held = await lockHolds(
    tx,
    holds.map(({ id }) => id),
  )
  return holds.filter(({ id }) => held.includes(id))
}

/** A guest's open holds, locked: their time can count as free for the guest. `now` in epoch ms. */
export const lockOwnHolds = async (tx: Tx, own: Owner, now: number): Promise<VisitWithSegments[]> =>
  lockStillHeld(tx, await listOwnHolds(tx, own, new Date(now)))

/** Those of a guest's holds that keep time of an offer. */
export async function overlappedBy(
  tx: Tx,
  holds: VisitWithSegments[],
  { segments }: Offer,
): Promise<VisitWithSegments[]> {
  const ranges = await Promise.all(holds.map(({ id }) => listRangesOf(tx, id)))
  return holds.filter((_, index) =>
    ranges[index]?.some(({ memberId, start, end }) =>
      segments.some(
        (part) => part.memberId === memberId && part.busy.some((one) => one.start < end && start < one.end),
      ),
    ),
  )
}

/** Releases holds that the caller has locked. */
export async function releaseHolds(tx: Tx, holds: VisitWithSegments[]): Promise<void> {
  for (const { id } of holds) await removeVisit(tx, id)
}
