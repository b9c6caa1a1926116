import type { Tx } from '../database/db.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { changeEntry, type Actor } from './change-entry.ts'
import { endOffer, withdrawOffer } from './offer.ts'
import { findOpenOffer } from './offer-queries.ts'
import type { Entry } from './queries.ts'

/**
 * Closes an entry that the caller has locked, with the lock of the waitlist: its open offer is withdrawn, and
 * the offered time goes to the next. @returns the entry after it; null where it is closed already.
 */
export async function closeEntry(
  ctx: MailContext,
  tx: Tx,
  entry: Entry,
  { event, by }: { event: 'left' | 'ended'; by: Actor },
): Promise<Entry | null> {
  await withdrawOffer(ctx, tx, entry)
  return changeEntry(ctx, tx, entry, { event, by })
}

/**
 * Pauses an entry that the caller has locked, with the lock of the waitlist. A pause answers an open offer
 * with no.
 * @param until null: until the guest resumes it.
 */
export async function pauseUntil(
  ctx: MailContext,
  tx: Tx,
  entry: Entry,
  { until, by }: { until: Date | null; by: Actor },
): Promise<Entry> {
  if (entry.state === 'paused')
    return (await changeEntry(ctx, tx, entry, { event: 'edited', by, pausedUntil: until })) ?? entry
  const waiting = entry.state === 'offered' ? await declineOffer(ctx, tx, entry, by) : entry
  return (await changeEntry(ctx, tx, waiting, { event: 'paused', by, pausedUntil: until })) ?? waiting
}

async function declineOffer(ctx: MailContext, tx: Tx, entry: Entry, by: Actor): Promise<Entry> {
  const offer = await findOpenOffer(tx, entry.id)
  if (offer) await endOffer(ctx, tx, offer, { state: 'declined' })
  return (await changeEntry(ctx, tx, entry, { event: 'declined', by, unanswered: 0 })) ?? entry
}
