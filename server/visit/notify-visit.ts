import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { getVisit, type VisitWithSegments } from './queries.ts'
import { enqueueBookedMail, enqueueCancelledMail } from './mail.ts'

/**
 * Notifies the guest of a visit's new state by mail and on open pages. Both are sent when the transaction
 * commits.
 * @throws Error for a hold.
 */
export async function notifyVisitChange(tx: Tx, ctx: RequestContext, id: string): Promise<VisitWithSegments> {
  const visit = await getVisit(tx, id)
  if (visit.state === 'held') throw new Error('cannot notify about a hold')
  await (visit.state === 'booked' ? enqueueBookedMail : enqueueCancelledMail)(ctx, tx, visit)
  if (visit.guestId) await publishChange(tx, 'visits', visit.guestId)
  return visit
}
