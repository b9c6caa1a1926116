import type { Output } from '#contract/calls.ts'
import { isOwnHold } from '#server/context/booking-owner.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { listGroup, type VisitWithSegments } from '../queries.ts'
import { findSeries } from '../series-queries.ts'

/**
 * The series of a visit, with all dates of it, for the guest who has booked it. For everybody else it is
 * null: a link opens one visit only.
 */
export async function loadSeries(
  ctx: RequestContext,
  tx: Tx,
  visit: VisitWithSegments,
): Promise<Output<'getVisit'>['series']> {
  const { seriesId } = visit
  if (seriesId === null || !isOwnHold(ctx, visit)) return null
  const series = await findSeries(tx, seriesId)
  const visits = (await listGroup(tx, { seriesId })).filter((one) => isOwnHold(ctx, one))
  return (
    series && {
      weeks: series.weeks,
      visits: visits.flatMap(({ id, start, end, state }) =>
        state === 'held'
          ? []
          : [
              {
                id,
                handle: deriveHandle(ctx.deps.secret, 'visit', ctx.tenant.id, id),
                start: start.getTime(),
                end: end.getTime(),
                state,
              },
            ],
      ),
    }
  )
}
