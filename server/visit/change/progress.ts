import type { Progress } from '#domain/visit/day-state.ts'
import { progressRefusal, progressTimes, type ProgressRefusal } from '#domain/visit/progress.ts'
import { CallError } from '#contract/errors.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Tx } from '#server/database/db.ts'
import { findVisitFacts } from '../change-queries.ts'
import { lockVisit, reloadVisit, updateVisit, type VisitWithSegments } from '../queries.ts'
import { recordVisitChange } from '../record-change.ts'
import type { MoveContext } from './move-plan.ts'

type Outcome =
  | { ok: true; visit: VisitWithSegments; changeId: string | null }
  | { ok: false; reason: ProgressRefusal; visit: VisitWithSegments }

/**
 * Says what has happened with a visit on its day, or takes a wrong step back. Idempotent. It sends no message
 * and charges nothing.
 * @param find finds the visit, and throws where the caller may not change it.
 * @returns `changeId`: null where it was so already.
 * @throws CallError as `find` does.
 */
export async function setProgress(
  ctx: MoveContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  to: Progress,
  { actor }: { actor: Actor },
): Promise<Outcome> {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    const visit = await lockVisit(tx, (await find(tx)).id)
    if (!visit) throw new CallError('not-found')
    if (visit.state === 'booked' && visit.progress === to) return { ok: true, visit, changeId: null }
    const times = { state: visit.state, start: visit.start.getTime(), end: visit.end.getTime() }
    const now = deps.now()
    const reason = progressRefusal(times, to, { zone: tenant.profile.timeZone, now })
    if (reason) return { ok: false, reason, visit }
    const before = await findVisitFacts(tx, visit.id)
    await updateVisit(tx, visit.id, {
      progress: to,
      progressAt: progressTimes(visit.progressAt, to, now),
    })
    const changeId = await recordVisitChange(ctx, tx, visit.id, { actor, kind: 'progress', before })
    return { ok: true, visit: await reloadVisit(tx, visit.id), changeId }
  })
}
