import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { getVisit, type VisitWithSegments } from './queries.ts'
import { notifyGuest } from '../notification/notify.ts'
import { enqueueBookedMail, enqueueCancelledMail, visitNotification } from './mail.ts'

/**
 * Notifies the guest of a visit's new state: by mail with the calendar file, and an account also on its other
 * channels and on open pages. All of it is sent when the transaction commits.
 * @throws Error for a hold.
 */
export async function notifyVisitChange(tx: Tx, ctx: RequestContext, id: string): Promise<VisitWithSegments> {
  const visit = await getVisit(tx, id)
  if (visit.state === 'held') throw new Error('cannot notify about a hold')
  await (visit.state === 'booked' ? enqueueBookedMail : enqueueCancelledMail)(ctx, tx, visit)
  if (visit.guestId) {
    await publishChange(tx, 'visits', visit.guestId)
    await notifyGuest(tx, ctx, {
      ...visitNotification(ctx, visit, visit.state),
      guestId: visit.guestId,
      key: `visit-${visit.state}:${visit.id}:${visit.sequence}`,
      usefulUntil: visit.start,
      mail: 'written',
    })
  }
  return visit
}
