import type { Window } from '#domain/zone.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listScheduledSegments, type ScheduledSegment } from './queries.ts'
import { loadTeam, type Planned } from './team.ts'

/** `already`: the schedule has no place for it without what is planned either. */
export type Uncovered = ScheduledSegment & { already: boolean }

/**
 * Lists what takes time of members in a window (epoch minutes) and has no place in the schedule, as it is or
 * as it would be: visits, holds and offers.
 */
export async function listUncovered(
  { tenant, deps }: Pick<RequestContext, 'tenant' | 'deps'>,
  tx: Tx,
  window: Window,
  planned?: Planned,
): Promise<Uncovered[]> {
  const wanted = { profile: tenant.profile, now: deps.now(), window }
  const team = await loadTeam(tx, wanted)
  const { whyOutside } = planned ? await loadTeam(tx, { ...wanted, planned }) : team
  const segments = await listScheduledSegments(tx, team.ids, window, new Date(wanted.now))
  return segments
    .filter((one) => whyOutside(one) !== null)
    .map((one) => ({ ...one, already: team.whyOutside(one) !== null }))
}
