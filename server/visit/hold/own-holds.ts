import { overlaps } from '#domain/availability/range.ts'
import { isSameUnit } from '#domain/availability/unit.ts'
import type { Offer } from '#domain/availability/request.ts'
import { listTimeOf, usedTime } from '#server/availability/segment-queries.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Tx } from '#server/database/db.ts'
import { listOwnHolds, lockHolds, removeVisits } from '../queries.ts'
import { groupHolds, type HeldVisits } from './group.ts'

/** Those of a guest's holds that nobody has booked or released meanwhile, locked. */
export async function lockStillHeld(tx: Tx, holds: HeldVisits[]): Promise<HeldVisits[]> {
  if (holds.length === 0) return []
  const held = await lockHolds(
    tx,
    holds.flat().map(({ id }) => id),
  )
  return holds.filter((visits) => visits.every(({ id }) => held.includes(id)))
}

/** A guest's open holds, locked: their time can count as free for the guest. `now` in epoch ms. */
export const lockOwnHolds = async (tx: Tx, own: Owner, now: number): Promise<HeldVisits[]> =>
  lockStillHeld(tx, groupHolds(await listOwnHolds(tx, own, new Date(now))))

/** Those of a guest's holds that keep time of one of these offers, of its members or its units. */
export async function overlappedBy(
  tx: Tx,
  holds: HeldVisits[],
  offers: readonly Offer[],
): Promise<HeldVisits[]> {
  const wanted = usedTime(offers.flatMap(({ segments }) => segments))
  const overlapped = await Promise.all(
    holds.map(async (visits) => {
      const held = await Promise.all(visits.map(({ id }) => listTimeOf(tx, id)))
      return held.some(
        ({ busy, busyUnits }) =>
          busy.some((one) =>
            wanted.busy.some((other) => other.memberId === one.memberId && overlaps(one, other)),
          ) ||
          busyUnits.some((one) =>
            wanted.busyUnits.some((other) => isSameUnit(one, other) && overlaps(one, other)),
          ),
      )
    }),
  )
  return holds.filter((_, index) => overlapped[index])
}

/** Releases holds that the caller has locked. */
export const releaseHolds = (tx: Tx, holds: HeldVisits[]): Promise<void> =>
  removeVisits(
    tx,
    holds.flat().map(({ id }) => id),
  )
