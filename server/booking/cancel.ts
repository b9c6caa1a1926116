import * as v from 'valibot'
import { canCancel, cancelTerms } from '#domain/visit/cancel.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/shape.ts'
import { recordRefund } from '../analytics.ts'
import type { Scope } from '../context.ts'
import { bumpCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { freeSegments } from '../data/segment.ts'
import { getFinance, type FinanceRow } from '../data/tenant.ts'
import { findVisit, lockVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../data/visit.ts'
import { lateFeeOf } from '../money.ts'
import { linkLanguage } from './contact.ts'
import { hashOf, isHandleValid } from './handle.ts'
import { tell } from './tell.ts'

/** The one figure for page, mail and refund: what cancelling would cost now, or did cost. */
export function termsFor(scope: Scope, finance: FinanceRow, visit: VisitRow) {
  const { start, paid, price, state, fee, refunded } = visit
  const terms = cancelTerms({
    start: start.getTime(),
    now: scope.deps.now(),
    limitHours: scope.tenant.profile.tenantMessages.cancelLimit,
    paid,
    price,
    lateFee: lateFeeOf(finance, scope.tenant, visit.currency),
  })
  return state === 'cancelled' ? { ...terms, fee, refund: refunded } : terms
}

/**
 * The visit that a name stands for: the handle of a cancel link, or any name of a visit of the signed-in guest's own.
 * @throws CallError `not-found` for an unknown, foreign or expired one, and for a mere hold.
 */
export async function getCancellable(tx: Tx, scope: Scope, name: string): Promise<VisitWithSegments> {
  const visit = (await findVisit(tx, { cancelHash: hashOf(name) })) ?? (await findOwn(tx, scope, name))
  if (!works(visit, scope.deps.now())) throw new CallError('not-found')
  return visit
}

const works = (visit: VisitWithSegments | null, now: number): visit is VisitWithSegments =>
  visit !== null && visit.state !== 'held' && isHandleValid(visit, now)

/** The language of the guest for whom the link with this handle was made; null for one that does not work, or not any more. */
export async function languageOfLink(tx: Tx, handle: string, now: number): Promise<string | null> {
  const visit = await findVisit(tx, { cancelHash: hashOf(handle) })
  return works(visit, now) ? linkLanguage(visit) : null
}

async function findOwn(tx: Tx, { guest }: Scope, name: string): Promise<VisitWithSegments | null> {
  if (!guest) return null
  const visit = await findVisit(
    tx,
    v.is(uuid, name) ? { id: name.toLowerCase() } : { handleHash: hashOf(name) },
  )
  return visit?.guestId === guest.uid ? visit : null
}

/**
 * Cancels a visit, once however often and through whichever door it is asked; the answer is the same each time.
 * @param agreed the fee that the guest has seen, in minor units; another one by now is told instead of taken.
 * @throws CallError `not-found` as above, `visit/not-cancellable` when it has begun, `amount/changed` with fee and refund.
 */
export async function cancelVisit(scope: Scope, name: string, agreed?: number): Promise<VisitWithSegments> {
  return scope.deps.db.write(scope.tenant.id, async (tx) => {
    const { id } = await getCancellable(tx, scope, name)
    const visit = await lockVisit(tx, id)
    if (!visit) throw new CallError('not-found')
    return cancelLocked(tx, scope, visit, agreed)
  })
}

/** Cancels a visit that this transaction has locked; see `cancelVisit`. */
export async function cancelLocked(
  tx: Tx,
  scope: Scope,
  visit: VisitWithSegments,
  agreed?: number,
): Promise<VisitWithSegments> {
  if (visit.state === 'cancelled') return visit
  const now = scope.deps.now()
  if (!canCancel({ state: visit.state, start: visit.start.getTime(), now }))
    throw new CallError('visit/not-cancellable')
  const { fee, refund } = termsFor(scope, await getFinance(tx), visit)
  if (agreed !== undefined && agreed !== fee) throw new CallError('amount/changed', { fee, refund })
  await updateVisit(tx, visit.id, {
    state: 'cancelled',
    cancelledAt: new Date(now),
    fee,
    refunded: refund,
    sequence: visit.sequence + 1,
  })
  await freeSegments(tx, visit.id)
  const cancelled = await tell(tx, scope, visit.id)
  await recordRefund(scope, tx, cancelled)
  await bumpCalendar(tx)
  return cancelled
}
