import type { ChangeMessage } from '#contract/schedule/visit-change.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import type { VisitWithSegments } from '../queries.ts'
import { enqueueSalonMail } from './salon-mail.ts'
import { enqueueSeveralMail } from './several-mail.ts'

/** What a guest has done with several dates of a series at once. */
type SeriesChange = { about: 'booked' | 'cancelled' }

/**
 * Tells the guest of a series in one message what has happened to these dates of it, and the salon. All of it
 * is sent when the transaction commits. Idempotent. @returns the messages.
 */
export async function notifySeries(
  ctx: MailContext,
  tx: Tx,
  visits: readonly VisitWithSegments[],
  change: SeriesChange,
): Promise<ChangeMessage[]> {
  const sent: ChangeMessage[] = []
  for (const visit of visits)
    if ((await enqueueSalonMail(ctx, tx, visit, change)) && !sent.includes('salonMail'))
      sent.push('salonMail')
  const key = `${change.about}:${Math.max(...visits.map(({ sequence }) => sequence))}`
  const told = visits.map((visit) => ({ visit, message: change }))
  return [...sent, ...(await enqueueSeveralMail(ctx, tx, told, key))]
}
