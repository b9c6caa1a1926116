import { CallError } from '#contract/errors.ts'
import { capacityFor } from '#server/availability/bookable.ts'
import { computeRefusal, findFreeTime, isOffered } from '#server/availability/offer.ts'
import type { Tx } from '#server/database/db.ts'
import { getFinance } from '#server/tenant/queries.ts'
import { lockOwnHolds, overlappedBy, releaseHolds } from '../hold/own-holds.ts'
import type { VisitWithSegments } from '../queries.ts'
import { moveTermsFor, type MoveContext, type MovePlan, type Refusal, type Target } from './move-plan.ts'
import { movedSegments, searchToMove, sumPrices } from './move-search.ts'

const refused = (reason: Refusal['reason']): Refusal => ({ reason, inTheWay: [], warnings: [] })

/**
 * How a guest moves a visit: to a time that is free for its services, for what the guest has agreed to.
 * @throws CallError `not-found` for a member who does not perform a service; on deciding `amount/changed`.
 */
export async function planGuestMove(
  ctx: MoveContext,
  tx: Tx,
  found: VisitWithSegments,
  { start, members, agreed = {}, own }: Target,
): Promise<MovePlan | Refusal | 'unavailable'> {
  const search = await searchToMove(ctx, tx, found, { members, own })
  if (search === 'unknown-member') throw new CallError('not-found')
  if (search === 'unavailable') return search
  // Fail fast before waiting for the locks when the time is not free.
  if (!(await isOffered(tx, search, start / 60_000))) return refused(computeRefusal(search, start / 60_000))
  return {
    capacity: capacityFor(search.bookable, search.requested),
    queue: [],
    decide: async (visit) => {
      const held = own ? await lockOwnHolds(tx, own, search.now) : []
      const offer = await findFreeTime(tx, search, start / 60_000)
      if (!offer) return refused('taken')
      const segments = movedSegments(visit, search, offer, { bySalon: false })
      const price = sumPrices(segments)
      const terms = moveTermsFor(ctx, await getFinance(tx), visit)
      if ((agreed.price ?? visit.price) !== price || (agreed.fee ?? 0) !== terms.fee)
        throw new CallError('amount/changed', { fee: terms.fee, price, currency: visit.currency })
      await releaseHolds(tx, await overlappedBy(tx, held, [offer]))
      return { offer, segments, terms, queue: [] }
    },
  }
}
