import type { Scope } from '../context.ts'
import type { Tx } from '../data/db.ts'
import { announce } from '../data/news.ts'
import { getVisit, type VisitWithSegments } from '../data/visit.ts'
import { visitBooked, visitCancelled } from '../visit-mail.ts'

/** Tells the guest, by mail and on open pages, what has just become of a visit; all of it leaves when the transaction commits. */
export async function tell(tx: Tx, scope: Scope, id: string): Promise<VisitWithSegments> {
  const visit = await getVisit(tx, id)
  if (visit.state === 'held') throw new Error('there is nothing to tell of a visit that is not booked')
  await (visit.state === 'booked' ? visitBooked : visitCancelled)(scope, tx, visit)
  if (visit.guestId) await announce(tx, 'visits', visit.guestId)
  return visit
}
