import { CallError } from '#contract/errors.ts'
import { salonRefusal } from '#domain/visit/move.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Tx } from '#server/database/db.ts'
import { findVisitFacts } from '../change-queries.ts'
import { isReachable } from '../contact.ts'
import { finishChange } from '../mail/finish-change.ts'
import { lockVisit, updateVisit, type VisitWithSegments } from '../queries.ts'
import { verifySequence } from '../verify-sequence.ts'
import type { MoveContext } from './move-plan.ts'

/**
 * Asks the guest of a visit to choose another time, or to cancel, both free of charge, also where the tenant
 * does not let guests move; until they have, the visit stays. Idempotent.
 * @param find finds the visit, and throws where the caller may not move it.
 * @returns `changeId`: null where the guest was asked already.
 * @throws CallError as `find` does, `visit/not-movable` once it has begun, `visit/no-channel` for a guest
 * whom no message reaches, `visit/changed`.
 */
export async function askForOtherTime(
  ctx: MoveContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  { actor, sequence, batch }: { actor: Actor; sequence?: number | undefined; batch?: string },
): Promise<{ visit: VisitWithSegments; changeId: string | null }> {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    const visit = await lockVisit(tx, (await find(tx)).id)
    if (!visit) throw new CallError('not-found')
    if (visit.askedAt) return { visit, changeId: null }
    await verifySequence(tx, visit, sequence)
    const now = deps.now()
    const reason =
      salonRefusal({ state: visit.state, end: visit.end.getTime(), now }) ??
      (visit.start.getTime() <= now ? 'begun' : null)
    if (reason) throw new CallError('visit/not-movable', { reason })
    if (!isReachable(visit)) throw new CallError('visit/no-channel')
    const before = await findVisitFacts(tx, visit.id)
    await updateVisit(tx, visit.id, { askedAt: new Date(now), sequence: visit.sequence + 1 })
    return finishChange(ctx, tx, visit.id, {
      actor,
      kind: 'asked',
      before,
      message: { about: 'asked' },
      batch,
    })
  })
}
