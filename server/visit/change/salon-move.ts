import { capacityFor } from '#server/availability/bookable.ts'
import { releaseExpiredHolds } from '#server/availability/segment-queries.ts'
import type { Tx } from '#server/database/db.ts'
import type { VisitWithSegments } from '../queries.ts'
import { salonPlace, type MoveContext, type MovePlan, type Refusal, type Target } from './move-plan.ts'
import { movedSegments } from './move-search.ts'
import { planPlacement } from './placement.ts'

/** How the salon moves a visit: to where it wants, as far as `planPlacement` lets it, and free of charge. */
export async function planSalonMove(
  ctx: MoveContext,
  tx: Tx,
  found: VisitWithSegments,
  target: Target,
): Promise<MovePlan | Refusal> {
  const plan = (visit: VisitWithSegments) =>
    planPlacement(ctx, tx, salonPlace(visit, target), {
      except: visit.id,
      since: visit.start.getTime(),
      kept: visit.segments.map(({ units }) => units),
    })
  const planned = await plan(found)
  if (!planned.ok) return planned
  const capacity = capacityFor(planned.bookable, planned.requested)
  return {
    capacity,
    queue: planned.queue,
    decide: async (visit) => {
      await releaseExpiredHolds(tx, capacity, new Date(ctx.deps.now()))
      const placed = await plan(visit)
      if (!placed.ok) return placed
      const segments = movedSegments(visit, placed, placed.offer, { bySalon: true })
      return {
        offer: placed.offer,
        segments: segments.map((one, index) => ({ ...one, ...placed.extras[index] })),
        terms: { fee: 0, movedLateFee: visit.movedLateFee, counts: false },
        queue: placed.queue,
      }
    },
  }
}
